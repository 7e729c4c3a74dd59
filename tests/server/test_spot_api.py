"""The price of any spot over HTTP: the coach's numbers, and one line for bad input."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import httpx
import pytest

from pitboss.cards import DECK, cards_text
from pitboss.coach.pricing import price
from pitboss.server.api import prices
from pitboss.server.api.odds import KEPT
from pitboss.server.http.rates import Rate
from pitboss.server.worker.service import Priority
from tests.coach.spots import spot
from tests.server.serving import UNBOUNDED, Served, Visitor, quick
from tests.waiting import WAIT_S_MAX, wait_until


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A server whose processes have compiled what a price needs."""
    with Served(quick()) as made:
        made.services.odds.warm(Priority.DECISION).result(WAIT_S_MAX)
        yield made


def asked(visitor: Visitor, **query: object) -> httpx.Response:
    """Ask until it is no longer being compiled or counted."""
    answers: list[httpx.Response] = []

    def is_there() -> bool:
        answers.append(visitor.client.get("/api/coach/spot", params=dict(query)))  # type: ignore[arg-type]  # texts and numbers
        return not answers[-1].json().get("waiting")

    wait_until(is_there)
    return answers[-1]


def values(document: dict[str, Any]) -> dict[str, Fraction]:  # Any: JSON
    return {one["name"]: Fraction(one["antes"]["fraction"]) for one in document["choices"]}


@pytest.mark.parametrize(
    ("hole", "board", "dead"),
    [
        ("Kd Qh", "4s 5h 6d 8c 9d", ""),
        ("Jc 5s", "Ac Ad Ah", ""),
        ("Th 9h", "8h 7c 2h", "2s"),
        ("Kd 5h", "", "Ks"),
    ],
)
def test_a_spot_has_the_prices_of_the_coach(
    visitor: Visitor, hole: str, board: str, dead: str
) -> None:
    expected = price(spot(hole, board, dead))

    answer = asked(visitor, hole=hole, board=board, dead=dead)

    found = answer.json()["price"]
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == KEPT
    assert values(found) == {one.name: one.value for one in expected.choices}
    assert (found["best"], found["guide"], found["ante"]) == (expected.best, expected.guide, 1_000)
    assert tuple(found["reason"]) == expected.reason
    assert len(found["outs"]) == len(expected.outs)
    assert len(found["dealer_outs"]) == len(expected.dealer_outs)


def test_known_spots_and_a_stranger_without_an_identity(visitor: Visitor) -> None:
    visitor.client.cookies.clear()

    flop = asked(visitor, hole="Jc 5s", board="Ac Ad Ah").json()["price"]
    river = asked(visitor, hole="Kd Qh", board="4s 5h 6d 8c 9d", ante=500).json()["price"]
    king = asked(visitor, hole="Kd 5h", dead="Ks").json()["price"]

    assert values(flop) == {"check": Fraction(107587, 356730), "2x": Fraction(53794, 178365)}
    assert float(values(river)["1x"]) == pytest.approx(-2.1727, abs=5e-5)
    assert Fraction(river["choices"][0]["cents"]["fraction"]) == values(river)["1x"] * 500
    assert king["best"] == "check"


def test_outs_are_cards_with_the_hand_that_each_makes(visitor: Visitor) -> None:
    found = asked(visitor, hole="Th 9h", board="8h 7c 2h").json()["price"]

    assert len(found["outs"]) == 21
    makes = {out["card"]: out["makes"] for out in found["outs"]}
    assert (makes["6h"], makes["Ah"], makes["Js"]) == ("flush", "flush", "straight")
    assert found["dealer_outs"] == []


def test_chips_leave_out_what_they_do_not_pay_for(visitor: Visitor) -> None:
    found = asked(visitor, hole="As Kd", dead="3h", ante=1_000, chips=3_999).json()["price"]

    assert list(values(found)) == ["3x", "check"]


@pytest.mark.parametrize(
    ("query", "status", "reason", "said"),
    [
        ({"hole": "As As"}, 400, "not-valid", "As"),
        ({"hole": "As Kd", "board": "As 2c 3c"}, 400, "not-valid", "As is in hole and in board"),
        ({"hole": "As Kd", "board": "2c 3c 4c 5c"}, 400, "not-valid", "board has 4 cards"),
        ({"hole": "As Kd", "dead": cards_text(DECK[:44])}, 400, "not-valid", "dead has 44 cards"),
        ({"hole": "As"}, 400, "not-valid", "hole has 1 card"),
        ({"hole": "As Kd", "dealer": "2c 3c 4c"}, 400, "not-valid", "dealer has 3 cards"),
        ({"hole": "As Kd", "rules": "atlantis"}, 400, "no-such-rules", "rules:"),
        ({"hole": "As Kd", "blind": "Z"}, 400, "no-such-paytable", "no Blind paytable"),
        ({"hole": "As Kd", "strategy": "simpel"}, 404, "no-such-strategy", "simple"),
        ({"hole": "As Kd", "flop": "2c 3c 4c"}, 400, "not-valid", "'flop' is no parameter"),
        ({"hole": "As Kd", "ante": 0}, 400, "not-valid", "ante"),
        ({}, 400, "not-valid", "hole"),
    ],
)  # fmt: skip
def test_a_spot_that_cannot_occur_is_refused_in_one_line(
    visitor: Visitor, query: dict[str, object], status: int, reason: str, said: str
) -> None:
    answer = asked(visitor, **query)

    found = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, found["reason"]) == (status, reason), found
    assert said in found["detail"]
    assert "\n" not in found["detail"]


def test_prices_that_take_longer_are_waited_for_without_an_error(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prices, "PRICE_S_MAX", 0.0)

    answer = visitor.get("/api/coach/spot?hole=7c+2d&dead=As")

    assert (answer.status_code, answer.json()["price"]) == (200, None)
    assert answer.json()["waiting"]
    assert "max-age" not in answer.headers.get("cache-control", "")


def test_a_flood_of_questions_is_turned_away() -> None:
    few = replace(UNBOUNDED, odds=Rate(1, 0.001))
    with Served(quick(rates=few)) as served, served.visitor() as one:
        first = one.get("/api/coach/spot?hole=As+As")
        second = one.get("/api/coach/spot?hole=As+As")

    assert (first.status_code, second.status_code) == (400, 429)

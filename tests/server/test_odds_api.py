"""Exact odds over HTTP: the same numbers as the library's, for everybody, bounded."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import httpx
import pytest

from pitboss.cards import DECK, cards_text, parse_cards
from pitboss.odds import affordable_game, decision, game_of, standard_game
from pitboss.reports.ev import decision_document
from pitboss.rules import SET_NAMES, in_force, rule_set
from pitboss.server.api import odds as odds_api
from pitboss.server.http.metrics import REGISTRY
from pitboss.server.http.rates import Rate
from pitboss.server.worker.questions import DecisionQuestion
from pitboss.server.worker.service import Priority
from tests.server.questions import BusyUntil, Counted
from tests.server.serving import UNBOUNDED, Served, Visitor, quick
from tests.waiting import WAIT_S_MAX, wait_until

SEED = 15
SPOTS = 8  # for each rule book
HERE = "127.0.0.1"


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A server whose processes have compiled what a decision needs."""
    with Served(quick()) as made:
        made.services.odds.warm(Priority.DECISION).result(WAIT_S_MAX)
        yield made


def ask(visitor: Visitor, what: str, **query: object) -> httpx.Response:
    """Ask until it is no longer being compiled or counted."""
    answers: list[httpx.Response] = []

    def answered() -> bool:
        answers.append(visitor.client.get(f"/api/odds/{what}", params=dict(query)))  # type: ignore[arg-type]  # texts and numbers
        return bool(answers[-1].json().get("reason") != "not-yet")

    wait_until(answered)
    return answers[-1]


def found(visitor: Visitor, what: str, **query: object) -> dict[str, Any]:  # Any: JSON
    answer = ask(visitor, what, **query)
    assert answer.status_code == 200, answer.text
    document: dict[str, Any] = answer.json()
    return document


def refused(visitor: Visitor, what: str, **query: object) -> tuple[int, str, str]:
    answer = ask(visitor, what, **query)
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    return answer.status_code, problem["reason"], problem["detail"]


# -- one decision ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SET_NAMES)
def test_a_decision_is_that_of_the_library(visitor: Visitor, name: str) -> None:
    chance, game = random.Random(f"{SEED} {name}"), game_of(in_force(rule_set(name)))
    for spot in range(SPOTS):
        board, dead, dealer = (0 if spot == 0 else 3 + 2 * (spot % 2)), spot % 4, spot % 3
        cards = chance.sample(DECK, 2 + board + dead + dealer)
        parts = [
            cards[:2],
            cards[2 : 2 + board],
            cards[2 + board :][:dead],
            cards[len(cards) - dealer :],
        ]
        hole, board_, dead_, dealer_ = (cards_text(part) for part in parts)

        document = found(
            visitor, "decision", rules=name, hole=hole, board=board_, dead=dead_, dealer=dealer_
        )

        expected = decision_document(decision(game, *parts, direct=True))
        assert document == {**expected, "edition": game.edition, "cents": None, "wagers": {}}


@pytest.mark.parametrize(
    ("hole", "board", "choice", "value"),
    [
        ("Kd Qh", "4s 5h 6d 8c 9d", "1x", -2.1727),
        ("Ad Jh", "4s 5h 6d 8c 9d", "1x", -1.9788),
        ("Jh 2s", "Ah Ks Th 9d 3s", "1x", -1.8091),
        ("Jc 5s", "Ac Ad Ah", "check", Fraction(107587, 356730)),
        ("Jc 5s", "Ac Ad Ah", "2x", Fraction(53794, 178365)),
    ],
)
def test_known_spots(
    visitor: Visitor, hole: str, board: str, choice: str, value: float | Fraction
) -> None:
    answer = found(visitor, "decision", hole=hole, board=board)["choices"][choice]

    if isinstance(value, Fraction):
        assert Fraction(answer["fraction"]) == value
    assert answer["decimal"] == pytest.approx(float(value), abs=5e-5)


def test_a_dead_king_makes_king_five_a_check(visitor: Visitor) -> None:
    with_it = found(visitor, "decision", hole="Kd 5h", dead="Ks")
    without = found(visitor, "decision", hole="Kd 5h")

    assert (with_it["best"], without["best"]) == ("check", "4x")


def test_with_an_ante_values_come_in_cents_exactly(visitor: Visitor) -> None:
    answer = found(visitor, "decision", hole="As Kd", board="2c 7d 9s Th Jh", ante=1_500)

    cents = answer["cents"]
    assert cents["ante"] == 1_500
    assert cents["choices"]["1x"]["fraction"] == str(Fraction(-1871, 990) * 1_500)
    assert cents["costs"] == {"fold": {"fraction": "5450/33", "decimal": 5450 / 33}}


def test_what_the_chips_cannot_pay_for_is_not_valued(visitor: Visitor) -> None:
    spot = {"hole": "As Kd", "dead": "3h", "ante": 1_000}

    answer = found(visitor, "decision", chips=3_999, **spot)

    short = affordable_game(standard_game(), ante=1_000, chips=3_999)
    expected = decision(short, parse_cards("As Kd"), dead=parse_cards("3h"))
    assert list(answer["choices"]) == ["check", "3x"]
    assert answer["multiples"] == {"deal": [3], "flop": [2], "river": [1]}
    assert answer["choices"]["check"]["fraction"] == str(expected.values["check"])
    broke = found(visitor, "decision", hole="As Kd", board="2c 7d 9s Th Jh", ante=1_000, chips=999)
    assert list(broke["choices"]) == ["fold"]


def test_side_wagers_change_no_choice(visitor: Visitor) -> None:
    plain = found(visitor, "decision", **GOOD)

    answer = found(visitor, "decision", wagers="trips:500", **GOOD)

    assert answer == {**plain, "wagers": {"trips": 500}}


def test_places_with_equal_numbers_share_one_answer_under_their_own_names(
    served: Served, visitor: Visitor
) -> None:
    spot = {"hole": "9s 8d", "board": "2c 7d 9h", "dead": "3c 4c"}
    before = counted(Priority.DECISION)

    answers = [found(visitor, "decision", rules=name, **spot) for name in SET_NAMES]
    turned = found(visitor, "decision", hole="8d9s", board="9h 2c 7d", dead="4c,3c")

    assert counted(Priority.DECISION) == before + 1
    assert [answer["rules"] for answer in answers] == list(SET_NAMES)
    assert [answer["paytables"]["blind"]["name"] for answer in answers[:2]] == ["A", "UTH"]
    assert (turned["hole"], turned["flop"], turned["dead"]) == ("8d 9s", "9h 2c 7d", "4c 3c")
    assert turned["choices"] == answers[0]["choices"]


def test_before_the_flop_a_question_is_asked_once_for_all_suits() -> None:
    game, chance = standard_game(), random.Random(SEED)
    holes = [(one, other) for one in DECK for other in DECK if one < other]

    questions = {DecisionQuestion.of(game, hole) for hole in holes}

    assert len(questions) == 169
    for _ in range(3):
        hole, dead = chance.sample(DECK, 2), chance.sample(DECK, 5)
        dead = [card for card in dead if card not in hole]
        renamed = DecisionQuestion.of(game, hole, dead=dead)
        values = decision(game, renamed.hole, dead=renamed.dead, direct=True).values
        assert values == decision(game, hole, dead=dead, direct=True).values


def counted(priority: Priority) -> float:
    labels = {"priority": str(priority)}
    return REGISTRY.get_sample_value("pitboss_odds_seconds_count", labels) or 0.0


def test_a_client_that_has_the_answer_is_told_so(visitor: Visitor) -> None:
    path = "/api/odds/decision?hole=As+Kd&board=2c+7d+9s"
    first = ask(visitor, "decision", hole="As Kd", board="2c 7d 9s")
    tag = first.headers["etag"]

    again = visitor.client.get(path, headers={"if-none-match": f'"other", {tag}'})
    other = ask(visitor, "decision", hole="As Kd", board="2c 7d 9s", rules="california")

    assert first.headers["cache-control"] == "public, max-age=600"
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert other.headers["etag"] != tag  # its names differ


def test_the_example_of_the_page_is_a_real_answer(visitor: Visitor) -> None:
    page = (Path(__file__).parents[2] / "docs/reference/odds-api.md").read_text("utf-8")
    path = page.partition("`/api/odds/decision?")[2].partition("`")[0]
    shown = json.loads(page.partition("```json")[2].partition("```")[0])

    answer = found(visitor, "decision", **dict(parse_qsl(path)))

    assert shown
    assert {key: answer[key] for key in shown} == shown


# -- the whole game -------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_solve_of_five_places_with_the_same_numbers_is_one_solve(
    served: Served, visitor: Visitor
) -> None:
    before = counted(Priority.LAB)

    answers = [found(visitor, "hands", rules=name) for name in SET_NAMES]

    assert counted(Priority.LAB) == before + 1
    assert [answer["rules"] for answer in answers] == list(SET_NAMES)
    hands = answers[0]["hands"]
    assert answers[0]["ev"]["fraction"] == "-50643648973/2317817502000"
    assert len(hands) == 169
    assert sum(hand["holes"] for hand in hands.values()) == 1_326
    assert hands["K5o"]["best"] == "4x"
    assert hands["K5o"]["check"]["fraction"] == "-452775091/2996532000"
    assert {answer["hands"] == hands for answer in answers} == {True}


@pytest.mark.slow
def test_a_strategy_has_its_exact_cost(visitor: Visitor) -> None:
    answer = found(visitor, "strategy/simple", rules="catfish-bend")

    cost = answer["cost"]
    assert cost["total"]["fraction"] == "17238014779/6953452506000"
    streets = [Fraction(cost[street]["fraction"]) for street in ("deal", "flop", "river")]
    assert sum(streets) == Fraction(cost["total"]["fraction"])
    parts = sum(Fraction(mistake["cost"]["fraction"]) for mistake in answer["mistakes"])
    assert parts == Fraction(cost["total"]["fraction"])
    assert (answer["rules"], answer["strategy"]) == ("catfish-bend", "simple")
    assert answer["card"]["flop"]["raise"] == "2x"


def test_operators_see_what_is_asked(visitor: Visitor) -> None:
    found(visitor, "decision", **GOOD)

    metrics = visitor.get("/metrics").text

    for line in (
        'pitboss_odds_questions_total{how="asked",priority="decision"}',
        'pitboss_odds_questions_total{how="cached",priority="decision"}',
        'pitboss_odds_waiting{priority="decision"} 0.0',
        'pitboss_odds_restarts_total{priority="long"}',
        'pitboss_odds_seconds_count{priority="decision"}',
    ):
        assert f"\n{line}" in metrics


# -- bad input ------------------------------------------------------------------------------------

GOOD = {"hole": "As Kd", "board": "2c 7d 9s"}


@pytest.mark.parametrize(
    ("change", "reason", "line"),
    [
        ({"hole": "As"}, "not-valid", "hole has 1 card; a player has two, as in hole=As Kd"),
        ({"hole": "As As"}, "not-valid", "hole: As is given twice, as card 1 and as card 2;"),
        ({"hole": "1s Kd"}, "not-valid", 'hole: card 1 in "1s" has no rank: "1" is none; write a'),
        ({"dead": "As"}, "not-valid", "As is in hole and in dead; each card may appear once"),
        ({"dealer": "7d"}, "not-valid", "7d is in board and in dealer; each card may appear once"),
        ({"board": "2c 7d 9s 3h"}, "not-valid", "board has 4 cards; give none before the flop,"),
        ({"dealer": "2h 3h 4h"}, "not-valid", "dealer has 3 cards; the dealer has two at most"),
        ({"rules": "nowhere"}, "no-such-rules", "rules: 'nowhere' is no rule set; there are mary"),
        ({"rules": "maryland@9"}, "no-such-rules", "rules: maryland has no edition 9; it has 1"),
        ({"blind": "Z"}, "no-such-paytable", "blind: maryland has no Blind paytable 'Z'; it has"),
        ({"deda": "3h"}, "not-valid", "'deda' is no parameter; did you mean dead?"),
        ({"ante": 0}, "not-valid", "ante: Expected `int` >= 1"),
        ({"ante": "ten"}, "not-valid", "ante: Expected `int"),
        ({"chips": 500}, "not-valid", "chips go with an Ante; give ante in cents too, as in ante"),
        ({"wagers": "trip:500"}, "not-valid", "wagers: 'trip' is no side wager here; maryland tak"),
        ({"wagers": "trips:5.00"}, "not-valid", "wagers: 'trips:5.00' is no wager; write it once"),
        ({"wagers": "trips:5,trips:5"}, "not-valid", "wagers: 'trips:5' is no wager; write it"),
        ({"dead": "2c" * 400}, "not-valid", "dead: Expected `str` of length <= 512"),
    ],
)
def test_bad_input_is_one_line_that_says_what_would_be_right(
    visitor: Visitor, change: dict[str, object], reason: str, line: str
) -> None:
    status, why, detail = refused(visitor, "decision", **{**GOOD, **change})

    assert (status, why) == (400, reason)
    assert detail.startswith(line)
    assert "\n" not in detail


def test_forty_four_dead_cards_leave_no_deal(visitor: Visitor) -> None:
    others = [card for card in DECK if card not in parse_cards("As Kd")]

    status, _, detail = refused(visitor, "decision", hole="As Kd", dead=cards_text(others[:44]))
    most = found(visitor, "decision", hole="As Kd", dead=cards_text(others[:43]))

    assert (status, detail) == (
        400,
        "dead has 44 cards; at most 43 leave a board and a dealer's hand",
    )
    assert most["deals"] == 210  # a flop of 7, 2 of 4, and 2 that are left


def test_a_huge_query_or_a_repeated_parameter_is_refused(visitor: Visitor) -> None:
    huge = visitor.get(f"/api/odds/decision?hole={'x' * 3_000}")
    twice = visitor.get("/api/odds/decision?hole=As+Kd&hole=2c+2d")
    missing = visitor.get("/api/odds/decision?board=2c+7d+9s")

    assert (huge.status_code, huge.json()["reason"]) == (414, "address-too-long")
    assert (twice.status_code, twice.json()["detail"]) == (400, "hole is given twice; give it once")
    assert missing.status_code == 400
    assert "'hole'" in missing.json()["detail"]


def test_there_is_no_such_strategy(visitor: Visitor) -> None:
    near = refused(visitor, "strategy/simpel")
    far = refused(visitor, "strategy/%3Cscript%3E")

    assert near == (404, "no-such-strategy", "'simpel' is no strategy; did you mean simple?")
    assert far[2].endswith("there are always-3x, never-4x, never-fold, optimal, simple")


# -- limits ---------------------------------------------------------------------------------------


def test_too_many_questions_are_refused_and_told_when_to_come_back(tmp_path: Path) -> None:
    enough = tmp_path / "enough"
    with Served(quick()) as served, served.visitor() as visitor:
        odds = served.services.odds
        running = odds.submit(Counted(str(tmp_path / "running"), str(enough)), Priority.LAB)
        wait_until((tmp_path / "running").exists)
        mine = [odds.submit(BusyUntil(f"{enough}{n}"), Priority.LAB, person=HERE) for n in range(4)]
        own = visitor.get("/api/odds/hands")
        others = [
            odds.submit(BusyUntil(f"{enough}{n}"), Priority.LAB, person=f"guest {n}")
            for n in range(4, 32)
        ]
        visitor.me()  # somebody with nothing waiting yet
        full = visitor.get("/api/odds/hands")
        for future in (*mine, *others):
            future.cancel()
        enough.touch()

        assert running.result(WAIT_S_MAX) == 1
    assert (own.status_code, own.json()["reason"]) == (429, "too-many")
    assert own.json()["detail"] == "you have 4 of these waiting; wait for an answer first"
    assert (full.status_code, full.json()["reason"]) == (503, "busy")
    assert full.json()["detail"] == "32 questions are waiting; ask again in a moment"
    assert int(own.headers["retry-after"]) >= 1
    assert int(full.headers["retry-after"]) >= 1


def test_a_flood_is_refused_by_the_rate_limit_before_anything_is_counted() -> None:
    few = replace(UNBOUNDED, odds=Rate(3, 0.001))
    with Served(quick(rates=few)) as served, served.visitor() as visitor:
        answers = [visitor.get("/api/odds/decision?hole=As+As") for _ in range(5)]

        assert served.services.odds.pids(Priority.DECISION) == ()
        assert visitor.get("/api/rules/clauses/MD-1.A").status_code == 200  # other things go on
    assert [answer.status_code for answer in answers] == [400, 400, 400, 429, 429]
    assert int(answers[-1].headers["retry-after"]) >= 1


def test_what_takes_long_is_said_and_the_answer_is_there_the_next_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with Served(quick()) as served, served.visitor() as visitor:
        monkeypatch.setattr(odds_api, "ANSWER_S_MAX", 0.0)
        first = visitor.get("/api/odds/decision?hole=As+Kd&board=2c+7d+9s")
        odds = served.services.odds
        odds.warm(Priority.DECISION).result(WAIT_S_MAX)
        busy = odds.submit(BusyUntil(str(tmp_path / "enough")), Priority.DECISION)
        later = visitor.get("/api/odds/decision?hole=As+Kd&board=2c+7d+9s")
        (tmp_path / "enough").touch()
        busy.result(WAIT_S_MAX)
        game = game_of(in_force(rule_set("maryland")))
        question = DecisionQuestion.of(game, parse_cards("As Kd"), parse_cards("2c 7d 9s"))
        odds.submit(question, Priority.DECISION).result(WAIT_S_MAX)
        last = visitor.get("/api/odds/decision?hole=As+Kd&board=2c+7d+9s")

    assert (first.status_code, first.json()["reason"]) == (503, "not-yet")
    assert first.json()["detail"].startswith("being compiled: first use takes about 20 s;")
    assert int(first.headers["retry-after"]) >= 1
    assert later.json()["detail"] == "still being counted; ask again in a moment"
    assert last.status_code == 200

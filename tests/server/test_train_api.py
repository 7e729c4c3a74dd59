"""The training room over HTTP: server-side grading, each answer once, nothing before the answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from pitboss.cards import card_text
from pitboss.odds import decision, standard_game
from pitboss.server.api import prices, train
from pitboss.server.http.rates import Rate
from pitboss.server.store import training as training_store
from pitboss.server.store.schema import (
    DRILL_ANSWERS,
    DRILL_DAYS,
    DRILL_TOTALS,
    DRILLS,
    MISTAKES,
    MISTAKES_KEPT,
)
from tests.pit.hands import HandClock
from tests.server.drills import (
    Json,
    answered,
    best,
    drawn,
    play,
    row_of,
    spot_of,
    started,
    training_server,
    value,
    worst,
)
from tests.server.serving import UNBOUNDED, Served, Visitor, quick

DAY_MS = 86_400_000
SPOT_FIELDS = {
    "number", "place", "of", "asks", "street", "hole", "board", "dead", "ante", "choices",
}  # fmt: skip
CLOCK = HandClock()

pytestmark = pytest.mark.slow  # spots are drawn in a worker process


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with training_server(CLOCK) as made:
        yield made


# -- decision drills ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["deal", "flop", "river", "mixed"])
def test_a_drill_is_graded_by_the_exact_values(served: Served, visitor: Visitor, kind: str) -> None:
    drill = started(visitor, kind=kind, count=3)
    choose = {1: best, 2: worst, 3: best}

    graded = play(served, visitor, drill, lambda spot: choose[spot.number](spot))

    for one in graded:
        spot = spot_of(served, drill["id"], one["number"])
        values = decision(standard_game(), spot.hole, spot.board).values
        (chosen,) = one["answer"]
        assert value(one["cost"]) == max(values.values()) - values[chosen]
        assert one["right"] == (not value(one["cost"]))
        assert one["price"]["best"] == one["best"] == spot.best
        shown = {c["name"]: value(c["antes"]) for c in one["price"]["choices"]}
        assert shown == values
    last = graded[-1]["drill"]
    lost = value(graded[1]["cost"])
    assert (last["finished"], last["spot"], last["score"]["answered"]) == (True, None, 3)
    assert (last["score"]["right"], value(last["score"]["cost"])) == (2, lost)
    assert isinstance(last["seed"], int)
    if kind == "deal":  # every round comes to a deal
        assert value(last["score"]["per_round"]) == lost / 3


def test_no_byte_of_the_answer_leaves_before_it_is_given(served: Served, visitor: Visitor) -> None:
    for kind in ("mixed", "outs", "grid", "exam"):
        drill = started(visitor, kind=kind, count=4)
        again = visitor.get(f"/api/train/drills/{drill['id']}").json()
        number = drill["spot"]["number"]
        spot = spot_of(served, drill["id"], number)
        text = json.dumps(drill)

        assert again == drill
        assert set(drill["spot"]) == SPOT_FIELDS
        assert (drill["seed"], drill["token"], drill["finished"]) == (None, None, False)
        assert drill["score"]["answered"] == 0
        secrets = [str(v) for v in spot.values.values() if v.denominator > 1]
        secrets += [str(v) for hand in spot.hands for v in hand.values.values()]
        secrets += [card_text(card) for card in spot.outs]
        secrets += [spot.pattern, row_of(served, drill["id"]).token]
        assert not [secret for secret in secrets if secret and f'"{secret}"' in text]
        assert str(row_of(served, drill["id"]).seed) not in text
        for word in ("best", "guide", "price", "values", "pattern", "missed", "cells"):
            assert f'"{word}"' not in text
        shared = visitor.get(f"/api/train/shared/{row_of(served, drill['id']).token}")
        assert shared.status_code == 404


def test_the_same_answer_twice_is_done_once(served: Served, visitor: Visitor) -> None:
    drill = started(visitor, kind="river", count=2)
    wrong = worst(spot_of(served, drill["id"], 1))

    first = answered(visitor, drill["id"], 1, wrong).json()
    second = answered(visitor, drill["id"], 1, wrong).json()
    other = answered(visitor, drill["id"], 1, best(spot_of(served, drill["id"], 1)))
    totals = visitor.get("/api/train/progress").json()["kinds"]

    assert second == first
    assert (other.status_code, other.json()["reason"]) == (409, "answered")
    assert totals["river"]["answered"] == 1
    assert drawn(visitor, drill["id"])["score"] == first["drill"]["score"]


def test_a_drill_goes_on_after_a_reload(served: Served, visitor: Visitor) -> None:
    drill = started(visitor, kind="mixed", count=3)
    after = answered(visitor, drill["id"], 1, best(spot_of(served, drill["id"], 1))).json()

    again = visitor.get(f"/api/train/drills/{drill['id']}").json()

    assert again == after["drill"]
    assert again["spot"]["number"] == 2


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(sent=st.lists(st.tuples(st.integers(1, 4), st.booleans()), max_size=8))
def test_answers_in_any_order_leave_the_drill_whole(
    served: Served, visitor: Visitor, sent: list[tuple[int, bool]]
) -> None:
    """Compare with a plain model: a list of answers that only grows at its end."""
    drill = started(visitor, kind="deal", count=3)
    kept: list[str] = []
    for number, right in sent:
        spot = spot_of(served, drill["id"], min(number, 3))
        choice = best(spot) if right else worst(spot)
        status = answered(visitor, drill["id"], number, choice).status_code
        if number == len(kept) + 1 and number <= 3:
            assert status == 200
            kept.append(choice)
        elif number <= len(kept) and kept[number - 1] == choice:
            assert status == 200
        else:
            assert status == 409
    found = visitor.get(f"/api/train/drills/{drill['id']}").json()
    assert found["score"]["answered"] == len(kept)
    assert found["finished"] == (len(kept) == 3)
    assert [a for _, (a,) in sorted(served.services.training.answers(
        row_of(served, drill["id"])).items())] == kept  # fmt: skip


def test_a_strategy_is_what_one_is_graded_against(served: Served, visitor: Visitor) -> None:
    drill = started(visitor, kind="deal", count=8, strategy="never-4x", seed=4)

    graded = play(served, visitor, drill, lambda spot: spot.guide)

    assert all(one["right"] and not value(one["cost"]) for one in graded)
    assert "4x" not in {one["guide"] for one in graded}
    assert "4x" in {one["best"] for one in graded}


def test_closeness_and_seed_choose_the_spots(served: Served, visitor: Visitor) -> None:
    plan = {"kind": "flop", "count": 5, "closeness": "0.05", "seed": 11}
    drill, same = started(visitor, **plan), started(visitor, **plan)

    for number in range(1, 6):
        spot = spot_of(served, drill["id"], number)
        low, high = sorted(spot.values.values())[-2:]
        assert high - low <= Fraction(1, 20)
        assert spot == spot_of(served, same["id"], number)


@pytest.mark.parametrize("kind", ["mixed", "outs"])
def test_cards_seen_elsewhere_are_shown_and_counted(
    served: Served, visitor: Visitor, kind: str
) -> None:
    visitor.put("/api/train/mistakes", {"enabled": True})
    drill = started(visitor, kind=kind, count=2, dead_count=3, seed=5)
    spot = spot_of(served, drill["id"], 1)
    shown = drill["spot"]
    wrong = min(spot.values, key=lambda name: spot.values[name]) if spot.values else "2c"
    right = [card_text(card) for card in spot.outs] if kind == "outs" else [spot.best]

    refused = answered(visitor, drill["id"], 1, *(shown["dead"] if kind == "outs" else ["9x"]))
    graded = answered(visitor, drill["id"], 1, *(right if kind == "outs" else [wrong])).json()

    assert drill["dead_count"] == len(set(shown["dead"])) == 3
    assert not {*shown["dead"]} & {*shown["hole"], *shown["board"], *right}
    assert refused.status_code == 400
    values = {one["name"]: Fraction(one["antes"]["fraction"]) for one in graded["price"]["choices"]}
    assert "3 cards seen elsewhere cannot come." in graded["price"]["reason"]
    assert not spot.values or values == spot.values
    assert graded["right"] == (kind == "outs")
    assert visitor.get("/api/train/progress").json()["mistakes"]["total"] == 0


@pytest.mark.parametrize("taken", [True, False])
def test_a_guest_who_signs_in_brings_the_training_along_where_wanted(
    served: Served, *, taken: bool
) -> None:
    account = {"name": f"Learner {taken}", "password": "correct horse battery"}
    with served.visitor() as first, served.visitor() as guest:
        assert first.post("/api/account", account).status_code == 201
        purse = first.me()["purse"]
        drill = started(guest, kind="deal", count=1)
        answered(guest, drill["id"], 1, "check")

        signed = guest.post("/api/sessions", {**account, "take_training": taken})
        progress = guest.get("/api/train/progress").json()

    assert (signed.status_code, signed.json()["purse"]) == (201, purse)
    assert [one["id"] for one in progress["drills"]] == ([drill["id"]] if taken else [])
    assert sum(one["answered"] for one in progress["kinds"].values()) == taken


def test_a_drill_waits_for_its_spots_and_an_answer_for_its_price(
    served: Served, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(train, "DRAW_S_MAX", 0.0)
        patch.setattr(prices, "PRICE_S_MAX", 0.0)
        begun = visitor.post("/api/train/drills", {"kind": "flop", "count": 2}).json()
        body = {"number": 1, "answer": ["check"]}
        early = visitor.post(f"/api/train/drills/{begun['id']}/answers", body)
    drill = drawn(visitor, begun["id"])
    with monkeypatch.context() as patch:
        patch.setattr(prices, "PRICE_S_MAX", 0.0)
        graded = visitor.post(f"/api/train/drills/{drill['id']}/answers", body).json()
    again = answered(visitor, drill["id"], 1, "check").json()

    assert (begun["spot"], begun["waiting"]) == (None, "still being counted")
    assert (early.status_code, early.json()["reason"]) == (409, "not-yet")
    assert (graded["price"], graded["waiting"] != "") == (None, True)
    assert again["price"]["best"] == again["best"]
    assert {**again, "price": None, "waiting": ""} == {**graded, "waiting": ""}


# -- bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "status", "reason", "said"),
    [
        ({"kind": "mixed", "count": 0}, 400, "not-valid", "count"),
        ({"kind": "mixed", "count": 101}, 400, "not-valid", "count"),
        ({"kind": "poker"}, 400, "not-valid", "kind"),
        ({"kind": "deal", "colour": "red"}, 400, "not-valid", "colour"),
        ({"kind": "deal", "rules": "atlantis"}, 400, "no-such-rules", "rules:"),
        ({"kind": "deal", "blind": "Z"}, 400, "no-such-paytable", "no Blind paytable"),
        ({"kind": "deal", "strategy": "simpel"}, 404, "no-such-strategy", "simple"),
        ({"kind": "deal", "closeness": "near"}, 400, "not-valid", "closeness:"),
        ({"kind": "deal", "closeness": "0"}, 400, "not-valid", "no spot fits"),
        ({"kind": "deal", "seed": -1}, 400, "not-valid", "seed"),
        ({"kind": "exam", "seed": 1}, 400, "not-valid", "seed:"),
        ({"kind": "daily", "seed": 1}, 400, "not-valid", "same for everybody"),
        ({"kind": "deal", "dead_count": 5}, 400, "not-valid", "dead_count"),
        ({"kind": "grid", "dead_count": 1}, 400, "not-valid", "has no cards seen elsewhere"),
        ({"kind": "daily", "dead_count": 1}, 400, "not-valid", "same for everybody"),
        ({"kind": "mistakes"}, 409, "mistakes-off", "turn that on first"),
        ({"same_as": "nothing-like-it"}, 404, "no-such-link", "no finished drill"),
    ],
)
def test_a_drill_that_cannot_be_is_refused_in_one_line(
    visitor: Visitor, plan: Json, status: int, reason: str, said: str
) -> None:
    answer = visitor.post("/api/train/drills", plan)
    while answer.status_code == 201:  # being compiled: the drill itself says so once it is drawn
        answer = visitor.get(f"/api/train/drills/{answer.json()['id']}")
        assert answer.status_code != 200 or answer.json()["waiting"]

    found = answer.json()
    assert (answer.status_code, found["reason"]) == (status, reason), found
    assert said in found["detail"]
    assert visitor.get("/api/train/progress").json()["drills"] == []


@pytest.mark.parametrize(
    ("number", "answer", "status", "reason"),
    [
        (1, [], 400, "not-valid"),
        (1, ["5x"], 400, "not-valid"),
        (1, ["check", "4x"], 400, "not-valid"),
        (2, ["check"], 409, "out-of-order"),
        (0, ["check"], 400, "not-valid"),
        (1, ["x" * 100_000], 413, "too-large"),
        (1, ["AKs"] * 170, 400, "not-valid"),
        (1, "check", 400, "not-valid"),
    ],
)
def test_an_answer_that_is_none_changes_nothing(
    visitor: Visitor, number: int, answer: object, status: int, reason: str
) -> None:
    drill = started(visitor, kind="deal", count=2)

    body = {"number": number, "answer": answer}
    found = visitor.post(f"/api/train/drills/{drill['id']}/answers", body)

    assert (found.status_code, found.json()["reason"]) == (status, reason), found.text
    assert drawn(visitor, drill["id"]) == drill


def test_a_foreign_drill_is_not_there(served: Served, visitor: Visitor) -> None:
    drill = started(visitor, kind="deal", count=2)
    visitor.put("/api/train/mistakes", {"enabled": True})
    answered(visitor, drill["id"], 1, worst(spot_of(served, drill["id"], 1)))
    with served.visitor() as other:
        other.me()
        seen = other.get(f"/api/train/drills/{drill['id']}")
        missing = other.get("/api/train/drills/AAAAAAAAAAAAAAAA")
        sent = answered(other, drill["id"], 2, "check")
        theirs = other.get("/api/train/progress").json()

    assert [a.status_code for a in (seen, missing, sent)] == [404] * 3
    assert seen.json() == missing.json()
    assert (theirs["mistakes"]["total"], theirs["drills"], theirs["kinds"]) == (0, [], {})
    assert visitor.get("/api/train/progress").json()["mistakes"]["total"] == 1


def test_a_stranger_has_no_training(served: Served) -> None:
    with served.visitor() as stranger:
        assert stranger.get("/api/train/progress").status_code == 401
        assert stranger.get("/api/train/export").status_code == 401
        assert stranger.client.post("/api/train/drills", json={}).status_code == 401


def test_new_drills_have_a_rate_limit() -> None:
    few = replace(UNBOUNDED, drill=Rate(1, 0.001))
    with Served(quick(rates=few)) as served, served.visitor() as one:
        first = one.post("/api/train/drills", {"kind": "deal", "blind": "Z"})
        second = one.post("/api/train/drills", {"kind": "deal", "blind": "Z"})

    assert (first.status_code, second.status_code) == (400, 429)


def test_only_the_latest_drills_are_kept(
    served: Served, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training_store, "DRILLS_MAX", 3)
    ids = []
    for _ in range(5):
        CLOCK.at += 1
        drill = started(visitor, kind="deal", count=1)
        play(served, visitor, drill, best)
        ids.append(drill["id"])

    progress = visitor.get("/api/train/progress").json()

    assert [one["id"] for one in progress["drills"]] == ids[:1:-1]
    assert progress["kinds"]["deal"]["answered"] == 5
    assert visitor.get(f"/api/train/drills/{ids[0]}").status_code == 404


# -- progress, export, the end --------------------------------------------------------------------


def test_progress_belongs_to_the_person_and_moves_from_guest_to_account(
    served: Served, visitor: Visitor
) -> None:
    visitor.put("/api/train/mistakes", {"enabled": True})
    graded = play(served, visitor, started(visitor, kind="mixed", count=3), worst)
    before = visitor.get("/api/train/progress").json()

    made = visitor.post(
        "/api/account", {"name": f"L{CLOCK.at % 10**9}", "password": "correct horse battery"}
    )

    assert made.status_code == 201, made.text
    assert visitor.get("/api/train/progress").json() == before
    assert before["kinds"]["mixed"]["answered"] == 3
    assert sum(one["answered"] for one in before["streets"].values()) == 3
    costs = sum((value(one["cost"]) for one in graded), Fraction(0))
    assert value(before["kinds"]["mixed"]["cost"]) == costs


def test_everything_can_be_exported_and_deleted(served: Served, visitor: Visitor) -> None:
    visitor.put("/api/train/mistakes", {"enabled": True})
    play(served, visitor, started(visitor, kind="daily"), worst)
    CLOCK.at += 1
    left = started(visitor, kind="mixed", count=2)
    answered(visitor, left["id"], 1, best(spot_of(served, left["id"], 1)))
    hidden = spot_of(served, left["id"], 2)

    export = visitor.get("/api/train/export")
    gone = visitor.delete("/api/train")
    after = visitor.get("/api/train/export").json()

    found = export.json()
    assert "attachment" in export.headers["content-disposition"]
    assert [len(drill["answers"]) for drill in found["drills"]] == [1, 10]
    assert found["drills"][0]["spot"] is None
    cards = [card_text(card) for card in (*hidden.hole, *hidden.board)]
    assert cards not in [
        [*one["spot"]["hole"], *one["spot"]["board"]] for one in found["drills"][0]["answers"]
    ]
    assert found["mistakes"]["total"] == len(found["mistakes"]["cards"]) > 0
    assert (gone.status_code, visitor.get(f"/api/train/drills/{left['id']}").status_code) == (
        204,
        404,
    )
    assert (after["drills"], after["days"], after["totals"]) == ([], [], [])
    assert after["mistakes"] == {"enabled": False, "due": 0, "total": 0, "cards": []}
    person = served.services.people.by_name(visitor.me()["name"])
    assert person is not None
    with served.services.database.begin() as connection:
        for table in (DRILLS, DRILL_TOTALS, DRILL_DAYS, MISTAKES, MISTAKES_KEPT):
            mine = select(func.count()).where(table.c.person == person.id)
            assert connection.execute(mine).scalar_one() == 0, table.name
        orphans = select(func.count()).where(DRILL_ANSWERS.c.drill.not_in(select(DRILLS.c.id)))
        assert connection.execute(orphans).scalar_one() == 0

"""Kinds of drills over HTTP: the daily ten, examination, links, outs, grid and own mistakes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.cards import card_text, parse_cards
from pitboss.coach.training import EXAM_HANDS, TrainingSpot
from pitboss.odds import explain, standard_game
from tests.pit.hands import HandClock
from tests.server.drills import (
    answered,
    asked,
    best,
    play,
    row_of,
    spot_of,
    started,
    training_server,
    value,
    worst,
)
from tests.server.serving import Served, Visitor

DAY_MS = 86_400_000
CLOCK = HandClock()

pytestmark = pytest.mark.slow  # spots are drawn in a worker process


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with training_server(CLOCK) as made:
        yield made


# -- daily, examination, links --------------------------------------------------------------------


def test_the_daily_ten_are_the_same_for_all_and_once_a_day(
    served: Served, visitor: Visitor
) -> None:
    drill = started(visitor, kind="daily")
    again = started(visitor, kind="daily")
    with served.visitor() as other:
        theirs = started(other, kind="daily")
    spots = [row_of(served, one["id"]).drill for one in (drill, theirs)]

    graded = play(served, visitor, drill, best)
    after = started(visitor, kind="daily")
    CLOCK.at += DAY_MS
    tomorrow = started(visitor, kind="daily")

    assert drill["id"] == again["id"] == after["id"] != theirs["id"]
    assert spots[0] == spots[1]
    assert (len(graded), after["finished"], drill["count"]) == (10, True, 10)
    assert tomorrow["id"] != drill["id"]
    assert row_of(served, tomorrow["id"]).drill != spots[0]


def test_days_in_a_row_are_counted(served: Served, visitor: Visitor) -> None:
    streaks = []
    for pause in (1, 1, 2):
        play(served, visitor, started(visitor, kind="daily"), best)
        streaks.append(visitor.get("/api/train/progress").json()["daily"]["streak"])
        CLOCK.at += pause * DAY_MS

    daily = visitor.get("/api/train/progress").json()["daily"]
    assert streaks == [1, 2, 3]
    assert (daily["streak"], daily["drill"], daily["finished"]) == (0, None, False)
    assert [one["right"] for one in daily["days"]] == [10, 10, 10]


def test_an_examination_deals_whole_hands_and_anybody_can_replay_it(
    served: Served, visitor: Visitor
) -> None:
    drill = started(visitor, kind="exam")

    def choose(spot: TrainingSpot) -> str:
        """Play three hands to the river, and raise all others at once."""
        if spot.place > 3:
            return "4x"
        return "check" if "check" in spot.values else "1x"

    graded = play(served, visitor, drill, choose)

    last = graded[-1]["drill"]
    score = last["score"]
    assert (last["count"], len(graded), score["answered"]) == (EXAM_HANDS, 106, 106)
    assert value(score["per_round"]) == value(score["cost"]) / EXAM_HANDS
    assert score["error"]["decimal"] > 0
    hands = [one["spot"]["hole"] for one in visitor.get(
        f"/api/train/shared/{last['token']}").json()["spots"]]  # fmt: skip
    assert hands[0] == hands[1] == hands[2]
    assert hands[2] != hands[3]
    with served.visitor() as stranger:
        seen = stranger.get(f"/api/train/shared/{last['token']}").json()
        price = asked(stranger, f"/api/train/shared/{last['token']}/3")
        other = started(stranger, same_as=last["token"])
        raised = answered(stranger, other["id"], 1, "4x").json()
    assert len(seen["spots"]) == 106
    assert seen["score"] == score
    assert "person" not in seen
    assert price.json()["price"]["best"] == seen["spots"][2]["best"]
    assert other["spot"] == drill["spot"]
    assert raised["drill"]["spot"]["place"] == 2  # a raise ends the hand
    assert raised["drill"]["score"]["per_round"] == raised["cost"]


def test_a_link_is_for_finished_drills_alone(served: Served, visitor: Visitor) -> None:
    drill = started(visitor, kind="deal", count=1)
    token = row_of(served, drill["id"]).token

    early = [asked(visitor, f"/api/train/shared/{token}{end}").status_code for end in ("", "/1")]
    play(served, visitor, drill, best)
    late = [
        asked(visitor, f"/api/train/shared/{token}{end}").status_code for end in ("", "/1", "/2")
    ]

    assert (early, late) == ([404, 404], [200, 200, 404])


# -- outs and grid --------------------------------------------------------------------------------


def test_outs_are_those_that_the_explanation_counts(served: Served, visitor: Visitor) -> None:
    drill = started(visitor, kind="outs", count=2, seed=3)
    shown = drill["spot"]
    hole, board = parse_cards(" ".join(shown["hole"])), parse_cards(" ".join(shown["board"]))
    outs = [card_text(out.card) for out in explain(standard_game(), hole, board).outs]
    blank = next(
        text
        for text in ("2c", "2d", "2h", "2s", "3c", "3d", "3h", "4c", "5d", "6h", "7s", "8c", "9d")
        if text not in (*outs, *shown["hole"], *shown["board"])
    )

    seen = answered(visitor, drill["id"], 1, shown["hole"][0])
    wrong = answered(visitor, drill["id"], 1, *outs[1:], blank).json()
    same = answered(visitor, drill["id"], 1, blank, *reversed(outs[1:])).json()

    assert (seen.status_code, seen.json()["reason"]) == (400, "not-valid")
    assert (wrong["right"], wrong["missed"], wrong["wrongly_marked"]) == (
        False,
        outs[:1],
        [blank],
    )
    assert {out["card"] for out in wrong["price"]["outs"]} == set(outs)
    assert same == wrong
    second = [card_text(card) for card in spot_of(served, drill["id"], 2).outs]
    assert answered(visitor, drill["id"], 2, *second).json()["right"]


def test_a_grid_has_the_exact_cost_of_every_wrong_cell(served: Served, visitor: Visitor) -> None:
    drill = started(visitor, kind="grid")
    hands = {hand.name: hand for hand in spot_of(served, drill["id"], 1).hands}
    raised = [name for name, hand in hands.items() if hand.guide != "check"]
    marked = [name for name in raised if name != "K5o"] + ["72o"]

    unknown = answered(visitor, drill["id"], 1, "ZZs")
    graded = answered(visitor, drill["id"], 1, *marked).json()

    assert len(drill["spot"]["choices"]) == 169
    assert unknown.status_code == 400
    assert (graded["missed"], graded["wrongly_marked"]) == (["K5o"], ["72o"])
    cells = {cell["hand"]: cell for cell in graded["cells"]}
    king, seven = hands["K5o"], hands["72o"]
    assert value(cells["K5o"]["cost"]) == king.values["4x"] - king.values["check"]
    assert value(cells["72o"]["cost"]) == seven.values["check"] - max(
        seven.values["3x"], seven.values["4x"]
    )
    total = sum(12 * value(cell["cost"]) for cell in graded["cells"]) / 1326
    assert value(graded["cost"]) == value(graded["drill"]["score"]["per_round"]) == total
    with served.visitor() as other:
        all_right = started(other, kind="grid")
        assert answered(other, all_right["id"], 1, *raised).json()["right"]


# -- own mistakes ---------------------------------------------------------------------------------


def test_a_mistake_comes_back_as_the_same_pattern_with_other_cards(
    served: Served, visitor: Visitor
) -> None:
    visitor.put("/api/train/mistakes", {"enabled": True})
    drill = started(visitor, kind="mixed", count=6, seed=9)
    wrong = {2, 3}
    play(served, visitor, drill, lambda spot: worst(spot) if spot.number in wrong else best(spot))
    patterns = {spot_of(served, drill["id"], n).pattern for n in wrong}
    cards = {spot_of(served, drill["id"], n).hole + spot_of(served, drill["id"], n).board
             for n in wrong}  # fmt: skip

    early = visitor.post("/api/train/drills", {"kind": "mistakes"})
    before = visitor.get("/api/train/progress").json()["mistakes"]
    CLOCK.at += 60_000
    due = visitor.get("/api/train/progress").json()["mistakes"]
    back = started(visitor, kind="mistakes", count=10)
    spots = [spot_of(served, back["id"], n) for n in range(1, back["count"] + 1)]
    play(served, visitor, back, best)
    after = visitor.get("/api/train/progress").json()["mistakes"]

    assert (early.status_code, early.json()["reason"]) == (409, "nothing-due")
    assert (before["total"], before["due"], due["due"], after["due"]) == (2, 0, 2, 0)
    assert patterns < {spot.pattern for spot in spots}  # and one that was right
    assert not {spot.hole + spot.board for spot in spots} & cards
    assert [card["right"] for card in after["cards"]] == [1, 1]
    assert all(card["due"] > CLOCK.at for card in after["cards"])
    assert all(card["pattern"] for card in after["cards"])


def test_without_the_wish_no_mistake_is_kept(served: Served, visitor: Visitor) -> None:
    play(served, visitor, started(visitor, kind="deal", count=2), worst)
    off = visitor.get("/api/train/progress").json()["mistakes"]
    visitor.put("/api/train/mistakes", {"enabled": True})
    play(served, visitor, started(visitor, kind="deal", count=1), worst)
    visitor.put("/api/train/mistakes", {"enabled": True})
    on = visitor.put("/api/train/mistakes", {"enabled": False}).json()
    play(served, visitor, started(visitor, kind="river", count=2), worst)

    assert (off["enabled"], off["total"]) == (False, 0)
    assert (on["enabled"], on["total"]) == (False, 1)
    assert visitor.get("/api/train/progress").json()["mistakes"]["total"] == 1

"""Envy: a fixed bonus to each Progressive bettor for every other player's qualifying hand."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round.play import PlayedScript
from tests.round.described import clauses, described_table, nets, outcomes, settled, what_if
from tests.round.jackpots import FLUSHES, MD, PLAYED, PMG, ROYAL, SD, A, shared

FOLDED = ["check", "check", "fold"]
NINE_HIGH, SEVEN_HIGH = "8h 9h", "3h 4h"  # straight flushes on the board FLUSHES
NOTHING = "Qs Js"


def envy(played: PlayedScript, seat: int) -> int:
    """Give a seat's Envy in dollars."""
    return nets(played, seat).get("envy", 0) // 100


def flushes(
    place: str, seats: dict[int, tuple[str, int]], options: dict[str, Any], meter: int = 40_000
) -> PlayedScript:
    """Settle a round of hands and Progressive wagers on a board that makes straight flushes."""
    hands = {seat: cards for seat, (cards, _) in seats.items()}
    bettors = {seat: bet for seat, (_, bet) in seats.items()}
    return shared(place, bettors, options, {"main": meter}, board=FLUSHES, hands=hands)


def folded_holder(
    place: str, options: dict[str, Any], holder: dict[str, Any] | None = None
) -> PlayedScript:
    """Let the holder of a straight flush fold; another seat has bet Progressive."""
    seats: dict[int, dict[str, Any]] = {
        1: {"cards": NINE_HIGH, "ante": 10, "acts": FOLDED, **(holder or {})},
        4: {"cards": NOTHING, "ante": 10, "progressive": 1, "acts": PLAYED},
    }
    return settled(
        described_table(
            place, seats, dealer="2c 3d", board=FLUSHES, options=options, meters={"main": 40_000}
        )
    )


@pytest.mark.parametrize(
    ("place", "options", "bet", "royal", "straight_flush"),
    [
        (MD, {"progressive": "A"}, 1, 1000, 300),
        (MD, {"progressive": "A"}, 5, 5000, 1500),
        (MD, {"progressive": "B"}, 1, 1000, 300),
        (MD, {"progressive": "B"}, 5, 5000, 1500),
        (MD, {"progressive": "C"}, 1, 1000, 300),
        (MD, {"progressive": "C"}, 5, 5000, 1500),
        (MD, {"progressive": "D"}, 1, 1000, 300),
        (MD, {"progressive": "D"}, 5, 5000, 1500),
        (SD, {"progressive": "PMG-01"}, 1, 1000, 300),
        (SD, {"progressive": "PMG-02"}, 5, 5000, 1500),
    ],
)
def test_envy_follows_the_recipients_own_wager(
    place: str, options: dict[str, Any], bet: int, royal: int, straight_flush: int
) -> None:
    names = {
        "B": ("major", "minor"),
        "C": ("mega", "major", "minor"),
        "D": ("mega", "major", "minor"),
    }
    meters = dict.fromkeys(names.get(options["progressive"], ("main",)), 50_000)
    on_board = shared(
        place,
        {1: 0, 4: bet},
        options,
        meters,
        board="Ts Js Qs 2h 9d",
        hands={1: "As Ks", 4: "4s 5c"},
    )
    flush = shared(
        place, {1: 0, 4: bet}, options, meters, board=FLUSHES, hands={1: NINE_HIGH, 4: NOTHING}
    )

    assert envy(on_board, 4) == royal
    assert envy(flush, 4) == straight_flush


@pytest.mark.parametrize("table", ["PMG-01", "PMG-02"])
@pytest.mark.parametrize(
    ("wager", "royal", "straight_flush"), [(2, 2000, 600), (3, 3000, 900), (10, 10_000, 3000)]
)
def test_south_dakota_scales_envy_with_the_wager(
    table: str, wager: int, royal: int, straight_flush: int
) -> None:
    """S-SD-21."""
    scaled = {"progressive": table, "progressive.wagers": [wager], "meter.seed_wager": 1}
    options = {**PMG, **scaled}

    flush = flushes(SD, {1: (NINE_HIGH, 0), 4: (NOTHING, wager)}, options)
    community = shared(SD, {1: 0, 4: wager}, options, {"main": 60_000})

    assert envy(flush, 4) == straight_flush
    assert envy(community, 4) == royal


def test_maryland_has_no_envy_for_a_wager_without_a_printed_amount() -> None:
    options = what_if({**A, "progressive.wagers": [2]})

    played = flushes(MD, {1: (NINE_HIGH, 0), 4: (NOTHING, 2)}, options)

    assert "envy" not in nets(played, 4)


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_one_envy_for_each_other_holder(place: str, options: dict[str, Any]) -> None:
    """S-SD-18: seat 4 holds one without the bet."""
    seats = {1: (NINE_HIGH, 1), 2: (NOTHING, 1), 5: ("Ac 9d", 1), 4: (SEVEN_HIGH, 0)}

    played = flushes(place, seats, options)

    assert {seat: envy(played, seat) for seat in seats} == {1: 300, 2: 600, 5: 600, 4: 0}
    assert [outcomes(played, seat)["envy"] for seat in (1, 2, 5)] == ["win"] * 3


@pytest.mark.parametrize(
    ("place", "options", "one", "several"),
    [
        (MD, A, ("MD-11.J.2.e.i", "MD-12.D.5.a"), "MD-11.J.2.e.ii"),
        (SD, PMG, ("SD-18.b.i",), "SD-18.b.iii"),
    ],
)
def test_envy_cites_one_holder_or_several(
    place: str, options: dict[str, Any], one: tuple[str, ...], several: str
) -> None:
    seats = {1: (NINE_HIGH, 1), 2: (NOTHING, 1), 4: (SEVEN_HIGH, 0)}

    played = flushes(place, seats, options)

    assert clauses(played, 1)["envy"][: len(one)] == one
    assert several not in clauses(played, 1)["envy"]
    assert several in clauses(played, 2)["envy"]


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_nobody_envies_the_own_hand(place: str, options: dict[str, Any]) -> None:
    played = flushes(place, {1: (NINE_HIGH, 1), 4: (NOTHING, 0)}, options)

    assert "envy" not in nets(played, 1)


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_nobody_envies_the_dealers_hand(place: str, options: dict[str, Any]) -> None:
    """S-MD-33."""
    seats = {4: {"cards": NOTHING, "ante": 10, "progressive": 1, "acts": PLAYED}}
    data = described_table(
        place, seats, dealer=NINE_HIGH, board=FLUSHES, options=options, meters={"main": 40_000}
    )

    played = settled(data)

    assert "envy" not in nets(played, 4)


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_a_holder_without_the_bet_triggers_but_receives_nothing(
    place: str, options: dict[str, Any]
) -> None:
    played = shared(place, {1: 0, 4: 1}, options, {"main": 60_000}, board=ROYAL)

    assert envy(played, 4) == 1000
    assert "envy" not in nets(played, 1)


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_only_holders_with_the_bet_may_be_filed_to_trigger(
    place: str, options: dict[str, Any]
) -> None:
    options = what_if({**options, "envy.holder_must_bet": True})

    without = flushes(place, {1: (NINE_HIGH, 0), 4: (NOTHING, 1)}, options)
    with_bet = flushes(place, {1: (NINE_HIGH, 1), 4: (NOTHING, 1)}, options)

    assert envy(without, 4) == 0
    assert envy(with_bet, 4) == 300


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
@pytest.mark.parametrize(
    ("policy", "gone", "held"), [("if_on_table", 0, 300), ("never", 0, 0), ("always", 300, 300)]
)
def test_a_folded_holder_triggers_by_policy(
    place: str, options: dict[str, Any], policy: str, gone: int, held: int
) -> None:
    """A hand is held on the table by an open side wager: here Progressive, which survives."""
    options = {**options, "envy.folded_holder": policy}

    assert envy(folded_holder(place, options), 4) == gone
    assert envy(folded_holder(place, options, {"progressive": 1}), 4) == held


@pytest.mark.parametrize(("place", "held"), [(MD, 300), (SD, 0)])
def test_folded_trips_hold_the_hand_in_maryland_but_are_settled_at_the_fold_in_south_dakota(
    place: str, held: int
) -> None:
    played = folded_holder(place, A if place == MD else PMG, {"trips": 5})

    assert envy(played, 4) == held


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_unless_filed_a_folded_hand_triggers_only_while_something_of_it_is_open(
    place: str, options: dict[str, Any]
) -> None:
    assert envy(folded_holder(place, options), 4) == 0
    assert envy(folded_holder(place, options, {"progressive": 1}), 4) == 300


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_a_bettor_who_folded_still_receives_envy(place: str, options: dict[str, Any]) -> None:
    seats: dict[int, dict[str, Any]] = {
        1: {"cards": NINE_HIGH, "ante": 10, "acts": PLAYED},
        4: {"cards": NOTHING, "ante": 10, "progressive": 1, "acts": FOLDED},
    }
    data = described_table(
        place, seats, dealer="2c 3d", board=FLUSHES, options=options, meters={"main": 40_000}
    )

    assert envy(settled(data), 4) == 300


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_envy_may_be_capped(place: str, options: dict[str, Any]) -> None:
    seats = {1: (NINE_HIGH, 0), 2: (SEVEN_HIGH, 0), 4: (NOTHING, 1)}

    played = flushes(place, seats, what_if({**options, "envy.cap": 500}))

    assert envy(played, 4) == 500


@pytest.mark.parametrize("table", ["UTHP-01", "UTHP-02"])
def test_the_uthp_tables_have_no_envy(table: str) -> None:
    played = flushes(SD, {1: (NINE_HIGH, 0), 4: (NOTHING, 1)}, {"progressive": table})

    assert outcomes(played, 4)["progressive"] == "lose"
    assert "envy" not in nets(played, 4)


@pytest.mark.parametrize("table", ["UTHP-01", "UTHP-02"])
@pytest.mark.parametrize(("wager", "bonus"), [(1, 300), (2, 600)])
def test_envy_may_be_filed_beside_a_uthp_table(table: str, wager: int, bonus: int) -> None:
    options = {"progressive": table, "uthp.envy": "pmg", "uthp.wager": wager}

    played = flushes(SD, {1: (NINE_HIGH, 0), 4: (NOTHING, wager)}, options)

    assert envy(played, 4) == bonus


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_four_of_a_kind_triggers_nothing(place: str, options: dict[str, Any]) -> None:
    played = shared(
        place,
        {1: 0, 4: 1},
        options,
        {"main": 40_000},
        board="8s 8d Kh 8c 2d",
        hands={1: "8h As", 4: NOTHING},
    )

    assert envy(played, 4) == 0

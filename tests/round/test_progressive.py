"""Progressive meters: who takes what in which turn, to the cent, and back to the seed."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from pitboss.round import Reason
from pitboss.round.script import ScriptError
from tests.round.described import notices
from tests.round.felt import Felt
from tests.round.jackpots import FLUSHES, MD, PMG, SD, SEED, A, handed, meter, shared

# -- several winners --


def test_two_whole_meter_winners_are_paid_in_turn_with_a_reset_between() -> None:
    """S-SD-20, sequential: counter-clockwise, seat 5 first."""
    played = shared(SD, {5: 1, 2: 1, 4: 0}, PMG, {"main": 60_000})

    assert handed(played, 5) == 60_000
    assert handed(played, 2) == 10_000
    assert meter(played) == 10_000


def test_named_meters_are_paid_and_reset_one_by_one() -> None:
    """S-MD-31: Mega 18,250.40, filed reset 10,000; $1 and $5 take the same percentage."""
    options = {"progressive": "C"}
    meters = {"mega": "18250.40", "major": 1500, "minor": 300}

    played = shared(MD, {5: 1, 4: 5, 1: 0}, options, meters)

    assert handed(played, 5) == Decimal("18250.40")
    assert handed(played, 4) == 10_000
    assert meter(played, "mega") == 10_000
    assert meter(played, "major") == 1500
    assert meter(played, "minor") == 300


def test_two_winners_of_ten_percent_take_it_one_after_the_other() -> None:
    """Seat 4 takes 2,500.00 of 25,000.00; seat 1 then 10 % of 22,500.00."""
    played = shared(
        MD, {1: 1, 4: 1}, A, {"main": 25_000}, board=FLUSHES, hands={1: "8h 9h", 4: "3h 4h"}
    )

    assert handed(played, 4) == 2500
    assert handed(played, 1) == 2250
    assert meter(played) == 20_250


def test_a_whole_meter_may_be_split_among_its_winners() -> None:
    played = shared(
        SD, {5: 1, 2: 1}, {**PMG, "progressive.simultaneous": "split"}, {"main": 60_000}
    )

    assert handed(played, 5) == handed(played, 2) == 30_000
    assert meter(played) == 10_000


def test_odd_cents_of_a_split_go_to_those_settled_first() -> None:
    """10,000.00 among three: 3,333.34 and twice 3,333.33."""
    played = shared(
        SD, {5: 1, 2: 1, 1: 1}, {**PMG, "progressive.simultaneous": "split"}, {"main": 10_000}
    )

    assert [handed(played, seat) for seat in (5, 2, 1)] == [
        Decimal("3333.34"),
        Decimal("3333.33"),
        Decimal("3333.33"),
    ]


def test_a_share_of_ten_percent_is_never_split() -> None:
    played = shared(
        SD,
        {1: 1, 4: 1},
        {**PMG, "progressive.simultaneous": "split"},
        {"main": 25_000},
        board=FLUSHES,
        hands={1: "8h 9h", 4: "3h 4h"},
    )

    assert handed(played, 4) == 2500
    assert handed(played, 1) == 2250


def test_a_split_holds_where_the_better_line_of_a_community_royal_is_paid() -> None:
    """UTHP-02: the whole meter is better than 1,000 to 1, for both; they share it."""
    options = {
        "progressive": "UTHP-02",
        "uthp01.community_precedence": "better",
        "progressive.simultaneous": "split",
        "meter.seed": 100,
    }

    played = shared(SD, {5: 1, 2: 1}, options, {"main": 60_000})

    assert handed(played, 5) == handed(played, 2) == 30_000


# -- cents and resets --


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_a_fraction_of_a_cent_stays_on_the_meter(place: str, options: dict[str, Any]) -> None:
    """10 % of 10,000.05 is 1,000.005: cut to 1,000.00, the rest stays (A-MD-32)."""
    played = shared(place, {1: 1}, options, {"main": "10000.05"}, board=FLUSHES, hands={1: "8h 9h"})

    assert handed(played, 1) == 1000
    assert meter(played) == Decimal("9000.05")


def test_an_award_may_be_filed_to_be_rounded_to_the_nearest_cent() -> None:
    options = {**A, "meter.rounding": "nearest"}

    up = shared(MD, {1: 1}, options, {"main": "10000.05"}, board=FLUSHES, hands={1: "8h 9h"})
    down = shared(MD, {1: 1}, options, {"main": "10000.04"}, board=FLUSHES, hands={1: "8h 9h"})

    assert handed(up, 1) == Decimal("1000.01")
    assert handed(down, 1) == 1000


def test_a_fraction_that_a_feed_left_on_the_meter_survives_a_reset() -> None:
    """2.5 % of $1 is 2.5 cents: 60,000.025 pays 60,000.02 and leaves half a cent."""
    felt = Felt(SD, {**PMG, "meter.rate": "2.5%"}, meters={"main": 60_000})
    felt.bet(1, ante=10, progressive=1).at("locked", top="4s 2c 5c 3d 9d Th Jh Qh 9c Kh Ah")

    felt.deal().everyone("4x").finish()

    assert felt.nets(1)["progressive"] == Decimal("59999.02")
    assert felt.meter() == Decimal("10000.005")


@pytest.mark.parametrize(("place", "options"), [(MD, A), (SD, PMG)])
def test_nothing_feeds_the_meter_unless_a_rate_is_filed(
    place: str, options: dict[str, Any]
) -> None:
    felt = Felt(place, options, meters={"main": 20_000}).bet(1, ante=10, progressive=1)

    felt.close()

    assert felt.round.meters == {"main": 2_000_000}


def test_a_reset_brings_seed_and_reserve() -> None:
    """S-SD-13: seed 10,000 and reserve 1,250."""
    options = {"progressive": "UTHP-01", **SEED, "meter.reserve": 1250}

    played = shared(
        SD, {1: 1}, options, {"main": 57_300}, board="Ts Js Qs 2d 2h", hands={1: "As Ks"}
    )

    assert handed(played, 1) == 57_300
    assert meter(played) == 11_250
    assert "supervisor-progressive" in notices(played)


def test_a_share_of_five_percent_resets_nothing() -> None:
    """S-SD-14."""
    played = shared(
        SD,
        {1: 1},
        {"progressive": "UTHP-01", **SEED},
        {"main": 57_300},
        board="Ts Js 4d Qs 2h",
        hands={1: "As Ks"},
    )

    assert handed(played, 1) == 2865
    assert meter(played) == 54_435


def test_a_seed_filed_for_another_wager_is_scaled() -> None:
    """S-SD-21: 5,000 filed for $1 becomes 10,000 for $2."""
    options = {
        "progressive": "PMG-01",
        "progressive.wagers": [2],
        "meter.seed": 5000,
        "meter.seed_wager": 1,
    }

    played = shared(SD, {1: 2}, options, {"main": 60_000})

    assert meter(played) == 10_000


@pytest.mark.parametrize(
    ("table", "resets"),
    [
        ("A", {"main": 10_000}),
        ("B", {"major": 1000}),
        ("C", {"mega": 10_000}),
        ("D", {"mega": 10_000}),
    ],
)
def test_maryland_resets_to_the_least_amount_unless_more_is_filed(
    table: str, resets: dict[str, int]
) -> None:
    names = {"A": ("main",), "B": ("major", "minor")}.get(table, ("mega", "major", "minor"))

    played = shared(MD, {1: 1}, {"progressive": table}, dict.fromkeys(names, 50_000))

    assert {name: meter(played, name) for name in resets} == resets


@pytest.mark.parametrize(
    ("table", "cards", "board", "name", "reset"),
    [
        ("B", "8h 9h", FLUSHES, "minor", 250),
        ("C", "8h 9h", FLUSHES, "major", 1000),
        ("D", "8h 9h", FLUSHES, "major", 1000),
        ("C", "8h As", "8s 8d Kh 8c 2d", "minor", 250),
        ("D", "8h As", "8s 8d Kh 8c 2d", "minor", 250),
    ],
)
def test_each_named_meter_resets_to_its_own_least_amount(
    table: str, cards: str, board: str, name: str, reset: int
) -> None:
    names = ("major", "minor") if table == "B" else ("mega", "major", "minor")

    played = shared(
        MD,
        {1: 1},
        {"progressive": table},
        dict.fromkeys(names, 50_000),
        board=board,
        hands={1: cards},
    )

    assert handed(played, 1) == 50_000
    assert meter(played, name) == reset


def test_a_meter_without_a_filed_seed_is_not_known_after_it_was_won() -> None:
    played = shared(SD, {5: 1}, {"progressive": "PMG-01"}, {"main": 60_000})

    assert handed(played, 5) == 60_000
    assert meter(played) is None
    assert notices(played)[-1] == "meter-unfiled"


def test_a_second_winner_of_a_meter_without_a_filed_seed_cannot_be_paid() -> None:
    with pytest.raises(ScriptError) as error:
        shared(SD, {5: 1, 2: 1}, {"progressive": "PMG-01"}, {"main": 60_000})

    assert (error.value.key, error.value.reason) == ("meters", Reason.METER_UNKNOWN)


def test_an_award_needs_the_meters_amount() -> None:
    with pytest.raises(ScriptError) as error:
        shared(MD, {5: 1}, A, {})

    assert error.value.reason == Reason.METER_UNKNOWN


def test_a_fixed_pay_leaves_an_unknown_meter_alone() -> None:
    played = shared(MD, {1: 1}, A, {}, board="8s 8d Kh 8c 2d", hands={1: "8h As"})

    assert handed(played, 1) == 301

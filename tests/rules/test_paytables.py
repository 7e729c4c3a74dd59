"""Every cell of every paytable, typed again from the documents and compared with the rule sets."""

from __future__ import annotations

import pytest

from pitboss.rules import SET_NAMES, Wager, all_rule_sets, clause, rule_set
from pitboss.rules.layout import pay_words
from pitboss.rules.money import dollars, plain
from pitboss.rules.words import hand_words

Cells = dict[str, str]
HANDS = (
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
)


def to_one(*pays: str) -> Cells:
    return {hand: f"{pay} to 1" for hand, pay in zip(HANDS, pays, strict=False)}


BLIND = {**to_one("500", "50", "10", "3"), "flush": "3 to 2", "straight": "1 to 1"}
BLIND_B = {hand: pay for hand, pay in BLIND.items() if hand != "straight"}
TRIPS_A = to_one("50", "40", "30", "9", "7", "4", "3")
TRIPS_B = to_one("50", "40", "30", "8", "6", "5", "3")
TRIPS_C = to_one("50", "40", "30", "8", "7", "4", "3")
TRIPS_D = to_one("50", "40", "20", "7", "6", "5", "3")

PROGRESSIVE_A = {
    "royal flush": "100% of the meter",
    "straight flush": "10% of the meter",
    "four of a kind": "300 to 1",
    "full house": "50 to 1",
    "flush": "40 to 1",
    "straight": "30 to 1",
    "three of a kind": "9 to 1",
}
PROGRESSIVE_B = {
    "royal flush": "100% of Major",
    "straight flush": "100% of Minor",
    "four of a kind": "300 for 1",
    "full house": "50 for 1",
    "flush": "40 for 1",
    "straight": "30 for 1",
    "three of a kind": "9 for 1",
}
PROGRESSIVE_C = {
    "royal flush": "100% of Mega",
    "straight flush": "100% of Major",
    "four of a kind": "100% of Minor",
    "full house": "50 for 1",
    "flush": "40 for 1",
    "straight": "30 for 1",
    "three of a kind": "10 for 1",
}
PROGRESSIVE_D = {
    "royal flush": "100% of Mega",
    "straight flush": "100% of Major",
    "four of a kind": "100% of Minor",
    "full house": "50 for 1",
    "flush": "40 for 1",
    "straight": "30 for 1",
    "three of a kind": "9 for 1",
}
UTHP_01 = {
    "royal flush of community cards": "3,000 to 1",
    "royal flush in the first five cards": "100% of the meter",
    "royal flush": "5% of the meter",
    "straight flush": "250 for 1",
    "four of a kind": "100 for 1",
    "full house": "10 for 1",
}
UTHP_02 = {
    "royal flush of community cards": "1,000 to 1",
    "royal flush": "100% of the meter",
    "straight flush": "250 for 1",
    "four of a kind": "75 for 1",
    "full house": "10 for 1",
}
PMG = {
    "royal flush": "100% of the meter",
    "straight flush": "10% of the meter",
    "four of a kind": "300 for 1",
    "full house": "50 for 1",
    "flush": "40 for 1",
    "straight": "30 for 1",
    "three of a kind": "9 for 1",
}
SIX_CARD_A = {
    "super royal in diamonds": "$1,000,000",
    "super royal": "$100,000",
    "royal flush": "1,000 to 1",
    "straight flush": "200 to 1",
    "four of a kind": "50 to 1",
    "full house": "20 to 1",
    "flush": "15 to 1",
    "straight": "10 to 1",
    "three of a kind": "5 to 1",
}
SIX_CARD_B = {
    "super royal": "$100,000",
    "royal flush": "1,000 to 1",
    "straight flush": "200 to 1",
    "four of a kind": "50 to 1",
    "full house": "20 to 1",
    "flush": "15 to 1",
    "straight": "10 to 1",
    "three of a kind": "5 to 1",
}

TABLES: dict[tuple[str, str, str], Cells] = {
    ("maryland", "blind", "A"): BLIND,
    ("maryland", "blind", "B"): BLIND_B,
    ("maryland", "trips", "A"): TRIPS_A,
    ("maryland", "trips", "B"): TRIPS_B,
    ("maryland", "trips", "C"): TRIPS_C,
    ("maryland", "trips", "D"): TRIPS_D,
    ("maryland", "progressive", "A"): PROGRESSIVE_A,
    ("maryland", "progressive", "B"): PROGRESSIVE_B,
    ("maryland", "progressive", "C"): PROGRESSIVE_C,
    ("maryland", "progressive", "D"): PROGRESSIVE_D,
    ("maryland", "six_card", "A"): SIX_CARD_A,
    ("maryland", "six_card", "B"): SIX_CARD_B,
    ("south-dakota", "blind", "UTH"): BLIND,
    ("south-dakota", "trips", "UTH-01"): TRIPS_A,
    ("south-dakota", "trips", "UTH-02"): TRIPS_B,
    ("south-dakota", "trips", "UTH-03"): TRIPS_C,
    ("south-dakota", "trips", "UTH-04"): TRIPS_D,
    ("south-dakota", "progressive", "UTHP-01"): UTHP_01,
    ("south-dakota", "progressive", "UTHP-02"): UTHP_02,
    ("south-dakota", "progressive", "PMG-01"): PMG,
    ("south-dakota", "progressive", "PMG-02"): PMG,
    ("california", "blind", "standard"): BLIND,
    ("california", "trips", "standard"): TRIPS_B,
    ("catfish-bend", "blind", "standard"): BLIND,
    ("catfish-bend", "trips", "standard"): TRIPS_C,
    ("royal-caribbean", "blind", "standard"): BLIND,
    ("royal-caribbean", "trips", "standard"): TRIPS_C,
}


def test_there_are_these_paytables_and_no_others() -> None:
    found = {
        (rules.name, str(wager), name)
        for rules in all_rule_sets()
        for wager, name in rules.paytables
    }

    assert found == set(TABLES)


@pytest.mark.parametrize(("where", "cells"), TABLES.items(), ids=lambda value: str(value)[:40])
def test_every_cell_is_as_printed_and_in_order(where: tuple[str, str, str], cells: Cells) -> None:
    place, wager, name = where

    table = rule_set(place).paytables[Wager(wager), name]

    found = [(hand_words(line.hand), pay_words(line.pays)) for line in table.lines]
    assert found == list(cells.items())


@pytest.mark.parametrize("place", SET_NAMES)
def test_ante_and_play_pay_one_to_one(place: str) -> None:
    rules = rule_set(place)

    won = [rules.consequences[wager, "win"].odds for wager in (Wager.ANTE, Wager.PLAY)]

    assert [(odds.num, odds.den) for odds in won if odds] == [(1, 1), (1, 1)]


METERS = {
    "A": {"main": 10_000},
    "B": {"major": 1_000, "minor": 250},
    "C": {"mega": 10_000, "major": 1_000, "minor": 250},
    "D": {"mega": 10_000, "major": 1_000, "minor": 250},
}


@pytest.mark.parametrize(("name", "least"), METERS.items())
def test_maryland_meters_have_their_minimum(name: str, least: dict[str, int]) -> None:
    table = rule_set("maryland").paytables[Wager.PROGRESSIVE, name]

    assert {meter.name: meter.least for meter in table.meters} == {
        meter: dollars(amount) for meter, amount in least.items()
    }


@pytest.mark.parametrize("name", ["UTHP-01", "UTHP-02", "PMG-01", "PMG-02"])
def test_south_dakota_prints_no_amount_for_its_one_meter(name: str) -> None:
    table = rule_set("south-dakota").paytables[Wager.PROGRESSIVE, name]

    assert [(meter.name, meter.least) for meter in table.meters] == [("main", None)]


ENVY_1 = (1, 1_000, 300)
ENVY_5 = (5, 5_000, 1_500)
ENVY = {
    **{("maryland", name): (ENVY_1, ENVY_5) for name in "ABCD"},
    ("south-dakota", "UTHP-01"): (),
    ("south-dakota", "UTHP-02"): (),
    ("south-dakota", "PMG-01"): (ENVY_1,),
    ("south-dakota", "PMG-02"): (ENVY_5,),
}


@pytest.mark.parametrize(("where", "rows"), ENVY.items(), ids=str)
def test_envy_is_as_printed(where: tuple[str, str], rows: tuple[tuple[int, int, int], ...]) -> None:
    place, name = where

    table = rule_set(place).paytables[Wager.PROGRESSIVE, name]

    found = [
        (scale.wager, scale.sums["royal-flush"], scale.sums["straight-flush"])
        for scale in table.envy
    ]
    assert found == [tuple(map(dollars, row)) for row in rows]
    assert all(set(scale.sums) == {"royal-flush", "straight-flush"} for scale in table.envy)


FEES = {
    "1": [(50, "1.00", "0.50"), (None, "2.00", "0.50")],
    "2": [(50, "0.50", "0.00"), (300, "2.00", "0.00"), (None, "3.00", "0.00")],
}


@pytest.mark.parametrize(("option", "tiers"), FEES.items())
def test_california_fees_are_as_printed(
    option: str, tiers: list[tuple[int | None, str, str]]
) -> None:
    schedule = rule_set("california").fees[option]

    found = [(tier.up_to, plain(tier.bank), plain(tier.circle)) for tier in schedule.tiers]

    assert found == tiers


def test_no_other_place_has_a_fee_schedule() -> None:
    assert [rules.name for rules in all_rule_sets() if rules.fees] == ["california"]


NUMBERS = {
    ("maryland", "table.seats"): 6,
    ("california", "table.seats"): 6,
    ("maryland", "cards.deck"): 52,
    ("maryland", "cards.cut_least"): 10,
    ("maryland", "cards.stub_count_rounds"): 5,
    ("maryland", "cards.deck_change_hours_by_hand"): 4,
    ("maryland", "cards.deck_change_hours"): 8,
    ("maryland", "limits.payout_floor"): 50_000,
    ("south-dakota", "limits.customer_total"): 1_000,
    ("california", "betting.spot_min"): 5,
    ("california", "betting.spot_max"): 50,
    ("california", "bank.consecutive_max"): 2,
    ("royal-caribbean", "bank.consecutive_max"): 2,
    ("catfish-bend", "notices.payout"): 100,
    ("catfish-bend", "limits.aggregate"): 25_000,
}


@pytest.mark.parametrize(("where", "number"), NUMBERS.items(), ids=str)
def test_limits_and_thresholds_are_as_printed(where: tuple[str, str], number: int) -> None:
    place, key = where

    assert rule_set(place).facts[key] == number


def test_a_line_s_own_clause_says_the_same_as_the_line() -> None:
    for rules in all_rule_sets():
        for table in rules.paytables.values():
            for line in table.lines:
                said = clause(line.cite.clauses[-1]).line
                if said and "restored" not in said and "printed as" not in said:
                    paid = pay_words(line.pays).replace(" of M", " of the M")
                    hand = hand_words(line.hand)
                    assert said in (f"{hand}, {paid}", f"{hand} in another suit, {paid}")

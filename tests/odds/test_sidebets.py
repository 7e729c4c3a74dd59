"""Trips and Six Card: published figures, plain sums, and every line against the settlement."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss.odds.sidebets.hand_counts import dealt_cards
from pitboss.odds.sidebets.side_bet import (
    NOTHING_PAID,
    SideBet,
    StakeError,
    hand_counts_of,
    side_bet,
    smallest_stake,
)
from pitboss.rules import (
    BY_PAYTABLE,
    COMMUNITY,
    FIRST_FIVE,
    SUPER_ROYAL,
    SUPER_ROYAL_DIAMONDS,
    Chips,
    Wager,
    all_rule_sets,
    in_force,
    rule_set,
)
from tests.odds.lines import METERS, settle_class

# Losses of all 133,784,560 hands at a unit each, as published.
HANDS = 133_784_560
EDGE_A, EDGE_B, EDGE_C, EDGE_D = 1_206_516, 2_547_324, 4_679_700, 8_268_988
TRIPS_EDGES = {
    ("maryland", "A"): EDGE_A,
    ("maryland", "B"): EDGE_B,
    ("maryland", "C"): EDGE_C,
    ("maryland", "D"): EDGE_D,
    ("south-dakota", "UTH-01"): EDGE_A,
    ("south-dakota", "UTH-02"): EDGE_B,
    ("south-dakota", "UTH-03"): EDGE_C,
    ("south-dakota", "UTH-04"): EDGE_D,
    ("california", "standard"): EDGE_B,
    ("catfish-bend", "standard"): EDGE_C,
    ("royal-caribbean", "standard"): EDGE_C,
}
# Royal to three of a kind of the six cards, less the super royals, and what they pay to 1.
SIX_CARD_HITS = (184, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160)
SIX_CARD_PAYS = (1_000, 200, 50, 20, 15, 10, 5)
SIX_HANDS = 20_358_520
# The line that pays a narrow royal where it has none of its own.
WIDER = {SUPER_ROYAL_DIAMONDS: SUPER_ROYAL, FIRST_FIVE: "royal-flush", COMMUNITY: "royal-flush"}
TABLES = [
    (place.name, wager, name)
    for place in all_rule_sets()
    for wager in BY_PAYTABLE
    for name in place.tables_of(wager)
]


def bet_on(place: str, wager: Wager, name: str, **more: Any) -> SideBet:
    meters, stake = more.pop("meters", None), more.pop("stake", None)
    options = {wager.value: name, **more.pop("options", {})}
    return side_bet(in_force(rule_set(place), options), wager, stake=stake, meters=meters)


def test_every_table_of_trips_is_here() -> None:
    found = {(place, name) for place, wager, name in TABLES if wager == Wager.TRIPS}

    assert found == TRIPS_EDGES.keys()


@pytest.mark.parametrize(("place", "name"), TRIPS_EDGES)
def test_trips_has_the_published_house_edge(place: str, name: str) -> None:
    bet = bet_on(place, Wager.TRIPS, name)

    assert bet.hands == HANDS
    assert bet.house_edge == Fraction(TRIPS_EDGES[place, name], HANDS) == -bet.ev
    assert not bet.stake_matters


@pytest.mark.parametrize("stake", [1, 5, 25])
@pytest.mark.parametrize("name", ["A", "B"])
def test_six_card_is_the_plain_sum_of_its_lines(name: str, stake: int) -> None:
    bet = bet_on("maryland", Wager.SIX_CARD, name, stake=Chips(100 * stake))

    supers = 1_000_000 + 3 * 100_000 if name == "A" else 4 * 100_000
    pairs = zip(SIX_CARD_HITS, SIX_CARD_PAYS, strict=True)
    lost = SIX_HANDS - sum(SIX_CARD_HITS) - 4
    won = Fraction(supers, stake) + sum(hits * pays for hits, pays in pairs)
    assert bet.ev == Fraction(won - lost, SIX_HANDS)
    assert bet.stake_matters


def test_the_deviation_of_trips_a_is_the_plain_sum() -> None:
    bet = bet_on("maryland", Wager.TRIPS, "A")

    hits = (4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620)
    pays = (50, 40, 30, 9, 7, 4, 3)
    squares = sum(h * p**2 for h, p in zip(hits, pays, strict=True)) + HANDS - sum(hits)
    assert bet.variance == Fraction(squares, HANDS) - Fraction(EDGE_A, HANDS) ** 2
    assert bet.hit_frequency == Fraction(sum(hits), HANDS)


def options_for(place: str, wager: Wager, name: str, stake: int) -> dict[str, Any]:
    options: dict[str, Any] = {wager.value: name}
    if wager == Wager.PROGRESSIVE:
        meters = [meter.name for meter in rule_set(place).paytables[wager, name].meters]
        options["progressive.wagers"] = [stake]
        options["meter.seed"] = dict.fromkeys(meters, 10_000)
        options["return.above_stake"] = True  # such a minor meter is a gift; the lines are asked
        if place == "south-dakota":
            options["meter.seed_wager"] = stake
    return options


@pytest.mark.parametrize("stake", [1, 5])
@pytest.mark.parametrize(("place", "wager", "name"), TABLES)
def test_every_line_pays_what_a_settled_round_pays(
    place: str, wager: Wager, name: str, stake: int
) -> None:
    if place == "california":
        stake *= 5  # its table limit starts at $5
    options = options_for(place, wager, name, stake)
    meters = {meter: METERS[meter] for meter in options.get("meter.seed", ())}
    cents = {meter: Fraction(100 * dollars) for meter, dollars in meters.items()}
    rules = in_force(rule_set(place), options)

    bet = side_bet(rules, wager, stake=Chips(100 * stake), meters=cents)

    by_hand = {line.hand: line for line in bet.lines}
    for known in hand_counts_of(bet.table).classes:
        net = settle_class(place, wager, known, stake, {**options, "meters": meters})
        wider = WIDER.get(known.hand, NOTHING_PAID)
        line = by_hand.get(known.hand, by_hand.get(wider, by_hand[NOTHING_PAID]))
        assert line.net * 100 * stake == net, known.hand


@pytest.mark.parametrize(("place", "wager", "name"), TABLES)
def test_the_lines_hold_every_hand_once_and_add_up(place: str, wager: Wager, name: str) -> None:
    meters = {meter: Fraction(1_234_567) for meter in METERS}

    bet = bet_on(place, wager, name, meters=meters)

    assert sum(line.hits for line in bet.lines) == bet.hands
    assert sum(line.probability for line in bet.lines) == 1
    assert sum(line.ev for line in bet.lines) == bet.ev == bet.returned - 1
    assert bet.variance > 0
    assert all(line.hits > 0 for line in bet.lines)


TURNS = [
    ("six_card", "A", {"six_card.fixed_returns_stake": False}, 4, 1),
    ("six_card", "B", {"six_card.B.full_house": 25}, 165_984, -5),
    ("progressive", "A", {"progressive.A.returns_stake": False}, 74_588, 1),
]


@pytest.mark.parametrize(("wager", "name", "options", "hits", "lost"), TURNS)
def test_a_choice_of_the_operator_moves_the_edge_by_its_hits(
    wager: str, name: str, options: dict[str, Any], hits: int, lost: int
) -> None:
    meters = {"main": Fraction(1_000_000)}
    usual = bet_on("maryland", Wager(wager), name, meters=meters)

    turned = bet_on("maryland", Wager(wager), name, meters=meters, options=options)

    assert turned.house_edge - usual.house_edge == Fraction(hits * lost, usual.hands)


def test_an_award_from_a_meter_is_not_cut_to_cents() -> None:
    bet = bet_on("maryland", Wager.PROGRESSIVE, "A", meters={"main": Fraction(1_234_567)})

    flush = next(line for line in bet.lines if line.hand == "straight-flush")
    assert flush.handed == Fraction(1_234_567, 1_000)


def test_tables_that_tell_royals_apart_count_deals() -> None:
    bet = bet_on("south-dakota", Wager.PROGRESSIVE, "UTHP-01", meters={"main": Fraction(0)})

    assert bet.hands == dealt_cards().total


def test_the_smallest_stake_is_the_posted_least_or_a_dollar() -> None:
    least = {"six_card": "A", "limits.six_card": {"min": 5, "max": 25}}
    posted = in_force(rule_set("maryland"), least)

    assert smallest_stake(posted, Wager.SIX_CARD) == 500
    assert smallest_stake(in_force(rule_set("maryland")), Wager.TRIPS) == 100
    assert smallest_stake(in_force(rule_set("california")), Wager.TRIPS) == 500


@pytest.mark.parametrize("stake", [0, -100, 3, 499, 2_502])
def test_a_stake_that_the_table_would_not_take_is_refused(stake: int) -> None:
    options = {"limits.six_card": {"min": 5, "max": 25}}

    with pytest.raises(StakeError):
        bet_on("maryland", Wager.SIX_CARD, "A", stake=Chips(stake), options=options)

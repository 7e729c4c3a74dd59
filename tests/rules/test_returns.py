"""What a wager returns, worked out from typed counts: beside plain sums, and the counted odds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from pitboss.odds.sidebets.hand_counts import five_cards, seven_cards, six_cards
from pitboss.odds.sidebets.progressive import progressive
from pitboss.odds.sidebets.side_bet import side_bet
from pitboss.rules import Chips, Rules, Wager, all_rule_sets, in_force, rule_set, wager_returns
from pitboss.rules.returns import FIVE_CARDS, SEVEN_CARDS, SIX_CARDS, wager_return

FIVE = 2_598_960
NAMED = [
    (place.name, wager, name)
    for place in all_rule_sets()
    for wager in (Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE)
    for name in place.tables_of(wager)
]
PROGRESSIVES = [
    (place, name, options)
    for place, wager, name in NAMED
    if wager == Wager.PROGRESSIVE
    for options in (
        {},
        {"progressive.cards": "seven"},
        {"envy.cap": 100_000},
        {"meter.rate": 7} if name in ("A", "UTHP-01", "UTHP-02", "PMG-01", "PMG-02") else {},
    )
]


def rules_for(place: str, wager: Wager, name: str, **options: Any) -> Rules:
    chosen = {} if len(rule_set(place).tables_of(wager)) == 1 else {wager.value: name}
    return in_force(rule_set(place), {**chosen, **options})


@pytest.mark.parametrize(
    ("typed", "count"),
    [(FIVE_CARDS, five_cards), (SIX_CARDS, six_cards), (SEVEN_CARDS, seven_cards)],
    ids=["five", "six", "seven"],
)
def test_the_typed_counts_are_the_counted_ones(
    typed: dict[str, int], count: Callable[[], Any]
) -> None:
    counted = count()

    assert dict(typed) == {known.hand: known.hits for known in counted.classes}
    assert sum(typed.values()) == counted.total


@pytest.mark.parametrize(("place", "wager", "name"), NAMED)
def test_the_fixed_part_is_what_the_odds_count(place: str, wager: Wager, name: str) -> None:
    rules = rules_for(place, wager, name)

    for found in (one for one in wager_returns(rules) if one.wager == wager):
        if wager == Wager.PROGRESSIVE:
            assert found.fixed == progressive(rules, stake=found.stake).fixed
        else:
            assert found.whole == side_bet(rules, wager, stake=found.stake).returned


@pytest.mark.parametrize(("place", "name", "options"), PROGRESSIVES)
def test_the_whole_return_is_that_of_the_long_run(
    place: str, name: str, options: dict[str, Any]
) -> None:
    seeded = {"meter.seed": 20_000} if name in ("A", "UTHP-01", "UTHP-02", "PMG-01") else {}
    if name == "PMG-02":
        seeded = {"meter.seed": 90_000}
    rules = rules_for(place, Wager.PROGRESSIVE, name, **seeded, **options)

    for stake in rules.progressive_wagers:
        found = wager_return(rules, Wager.PROGRESSIVE, stake)
        run = progressive(rules, stake=stake, players=rules.seats).long_run
        assert run is not None
        assert found.whole == run.returned
        assert (found.fed, found.envy) == (run.contributed, run.envy)


@pytest.mark.parametrize("name", ["A", "B", "C", "D"])
def test_the_reading_of_the_cards_decides_whether_a_progressive_is_a_gift(name: str) -> None:
    by_flop = rules_for("maryland", Wager.PROGRESSIVE, name)
    by_seven = rules_for("maryland", Wager.PROGRESSIVE, name, **{"progressive.cards": "seven"})

    gifts = [max(one.whole for one in wager_returns(rules)) for rules in (by_flop, by_seven)]

    assert gifts[0] < 1 < gifts[1]


def test_the_fixed_lines_of_maryland_a_are_their_plain_sum() -> None:
    rules = rules_for("maryland", Wager.PROGRESSIVE, "A")

    _, one, five = wager_returns(rules)

    pays = 624 * 301 + 3_744 * 51 + 5_108 * 41 + 10_200 * 31 + 54_912 * 10
    assert one.fixed == five.fixed == Fraction(pays, FIVE)
    assert (one.stake, five.stake) == (100, 500)
    assert one.seeds == 5 * five.seeds == Fraction(4 * 10_000, FIVE)
    assert one.envy == five.envy == 5 * Fraction(4 * 1_000 + 36 * 300, FIVE)
    assert one.fed == 0


def test_a_seed_that_is_not_filed_counts_nothing() -> None:
    rules = rules_for("south-dakota", Wager.PROGRESSIVE, "PMG-01")

    assert wager_return(rules, Wager.PROGRESSIVE, Chips(100)).seeds == 0


def test_a_rate_above_what_the_lines_leave_makes_a_gift() -> None:
    rules = rules_for("maryland", Wager.PROGRESSIVE, "A", **{"meter.rate": 45})

    assert max(one.whole for one in wager_returns(rules)) > 1


def test_under_a_cap_that_may_bind_envy_of_one_other_player_counts() -> None:
    rules = rules_for("maryland", Wager.PROGRESSIVE, "A", **{"envy.cap": 500})

    found = wager_return(rules, Wager.PROGRESSIVE, Chips(100))

    assert found.envy == Fraction(4 * 500 + 36 * 300, FIVE)


def test_a_fixed_sum_counts_more_for_the_smallest_posted_stake() -> None:
    chosen = {"six_card": "A", "limits.six_card": {"min": 5, "max": 50}}

    (found,) = [
        one
        for one in wager_returns(in_force(rule_set("maryland"), chosen))
        if one.wager == Wager.SIX_CARD
    ]

    assert found.stake == 500
    assert (
        found.whole
        < wager_return(in_force(rule_set("maryland"), chosen), Wager.SIX_CARD, Chips(100)).whole
    )

"""Prices of dealer errors: known ones, and ones that follow from figures worked out elsewhere."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from pitboss.cards import Category
from pitboss.odds import side_bet, solve
from pitboss.odds.dealer_errors import DealerError, dealer_errors, not_counted
from pitboss.odds.sidebets.envy import envy_odds
from pitboss.odds.sidebets.progressive import progressive
from pitboss.rules import Chips, Rules, Wager, in_force, rule_set

OPTIONS = {
    "blind": "A", "trips": "C", "six_card": "A", "dealing": "shuffler", "progressive": "C",
    "progressive.wagers": [5], "meter.rate": {"mega": 12, "major": 6, "minor": 4},
    "meter.seed": {"mega": 10_000, "major": 1_000, "minor": 250},
}  # fmt: skip


def maryland(**changed: str) -> Rules:
    return in_force(rule_set("maryland"), OPTIONS | changed)


@cache
def prices() -> dict[str, DealerError]:
    return {one.key: one for one in dealer_errors(solve().outcomes, maryland())}


def test_known_prices() -> None:
    assert prices()["ante-paid-unqualified"].price == Fraction(24070426151, 178293654000)
    assert prices()["blind-even-below-table"].price == Fraction(2630451776653, 6953452506000)


def test_there_are_many_kinds_and_each_has_a_key_of_its_own() -> None:
    found = dealer_errors(solve().outcomes, maryland())

    assert len(found) == len({one.key for one in found}) >= 30
    assert all(one.price == one.each * one.frequency for one in found)
    assert {one.unit for one in found} == {
        Wager.ANTE, Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE
    }  # fmt: skip
    assert len(not_counted(maryland())) == 5


def test_occasions_are_the_deals_that_end_so() -> None:
    values = solve().outcomes.by_hand
    wins = sum(row.get("win", 0) for row in values.values())
    loose = sum(row.get("win-unqualified", 0) for row in values.values())

    assert prices()["ante-pushed-qualified"].deals == wins
    assert prices()["ante-paid-unqualified"].deals == loose
    assert prices()["play-pushed-unqualified"].deals == loose


def test_a_wrong_table_costs_the_difference_of_both() -> None:
    right = side_bet(maryland(), Wager.TRIPS).ev

    for name in ("A", "B", "D"):
        wrong = side_bet(maryland(trips=name), Wager.TRIPS).ev
        assert prices()[f"trips-by-table-{name}"].price == wrong - right
    six = [side_bet(maryland(six_card=name), Wager.SIX_CARD).ev for name in ("A", "B")]
    assert prices()["six-card-by-table-B"].price == six[1] - six[0]


def test_blind_by_the_other_table_loses_the_straights() -> None:
    row = solve().outcomes.by_hand[Category.STRAIGHT]
    found = prices()["blind-by-table-B"]

    assert "straight" not in rule_set("maryland").paytables[Wager.BLIND, "B"].by_hand
    assert found.deals == row["win"] + row["win-unqualified"]
    assert found.each == -1


def test_missed_side_payouts_cost_what_they_return() -> None:
    six = side_bet(maryland(), Wager.SIX_CARD)
    assert prices()["six-card-missed"].price == -six.returned
    bet = progressive(maryland(), players=6)
    assert prices()["progressive-missed"].price == -bet.fixed
    envy = envy_odds(maryland(), Chips(500))[1].returned
    assert envy is not None
    assert prices()["envy-missed"].price == -envy

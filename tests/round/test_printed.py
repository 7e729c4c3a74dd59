"""Where both a printed fact and an operator's choice speak, nothing filed means what is printed."""

from __future__ import annotations

import pytest

from pitboss.rules import in_force, rule_set
from tests.round.described import PLACES


@pytest.mark.parametrize("place", PLACES)
def test_a_table_with_nothing_filed_goes_by_what_is_printed(place: str) -> None:
    facts, rules = rule_set(place).facts, in_force(rule_set(place))

    assert rules.seats == facts["table.seats"]
    assert rules.order == facts["settlement.wagers"]
    assert rules.seat_order == facts["settlement.seats"]
    assert rules.ask_order == facts["asking.order"]
    assert rules.method.name == facts["dealing.method"]


def test_californias_spot_limits_are_those_of_its_fee_tables() -> None:
    facts, rules = rule_set("california").facts, in_force(rule_set("california"))

    for span in (rules.limits[wager] for wager in rules.offered()):
        assert (span.least, span.most) == (500, 5000)
    assert (facts["betting.spot_min"], facts["betting.spot_max"]) == (5, 50)


def test_iowas_amounts_are_those_of_its_payout_bullets() -> None:
    facts, rules = rule_set("catfish-bend").facts, in_force(rule_set("catfish-bend"))

    assert rules.amount("notify.threshold") == 100 * 100
    assert rules.amount("aggregate.amount") == 25_000 * 100
    assert (facts["notices.payout"], facts["limits.aggregate"]) == (100, 25_000)


def test_marylands_deck_is_changed_by_the_hours_that_are_printed() -> None:
    facts, rules = rule_set("maryland").facts, in_force(rule_set("maryland"))

    assert rules.whole("deck.change_hours") == facts["cards.deck_change_hours"] == 8


def test_maryland_leaves_four_terms_to_another_book() -> None:
    """MD-1.A, A-MD-01: a submission explains them where it has a glossary."""
    terms = rule_set("maryland").facts["table.glossary_terms"]

    assert terms == ("flop", "stub", "burn", "community card")

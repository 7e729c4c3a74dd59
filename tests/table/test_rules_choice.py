"""The rules of a table as its journal names them: one line of JSON, exact to the last digit."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from pitboss.round import Broken
from pitboss.rules import SET_NAMES, in_force, rule_set
from pitboss.table import RulesChoice, choice_of, rules_of


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_house_names_set_edition_and_options(place: str) -> None:
    rules = in_force(rule_set(place))

    house = choice_of(rules, {"decision.timeout": 30, "audit.retention": 5})

    assert (house.rules, house.edition) == (place, rule_set(place).edition)
    assert house.options == '{"audit.retention":5,"decision.timeout":30}'
    assert rules_of(house).whole("decision.timeout") == 30


@pytest.mark.parametrize("rate", [1, Decimal("12.5"), Decimal("0.7"), Decimal("33.333333")])
def test_a_fraction_of_a_percent_comes_back_exactly(rate: Any) -> None:
    options = {"progressive": "A", "meter.rate": rate}
    rules = in_force(rule_set("maryland"), options)

    again = rules_of(choice_of(rules, options))

    assert again.meters == rules.meters
    assert again.meters["main"].rate == Fraction(rate) / 100


def test_a_number_that_json_cannot_carry_is_refused_not_rounded() -> None:
    rules = in_force(rule_set("maryland"))

    with pytest.raises(TypeError, match="cannot"):
        choice_of(rules, {"meter.rate": Decimal("0.1234567890123456789")})


def test_the_same_options_in_another_order_are_the_same_house() -> None:
    rules = in_force(rule_set("maryland"))

    one = choice_of(rules, {"blind": "B", "trips": "C"})
    other = choice_of(rules, dict(reversed(list(json.loads(one.options).items()))))

    assert one == other


def test_an_edition_that_is_not_here_breaks() -> None:
    with pytest.raises(Broken, match="edition 99 is not installed"):
        rules_of(RulesChoice("maryland", 99))

"""Inscriptions of the felt under rules that were changed in the lab: what is printed is true."""

from __future__ import annotations

import pytest

from pitboss.odds.lab.variant_file import read_variant
from pitboss.rules.layout import inscriptions
from pitboss.server.views.felt import curved


@pytest.mark.parametrize(
    ("changes", "printed"),
    [
        ({}, "Ante pushes when the dealer has less than a pair"),
        ({"qualifies": "two-pair"}, "Ante pushes when the dealer has less than two pair"),
        ({"qualifies": "none"}, "Ante plays whatever the dealer has"),
        ({"unqualified": "plays"}, "Ante plays whatever the dealer has"),
        ({"unqualified": "wins"}, "Ante wins when the dealer has less than a pair"),
        (
            {"unqualified": "push-or-lose"},
            "Ante pushes when the dealer has less than a pair, and loses to the dealer",
        ),
        (
            {"below": "lose", "ties": "lose"},
            "Blind loses on winning hands below a straight · Ante and Play pay 1 to 1 · Ties lose",
        ),
        (
            {"below": "even"},
            "Blind pays 1 to 1 on winning hands below a straight · Ante and Play pay 1 to 1",
        ),
        ({"deal": [], "flop": [3, 5]}, "Play 5× or 3× on the flop, 1× on the river"),
    ],
)
def test_the_felt_says_what_is_played(changes: dict[str, object], printed: str) -> None:
    rules = read_variant(changes).in_force()

    assert printed in curved(rules)
    assert all(one.text for one in inscriptions(rules))

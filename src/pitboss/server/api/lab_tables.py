"""Checks a variant of the lab that is to be played: its place, and that the house has an edge."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pitboss.odds.lab.variant import Variant
from pitboss.rules import Wager
from pitboss.rules.catalog import named_rule_set
from pitboss.server.api.lab_queries import variant_in, wrong
from pitboss.server.api.odds import ask_odds
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.wire.people import OpenTable
from pitboss.server.worker.coach_questions import ValueBefore
from pitboss.server.worker.service import Priority

SOLVE_S_MAX: Final = 30.0  # for a game that nobody has asked for yet


async def playable_variant(services: Services, asked: OpenTable, person: str) -> Variant:
    """Read the variant that a table is to be opened by; raises `Turned` where it may not be."""
    variant = variant_in(asked.variant)
    if named_rule_set(variant.rules).name != asked.rules:
        raise wrong(f"variant.rules: {variant.rules!r} is not {asked.rules!r}; name the same place")
    question = ValueBefore(variant.game().numbers())
    value = await ask_odds(services, question, Priority.LAB, person, SOLVE_S_MAX)
    _check_house_wins(value)
    return variant


def blind_option(variant: Variant) -> dict[str, str]:
    """Name the Blind table that a variant begins with, where its place leaves a choice."""
    is_open = Wager.BLIND in named_rule_set(variant.rules).options
    return {Wager.BLIND.value: variant.blind} if is_open and variant.blind else {}


def _check_house_wins(value: Fraction) -> None:
    """Raise `Turned` for a game that the player wins: its chips would go into a purse."""
    if value > 0:
        gain = f"{100 * float(value):.3f} % of the Ante a hand"
        raise Turned(
            409,
            "house-loses",
            f"with the best play the house would lose {gain}, and what is won here goes into your "
            "purse; change the rules until the house has an edge, then open the table",
        )

"""Actual against theoretical win: how far chance may have taken a house from what it expects."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.history.figures.action import Action
from pitboss.table import RulesChoice

SUSPECT_Z: Final = 1.96  # beyond what 95 of 100 honest periods show


@dataclass(frozen=True, slots=True)
class Theory:
    """Wagers with a theory, and what they brought; sums in cents.

    `deviation` takes seats of one round as independent, `deviation_most` as if they all won and
    lost together; the truth lies between.
    """

    hands: int
    without: int
    staked: int
    actual: int
    expected: Fraction
    variance: Fraction
    deviation_most: float

    @property
    def deviation(self) -> float:
        """The standard deviation with seats as independent."""
        return math.sqrt(self.variance)

    @property
    def z(self) -> float | None:
        """How many deviations the house is above its theory, seats taken as independent."""
        return self._z(self.deviation)

    @property
    def z_careful(self) -> float | None:
        """The same, with the largest deviation that seats of one round can have together."""
        return self._z(self.deviation_most)

    @property
    def suspect(self) -> bool:
        """Return whether even the careful z-score lies outside 95 %."""
        return self.z_careful is not None and abs(self.z_careful) > SUSPECT_Z

    def _z(self, deviation: float) -> float | None:
        return float(self.actual - self.expected) / deviation if deviation else None


def compare(actions: Mapping[tuple[RulesChoice, str], Action]) -> Theory | None:
    """Set what was won against what was to be expected; None where no wager was made."""
    found = list(actions.values())
    if not any(action.hands or action.without for action in found):
        return None
    return Theory(
        hands=sum(action.hands for action in found),
        without=sum(action.without for action in found),
        staked=sum(action.staked for action in found),
        actual=sum(action.won for action in found),
        expected=sum((action.expected for action in found), Fraction(0)),
        variance=sum((action.variance for action in found), Fraction(0)),
        # Kinds of seats meet in one round, so that their deviations may add up.
        deviation_most=sum(math.sqrt(action.together) for action in found),
    )

"""Goes through odds of one line of a side bet's paytable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.odds.lab.side_table import with_side_pays
from pitboss.odds.lab.variant_file import odds_text
from pitboss.odds.sidebets.side_bet import SideBet, side_bet
from pitboss.rules import Odds, Rules, Wager

SWEPT: Final = (Wager.TRIPS, Wager.SIX_CARD)  # an edge of a Progressive depends on its meters


@dataclass(frozen=True, slots=True)
class SideSweepPoint:
    """A side bet with one line at some odds, and what these add to its house edge."""

    knob: str
    odds: Odds
    bet: SideBet
    worth: Fraction

    @property
    def setting(self) -> str:
        """The odds in words."""
        return odds_text(self.odds)


def side_sweep(
    rules: Rules, wager: Wager, hand: str, odds: Sequence[Odds]
) -> tuple[SideSweepPoint, ...]:
    """Work out a side bet with one line at each of some odds; of the smallest stake."""
    edge = side_bet(rules, wager).house_edge
    knob = f"{wager.value.replace('_', '-')}.{hand}"
    points = []
    for one in odds:
        bet = side_bet(with_side_pays(rules, wager, {hand: one}), wager)
        points.append(SideSweepPoint(knob, one, bet, bet.house_edge - edge))
    return tuple(points)

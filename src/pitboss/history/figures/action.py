"""Wagers that the cards decide against the house, with what is to be expected of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from pitboss.round.movement import HOUSE, Movement, Settlement
from pitboss.round.state import Round, Spot
from pitboss.rules import Wager
from pitboss.table import RulesChoice

IN_THEORY: Final = (Wager.ANTE, Wager.BLIND, Wager.PLAY, Wager.TRIPS, Wager.SIX_CARD)


@dataclass(frozen=True, slots=True)
class SeatStakes:
    """What one seat had at stake in one round."""

    ante: int
    trips: int
    six_card: int


Value = tuple[Fraction, Fraction]  # what the house may expect, and the variance of it
Worth = Callable[[RulesChoice, str, SeatStakes], Value | None]


@dataclass(frozen=True, slots=True)
class Action:
    """Seats of one kind of player under one set of rules; `won` is the house's, limits left out.

    `variance` takes all seats as independent; `together` takes those of one round as if they won
    and lost together. They share the dealer and the board, so the truth lies between.
    """

    hands: int = 0
    won: int = 0
    staked: int = 0
    expected: Fraction = field(default_factory=Fraction)
    variance: Fraction = field(default_factory=Fraction)
    together: float = 0.0
    without: int = 0  # hands for which there is no theory; nothing else counts them

    def __add__(self, other: Action) -> Action:
        return Action(
            self.hands + other.hands,
            self.won + other.won,
            self.staked + other.staked,
            self.expected + other.expected,
            self.variance + other.variance,
            self.together + other.together,
            self.without + other.without,
        )


def comparable(round_: Round, settlement: Settlement) -> bool:
    """Return whether a round was played as the theory knows it: whole, regular, by the house."""
    whole = not settlement.void and not round_.incidents and not round_.void_wagers
    return whole and round_.bank is None


def action_of(
    settlement: Settlement, spots: Iterable[Spot], worth: Callable[[SeatStakes], Value | None]
) -> Action:
    """Gather what these seats had at stake in a round, and what it was worth to the house."""
    hands = won = staked = without = 0
    expected = variance = Fraction(0)
    together = 0.0
    for spot in spots:
        mine = [m for m in settlement.of(spot.seat) if _counts(m)]
        if spot.dead is not None or spot.forfeited is not None or not mine:
            continue
        value = worth(
            SeatStakes(spot.on(Wager.ANTE), spot.on(Wager.TRIPS), spot.on(Wager.SIX_CARD))
        )
        if value is None:
            without += 1
            continue
        hands += 1
        won -= sum(m.due for m in mine)
        staked += sum(m.staked for m in mine)
        expected += value[0]
        variance += value[1]
        together += math.sqrt(value[1])
    return Action(hands, won, staked, expected, variance, together**2, without)


def _counts(movement: Movement) -> bool:
    return movement.wager in IN_THEORY and movement.payer == HOUSE == movement.collector

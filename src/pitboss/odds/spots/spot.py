"""Which spots are wanted, and a spot as it is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import Card, Category
from pitboss.odds.game import Game
from pitboss.rules import Street


class SpotError(ValueError):
    """Spots that cannot be drawn: one line that says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class SpotFilter:
    """Which spots of a street are wanted; what is None may be anything.

    `closeness` is the most that the best choice may be better than the second, in Antes. `hands`
    are kinds of the own hand as far as the board is out, `starting` names of starting hands.
    `lifts` is whether the hole cards make a better kind of hand than the board shows alone,
    `four_flush` whether four of the five cards on the flop are of one suit, a hole card among them.
    `outs` are the least and the most single cards that beat the hand on the river. `best` is the
    best choice. `dead_count` cards are seen elsewhere; all else is asked of the spot as it is
    without them, so that weights stay exact.
    """

    street: Street
    closeness: Fraction | None = None
    hands: frozenset[Category] | None = None
    starting: frozenset[str] | None = None
    lifts: bool | None = None
    four_flush: bool | None = None
    outs: tuple[int, int] | None = None
    best: str | None = None
    dead_count: int = 0


@dataclass(frozen=True, slots=True)
class DrawnSpot:
    """Cards with the exact value of each choice, in Antes, later choices being the best.

    `weight` is the chance that a round comes to this spot, or to one that is counted together with
    it: before the flop the same starting hand; on the flop the same cards but for the names of the
    suits; on the river the same ranks and, where a flush is possible, the same cards of its suit,
    all of them checked so far by perfect play. `dead` are cards seen elsewhere, any of those left
    being as likely: they are in the values and change no weight.
    """

    street: Street
    hole: tuple[Card, ...]
    board: tuple[Card, ...]
    values: dict[str, Fraction]
    weight: Fraction
    dead: tuple[Card, ...] = ()

    @property
    def best(self) -> str:
        """The best choice; of equals the smaller wager."""
        return max(self.values, key=lambda choice: self.values[choice])

    @property
    def closeness(self) -> Fraction:
        """By how much the best choice is better than the second."""
        second, first = sorted(self.values.values())[-2:]
        return first - second


@dataclass(frozen=True, slots=True)
class DrawnSpots:
    """Spots drawn in proportion to how often they are dealt, some perhaps more than once.

    `weight` is the chance that a round played perfectly comes to a spot that fits; so the mean
    cost of a learner's choices here, times `weight`, is what those cost in a round of real dealing.
    """

    game: Game
    wanted: SpotFilter
    seed: int
    weight: Fraction
    spots: tuple[DrawnSpot, ...]

"""What the counted deals of one way of playing say: value, distribution, frequencies, endings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.odds.counting.kernels import (
    CHOICES,
    ENDINGS,
    FOLD,
    PAY_FOLD,
    PAY_PLAY,
)
from pitboss.odds.game import NO_RAISE, Game, ends

CATEGORIES: Final = 10
ENDING_NAMES: Final = ("win", "win-unqualified", "tie", "lose", "lose-unqualified")
FOLDED: Final = "fold"


@dataclass(frozen=True, slots=True)
class WagerValues:
    """What each wager brings on average, in Antes; together they are the value."""

    ante: Fraction
    blind: Fraction
    play: Fraction

    @property
    def total(self) -> Fraction:
        """Return what the three bring together."""
        return self.ante + self.blind + self.play


@dataclass(frozen=True)
class Outcomes:
    """All deals, by choice, ending and category of the player's hand; `deals` in all.

    A hand that folds has an ending too: the one it would have had.
    """

    game: Game
    counts: Mapping[tuple[int, int, int], int]
    deals: int

    def multiple(self, choice: int) -> int:
        """Return the Play wager of a choice in Antes; 0 for a fold."""
        return choice_multiples(self.game)[choice]

    def name(self, choice: int) -> str:
        """Return the name of a choice: "4x", "2x", "fold"."""
        return FOLDED if choice == FOLD else f"{self.multiple(choice)}x"

    def net(self, choice: int, ending: int, category: int) -> Fraction:
        """Return what Ante, Blind and Play bring together, in Antes."""
        pays = self.game.pays[category]
        if choice == FOLD:
            return Fraction(pays[PAY_FOLD], self.game.unit)
        units = pays[ending] + self.multiple(choice) * pays[PAY_PLAY + ending]
        return Fraction(units, self.game.unit)

    def split(self, choice: int, ending: int, category: int) -> WagerValues:
        """Return what Ante, Blind and Play bring each, in Antes."""
        game, pays, antes = self.game, self.game.pays[category], self.game.ante_pays[category]
        if choice == FOLD:
            ante, both, play = antes[ENDINGS], pays[PAY_FOLD], 0
        else:
            ante, both = antes[ending], pays[ending]
            play = self.multiple(choice) * pays[PAY_PLAY + ending]
        return WagerValues(*(Fraction(part, game.unit) for part in (ante, both - ante, play)))

    @cached_property
    def wager_values(self) -> WagerValues:
        """What Ante, Blind and Play bring each on average, in Antes."""
        parts = [(self.split(*at), count) for at, count in self.counts.items()]
        ante = sum((part.ante * count for part, count in parts), Fraction(0))
        blind = sum((part.blind * count for part, count in parts), Fraction(0))
        play = sum((part.play * count for part, count in parts), Fraction(0))
        return WagerValues(ante / self.deals, blind / self.deals, play / self.deals)

    @cached_property
    def by_hand(self) -> dict[Category, dict[str, int]]:
        """How many deals end so, by the player's own hand; a hand that folds ends with "fold"."""
        found: dict[Category, dict[str, int]] = {}
        for (choice, ending, category), count in sorted(self.counts.items()):
            row = found.setdefault(Category(category), {})
            name = FOLDED if choice == FOLD else ENDING_NAMES[ending]
            row[name] = row.get(name, 0) + count
        return dict(sorted(found.items()))

    @cached_property
    def distribution(self) -> dict[Fraction, int]:
        """How many deals bring each net result, the worst first."""
        found: Counter[Fraction] = Counter()
        for at, count in self.counts.items():
            found[self.net(*at)] += count
        return dict(sorted(found.items()))

    @cached_property
    def ev(self) -> Fraction:
        """What a round brings on average, in Antes."""
        total = sum((net * count for net, count in self.distribution.items()), Fraction(0))
        return total / self.deals

    @cached_property
    def variance(self) -> Fraction:
        """The variance of a round's net result, in Antes squared."""
        squares = sum((net**2 * count for net, count in self.distribution.items()), Fraction(0))
        return squares / self.deals - self.ev**2

    @cached_property
    def average_wager(self) -> Fraction:
        """Ante, Blind and Play together, on average, in Antes."""
        play = sum(self.multiple(at[0]) * count for at, count in self.counts.items())
        return 2 + Fraction(play, self.deals)

    @property
    def element_of_risk(self) -> Fraction:
        """What the player loses of all that is wagered."""
        return -self.ev / self.average_wager

    @cached_property
    def frequencies(self) -> dict[str, Fraction]:
        """How often each choice ends the betting: "4x", "3x", "2x", "1x", "fold"."""
        game = self.game
        names = [f"{m}x" for street in (game.deal, game.flop, game.river) for m in street[::-1]]
        found = dict.fromkeys([*names, FOLDED], 0)
        for at, count in self.counts.items():
            found[self.name(at[0])] += count
        return {name: Fraction(count, self.deals) for name, count in found.items()}

    @cached_property
    def endings(self) -> dict[str, dict[str, Fraction]]:
        """How often each choice is made and ends so, of all deals; a fold has no showdown."""
        found: dict[str, dict[str, int]] = {}
        for (choice, ending, _), count in self.counts.items():
            row = found.setdefault(self.name(choice), {})
            name = FOLDED if choice == FOLD else ENDING_NAMES[ending]
            row[name] = row.get(name, 0) + count
        return {
            name: {ending: Fraction(count, self.deals) for ending, count in row.items()}
            for name, row in found.items()
        }


def choice_multiples(game: Game) -> tuple[int, ...]:
    """Return the Play wager of each choice of the kernels in Antes; 0 for a fold."""
    return (*ends(game.deal), *ends(game.flop), *ends(game.river), NO_RAISE)


def outcomes_of(game: Game, counted: NDArray[np.int64]) -> Outcomes:
    """Take the counts out of a tally."""
    counts = {
        (choice, ending, category): int(counted[choice, ending, category])
        for choice in range(CHOICES)
        for ending in range(ENDINGS)
        for category in range(CATEGORIES)
        if counted[choice, ending, category]
    }
    return Outcomes(game, counts, sum(counts.values()))

"""Exact values of many Blind tables at once: all that differ in the odds of some hands.

On the river a hand's value depends only on the odds of its own category. So what a flop is worth
after a check is a sum over categories, and each category's part is counted once for each of its
odds, by the kernels of the solver with every other pay set to nothing. A table is then a sum of
parts and one pass over the flops: about a tenth of a solve.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import lcm
from typing import Final

import numpy as np

from pitboss.cards import Category
from pitboss.odds.arrays import Ints
from pitboss.odds.counting.boards import flops
from pitboss.odds.counting.kernels import BEST, LEVEL, SLOPE
from pitboss.odds.counting.levels import level_of, workers
from pitboss.odds.counting.numbering import HOLES
from pitboss.odds.counting.tables import tables
from pitboss.odds.game import PAY_MAX, Game, GameError, ends
from pitboss.odds.hands import HAND_OF_HOLE, HANDS
from pitboss.odds.lab.kernels import PARTS, flop_sums
from pitboss.odds.lab.variant import CATEGORY_OF_SLUG, Variant
from pitboss.odds.solution import DEALS_OF_HOLE
from pitboss.rules import Odds

PayRow = tuple[int, ...]  # of one category, as in `Game.pays`
PARTS_KEPT: Final = 48  # categories' parts with their odds in memory, about 21 MB each


@dataclass(frozen=True, slots=True)
class Part:
    """What some categories add to the levels of the flops: by suit views, and by ranks alone."""

    by_view: Ints
    by_rank: Ints

    def __add__(self, other: Part) -> Part:
        return Part(self.by_view + other.by_view, self.by_rank + other.by_rank)


class TableFamily:
    """The tables of one variant that differ in the odds of some hands.

    >>> family = TableFamily(Variant(), {"flush": [Odds(3, 2), Odds(2)]})
    >>> -family.ev([Odds(2)]) == Fraction(250_107_811_236, 27_813_810_024_000)
    True
    """

    def __init__(self, variant: Variant, lines: Mapping[str, Sequence[Odds]]) -> None:
        base = variant.with_pays({hand: odds[0] for hand, odds in lines.items()})
        self.variant = base
        self.hands = tuple(lines)
        found = {
            (hand, one): base.with_pays({hand: one}).game()
            for hand, odds in lines.items()
            for one in odds
        }
        games = [base.game(), *found.values()]
        self.unit = lcm(*(game.unit for game in games))
        self.game = self._scaled(base.game())
        rows = {at: self._row(CATEGORY_OF_SLUG[at[0]], game) for at, game in found.items()}
        self._check([*self.game.pays, *rows.values()])
        self._rows = rows
        self._part = lru_cache(PARTS_KEPT)(self._count)
        self._prefix = lru_cache(len(self.hands))(self._sum)

    def table(self, odds: Sequence[Odds]) -> Variant:
        """Return the variant with the odds of one table of the family."""
        return self.variant.with_pays(dict(zip(self.hands, odds, strict=True)))

    def pays(self, hand: str, odds: Odds) -> PayRow:
        """Return what a hand with some odds brings, in the family's unit, as in `Game.pays`."""
        return self._rows[hand, odds]

    def ev(self, odds: Sequence[Odds]) -> Fraction:
        """Return what a table is worth under perfect play, in Antes; odds in the order of hands."""
        sums = self._flop_sums(self._sum(tuple(odds)))
        lowest, highest = ends(self.game.deal)
        total = 0
        for value, level, slope in _by_hand(sums):
            raises = [level + multiple * slope for multiple in (lowest, highest) if multiple]
            total += max(value, *raises, value)
        return Fraction(total, HOLES * DEALS_OF_HOLE * self.unit)

    def _sum(self, odds: tuple[Odds, ...]) -> Part:
        """Sum the parts of the first lines; tables that differ in the last share all before it."""
        if not odds:
            return self._fixed
        return self._prefix(odds[:-1]) + self._part(self.hands[len(odds) - 1], odds[-1])

    @cached_property
    def _fixed(self) -> Part:
        """What the hands bring whose odds are the same in all tables."""
        others = set(Category) - {CATEGORY_OF_SLUG[hand] for hand in self.hands}
        return self._level({category: self.game.pays[category] for category in others})

    def _count(self, hand: str, odds: Odds) -> Part:
        return self._level({CATEGORY_OF_SLUG[hand]: self.pays(hand, odds)})

    def _level(self, rows: Mapping[Category, PayRow]) -> Part:
        nothing = (0,) * len(self.game.pays[0])
        pays = tuple(rows.get(category, nothing) for category in Category)
        level = level_of(replace(self.game, pays=pays), 3)
        by_view = np.ascontiguousarray(level.kinds[0, :, :, :PARTS])
        return Part(by_view, np.ascontiguousarray(level.plain[:, :, :PARTS]))

    def _flop_sums(self, part: Part) -> Ints:
        found, weights = flops()

        def add(cut: slice) -> Ints:
            sums = np.zeros((HOLES, PARTS), np.int64)
            flop_sums(
                tables(), found[cut], weights[cut], self.game.multiples(), part.by_view,
                part.by_rank, sums,
            )  # fmt: skip
            return sums

        with workers(None) as (pool, parts):
            cuts = [len(found) * at // parts for at in range(parts + 1)]
            by_part = list(pool.map(add, (slice(*cut) for cut in pairwise(cuts))))
        total: Ints = np.sum(by_part, axis=0)
        return total

    def _scaled(self, game: Game) -> Game:
        """Return a game with its pays in the family's unit."""
        pays = tuple(self._row(category, game) for category in Category)
        return replace(game.numbers(), unit=self.unit, pays=pays, ante_pays=())

    def _row(self, category: Category, game: Game) -> PayRow:
        return tuple(pay * (self.unit // game.unit) for pay in game.pays[category])

    def _check(self, rows: Sequence[PayRow]) -> None:
        largest = max(ends(m)[1] for m in (self.game.deal, self.game.flop, self.game.river))
        most = max(abs(pay) for row in rows for pay in row)
        if (1 + largest) * most > PAY_MAX:
            raise GameError(
                f"these tables together pay up to {most:,}/{self.unit:,} of the Ante, with Play up "
                f"to {largest:,}x, too much to count exactly: {most:,} times {1 + largest:,} must "
                f"not be above {PAY_MAX:,}; take smaller pays, or fewer different fractions"
            )


def _by_hand(sums: Ints) -> list[list[int]]:
    """Sum by starting hand in Python's integers, which have no end."""
    found = [[0] * PARTS for _ in range(HANDS)]
    for hand, row in zip(HAND_OF_HOLE.tolist(), sums.tolist(), strict=True):
        for at in (BEST, LEVEL, SLOPE):
            found[hand][at] += row[at]
    return found

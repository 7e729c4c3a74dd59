"""Compiled loops on integers for the lab; `tests/odds/lab/reference.py` has plain twins."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from pitboss.odds.arrays import Ints
from pitboss.odds.counting.kernels import BEST, LEVEL, SLOPE, is_out, views
from pitboss.odds.counting.tables import StrengthTables

PARTS: Final = 3  # of a level here: the best after a check, Ante and Blind if raised, each Ante


@njit(cache=True, nogil=True)
def flop_sums(
    t: StrengthTables, flops: Ints, weights: Ints, multiples: Ints, levels: Ints, plain: Ints,
    sums: Ints,
) -> None:  # fmt: skip
    """Take the better of checking and raising on each flop, and add up by hole.

    As `counting.kernels.flop_values`, without keeping the values and choices of each flop.
    """
    rows = np.zeros(4, np.int64)
    for at in range(flops.shape[0]):
        row = views(t.begins, t.sets, t.choose, np.int64(3), flops[at], rows)
        taken = 1 << flops[at, 0] | 1 << flops[at, 1] | 1 << flops[at, 2]
        for hole in range(t.hole_cards.shape[0]):
            if is_out(t.hole_cards, hole, taken):
                continue
            here = plain[row, t.hole_pairs[hole]]
            best = here[BEST]
            level = here[LEVEL]
            slope = here[SLOPE]
            for suit in range(4):
                if rows[suit] >= 0:
                    more = levels[rows[suit], t.hole_class[hole, suit]]
                    best += more[BEST]
                    level += more[LEVEL]
                    slope += more[SLOPE]
            for place in range(2):
                bet = level + multiples[place] * slope
                if multiples[place] and bet > best:
                    best = bet
            sums[hole, BEST] += weights[at] * best
            sums[hole, LEVEL] += weights[at] * level
            sums[hole, SLOPE] += weights[at] * slope

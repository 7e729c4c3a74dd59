"""The compiled loop behind the river's facts: what each hole makes, and how many cards beat it."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds.arrays import Ints


@njit(cache=True, nogil=True)
def fill_river(
    numbers: Ints, suited: Ints, left: Ints, with_one: NDArray[np.int32],
    plain: NDArray[np.int32], flush: NDArray[np.int32], symbols: Ints, pairs: Ints,
    category: NDArray[np.uint8], outs: NDArray[np.uint8],
) -> None:  # fmt: skip
    """Fill, by board and hole class, the category of the seven cards and the dealer's outs.

    A board has the number of its ranks, its suited ranks (0: no flush can be) and how many cards
    of each symbol it leaves. `with_one` is by number and rank: what the board makes with one more
    card, flushes aside.
    """
    beats = np.zeros(26, np.int64)
    for board in range(numbers.size):
        number = numbers[board]
        for symbol in range(26):
            rank = symbol % 13
            own = suited[board] | (1 << rank if symbol >= 13 else 0)
            beats[symbol] = max(with_one[number, rank], flush[own])
        for hole in range(symbols.shape[0]):
            own = suited[board]
            for card in range(2):
                if symbols[hole, card] >= 13:
                    own |= 1 << (symbols[hole, card] - 13)
            strength = max(plain[number, pairs[hole]], flush[own])
            count = 0
            for symbol in range(26):
                if beats[symbol] > strength:
                    count += left[board, symbol]
            for card in range(2):
                if beats[symbols[hole, card]] > strength:
                    count -= 1
            category[board, hole] = strength >> 20
            outs[board, hole] = max(count, 0)  # below 0 only where the hole cannot be held

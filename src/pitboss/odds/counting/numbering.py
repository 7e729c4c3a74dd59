"""Numbers for what the kernels index: rank sets, rank multisets, hole classes, rows of a level.

Everything rests on one observation. Whether a hand is a flush depends on one suit only, and all
else on ranks. So a set of cards is looked at *from one suit*: the ranks it has in that suit
(`suited`) and the ranks of its other cards (`off`), whose suits no longer matter.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

RANKS: Final = 13
SYMBOLS: Final = 2 * RANKS  # a card seen from one suit: 0 to 12 off that suit, 13 to 25 of it
BOARD_CARDS: Final = 5

RANK_PAIRS: Final = RANKS * (RANKS + 1) // 2  # 91: two ranks, equal or not
HOLE_CLASSES: Final = SYMBOLS * (SYMBOLS + 1) // 2  # 351: two symbols; 13 of them cannot be held
HOLES: Final = comb(52, 2)

SUITED_SETS: Final = 1 << RANKS
FLUSH_CARDS: Final = 3  # of one suit on the board, before anybody can have a flush


def pair_number(low: int, high: int) -> int:
    """Number two symbols, or two ranks, in any order; 0 for two of the first."""
    low, high = min(low, high), max(low, high)
    return high * (high + 1) // 2 + low


def multisets(size: int) -> int:
    """Return the number of multisets of `size` ranks."""
    return comb(RANKS + size - 1, size)


def multiset_number(ranks: tuple[int, ...]) -> int:
    """Number a multiset of ranks (given in rising order) among those of its size."""
    return sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))


def _choose() -> NDArray[np.int64]:
    table = np.zeros((SYMBOLS, 8), np.int64)
    for n in range(SYMBOLS):
        for k in range(8):
            table[n, k] = comb(n, k)
    return table


def _set_numbers() -> NDArray[np.int64]:
    """Number each set of ranks among the sets of its size."""
    numbers = np.zeros(SUITED_SETS, np.int64)
    for size in range(RANKS + 1):
        for number, ranks in enumerate(combinations(range(RANKS), size)):
            numbers[sum(1 << rank for rank in ranks)] = number
    return numbers


def _level_rows() -> NDArray[np.int64]:
    """Return where a level's rows with k suited cards begin; -1 where no flush can come."""
    begins = np.full((BOARD_CARDS + 1, BOARD_CARDS + 2), -1, np.int64)
    for n in range(BOARD_CARDS + 1):
        row = 0
        for k in range(max(0, n - 2), n + 1):
            begins[n, k] = row
            row += comb(RANKS, k) * multisets(n - k)
        begins[n, BOARD_CARDS + 1] = row
    return begins


CHOOSE: Final = _choose()
SET_NUMBERS: Final = _set_numbers()

# A *level* of n cards has a row for each way n board cards look from one suit, if at least three
# of the five can still be of that suit. Level 5 is the 36,608 boards with a possible flush.
LEVEL_ROWS: Final = _level_rows()
FLUSH_BOARDS: Final = int(LEVEL_ROWS[BOARD_CARDS, BOARD_CARDS + 1])
PLAIN_BOARDS: Final = multisets(BOARD_CARDS)  # 6,188 rank multisets, 13 of them of five equal ranks

CLASS_SYMBOLS: Final = np.array(
    [(low, high) for high in range(SYMBOLS) for low in range(high + 1)], np.int64
)
CLASS_RANK_PAIRS: Final = np.array(
    [pair_number(low % RANKS, high % RANKS) for low, high in CLASS_SYMBOLS.tolist()], np.int64
)
PAIR_RANKS: Final = CLASS_SYMBOLS[:RANK_PAIRS]

# How many off cards of each rank a hole class holds.
CLASS_HELD: Final = np.array(
    [
        [(low == rank) + (high == rank) for rank in range(RANKS)]
        for low, high in CLASS_SYMBOLS.tolist()
    ],
    np.int64,
)

# The classes that hold an off card of each rank: 26 of them.
CLASS_HOLDERS: Final = np.array([np.flatnonzero(CLASS_HELD[:, rank]) for rank in range(RANKS)])

# The 1,326 holes as two cards, the lower first, and the class of each seen from each suit.
HOLE_CARDS: Final = np.array([(a, b) for b in range(52) for a in range(b)], np.int64)
HOLE_CLASS: Final = np.array(
    [
        [
            pair_number(a // 4 + RANKS * (a % 4 == suit), b // 4 + RANKS * (b % 4 == suit))
            for suit in range(4)
        ]
        for a, b in HOLE_CARDS.tolist()
    ],
    np.int64,
)
HOLE_RANK_PAIR: Final = np.array(
    [pair_number(a // 4, b // 4) for a, b in HOLE_CARDS.tolist()], np.int64
)


def hole_number(first: int, second: int) -> int:
    """Number a hole among the 1,326; the order of its cards does not matter."""
    low, high = min(first, second), max(first, second)
    return high * (high - 1) // 2 + low


def rank_multisets(size: int) -> list[tuple[int, ...]]:
    """List the multisets of a size in the order of their numbers."""
    found = combinations_with_replacement(range(RANKS), size)
    return sorted(found, key=multiset_number)

"""Tables of hand strengths for the kernels, on the scale of `pitboss.cards.strength`.

A hand without a flush is worth what its seven ranks are worth: one table by the ranks of the board
and of the hole. A flush is worth what its suited ranks are worth: a second table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.odds.arrays import Ints
from pitboss.odds.counting.numbering import (
    CLASS_SYMBOLS,
    PAIR_RANKS,
    RANKS,
    SUITED_SETS,
    rank_multisets,
)

# A strength is its category, then the five ranks that decide, of four bits each.
RANK_MIN: Final = 2
RANK_BITS: Final = 4
CATEGORY_SHIFT: Final = 5 * RANK_BITS


@dataclass(frozen=True, slots=True)
class Strengths:
    """What the kernels look up: strengths, and classes in rising order of strength."""

    plain: NDArray[np.int32]  # by board ranks and hole ranks, when nobody can have a flush
    plain_order: NDArray[np.uint8]  # by board ranks: the 91 rank pairs, weakest first
    flush: NDArray[np.int32]  # by set of suited ranks; 0 for fewer than five
    flush_order: NDArray[np.int16]  # hole classes that have a flush, weakest first, set after set
    flush_strength: NDArray[np.int32]  # the strengths of those
    flush_from: NDArray[np.int64]  # by set of suited ranks on the board: where its part begins


def _highest(ranks: Ints, wanted: int) -> Ints:
    """Return the highest `wanted` of each set of ranks, the weightiest first, four bits each."""
    value = np.zeros_like(ranks)
    taken = np.zeros_like(ranks)
    for rank in range(RANKS - 1, -1, -1):
        takes = (ranks >> rank & 1).astype(bool) & (taken < wanted)
        value = np.where(takes, value << RANK_BITS | rank + RANK_MIN, value)
        taken += takes
    return value


def _straight(ranks: Ints) -> Ints:
    """Return the highest rank of a straight in each set of ranks; 0 if there is none."""
    line = ranks << 1 | ranks >> RANKS - 1  # one place up: the ace also stands below the two
    runs = line & line >> 1 & line >> 2 & line >> 3 & line >> 4
    found = np.zeros_like(ranks)
    for place in range(10):
        found = np.where(runs >> place & 1, place + 3 + RANK_MIN, found)
    return found


def _encoded(category: Category, ranks: Ints, count: int) -> Ints:
    """Return a strength: the category, then `count` ranks of four bits, then nothing."""
    return int(category) << CATEGORY_SHIFT | ranks << RANK_BITS * (5 - count)


_SETS: Final = np.arange(SUITED_SETS)
_TOP: Final = [_highest(_SETS, wanted) for wanted in range(6)]  # by set of ranks
_TOP_SET: Final = np.where(_TOP[1], 1 << (_TOP[1] - RANK_MIN).clip(0), 0)
_RUN: Final = _straight(_SETS)


def _at_least(ranks: Ints, count: int) -> Ints:
    """Return the set of ranks of which each row has at least `count` cards."""
    counts = np.eye(RANKS, dtype=np.int64)[ranks].sum(axis=1)
    found: Ints = (counts >= count) @ (1 << np.arange(RANKS))
    return found


def _plain_strengths(board: Ints, pair: Ints) -> NDArray[np.int32]:
    """Strengths of boards (rows) with holes (columns) by their ranks, no five being of one suit."""
    b1, b2, b3, b4, b5 = (_at_least(board, n)[:, None] for n in (1, 2, 3, 4, 5))
    p1, p2 = (_at_least(pair, n) for n in (1, 2))
    seen = b1 | p1
    pairs = b2 | p2 | b1 & p1
    threes = b3 | b2 & p1 | b1 & p2
    fours = b4 | b3 & p1 | b2 & p2
    too_many = b5 | b4 & p1 | b3 & p2
    three = _TOP_SET[threes]
    twin = _TOP_SET[pairs & ~three]  # the lower of two threes of a kind serves as a pair
    second = _TOP_SET[pairs & ~three & ~twin]
    two = twin | second
    high_card = _encoded(Category.HIGH_CARD, _TOP[5][seen], 5)
    found = np.select(
        [fours > 0, (three > 0) & (twin > 0), _RUN[seen] > 0, three > 0, second > 0, twin > 0],
        [
            _encoded(Category.FOUR_OF_A_KIND, _TOP[1][fours] << 4 | _TOP[1][seen & ~fours], 2),
            _encoded(Category.FULL_HOUSE, _TOP[1][three] << 4 | _TOP[1][twin], 2),
            _encoded(Category.STRAIGHT, _RUN[seen], 1),
            _encoded(Category.THREE_OF_A_KIND, _TOP[1][three] << 8 | _TOP[2][seen & ~three], 3),
            _encoded(Category.TWO_PAIR, _TOP[2][two] << 4 | _TOP[1][seen & ~two], 3),
            _encoded(Category.PAIR, _TOP[1][twin] << 12 | _TOP[3][seen & ~twin], 4),
        ],
        high_card,
    )
    return np.where(too_many, 0, found).astype(np.int32)


def _flush_strengths() -> NDArray[np.int32]:
    """Strengths of five suited cards or more, by the set of their ranks; 0 for fewer."""
    royal = _RUN == RANKS - 1 + RANK_MIN
    found = np.select(
        [royal, _RUN > 0],
        [
            _encoded(Category.ROYAL_FLUSH, _RUN, 1),
            _encoded(Category.STRAIGHT_FLUSH, _RUN, 1),
        ],
        _encoded(Category.FLUSH, _TOP[5], 5),
    )
    return np.where(np.bitwise_count(_SETS) < 5, 0, found).astype(np.int32)


def _flush_orders(
    flush: NDArray[np.int32],
) -> tuple[NDArray[np.int16], NDArray[np.int32], NDArray[np.int64]]:
    """Who has a flush on each board, weakest first, how strong, and where each part begins."""
    suited = np.where(CLASS_SYMBOLS >= RANKS, 1 << (CLASS_SYMBOLS - RANKS).clip(0), 0)
    held = suited[:, 0] | suited[:, 1]
    possible = (suited[:, 0] != suited[:, 1]) | (held == 0)
    sizes = np.bitwise_count(np.arange(SUITED_SETS))
    boards = np.flatnonzero((sizes >= 3) & (sizes <= 5))
    has = (held & boards[:, None] == 0) & possible & (flush[held | boards[:, None]] > 0)
    keys = np.where(has, flush[held | boards[:, None]], np.iinfo(np.int32).max)
    ranked = np.argsort(keys, axis=1, kind="stable").astype(np.int16)
    lengths = np.zeros(SUITED_SETS + 1, np.int64)
    lengths[boards + 1] = has.sum(axis=1)
    first = np.arange(ranked.shape[1]) < has.sum(axis=1)[:, None]
    return ranked[first], np.take_along_axis(keys, ranked, axis=1)[first], np.cumsum(lengths)


@cache
def strengths() -> Strengths:
    """Return the tables; made once a process, in about a tenth of a second."""
    plain = _plain_strengths(np.array(rank_multisets(5)), PAIR_RANKS)
    flush = _flush_strengths()
    order = np.argsort(plain, axis=1, kind="stable").astype(np.uint8)
    return Strengths(plain, order, flush, *_flush_orders(flush))

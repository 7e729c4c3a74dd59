"""Tables of hand strengths for the kernels, on the scale of `pitboss.cards.strength`.

A hand without a flush is worth what its seven ranks are worth: one table by the ranks of the board
and of the hole. A flush is worth what its suited ranks are worth: a second table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds.numbering import (
    CLASS_SYMBOLS,
    PAIR_RANKS,
    PLAIN_BOARDS,
    RANK_PAIRS,
    RANKS,
    SUITED_SETS,
    rank_multisets,
)

CATEGORY_SHIFT: Final = 20  # a strength is its category, then five ranks of four bits each


@dataclass(frozen=True, slots=True)
class Strengths:
    """What the kernels look up: strengths, and classes in rising order of strength."""

    plain: NDArray[np.int32]  # by board ranks and hole ranks, when nobody can have a flush
    plain_order: NDArray[np.uint8]  # by board ranks: the 91 rank pairs, weakest first
    flush: NDArray[np.int32]  # by set of suited ranks; 0 for fewer than five
    flush_order: NDArray[np.int16]  # hole classes that have a flush, weakest first, set after set
    flush_from: NDArray[np.int64]  # by set of suited ranks on the board: where its part begins


@njit(cache=True, nogil=True)
def run_high(ranks: int) -> int:
    """Rank number of the highest card of a straight among a set of ranks; -1 if there is none."""
    line = (ranks << 1) | (ranks >> 12)  # one place up, so that the ace also stands below the two
    runs = line & line >> 1 & line >> 2 & line >> 3 & line >> 4
    high = -1
    for place in range(10):
        if runs >> place & 1:
            high = place + 3
    return high


@njit(cache=True, nogil=True)
def top_ranks(value: int, ranks: int, wanted: int) -> int:
    """`value` followed by the `wanted` highest of a set of ranks, four bits each."""
    for rank in range(12, -1, -1):
        if wanted and ranks >> rank & 1:
            value = value << 4 | rank + 2
            wanted -= 1
    return value


@njit(cache=True, nogil=True)
def plain_strength(counts: NDArray[np.int64]) -> int:
    """Strength of seven cards of which so many have each rank, no five being of one suit."""
    seen = 0
    pairs = 0
    threes = 0
    fours = 0
    for rank in range(13):
        n = counts[rank]
        if n >= 1:
            seen |= 1 << rank
        if n >= 2:
            pairs |= 1 << rank
        if n >= 3:
            threes |= 1 << rank
        if n >= 4:
            fours |= 1 << rank
    if fours:
        return top_ranks(top_ranks(7, fours, 1), seen & ~fours, 1) << 12
    three = 0
    for rank in range(13):
        if threes >> rank & 1:
            three = 1 << rank
    if three and pairs & ~three:
        return top_ranks(top_ranks(6, three, 1), pairs & ~three, 1) << 12
    run = run_high(seen)
    if run >= 0:
        return (4 << 4 | run + 2) << 16
    if three:
        return top_ranks(top_ranks(3, three, 1), seen & ~three, 2) << 8
    top = 0
    second = 0
    for rank in range(13):
        if pairs >> rank & 1:
            second = top
            top = 1 << rank
    if second:
        return top_ranks(top_ranks(2, top | second, 2), seen & ~(top | second), 1) << 8
    if top:
        return top_ranks(top_ranks(1, top, 1), seen & ~top, 3) << 4
    return top_ranks(0, seen, 5)


@njit(cache=True, nogil=True)
def flush_strength(ranks: int) -> int:
    """Strength of five suited cards or more with these ranks; 0 for fewer."""
    size = 0
    for rank in range(13):
        size += ranks >> rank & 1
    if size < 5:
        return 0
    run = run_high(ranks)
    if run == 12:
        return (9 << 4 | 14) << 16
    if run >= 0:
        return (8 << 4 | run + 2) << 16
    return top_ranks(5, ranks, 5)


@njit(cache=True, nogil=True)
def fill_plain(
    boards: NDArray[np.int64], pairs: NDArray[np.int64], plain: NDArray[np.int32]
) -> None:
    """Fill the strengths by board and hole ranks; 0 where there are not so many cards of a rank."""
    counts = np.zeros(13, np.int64)
    for board in range(boards.shape[0]):
        counts[:] = 0
        for place in range(5):
            counts[boards[board, place]] += 1
        for pair in range(pairs.shape[0]):
            low = pairs[pair, 0]
            high = pairs[pair, 1]
            counts[low] += 1
            counts[high] += 1
            if counts[low] <= 4 and counts[high] <= 4:
                plain[board, pair] = plain_strength(counts)
            counts[low] -= 1
            counts[high] -= 1


@njit(cache=True, nogil=True)
def fill_flush(flush: NDArray[np.int32]) -> None:
    """Fill the strengths of sets of suited ranks."""
    for ranks in range(flush.size):
        flush[ranks] = flush_strength(ranks)


def _flush_orders(flush: NDArray[np.int32]) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """Who has a flush on each board, weakest first; and where each board's part begins."""
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
    order = [row[:length] for row, length in zip(ranked, has.sum(axis=1), strict=True)]
    return np.concatenate(order), np.cumsum(lengths)


@cache
def strengths() -> Strengths:
    """Give the tables; made once a process, in about a tenth of a second."""
    plain = np.zeros((PLAIN_BOARDS, RANK_PAIRS), np.int32)
    fill_plain(np.array(rank_multisets(5), np.int64), PAIR_RANKS, plain)
    plain_order = np.argsort(plain, axis=1, kind="stable").astype(np.uint8)
    flush = np.zeros(SUITED_SETS, np.int32)
    fill_flush(flush)
    return Strengths(plain, plain_order, flush, *_flush_orders(flush))

"""The boards, flops and other sets of cards that the sums run over, as arrays."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Final

import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.counting.numbering import (
    BOARD_CARDS,
    LEVEL_ROWS,
    RANKS,
    SET_NUMBERS,
    SUITED_SETS,
    rank_multisets,
)

DECK_CARDS: Final = 52
SUIT_ORDERS: Final = tuple(permutations(range(4)))


@cache
def multiset_array(size: int) -> Ints:
    """Return the rank multisets of a size, a row each, in the order of their numbers."""
    found = rank_multisets(size)
    return np.array(found, np.int64).reshape(len(found), size)


@cache
def flush_boards() -> Ints:
    """Return every board with a possible flush: number, suited ranks, off ranks and two of them.

    Boards with the same off ranks stand together: their sums go to the same few rows.
    """
    sizes = np.bitwise_count(np.arange(SUITED_SETS))
    parts = []
    for suited in (3, 4, 5):
        sets = np.flatnonzero(sizes == suited)
        offs = multiset_array(BOARD_CARDS - suited)
        part = np.zeros((len(offs), len(sets), 5), np.int64)
        begin = LEVEL_ROWS[BOARD_CARDS, suited]
        part[:, :, 0] = begin + SET_NUMBERS[sets] * len(offs) + np.arange(len(offs))[:, None]
        part[:, :, 1] = sets
        part[:, :, 2] = BOARD_CARDS - suited
        part[:, :, 3 : 8 - suited] = offs[:, None, :]
        parts.append(part.reshape(-1, 5))
    return np.concatenate(parts)


@cache
def flops() -> tuple[Ints, Ints]:
    """Return the 1,755 flops that differ by more than suits' names, with how many each is."""
    return representatives(3)


def representatives(
    size: int, *, without: tuple[int, ...] = (), orders: tuple[tuple[int, ...], ...] = SUIT_ORDERS
) -> tuple[Ints, Ints]:
    """Return sets of cards up to renaming suits, and how many sets each stands for."""
    free = [card for card in range(DECK_CARDS) if card not in without]
    sets = np.array(list(combinations(free, size)), np.int64).reshape(comb(len(free), size), size)
    least = np.full(len(sets), np.iinfo(np.int64).max)
    for order in orders:
        renamed = np.sort((sets >> 2 << 2) + np.array(order)[sets & 3], axis=1)
        key = np.zeros(len(sets), np.int64)
        for place in range(size):
            key = key * DECK_CARDS + renamed[:, place]
        least = np.minimum(least, key)
    _, first, counts = np.unique(least, return_index=True, return_counts=True)
    return sets[first], counts.astype(np.int64)


def orders_fixing(cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the ways to rename suits that leave these cards, as a set, what they are."""
    return tuple(
        order
        for order in SUIT_ORDERS
        if {card // 4 * 4 + order[card % 4] for card in cards} == set(cards)
    )


def completions(known: tuple[int, ...], size: int, *, without: tuple[int, ...]) -> Ints:
    """Return every set of `size` cards that has the `known` ones and none of those `without`."""
    free = [card for card in range(DECK_CARDS) if card not in without and card not in known]
    more = size - len(known)
    rest = np.array(list(combinations(free, more)), np.int64).reshape(comb(len(free), more), more)
    head = np.broadcast_to(np.array(known, np.int64), (len(rest), len(known)))
    return np.ascontiguousarray(np.concatenate([head, rest], axis=1))


def level_rows(size: int) -> int:
    """Return the number of rows in the level of `size` cards."""
    return int(LEVEL_ROWS[size, BOARD_CARDS + 1])


ALL_RANKS: Final = (1 << RANKS) - 1

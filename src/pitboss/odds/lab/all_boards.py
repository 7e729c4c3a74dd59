"""The 134,459 boards that differ by more than the names of suits, and how many each stands for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, groupby
from math import factorial, prod
from typing import Final

import numpy as np

from pitboss.cards import Card, category_of, strength
from pitboss.odds.arrays import Ints
from pitboss.odds.counting.numbering import RANKS

SUITS: Final = 4
# How many cards of a board can be of each suit, the longest suit first.
_SHAPES: Final = (
    (5, 0, 0, 0),
    (4, 1, 0, 0),
    (3, 2, 0, 0),
    (3, 1, 1, 0),
    (2, 2, 1, 0),
    (2, 1, 1, 1),
)


@cache
def distinct_boards() -> tuple[Ints, Ints]:
    """Return one board of each kind, and how many boards are of it; 2,598,960 together.

    >>> boards, weights = distinct_boards()
    >>> len(boards), int(weights.sum())
    (134459, 2598960)
    """
    found = [(ranks, _names(ranks)) for shape in _SHAPES for ranks in _suits(shape)]
    boards = [
        [rank * SUITS + suit for suit, held in enumerate(ranks) for rank in held]
        for ranks, _ in found
    ]
    return np.array(boards, np.int64), np.array([ways for _, ways in found], np.int64)


def _suits(shape: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the ranks in each suit; suits of the same length in one order only."""
    if not shape:
        yield ()
        return
    length = shape[0]
    alike = shape.count(length)
    sets = list(combinations(range(RANKS), length))
    for first in combinations_with_replacement(sets, alike):
        for rest in _suits(shape[alike:]):
            yield (*first, *rest)


def _names(ranks: tuple[tuple[int, ...], ...]) -> int:
    """Return in how many ways suits can be named so that the boards differ."""
    same = (len(list(group)) for _, group in groupby(sorted(ranks)))
    return factorial(SUITS) // prod(map(factorial, same))


@cache
def board_categories() -> Ints:
    """Return the category that the five cards of each board make alone."""
    boards, _ = distinct_boards()
    found = [int(category_of(strength(list(map(Card, board))))) for board in boards.tolist()]
    return np.array(found, np.int64)

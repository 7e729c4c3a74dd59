"""The tables that simulated rounds look up: flops as they lie, six cards, and a way of playing."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.odds.arrays import Ints
from pitboss.odds.counting.boards import DECK_CARDS, SUIT_ORDERS, flops, multiset_array
from pitboss.odds.counting.numbering import (
    CHOOSE,
    HOLE_CARDS,
    HOLE_CLASS,
    HOLE_RANK_PAIR,
    LEVEL_ROWS,
    PAIR_RANKS,
    RANKS,
    SET_NUMBERS,
)
from pitboss.odds.counting.policy import Policy
from pitboss.odds.counting.strengths import strengths
from pitboss.odds.hands import HAND_OF_HOLE
from pitboss.odds.simulation.kernels import BOX, FLOP, Lookup

_STRAIGHT: Final = 5


def lookup(policy: Policy) -> Lookup:
    """Put a way of playing together with what every round looks up."""
    worth = strengths()
    return Lookup(
        deal=policy.deal,
        flop=policy.flop,
        plain=policy.plain,
        flush=policy.flush,
        flop_rows=flop_rows().astype(np.int16),
        renamed=renamed_holes().astype(np.int16),
        hands=HAND_OF_HOLE.astype(np.int16),
        pairs=HOLE_RANK_PAIR.astype(np.int16),
        classes=HOLE_CLASS.astype(np.int16),
        plain_strength=worth.plain,
        flush_strength=worth.flush,
        five_category=categories(FLOP),
        six_category=categories(BOX),
        sets=SET_NUMBERS,
        begins=LEVEL_ROWS,
        choose=CHOOSE,
    )


@cache
def flop_rows() -> Ints:
    """By number of each of the 22,100 flops: its stand-in in `flops()`, and the renaming to it."""
    found, _ = flops()
    rows = np.full(DECK_CARDS**3, -1, np.int64)
    rows[_key(found)] = np.arange(len(found))
    every = np.array(list(combinations(range(DECK_CARDS), 3)), np.int64)
    low, middle, high = every.T
    numbers = high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low
    out = np.full((comb(DECK_CARDS, 3), 2), -1, np.int64)
    for order in range(len(SUIT_ORDERS)):
        row = rows[_key(np.sort(_renamed(every, order), axis=1))]
        meets = row >= 0
        out[numbers[meets], 0] = row[meets]
        out[numbers[meets], 1] = order
    return out


@cache
def renamed_holes() -> Ints:
    """By renaming of the suits: the number that each hole then has."""
    out = np.zeros((len(SUIT_ORDERS), len(HOLE_CARDS)), np.int64)
    for order in range(len(SUIT_ORDERS)):
        low, high = np.sort(_renamed(HOLE_CARDS, order), axis=1).T
        out[order] = high * (high - 1) // 2 + low
    return out


@cache
def categories(size: int) -> NDArray[np.uint8]:
    """Return the category of a board's and a hole's ranks together, without a flush."""
    ranks = np.arange(RANKS)
    box = (multiset_array(size)[:, :, None] == ranks).sum(axis=1)
    hole = (PAIR_RANKS[:, :, None] == ranks).sum(axis=1)
    counts = box[:, None, :] + hole[None, :, :]
    line = np.concatenate([counts[:, :, -1:], counts], axis=2) > 0  # the ace also below the two
    runs = [line[:, :, n : n + _STRAIGHT].all(axis=2) for n in range(line.shape[2] - _STRAIGHT + 1)]
    pairs, threes = (counts >= 2).sum(axis=2), (counts >= 3).sum(axis=2)
    return np.select(
        [
            (counts >= 4).any(axis=2),
            (threes > 0) & (pairs > 1),
            np.any(runs, axis=0),
            threes > 0,
            pairs > 1,
            pairs > 0,
        ],
        [
            Category.FOUR_OF_A_KIND,
            Category.FULL_HOUSE,
            Category.STRAIGHT,
            Category.THREE_OF_A_KIND,
            Category.TWO_PAIR,
            Category.PAIR,
        ],
        Category.HIGH_CARD,
    ).astype(np.uint8)


def _renamed(cards: Ints, order: int) -> Ints:
    suits: Ints = np.array(SUIT_ORDERS[order], np.int64)
    found: Ints = (cards >> 2 << 2) + suits[cards & 3]
    return found


def _key(sets: Ints) -> Ints:
    """One number for three cards in rising order."""
    return (sets[:, 0] * DECK_CARDS + sets[:, 1]) * DECK_CARDS + sets[:, 2]

"""What a player sees on each of the 1,755 flops with each of the 1,326 holes."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.odds.arrays import Bytes, Ints
from pitboss.odds.counting.boards import flops
from pitboss.odds.counting.numbering import HOLE_CARDS, RANKS
from pitboss.odds.strategies.facts import (
    NO_RANK,
    BoardFacts,
    Flags,
    hidden_pairs,
    pocket_pairs,
)

FLOP_CARDS: Final = 3
SEEN: Final = FLOP_CARDS + 2
DRAW_CARDS: Final = 4  # "four to a flush"

# How many of the ten pairs of cards among five have equal ranks tells what their ranks make.
_BY_EQUALS: Final = {
    0: Category.HIGH_CARD,
    1: Category.PAIR,
    2: Category.TWO_PAIR,
    3: Category.THREE_OF_A_KIND,
    4: Category.FULL_HOUSE,
    6: Category.FOUR_OF_A_KIND,
}
_WHEEL: Final = 1 << RANKS - 1 | 0b1111
_BROADWAY: Final = 0b11111 << RANKS - 5
_RUNS: Final = [_WHEEL, *(0b11111 << low for low in range(RANKS - 4))]


@cache
def flop_facts() -> BoardFacts:
    """Return the facts by flop and hole; no outs, which are counted on the river."""
    found, _ = flops()
    ranks, holes = found >> 2, HOLE_CARDS >> 2
    return BoardFacts(
        category=_categories(found),
        on_board=_by_ranks(ranks[:, :, None])[:, 0],
        hidden=hidden_pairs(ranks, holes),
        pocket=pocket_pairs(holes),
        draw=_draws(found),
        outs=np.zeros((0, 0), np.uint8),
    )


def _categories(found: Ints) -> Bytes:
    """Return what the flop and the hole make together: five cards, no choice among them."""
    cards = np.empty((len(found), SEEN, len(HOLE_CARDS)), np.uint8)
    cards[:, :FLOP_CARDS] = found[:, :, None]
    cards[:, FLOP_CARDS:] = HOLE_CARDS.T
    category = _by_ranks(cards >> 2)
    ranks = np.bitwise_or.reduce(1 << (cards >> 2).astype(np.uint16), axis=1)
    run: Flags = np.isin(ranks, _RUNS)
    one_suit: Flags = (cards & 3 == cards[:, :1] & 3).all(axis=1)
    category[run] = Category.STRAIGHT
    category[one_suit] = Category.FLUSH
    category[one_suit & run] = Category.STRAIGHT_FLUSH
    category[one_suit & (ranks == _BROADWAY)] = Category.ROYAL_FLUSH
    return category


def _by_ranks(ranks: NDArray[np.integer]) -> Bytes:
    """Categories by equal ranks alone; the cards lie along the second axis."""
    equals = np.zeros((ranks.shape[0], ranks.shape[2]), np.uint8)
    for first, second in combinations(range(ranks.shape[1]), 2):
        equals += ranks[:, first] == ranks[:, second]
    names = np.zeros(max(_BY_EQUALS) + 1 + 4, np.uint8)  # a hole that is on the flop: up to ten
    names[list(_BY_EQUALS)] = list(_BY_EQUALS.values())
    return names[equals]


def _draws(found: Ints) -> NDArray[np.int8]:
    """Return the rank of the best hole card in a suit of which four or five cards are seen."""
    best = np.full((len(found), len(HOLE_CARDS)), NO_RANK, np.int8)
    for suit in range(4):
        on_flop = (found & 3 == suit).sum(axis=1)
        held = np.equal(HOLE_CARDS & 3, suit)
        top = np.where(held, HOLE_CARDS >> 2, NO_RANK).max(axis=1).astype(np.int8)
        enough = on_flop[:, None] + held.sum(axis=1) >= DRAW_CARDS
        best = np.where(enough, np.maximum(best, top), best)
    return best

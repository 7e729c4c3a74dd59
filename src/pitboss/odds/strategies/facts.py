"""What a player can see of a hand, for every hole at once: what conditions are made of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, Category, strength
from pitboss.odds.arrays import Bytes, Ints
from pitboss.odds.counting.boards import flops, flush_boards, multiset_array
from pitboss.odds.counting.numbering import (
    BOARD_CARDS,
    CHOOSE,
    CLASS_RANK_PAIRS,
    CLASS_SYMBOLS,
    HOLE_CARDS,
    PAIR_RANKS,
    PLAIN_BOARDS,
    RANK_PAIRS,
    RANKS,
    SYMBOLS,
)
from pitboss.odds.counting.strengths import CATEGORY_SHIFT, strengths
from pitboss.odds.strategies.facts_kernels import fill_river

Flags = NDArray[np.bool_]

NO_RANK = -1


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """One table of facts: a row for each flop or board, a column for each hole (or hole class).

    Where a hole cannot be held beside the board, what stands there means nothing.
    """

    category: Bytes  # of the best five of all cards seen
    on_board: Bytes  # by row: what the board shows by itself, as far as its cards go
    hidden: Flags  # whether a pair has a hole card in it: a pocket pair, or one with the board
    pocket: Ints  # by column: the rank number of a pocket pair, else `NO_RANK`
    draw: NDArray[np.int8]  # the best hole card in a suit with four cards seen, else `NO_RANK`
    outs: Bytes  # how many single unseen cards beat the hand; on the river only


def hidden_pairs(on_board: Ints, holes: Ints) -> Flags:
    """Find pairs with a hole card in them, by the ranks of boards and of holes."""
    found = np.broadcast_to(holes[:, 0] == holes[:, 1], (len(on_board), len(holes))).copy()
    for place in range(on_board.shape[1]):
        for card in range(2):
            found |= on_board[:, place, None] == holes[:, card]
    return found


def pocket_pairs(holes: Ints) -> Ints:
    """Return the rank of each pocket pair by the ranks of the holes; `NO_RANK` for the others."""
    return np.where(holes[:, 0] == holes[:, 1], holes[:, 0], NO_RANK)


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


SUITS: Final = 4


@cache
def plain_facts() -> BoardFacts:
    """Return the facts by the ranks of board and hole, on boards without a possible flush."""
    boards = multiset_array(BOARD_CARDS)
    left = np.zeros((PLAIN_BOARDS, SYMBOLS), np.int64)
    left[:, :RANKS] = SUITS - _counts(boards)
    return _facts(
        np.arange(PLAIN_BOARDS), np.zeros(PLAIN_BOARDS, np.int64), left, PAIR_RANKS,
        np.arange(RANK_PAIRS),
    )  # fmt: skip


@cache
def flush_facts() -> BoardFacts:
    """Return the facts by flush board and hole class."""
    boards = flush_boards()
    boards = boards[np.argsort(boards[:, 0])]
    suited = boards[:, 1]
    in_suit = suited[:, None] >> np.arange(RANKS) & 1
    off = np.zeros_like(in_suit)
    for place in range(2):
        there = boards[:, 2] > place
        off[there, boards[there, 3 + place]] += 1
    left = np.concatenate([SUITS - 1 - off, 1 - in_suit], axis=1)
    ranks = np.tile(np.arange(RANKS), len(boards)).repeat((in_suit + off).ravel())
    numbers = _numbers(ranks.reshape(-1, BOARD_CARDS))
    return _facts(numbers, suited, left, CLASS_SYMBOLS, CLASS_RANK_PAIRS)


def _facts(numbers: Ints, suited: Ints, left: Ints, symbols: Ints, pairs: Ints) -> BoardFacts:
    tables = strengths()
    shape = (len(numbers), len(symbols))
    category, outs = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    fill_river(
        numbers, suited, left, _with_one(), tables.plain, tables.flush, symbols, pairs, category,
        outs,
    )  # fmt: skip
    alone = np.maximum(_worth(BOARD_CARDS)[numbers], tables.flush[suited])
    hidden = hidden_pairs(multiset_array(BOARD_CARDS), PAIR_RANKS)
    return BoardFacts(
        category=category,
        on_board=(alone >> CATEGORY_SHIFT).astype(np.uint8),
        hidden=hidden[numbers][:, pairs],
        pocket=pocket_pairs(symbols % RANKS),
        draw=np.full((1, 1), NO_RANK, np.int8),
        outs=outs,
    )


@cache
def _with_one() -> NDArray[np.int32]:
    """Return what the ranks of each board make with one more rank."""
    boards = multiset_array(BOARD_CARDS)
    worth = _worth(BOARD_CARDS + 1)
    with_one = np.zeros((len(boards), RANKS), np.int32)
    for rank in range(RANKS):
        more = np.concatenate([boards, np.full((len(boards), 1), rank)], axis=1)
        with_one[:, rank] = worth[_numbers(np.sort(more, axis=1))]
    return with_one


@cache
def _worth(size: int) -> NDArray[np.int32]:
    """Strengths of the rank multisets of five or six cards; 0 for five cards of one rank."""
    multisets = multiset_array(size)
    possible = _counts(multisets).max(axis=1) <= SUITS
    # One suit after another: no suit gets three cards, and equal ranks stand together.
    cards = multisets * SUITS + np.arange(size) % SUITS
    worth = [
        strength([Card(card) for card in row]) if possible[at] else 0
        for at, row in enumerate(cards.tolist())
    ]
    return np.array(worth, np.int32)


def _counts(multisets: Ints) -> Ints:
    counts: Ints = (multisets[:, :, None] == np.arange(RANKS)).sum(axis=1)
    return counts


def _numbers(multisets: Ints) -> Ints:
    """Number rank multisets, given in rising order, among those of their size."""
    places = np.arange(multisets.shape[1])
    numbers: Ints = CHOOSE[multisets + places, places + 1].sum(axis=1)
    return numbers

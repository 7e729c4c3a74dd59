"""What a player sees on every board, in the two tables that the solver keeps boards in.

Where no suit has three cards on the board, ranks are all; where one has, the board and the hole
are seen from that suit (`numbering`).
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, strength
from pitboss.odds.arrays import Ints
from pitboss.odds.counting.boards import flush_boards, multiset_array
from pitboss.odds.counting.numbering import (
    BOARD_CARDS,
    CHOOSE,
    CLASS_RANK_PAIRS,
    CLASS_SYMBOLS,
    PAIR_RANKS,
    PLAIN_BOARDS,
    RANK_PAIRS,
    RANKS,
    SYMBOLS,
)
from pitboss.odds.counting.strengths import CATEGORY_SHIFT, strengths
from pitboss.odds.strategies.facts import (
    NO_RANK,
    BoardFacts,
    hidden_pairs,
    pocket_pairs,
)
from pitboss.odds.strategies.facts_kernels import fill_river

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

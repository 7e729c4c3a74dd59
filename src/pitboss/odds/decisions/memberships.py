"""Which flops a board belongs to, as seen from one suit, and in how many ways; whatever the deck.

A board with a possible flush has ten flops. Seen from that suit, such a flop is a row of the level
of three cards (see `numbering`), and the board completes it as often as its missing off cards can
be drawn. That number depends on the deck, so a board only names the *draw*: nothing, one rank, one
rank of which the flop has a card already, or two ranks. `draw_ways` counts each draw for a deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.arrays import Ints
from pitboss.odds.counting.boards import DECK_CARDS, flush_boards
from pitboss.odds.counting.numbering import (
    BOARD_CARDS,
    CHOOSE,
    LEVEL_ROWS,
    RANKS,
    SET_NUMBERS,
)

FLOP_CARDS: Final = 3
FLOPS_OF_BOARD: Final = comb(BOARD_CARDS, FLOP_CARDS)

# Draws, in the order of `draw_ways`.
NO_DRAW: Final = 0  # not a flop of its own: it is counted under another one
NOTHING: Final = 1
ONE: Final = 2
ANOTHER: Final = ONE + RANKS
TWO: Final = ANOTHER + RANKS


@dataclass(frozen=True, slots=True)
class Memberships:
    """The boards with a possible flush: suited ranks, off ranks (-1: none), and flops of each.

    `numbers` are the rank multisets of the boards, `draws` what completes nothing to the whole
    board; `rows` and `flop_draws` are by board and flop.
    """

    suited: Ints
    off: Ints
    numbers: Ints
    draws: Ints
    rows: Ints
    flop_draws: Ints


@dataclass(frozen=True, slots=True)
class Flops:
    """All 22,100 flops: the set of cards as bits, and its rows: of the plain level, by suit."""

    bits: Ints
    plain: Ints
    rows: Ints  # by flop and suit; -1 where no flush can come


def draw_ways(off_left: Ints) -> Ints:
    """Count the ways of each draw, given the off cards left of each rank.

    >>> ways = draw_ways(np.full(13, 3))
    >>> [int(ways[draw]) for draw in (NO_DRAW, NOTHING, ONE, ANOTHER, TWO, TWO + 1)]
    [0, 1, 3, 2, 3, 9]
    """
    low, high = _pair_ranks()
    equal = off_left[low] * (off_left[low] - 1) // 2
    pairs = np.where(low == high, equal, off_left[low] * off_left[high])
    return np.concatenate([[0, 1], off_left, np.maximum(off_left - 1, 0), pairs]).astype(np.int64)


@cache
def memberships() -> Memberships:
    """Return the boards; made once a process, in a few hundredths of a second."""
    boards = flush_boards()
    suited, offs = boards[:, 1], boards[:, 2]
    off = np.where(np.arange(2) < offs[:, None], boards[:, 3:], -1)
    # Places 0 to 4 of a board: its suited ranks, then its off ranks.
    ranks = np.zeros((len(boards), BOARD_CARDS), np.int64)
    is_suited = np.arange(BOARD_CARDS) < BOARD_CARDS - offs[:, None]
    ranks[is_suited] = np.nonzero(suited[:, None] >> np.arange(RANKS) & 1)[1]
    ranks[~is_suited] = off[off >= 0]
    rows = np.zeros((len(boards), FLOPS_OF_BOARD), np.int64)
    draws = np.zeros_like(rows)
    for at, places in enumerate(combinations(range(BOARD_CARDS), FLOP_CARDS)):
        kept = np.isin(np.arange(BOARD_CARDS), places)
        rows[:, at] = _rows(ranks[:, kept], is_suited[:, kept])
        draws[:, at] = _draws(off, offs, kept)
    whole = _draws(off, offs, np.zeros(BOARD_CARDS, np.bool_))
    return Memberships(suited, off, _numbers(np.sort(ranks, axis=1)), whole, rows, draws)


@cache
def all_flops() -> Flops:
    """Return the flops; made once a process."""
    cards = np.array(list(combinations(range(DECK_CARDS), FLOP_CARDS)), np.int64)
    ranks = cards >> 2
    bits = (1 << cards).sum(axis=1)
    rows = np.stack([_rows(ranks, cards & 3 == suit) for suit in range(4)], axis=1)
    return Flops(bits, _numbers(ranks), rows)


def _pair_ranks() -> tuple[Ints, Ints]:
    pairs = np.array([(low, high) for high in range(RANKS) for low in range(high + 1)], np.int64)
    return pairs[:, 0], pairs[:, 1]


def _numbers(ranks: Ints) -> Ints:
    """Number rank multisets given in rising order."""
    places = np.arange(ranks.shape[1])
    return np.asarray(CHOOSE[ranks + places, places + 1].sum(axis=1), np.int64)


def _rows(ranks: Ints, is_suited: NDArray[np.bool_]) -> Ints:
    """Rows of the level of three cards, some of them of the suit; -1 where no flush can come."""
    keeps = is_suited.sum(axis=1)
    sets = np.where(is_suited, 1 << ranks, 0).sum(axis=1)
    # Off ranks in rising order stand first, so that they are numbered; those behind add nothing.
    off = np.sort(np.where(is_suited, RANKS, ranks), axis=1)
    places = np.arange(FLOP_CARDS)
    parts = np.where(off < RANKS, CHOOSE[np.minimum(off, RANKS - 1) + places, places + 1], 0)
    offs = FLOP_CARDS - keeps
    multisets = CHOOSE[RANKS - 1 + offs, offs]
    found = LEVEL_ROWS[FLOP_CARDS, keeps] + SET_NUMBERS[sets] * multisets + parts.sum(axis=1)
    return np.asarray(np.where(LEVEL_ROWS[FLOP_CARDS, keeps] < 0, -1, found), np.int64)


def _draws(off: Ints, offs: Ints, kept: NDArray[np.bool_]) -> Ints:
    """Name the draw of the off ranks that a flop leaves out; two off ranks are places 3 and 4."""
    one_off = np.where(kept[4], NOTHING, ONE + off[:, 0])
    low, high = off[:, 0], off[:, 1]
    equal = low == high
    if kept[3] and kept[4]:
        two_off = np.full(len(off), NOTHING)
    elif kept[3]:
        two_off = np.where(equal, ANOTHER + high, ONE + high)
    elif kept[4]:
        two_off = np.where(equal, NO_DRAW, ONE + low)  # of two equal ranks, the first is kept
    else:
        two_off = TWO + high * (high + 1) // 2 + low
    return np.asarray(np.select([offs == 0, offs == 1], [NOTHING, one_off], two_off), np.int64)

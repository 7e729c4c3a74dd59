"""Compiled loops behind drawn spots: which river spots fit, and real cards for a class of them.

They call into `counting.kernels`, whose edits the cache of this file does not notice.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds.arrays import Bytes, Ints
from pitboss.odds.counting.kernels import (
    ALL_SUITED,
    CHECKED,
    LEVEL,
    PAY_FOLD,
    SLOPE,
    UNKNOWN,
    VALUES,
    board_reach,
    flush_counts,
    targets_of,
    value_row,
    weigh,
)
from pitboss.odds.counting.tables import StrengthTables

Words = NDArray[np.uint64]

KNOWN_RUNOUT: Final = False
# Of a river spot: board, hole class, how many deals come to it, and its values in pay units: Ante
# and Blind if played, each Ante of Play, the fold.
BOARD, HOLE, REACH, STANDS, EACH, FOLDS = range(6)
FIELDS: Final = 6
ANY: Final = -1  # any choice may be the best
TRIES_MAX: Final = 100_000_000  # a class that is reached has a deal far sooner

# The mixing of splitmix64.
STEP: Final = np.uint64(0x9E3779B97F4A7C15)
FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
SECOND: Final = np.uint64(0x94D049BB133111EB)


@njit(cache=True, nogil=True)
def below(state: Words, bound: int) -> int:
    """Draw a number from 0 to `bound` - 1, all equally likely, and move the state on."""
    wide = np.uint64(bound)
    fair = np.uint64(0xFFFFFFFFFFFFFFFF) - np.uint64(0xFFFFFFFFFFFFFFFF) % wide
    while True:
        state[0] += STEP
        mixed = state[0]
        mixed = (mixed ^ (mixed >> np.uint64(30))) * FIRST
        mixed = (mixed ^ (mixed >> np.uint64(27))) * SECOND
        mixed = mixed ^ (mixed >> np.uint64(31))
        if mixed < fair:
            return int(mixed % wide)


@njit(cache=True, nogil=True)
def best_and_gap(stands: int, slope: int, fold: int, multiples: Ints, out: Ints) -> None:
    """Fill the place of the best river choice, 0 being the fold, and its lead over the second."""
    best = fold
    second = -(1 << 62)
    made = 0
    for place in range(multiples.size):
        value = stands + multiples[place] * slope
        if value > best:
            second = best
            best = value
            made = place + 1
        elif value > second:
            second = value
    out[0] = made
    out[1] = best - second


@njit(cache=True, nogil=True)
def flush_spots(
    t: StrengthTables, boards: Ints, qualifying: int, dealers: int, pays: Ints, ends: Ints,
    multiples: Ints, by_view: Ints, allowed: Bytes, wanted: int, gap_max: int, plain_reach: Ints,
    totals: Ints, begins: Ints, offsets: Ints, found: Ints,
) -> None:  # fmt: skip
    """Count the deals that come to spots that fit, by board with a possible flush; pick some.

    Picked are, on each board, the spots in which the deals numbered by its `offsets` lie, which
    stand from its place in `begins` on and rise. Takes what reaches these boards from the plain.
    """
    counts = np.zeros((351, 4), np.int32)
    left = np.zeros(26, np.int64)
    row = np.zeros((351, VALUES), np.int64)
    best = np.zeros(351, np.uint8)
    nothing = np.zeros((91, VALUES), np.int64)
    reach = np.zeros((351, 1), np.int64)
    rows = np.zeros(32, np.int64)
    rests = np.zeros((32, 5), np.int64)
    weights = weigh(pays, dealers, qualifying)
    off_left = np.full(13, 3, np.int64)
    dealer = np.full(2, UNKNOWN, np.int64)
    lead = np.zeros(2, np.int64)
    for at in range(boards.shape[0]):
        number = flush_counts(
            t.plain, t.plain_order, t.flush_order, t.flush_strength, t.flush_from, t.choose,
            t.symbols, boards[at], np.int64(ALL_SUITED), off_left, dealer, qualifying, left, counts,
        )  # fmt: skip
        if number < 0:
            continue
        targets = targets_of(t.sets, t.begins, t.choose, np.int64(3), boards[at], rows, rests)
        board_reach(
            t.symbols, t.held, t.holders, targets, rows, rests, off_left, left, by_view, reach
        )
        for hole in range(351):
            plain_reach[number, t.class_pairs[hole]] -= reach[hole, 0]
        value_row(
            t.symbols, t.class_pairs, counts, left, weights, ends, KNOWN_RUNOUT, nothing, row, best
        )
        place = begins[at]
        for hole in range(351):
            if reach[hole, 0] == 0 or not allowed[boards[at, 0], hole]:
                continue
            fold = dealers * pays[counts[hole, 0] >> 20, PAY_FOLD]
            best_and_gap(row[hole, LEVEL], row[hole, SLOPE], fold, multiples, lead)
            if lead[1] > gap_max or (wanted != ANY and lead[0] != wanted):
                continue
            totals[at] += reach[hole, 0]
            while place < begins[at + 1] and offsets[place] < totals[at]:
                spot = found[place]
                spot[BOARD] = boards[at, 0]
                spot[HOLE] = hole
                spot[REACH] = reach[hole, 0]
                spot[STANDS] = row[hole, LEVEL]
                spot[EACH] = row[hole, SLOPE]
                spot[FOLDS] = fold
                place += 1


@njit(cache=True, nogil=True)
def hole_index(first: int, second: int) -> int:
    """Number a hole among the 1,326."""
    low = min(first, second)
    high = max(first, second)
    return high * (high - 1) // 2 + low


@njit(cache=True, nogil=True)
def flop_index(cards: Ints) -> int:
    """Number a flop of three cards among the 22,100."""
    high = max(cards[0], cards[1], cards[2])
    low = min(cards[0], cards[1], cards[2])
    middle = cards[0] + cards[1] + cards[2] - high - low
    return int(high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low)


@njit(cache=True, nogil=True)
def take_suits(ranks: Ints, suited: Ints, suit: int, state: Words, cards: Ints) -> bool:
    """Give every card a suit by chance; False where two cards are the same.

    A card that is `suited` has the suit; another has one of the three others, or, where no suit
    is given (4), any.
    """
    for place in range(ranks.size):
        if suited[place]:
            own = suit
        elif suit == 4:
            own = below(state, 4)
        else:
            own = below(state, 3)
            own += own >= suit
        cards[place] = ranks[place] * 4 + own
        for other in range(place):
            if cards[other] == cards[place]:
                return False
    return True


@njit(cache=True, nogil=True)
def plain_board(cards: Ints) -> bool:
    """Tell whether the first five cards have fewer than three of each suit."""
    in_suit = np.zeros(4, np.int64)
    for place in range(5):
        in_suit[cards[place] & 3] += 1
    return bool(in_suit.max() < 3)


@njit(cache=True, nogil=True)
def deal_rivers(
    ranks: Ints, suited: Ints, flush: Bytes, seeds: Words, hand_of_hole: Ints, deal: Bytes,
    flop_choice: Bytes, flop_rows: Ints, renamed: Ints, out: Ints,
) -> bool:  # fmt: skip
    """Deal real cards for classes of river spots, among those that are checked twice, by chance.

    A class has the ranks of its board and hole, and which of the seven are of the `flush` suit.
    Fills flop, turn, river, hole. Gives False where a class has no such cards.
    """
    state = np.zeros(1, np.uint64)
    cards = np.zeros(7, np.int64)
    for at in range(ranks.shape[0]):
        state[0] = seeds[at]
        dealt = False
        for _ in range(TRIES_MAX):
            suit = below(state, 4) if flush[at] else 4
            if not take_suits(ranks[at], suited[at], suit, state, cards):
                continue
            if not flush[at] and not plain_board(cards):
                continue
            for place in range(5):  # three of the five by chance: those that lie first now
                other = place + below(state, 5 - place)
                card = cards[other]
                cards[other] = cards[place]
                cards[place] = card
            hole = hole_index(cards[5], cards[6])
            if deal[hand_of_hole[hole]] != CHECKED:
                continue
            row = flop_rows[flop_index(cards[:3])]
            if flop_choice[row[0], renamed[row[1], hole]] == CHECKED:
                dealt = True
                break
        if not dealt:
            return False
        out[at] = cards
    return True


@njit(cache=True, nogil=True)
def rename_suits(cards: Ints, orders: Ints, seeds: Words) -> None:
    """Rename the suits of each row of cards by chance."""
    state = np.zeros(1, np.uint64)
    for at in range(cards.shape[0]):
        state[0] = seeds[at]
        order = orders[below(state, orders.shape[0])]
        for place in range(cards.shape[1]):
            card = cards[at, place]
            cards[at, place] = card // 4 * 4 + order[card & 3]

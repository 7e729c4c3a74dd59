"""Compiled loops over boards, holes and dealer hands; `tests/odds/lab/reference.py` has twins."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds.arrays import Ints

BOARD: Final = 5
HOLES_LEFT: Final = 1_081  # of two cards each, beside a board
DEALER_HANDS: Final = 990  # beside a board and a hole
WON, TIED, LOST = range(3)  # by own hand against the dealer's
RESULTS: Final = 3


@njit(cache=True, nogil=True)
def board_strengths(
    board: Ints, plain: NDArray[np.int32], flush: NDArray[np.int32], choose: Ints, hole_cards: Ints,
    holes: Ints, strengths: Ints,
) -> int:  # fmt: skip
    """List the holes beside a board and the strength each makes of it; gives how many."""
    ranks = np.zeros(BOARD, np.int64)
    suited = np.zeros(4, np.int64)
    taken = 0
    for place in range(BOARD):
        ranks[place] = board[place] >> 2
        suited[board[place] & 3] |= 1 << (board[place] >> 2)
        taken |= 1 << board[place]
    ranks.sort()
    number = 0
    for place in range(BOARD):
        number += choose[ranks[place] + place, place + 1]
    found = 0
    for hole in range(hole_cards.shape[0]):
        low = hole_cards[hole, 0]
        high = hole_cards[hole, 1]
        if taken >> low & 1 or taken >> high & 1:
            continue
        first = low >> 2
        second = high >> 2  # the lower card comes first
        best = plain[number, second * (second + 1) // 2 + first]
        for suit in range(4):
            held = suited[suit]
            if low & 3 == suit:
                held |= 1 << first
            if high & 3 == suit:
                held |= 1 << second
            if flush[held] > best:
                best = flush[held]
        holes[found] = hole
        strengths[found] = best
        found += 1
    return found


@njit(cache=True, nogil=True)
def count_deals(
    boards: Ints, weights: Ints, board_ids: Ints, compared: bool, plain: NDArray[np.int32],
    flush: NDArray[np.int32], choose: Ints, hole_cards: Ints, own_kinds: Ints, own_ids: Ints,
    dealer_kinds: Ints, dealer_ids: Ints, counts: Ints,
) -> None:  # fmt: skip
    """Count all deals by classes of board, own hand and dealer's hand, and by who has the better.

    A class follows from the category of the seven cards and the kind of the two: `own_ids` and
    `dealer_ids` have it by both. Unless `compared`, every deal counts as `WON`.

    Holes are gone through in rising order of strength. What has been passed is counted by the
    dealer's class, in all and by each card, so that hands which share a card can be taken off.
    """
    classes = counts.shape[2]
    holes = np.zeros(HOLES_LEFT, np.int64)
    strengths = np.zeros(HOLES_LEFT, np.int64)
    theirs = np.zeros(HOLES_LEFT, np.int64)
    whole = np.zeros(classes, np.int64)
    whole_with = np.zeros((52, classes), np.int64)
    passed = np.zeros(classes, np.int64)
    passed_with = np.zeros((52, classes), np.int64)
    below = np.zeros((HOLES_LEFT, classes), np.int64)
    for at in range(boards.shape[0]):
        found = board_strengths(boards[at], plain, flush, choose, hole_cards, holes, strengths)
        row = counts[board_ids[at]]
        if classes == 1 and not compared:  # the dealer does not matter
            for place in range(found):
                own = own_ids[strengths[place] >> 20, own_kinds[holes[place]]]
                row[own, 0, WON] += weights[at] * DEALER_HANDS
            continue
        whole[:] = 0
        whole_with[:] = 0
        passed[:] = 0
        passed_with[:] = 0
        for place in range(found):
            hole = holes[place]
            dealer = dealer_ids[strengths[place] >> 20, dealer_kinds[hole]]
            theirs[place] = dealer
            whole[dealer] += 1
            whole_with[hole_cards[hole, 0], dealer] += 1
            whole_with[hole_cards[hole, 1], dealer] += 1
        order = np.argsort(strengths[:found]) if compared else np.arange(found)
        begin = 0
        while begin < found:
            end = begin + 1
            while end < found and (
                not compared or strengths[order[end]] == strengths[order[begin]]
            ):
                end += 1
            for step in range(begin, end):
                hole = holes[order[step]]
                low = hole_cards[hole, 0]
                high = hole_cards[hole, 1]
                for dealer in range(classes):
                    below[step, dealer] = (
                        passed[dealer] - passed_with[low, dealer] - passed_with[high, dealer]
                    )
            for step in range(begin, end):
                hole = holes[order[step]]
                dealer = theirs[order[step]]
                passed[dealer] += 1
                passed_with[hole_cards[hole, 0], dealer] += 1
                passed_with[hole_cards[hole, 1], dealer] += 1
            for step in range(begin, end):
                place = order[step]
                hole = holes[place]
                low = hole_cards[hole, 0]
                high = hole_cards[hole, 1]
                own = own_ids[strengths[place] >> 20, own_kinds[hole]]
                for dealer in range(classes):
                    itself = 1 if theirs[place] == dealer else 0
                    upto = passed[dealer] - passed_with[low, dealer] - passed_with[high, dealer]
                    upto += itself
                    every = whole[dealer] - whole_with[low, dealer] - whole_with[high, dealer]
                    every += itself
                    if not compared:
                        row[own, dealer, WON] += weights[at] * every
                        continue
                    row[own, dealer, WON] += weights[at] * below[step, dealer]
                    row[own, dealer, TIED] += weights[at] * (upto - below[step, dealer])
                    row[own, dealer, LOST] += weights[at] * (every - upto)
            begin = end

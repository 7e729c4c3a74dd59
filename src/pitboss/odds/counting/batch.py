"""Strengths of many seven-card hands at once, from the tables of `strengths`."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds.counting.numbering import CHOOSE
from pitboss.odds.counting.strengths import strengths

HAND_CARDS = 7


def evaluate(hands: NDArray[np.integer]) -> NDArray[np.int32]:
    """Return the strength of each hand of seven distinct cards, on the scale of `cards.strength`.

    >>> from pitboss.cards import parse_cards, strength
    >>> hand = parse_cards("As Ks Qs Js Ts 2d 2c")
    >>> int(evaluate(np.array([hand]))[0]) == strength(hand)
    True
    """
    cards = np.ascontiguousarray(hands, np.uint8)
    if cards.ndim != 2 or cards.shape[1] != HAND_CARDS:
        raise ValueError(f"hands must be rows of {HAND_CARDS} cards, not of shape {cards.shape}")
    if hands.size and not (hands.min() >= 0 and hands.max() < 52):
        raise ValueError("cards are 0 to 51")
    found = np.empty(len(cards), np.int32)
    tables = strengths()
    evaluate_all(cards, tables.plain, tables.flush, CHOOSE, found)
    return found


@njit(cache=True, nogil=True)
def evaluate_all(
    hands: NDArray[np.uint8],
    plain: NDArray[np.int32],
    flush: NDArray[np.int32],
    choose: NDArray[np.int64],
    found: NDArray[np.int32],
) -> None:
    """Fill in the strength of each hand: the flush if there is one, else by ranks."""
    ranks = np.zeros(5, np.int64)
    for at in range(hands.shape[0]):
        suits = (
            0  # four counts of four bits each, starting at three: five of a suit set its top bit
        )
        for place in range(7):
            suits += 1 << ((hands[at, place] & 3) * 4)
        flushes = (suits + 0x3333) & 0x8888
        if flushes:
            suit = 0
            while not flushes >> (suit * 4 + 3) & 1:
                suit += 1
            suited = 0
            for place in range(7):
                if hands[at, place] & 3 == suit:
                    suited |= 1 << (hands[at, place] >> 2)
            found[at] = flush[suited]
            continue
        for place in range(5):
            rank = hands[at, place] >> 2
            before = place
            while before > 0 and ranks[before - 1] > rank:
                ranks[before] = ranks[before - 1]
                before -= 1
            ranks[before] = rank
        board = 0
        for place in range(5):
            board += choose[ranks[place] + place, place + 1]
        low = hands[at, 5] >> 2
        high = hands[at, 6] >> 2
        if low > high:
            low, high = high, low
        found[at] = plain[board, high * (high + 1) // 2 + low]

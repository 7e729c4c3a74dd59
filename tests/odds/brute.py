"""Every hand of so many cards, one by one, by a plain reading that shares no code with ours.

The category is found from the definition of each hand; only the loops are compiled, since there
are 20 million hands of six cards.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL = range(
    10
)
SUPER_ROYAL = 10  # clubs; then diamonds, hearts, spades


@njit(nogil=True)
def _top_of_run(ranks: NDArray[np.bool_]) -> int:
    """The highest of five ranks in a row, the ace (12) also below the two (0); -1 if none."""
    for top in range(12, 2, -1):
        whole = True
        for down in range(5):
            rank = top - down
            whole = whole and ranks[rank if rank >= 0 else 12]
        if whole:
            return top
    return -1


@njit(nogil=True)
def read_hand(cards: NDArray[np.int64], size: int) -> int:
    """The category of the best five of `size` cards, or which super royal all six are."""
    ranks = np.zeros(13, np.int64)
    suits = np.zeros(4, np.int64)
    for n in range(size):
        ranks[cards[n] // 4] += 1
        suits[cards[n] % 4] += 1
    best = HIGH_CARD
    for suit in range(4):
        if suits[suit] >= 5:
            suited = np.zeros(13, np.bool_)
            for n in range(size):
                if cards[n] % 4 == suit:
                    suited[cards[n] // 4] = True
            top = _top_of_run(suited)
            if top == 12:
                if size == 6 and suited[7] and suits[suit] == 6:
                    return SUPER_ROYAL + suit
                return ROYAL
            best = STRAIGHT_FLUSH if top >= 0 else FLUSH
    if best == STRAIGHT_FLUSH:
        return best
    fours, threes, twos = np.sum(ranks == 4), np.sum(ranks == 3), np.sum(ranks == 2)
    if fours:
        return FOUR
    if threes and threes + twos > 1:
        return FULL_HOUSE
    if best == FLUSH:
        return best
    if _top_of_run(ranks > 0) >= 0:
        return STRAIGHT
    if threes:
        return THREE
    if twos > 1:
        return TWO_PAIR
    return PAIR if twos else HIGH_CARD


@njit(nogil=True)
def count_all(size: int) -> NDArray[np.int64]:
    """Count every hand of `size` cards by what it is."""
    found = np.zeros(14, np.int64)
    cards = np.arange(size)
    while True:
        found[read_hand(cards, size)] += 1
        place = size - 1
        while place >= 0 and cards[place] == 52 - size + place:
            place -= 1
        if place < 0:
            return found
        cards[place] += 1
        for n in range(place + 1, size):
            cards[n] = cards[n - 1] + 1

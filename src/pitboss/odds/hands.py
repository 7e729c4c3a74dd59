"""The 169 starting hands: names such as AKs, KTo and 77, and which holes each one is."""

from __future__ import annotations

from typing import Final

import numpy as np

from pitboss.odds.counting.numbering import HOLE_CARDS, RANKS

RANK_LETTERS: Final = "23456789TJQKA"
HANDS: Final = RANKS * RANKS


def hand_number(first: int, second: int) -> int:
    """Number the starting hand of two cards; as in the usual grid, aces first, suited above pairs.

    >>> HAND_NAMES[hand_number(51, 47)], HAND_NAMES[hand_number(0, 5)]
    ('AKs', '32o')
    """
    low, high = sorted((first // 4, second // 4))
    near, far = RANKS - 1 - high, RANKS - 1 - low
    return near * RANKS + far if first % 4 == second % 4 else far * RANKS + near


def _name(number: int) -> str:
    row, column = divmod(number, RANKS)
    high, low = (RANK_LETTERS[RANKS - 1 - place] for place in sorted((row, column)))
    if row == column:
        return high + low
    return f"{high}{low}{'s' if row < column else 'o'}"


HAND_NAMES: Final = tuple(_name(number) for number in range(HANDS))
HAND_OF_HOLE: Final = np.array([hand_number(a, b) for a, b in HOLE_CARDS.tolist()], np.int64)
HOLES_OF_HAND: Final = np.bincount(HAND_OF_HOLE, minlength=HANDS)

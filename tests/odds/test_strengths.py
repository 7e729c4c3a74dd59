"""The tables of strengths against `cards.strength`, and every seven-card hand counted with them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from random import Random

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from pitboss.cards import DECK, Category, strength
from pitboss.odds.counting.batch import evaluate
from pitboss.odds.counting.numbering import CHOOSE
from pitboss.odds.counting.strengths import strengths

# Published everywhere; the sum is C(52, 7).
SEVEN_CARDS = {
    Category.ROYAL_FLUSH: 4_324,
    Category.STRAIGHT_FLUSH: 37_260,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}


def test_many_hands_at_once_are_what_they_are_one_by_one() -> None:
    chance = Random(7)
    hands = [chance.sample(DECK, 7) for _ in range(20_000)]

    found = evaluate(np.array(hands))

    assert found.tolist() == [strength(hand) for hand in hands]


def test_flushes_are_what_they_are_one_by_one() -> None:
    chance = Random(8)
    suits = [[card for card in DECK if card % 4 == suit] for suit in range(4)]
    hands = [chance.sample(chance.choice(suits), 5) for _ in range(4_000)]
    hands = [[*h, *chance.sample([c for c in DECK if c not in h], 2)] for h in hands]
    for hand in hands:
        chance.shuffle(hand)

    assert evaluate(np.array(hands)).tolist() == [strength(hand) for hand in hands]


def test_every_flush_that_there_is() -> None:
    table = strengths().flush

    for size in (5, 6, 7):
        for ranks in combinations(range(13), size):
            hand = [DECK[rank * 4] for rank in ranks]
            assert table[sum(1 << rank for rank in ranks)] == strength(hand)


@pytest.mark.parametrize("hands", [np.zeros((2, 6), int), np.array([52, *range(6)])[None], [[1]]])
def test_what_is_no_hand_is_refused(hands: NDArray[np.int64]) -> None:
    with pytest.raises(ValueError, match=r"hands must be|cards are 0"):
        evaluate(np.array(hands))


@njit(nogil=True)
def count_from(
    first: int,
    plain: NDArray[np.int32],
    flush: NDArray[np.int32],
    choose: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Count all hands whose lowest card is `first`, card by card, each looked up by itself."""
    for b in range(first + 1, 52):
        for c in range(b + 1, 52):
            for d in range(c + 1, 52):
                for e in range(d + 1, 52):
                    # Cards rise, so ranks do: the multiset needs no sorting.
                    board = first >> 2
                    board += choose[(b >> 2) + 1, 2] + choose[(c >> 2) + 2, 3]
                    board += choose[(d >> 2) + 3, 4] + choose[(e >> 2) + 4, 5]
                    for f in range(e + 1, 52):
                        for g in range(f + 1, 52):
                            strength = np.int32(0)
                            for suit in range(4):
                                suited = 0
                                for card in (first, b, c, d, e, f, g):
                                    if card & 3 == suit:
                                        suited |= 1 << (card >> 2)
                                strength = max(strength, flush[suited])
                            if strength == 0:
                                high = g >> 2
                                strength = plain[board, high * (high + 1) // 2 + (f >> 2)]
                            counts[strength >> 20] += 1


@pytest.mark.slow
def test_all_seven_card_hands_by_category() -> None:
    tables = strengths()
    counts = np.zeros((46, 10), np.int64)

    with ThreadPoolExecutor(2) as pool:
        list(
            pool.map(
                lambda first: count_from(first, tables.plain, tables.flush, CHOOSE, counts[first]),
                range(46),
            )
        )

    assert dict(enumerate(counts.sum(axis=0).tolist())) == SEVEN_CARDS

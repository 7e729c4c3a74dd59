"""Exact counts: every hand of five, six and seven cards falls into its category."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from pitboss.cards import DECK, Category, Strength, category_of, strength
from tests.cards.hands import tally_of_all_hands

# Published many times over, for instance in Wikipedia's "Poker probability".
FIVE_CARDS = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}
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


def six_card_counts() -> dict[Category, int]:
    """The counts for six cards, worked out on paper, without any evaluator."""
    straight_flushes = 4 * (47 + 9 * 46)  # below the ace, the next card up is not the sixth
    flushes = 4 * (comb(13, 6) + comb(13, 5) * 39)
    run_masks = [{14, 2, 3, 4, 5}, *({*range(low, low + 5)} for low in range(2, 11))]
    six_ranks = [{*ranks} for ranks in combinations(range(2, 15), 6)]
    runs_in_six = sum(any(run <= ranks for run in run_masks) for ranks in six_ranks)
    # Suits for six ranks, and for five with one paired, that leave no five alike.
    suits_for_six = 4**6 - 4 * (1 + 6 * 3)
    suits_for_five = comb(4, 2) * 4**4 - 4 * 3
    return {
        Category.ROYAL_FLUSH: 4 * 47,
        Category.STRAIGHT_FLUSH: 4 * 9 * 46,
        Category.FOUR_OF_A_KIND: 13 * comb(48, 2),
        Category.FULL_HOUSE: comb(13, 2) * 4 * 4 + 13 * 4 * 12 * comb(4, 2) * 44,
        Category.FLUSH: flushes - straight_flushes,
        Category.STRAIGHT: runs_in_six * suits_for_six + 10 * 5 * suits_for_five,
        Category.THREE_OF_A_KIND: 13 * 4 * comb(12, 3) * 4**3,
        Category.TWO_PAIR: comb(13, 3) * comb(4, 2) ** 3
        + comb(13, 2) * comb(4, 2) ** 2 * comb(11, 2) * 4**2,
        Category.PAIR: (comb(13, 5) - 10) * 5 * suits_for_five,
        Category.HIGH_CARD: (len(six_ranks) - runs_in_six) * suits_for_six,
    }


def by_category(tally: Counter[Strength]) -> dict[Category, int]:
    counts: Counter[Category] = Counter()
    for value, number in tally.items():
        counts[category_of(value)] += number
    return counts


def test_every_five_card_hand_falls_into_its_category() -> None:
    tally = Counter(map(strength, combinations(DECK, 5)))

    assert tally.total() == 2_598_960
    assert by_category(tally) == FIVE_CARDS
    assert len(tally) == 7_462
    assert tally == tally_of_all_hands(5)  # and the classes count what they should


@pytest.mark.full
@pytest.mark.slow
def test_every_six_card_hand_falls_into_its_category() -> None:
    tally = tally_of_all_hands(6)

    assert tally.total() == sum(six_card_counts().values()) == 20_358_520
    assert by_category(tally) == six_card_counts()


@pytest.mark.full
@pytest.mark.slow
def test_every_seven_card_hand_falls_into_its_category() -> None:
    tally = tally_of_all_hands(7)

    assert tally.total() == sum(SEVEN_CARDS.values()) == 133_784_560
    assert by_category(tally) == SEVEN_CARDS
    assert len(tally) == 4_824

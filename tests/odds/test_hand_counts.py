"""How many hands there are of each kind: held to published counts, to formulas, to brute force."""

from __future__ import annotations

import os
from fractions import Fraction
from math import comb

import pytest

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.odds.sidebets.hand_counts import (
    HandCounts,
    category_counts,
    dealt_cards,
    seven_cards,
    six_cards,
)
from pitboss.odds.sidebets.side_bet import shown_hand
from pitboss.rules import COMMUNITY, FIRST_FIVE, SUPER_ROYAL, SUPER_ROYAL_DIAMONDS, Wager
from tests.cards.test_counts import FIVE_CARDS, SEVEN_CARDS, six_card_counts
from tests.odds import brute

# Royal to three of a kind of six cards, as published; the super royals are among the royals.
SIX_CARDS = (188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160)
TALLIES = {
    "seven": (seven_cards, Wager.TRIPS),
    "dealt": (dealt_cards, Wager.PROGRESSIVE),
    "six": (six_cards, Wager.SIX_CARD),
}
compiled = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="millions of hands need compiled loops"
)


def test_five_six_and_seven_cards_are_counted_as_published() -> None:
    assert category_counts(5) == FIVE_CARDS
    assert category_counts(6) == six_card_counts()
    assert category_counts(7) == SEVEN_CARDS
    from_royal = [category_counts(6)[category] for category in sorted(Category, reverse=True)]
    assert tuple(from_royal[:7]) == SIX_CARDS


def test_every_hand_is_in_one_class() -> None:
    assert sum(known.hits for known in seven_cards().classes) == comb(52, 7) == 133_784_560
    assert sum(known.hits for known in six_cards().classes) == comb(52, 6) == 20_358_520
    deals = comb(52, 2) * comb(50, 3) * comb(47, 2)
    assert sum(known.hits for known in dealt_cards().classes) == deals == dealt_cards().total


def test_a_royal_is_of_the_first_five_or_on_the_board_or_neither() -> None:
    dealt, others = dealt_cards(), comb(47, 2)

    royals = {hand: dealt.hits(hand) for hand in (FIRST_FIVE, COMMUNITY, "royal-flush")}

    assert royals[FIRST_FIVE] == 4 * comb(5, 2) * others  # which two are the seat's own
    assert royals[COMMUNITY] == 4 * comb(5, 3) * others  # which three are the flop
    assert sum(royals.values()) == 210 * SEVEN_CARDS[Category.ROYAL_FLUSH]
    assert Fraction(royals[FIRST_FIVE], dealt.total) == Fraction(1, 649_740)


def test_a_super_royal_is_one_hand_a_suit() -> None:
    six = six_cards()

    assert six.hits(SUPER_ROYAL_DIAMONDS) == 1
    assert six.hits(SUPER_ROYAL) == 3
    assert six.hits("royal-flush") == 188 - 4


@pytest.mark.parametrize("name", TALLIES)
def test_the_hand_that_stands_for_a_class_is_one_of_it(name: str) -> None:
    count, wager = TALLIES[name]
    tally: HandCounts = count()

    for known in tally.classes:
        hand = shown_hand(known, wager)
        assert len(set(known.cards)) == len(known.cards) == (6 if name == "six" else 7)
        assert hand.meets(known.hand)
    narrow = [shown_hand(k, wager) for k in tally.classes if k.hand == "royal-flush"]
    if name == "dealt":
        assert not narrow[0].meets(FIRST_FIVE)
        assert not narrow[0].meets(COMMUNITY)
    if name == "six":
        assert not narrow[0].meets(SUPER_ROYAL)


def test_the_classes_of_cards_dealt_are_those_of_seven_cards_but_for_the_royals() -> None:
    plain = {known.hand: known.hits * 210 for known in seven_cards().classes[1:]}

    assert {k.hand: k.hits for k in dealt_cards().classes[3:]} == plain


@pytest.mark.full
@compiled
@pytest.mark.slow
def test_six_card_hands_one_by_one() -> None:
    found = [int(number) for number in brute.count_all(6)]

    counted = {known.hand: known.hits for known in six_cards().classes}
    names = [CATEGORY_SLUGS[category] for category in Category]
    assert {name: counted[name] for name in names} == dict(zip(names, found[:10], strict=True))
    clubs, diamonds, hearts, spades = found[brute.SUPER_ROYAL :]
    assert counted[SUPER_ROYAL_DIAMONDS] == diamonds
    assert counted[SUPER_ROYAL] == clubs + hearts + spades

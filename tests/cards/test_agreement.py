"""Our strengths order hands as phevaluator and eval7 do, hand for hand."""

import random
import warnings
from collections.abc import Callable
from itertools import pairwise

import phevaluator
import pytest

from pitboss.cards import DECK, Card, card_text, strength

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # eval7 calls pyparsing by names that are going away
    import eval7

Ranker = Callable[[list[Card]], int]

EVAL7_CARDS = [eval7.Card(card_text(card)) for card in DECK]


def by_phevaluator(hand: list[Card]) -> int:
    """Its number for the best hand is 1, so the sign is turned; its cards are numbered as ours."""
    return -int(phevaluator.evaluate_cards(*hand))


def by_eval7(hand: list[Card]) -> int:
    return int(eval7.evaluate([EVAL7_CARDS[card] for card in hand]))


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("ranker", [by_phevaluator, by_eval7])
@pytest.mark.parametrize(
    "number", [5_000, pytest.param(200_000, marks=[pytest.mark.slow, pytest.mark.full])]
)
def test_hands_are_ordered_as_others_order_them(ranker: Ranker, size: int, number: int) -> None:
    chance = random.Random(f"{size} cards")
    hands = [chance.sample(DECK, size) for _ in range(number)]

    pairs = sorted({(strength(hand), ranker(hand)) for hand in hands})

    # Both numbers rise from each pair to the next: the same hands tie, and the same hand wins.
    ours, theirs = zip(*pairs, strict=True)
    assert all(lower < higher for lower, higher in pairwise(ours))
    assert all(lower < higher for lower, higher in pairwise(theirs))

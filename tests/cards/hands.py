"""Hands for the tests of cards: drawn by Hypothesis, and every one there is, by classes."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, combinations_with_replacement, product
from math import factorial, prod

from hypothesis import settings
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, Rank, Strength, Suit, card_of, strength

# A busy machine is no reason for a property to fail.
unhurried = settings(deadline=None)

cards = st.sampled_from(DECK)


def hands(sizes: tuple[int, ...] = (5, 6, 7)) -> st.SearchStrategy[tuple[Card, ...]]:
    return st.sampled_from(sizes).flatmap(
        lambda size: st.lists(cards, min_size=size, max_size=size, unique=True).map(tuple)
    )


def tally_of_all_hands(size: int) -> Counter[Strength]:
    """How many of all hands of `size` cards have each strength."""
    tally: Counter[Strength] = Counter()
    for hand, number in hand_classes(size):
        tally[strength(hand)] += number
    return tally


def hand_classes(size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One hand of each kind that differs by more than the names of its suits, and its number.

    A hand is four sets of ranks, one a suit. Taken without order, each four stand for as many
    hands as there are distinct ways to hand them to the four suits.
    """
    for lengths in combinations_with_replacement(range(size, -1, -1), 4):
        if sum(lengths) == size:
            groups = [
                _suits_with(length, lengths.index(length), times)
                for length, times in Counter(lengths).items()
            ]
            for choice in product(*groups):
                held = tuple(chain.from_iterable(cards for cards, _ in choice))
                yield held, factorial(4) // prod(repeats for _, repeats in choice)


def _suits_with(length: int, first: int, times: int) -> list[tuple[tuple[Card, ...], int]]:
    """What `times` suits from `first` on, of `length` cards each, can hold.

    Beside the cards: how many orders of the suits leave them as they are.
    """
    rank_sets = list(combinations(range(2, 15), length))
    suits = range(first, first + times)
    return [
        (
            tuple(
                card_of(Rank(rank), Suit(suit))
                for suit, ranks in zip(suits, held, strict=True)
                for rank in ranks
            ),
            prod(map(factorial, Counter(held).values())),
        )
        for held in combinations_with_replacement(rank_sets, times)
    ]

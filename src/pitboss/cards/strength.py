"""The best five of five to seven cards, as one comparable number."""

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from typing import Final, NewType

from pitboss.cards.card import (
    DECK,
    RANK_MAX,
    RANK_MIN,
    Card,
    Rank,
    rank_of,
    suit_of,
)

Strength = NewType("Strength", int)  # higher is better; equal exactly when two hands tie


class Category(IntEnum):
    """What a hand is called, weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


CATEGORY_SLUGS: Final[dict[Category, str]] = {
    category: category.name.lower().replace("_", "-") for category in Category
}

HAND_SIZES: Final = (5, 6, 7)

# How many cards of each deciding rank a category uses; a run is five ranks of one card each.
_GROUP_SIZES: Final[dict[Category, tuple[int, ...]]] = {
    Category.HIGH_CARD: (1, 1, 1, 1, 1),
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.STRAIGHT: (1, 1, 1, 1, 1),
    Category.FLUSH: (1, 1, 1, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
    Category.STRAIGHT_FLUSH: (1, 1, 1, 1, 1),
    Category.ROYAL_FLUSH: (1, 1, 1, 1, 1),
}
_RUNS: Final = frozenset((Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH))
_SUITED: Final = frozenset((Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH))

# A strength is the category followed by five ranks of four bits, the ones that decide first;
# a category decided by fewer ranks leaves the rest zero. So comparing numbers compares hands.
_RANK_BITS: Final = 4
_CATEGORIES: Final[dict[int, Category]] = {int(each): each for each in Category}
_RANK_MASK: Final = (1 << _RANK_BITS) - 1
_RANK_SLOTS: Final = 5
_CATEGORY_SHIFT: Final = _RANK_BITS * _RANK_SLOTS

# Each card has a weight, and one sum of weights tells nearly all about a hand: how often each rank
# occurs and, above that, how often each suit does. The suit counts start at three, so that five
# cards of a suit set the top bit of its count. The whole stays under 63 bits, since `sum` takes
# about a quarter less time when it need not leave machine integers. A rank count takes three bits,
# one octal digit; a set of ranks is written in the same digits, with a mark of 1 for each rank.
_COUNT_BITS: Final = 3
_EACH_RANK: Final = 0o1111111111111
_ACE_MARK: Final = 0o1000000000000
_RANKS_MASK: Final = 0o7777777777777
_SUIT_BITS: Final = 4
_SUITS_SHIFT: Final = _RANKS_MASK.bit_length()
_NO_CARDS: Final = 0x3333 << _SUITS_SHIFT
_FLUSH_BITS: Final = 0x8888 << _SUITS_SHIFT

_MARKS: Final[dict[Card, int]] = {
    card: 1 << _COUNT_BITS * (rank_of(card) - RANK_MIN) for card in DECK
}
_WEIGHTS: Final[dict[Card, int]] = {
    card: mark + (1 << _SUITS_SHIFT + _SUIT_BITS * suit_of(card)) for card, mark in _MARKS.items()
}
_weight = _WEIGHTS.__getitem__  # bound once: this is the innermost step of every evaluation


def strength(cards: Sequence[Card]) -> Strength:
    """Return what the best five of five, six or seven distinct cards are worth.

    Raises `ValueError` for another number of cards, or a number that is no card. That no card is
    there twice is for the caller to see to; asking here would slow every hand by nearly half.

    >>> from pitboss.cards.notation import parse_cards
    >>> category_of(strength(parse_cards("As 2d 3c 4h 5s Kd Kc"))).name
    'STRAIGHT'
    """
    try:
        hand = sum(map(_weight, cards), _NO_CARDS)
    except KeyError as unknown:
        raise ValueError(f"{unknown} is no card; cards are 0 to {len(DECK) - 1}") from None
    # Five suited cards have five ranks, so the two others can make neither four of a kind nor a
    # full house: a flush is always the best there is, or a straight flush.
    if hand & _FLUSH_BITS:
        _check_size(len(cards))
        return _strength_of_flush(sum([_MARKS[card] for card in _suited(cards, hand)]))
    return _STRENGTHS[hand & _RANKS_MASK]


def category_of(strength: Strength) -> Category:
    """Return what a hand of this strength is called."""
    try:
        return _CATEGORIES[strength >> _CATEGORY_SHIFT]
    except KeyError as unknown:
        raise ValueError(f"{unknown} is no category") from None


def ranks_of(strength: Strength) -> tuple[Rank, ...]:
    """Return the ranks that decide between hands of one category, the weightiest first.

    Each group counts once: a full house has two ranks, a straight only its highest.
    """
    slots = (
        strength >> shift & _RANK_MASK
        for shift in range(_CATEGORY_SHIFT - _RANK_BITS, -1, -_RANK_BITS)
    )
    return tuple(Rank(slot) for slot in slots if slot)


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the five cards that make the strength, the strongest group first.

    Where several cards would do, the one later in the deck is taken, so that the answer does not
    depend on the order of `cards`. The ace of a five-high straight comes last.
    """
    value = strength(cards)
    category = category_of(value)
    usable = sorted(cards, reverse=True)
    if category in _SUITED:
        usable = _suited(usable, sum(map(_weight, cards), _NO_CARDS))
    ranks = ranks_of(value)
    wanted = _run_down_from(ranks[0]) if category in _RUNS else ranks
    groups = zip(wanted, _GROUP_SIZES[category], strict=True)
    return tuple(
        card
        for rank, size in groups
        for card in [card for card in usable if rank_of(card) == rank][:size]
    )


def _check_size(size: int) -> None:
    if size not in HAND_SIZES:
        raise ValueError(f"a strength needs 5, 6 or 7 cards, not {size}")


def _suited(cards: Sequence[Card], hand: int) -> list[Card]:
    """Return the cards of the suit that has the flush, by the sum of weights `hand`."""
    top_bit = (hand & _FLUSH_BITS).bit_length() - 1
    suit = (top_bit - _SUITS_SHIFT) // _SUIT_BITS
    return [card for card in cards if suit_of(card) == suit]


@cache  # of 1,287 + 1,716 + 1,716 sets of five, six and seven ranks
def _strength_of_flush(ranks: int) -> Strength:
    """Return the strength of five suited cards or more with these ranks."""
    run = _best_run(ranks)
    if run == _ACE_MARK:
        return _encoded(Category.ROYAL_FLUSH, run, 1)
    if run:
        return _encoded(Category.STRAIGHT_FLUSH, run, 1)
    return _encoded(Category.FLUSH, ranks, 5)


def _strength_of_counts(counts: int) -> Strength:
    """Return the strength of a hand without a flush in which each rank occurs so often."""
    # Checked here and not at each call: a refusal is not cached, so no wrong number gets past.
    _check_size(sum(map(int, f"{counts:o}")))
    ranks = (counts | counts >> 1 | counts >> 2) & _EACH_RANK
    fours = counts >> 2 & _EACH_RANK
    threes = counts >> 1 & counts & _EACH_RANK
    three = _highest(threes)
    # The lower of two threes of a kind serves as a pair.
    pairs = (counts >> 1 & _EACH_RANK) ^ three
    pair = _highest(pairs)
    if fours:
        return _encoded(Category.FOUR_OF_A_KIND, fours, 1, ranks ^ fours, 1)
    if three and pair:
        return _encoded(Category.FULL_HOUSE, three, 1, pair, 1)
    if run := _best_run(ranks):
        return _encoded(Category.STRAIGHT, run, 1)
    if three:
        return _encoded(Category.THREE_OF_A_KIND, three, 1, ranks ^ three, 2)
    if pairs ^ pair:
        two_pair = pair | _highest(pairs ^ pair)
        return _encoded(Category.TWO_PAIR, two_pair, 2, ranks ^ two_pair, 1)
    if pair:
        return _encoded(Category.PAIR, pair, 1, ranks ^ pair, 3)
    return _encoded(Category.HIGH_CARD, ranks, 5)


class _Memo(dict[int, Strength]):
    """Strengths by rank counts, each worked out once; a dictionary is quicker than `cache`."""

    __slots__ = ()

    def __missing__(self, counts: int) -> Strength:
        found = self[counts] = _strength_of_counts(counts)
        return found


# At most 6,175 + 18,395 + 49,205 entries: the ways to choose the ranks of five, six, seven cards.
_STRENGTHS: Final = _Memo()


def _encoded(
    category: Category, ranks: int, taken: int, kickers: int = 0, beside: int = 0
) -> Strength:
    """Return the category with the highest `taken` ranks and the highest `beside` kickers."""
    number = int(category)
    for marks, wanted in ((ranks, taken), (kickers, beside)):
        left = marks
        for _ in range(wanted):
            place = left.bit_length() - 1
            number = number << _RANK_BITS | RANK_MIN + place // _COUNT_BITS
            left ^= 1 << place
    return Strength(number << _RANK_BITS * (_RANK_SLOTS - taken - beside))


def _best_run(ranks: int) -> int:
    """Return the mark of the highest rank that ends five in a row, or 0 if there is no straight."""
    # One digit up, there is room for the ace below the two as well.
    line = ranks << _COUNT_BITS | ranks // _ACE_MARK
    run = line & line << 3 & line << 6 & line << 9 & line << 12
    return _highest(run) >> _COUNT_BITS


def _highest(ranks: int) -> int:
    return 1 << ranks.bit_length() - 1 if ranks else 0


def _run_down_from(high: Rank) -> tuple[Rank, ...]:
    ranks = range(high, high - 5, -1)
    return tuple(Rank(rank) if rank >= RANK_MIN else RANK_MAX for rank in ranks)

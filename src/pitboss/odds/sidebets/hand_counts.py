"""How many hands there are of each kind: five, six and seven cards, and where a royal lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod
from types import MappingProxyType
from typing import Final

from pitboss.cards import (
    CATEGORY_SLUGS,
    DECK,
    Card,
    Category,
    Rank,
    Suit,
    card_of,
    category_of,
    strength,
)
from pitboss.rules import COMMUNITY, FIRST_FIVE, SUPER_ROYAL, SUPER_ROYAL_DIAMONDS

_RANKS: Final = tuple(Rank(rank) for rank in range(2, 15))
_SUITS: Final = tuple(Suit(suit) for suit in range(4))
_OF_RANK: Final = {rank: tuple(card_of(rank, suit) for suit in _SUITS) for rank in _RANKS}
_DIAMONDS: Final = Suit(1)
_CLUBS: Final = Suit(0)
_FLUSH: Final = 5  # cards of one suit
_ROYAL: Final = tuple(Rank(rank) for rank in (14, 13, 12, 11, 10))
_SUPER_ROYAL: Final = frozenset((*_ROYAL, Rank(9)))
_HOLE, _FLOP, _LATER = 2, 3, 2  # the seven cards of a seat, in the order in which they come


@dataclass(frozen=True, slots=True)
class HandClass:
    """Hands that no paytable tells apart: their name, their number, and one of them.

    `cards` are in the order of the deal: the two of the seat, then the board or the box.
    """

    hand: str
    hits: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandCounts:
    """All hands of a kind of deal, each in exactly one class, the best class first."""

    total: int
    classes: tuple[HandClass, ...]

    def hits(self, hand: str) -> int:
        """Return the number of hands in one class.

        >>> six_cards().hits("super-royal-diamonds")
        1
        """
        return next(known.hits for known in self.classes if known.hand == hand)


@cache
def category_counts(size: int) -> Mapping[Category, int]:
    """Count the hands of five, six or seven cards by the category of their best five.

    >>> category_counts(7)[Category.ROYAL_FLUSH]
    4324
    """
    return MappingProxyType(_counted(size)[0])


@cache
def five_cards() -> HandCounts:
    """Count what two cards and the flop make, by category; 2,598,960 hands.

    >>> five_cards().hits("royal-flush"), five_cards().total
    (4, 2598960)
    """
    return _by_category(5)


@cache
def seven_cards() -> HandCounts:
    """Count what two cards and a board make, by category; 133,784,560 hands.

    >>> seven_cards().total
    133784560
    """
    return _by_category(7)


@cache
def dealt_cards() -> HandCounts:
    """Count the same with the places told apart: a royal of the first five, on the board, other.

    A hand of seven cards is dealt in 7! / (2! 3! 2!) = 210 ways to seat, flop, and turn with river.
    So all counts are 210 times those of `seven_cards`, and those of the royals are whole numbers.

    >>> [dealt_cards().hits(hand) for hand in (COMMUNITY, FIRST_FIVE, "royal-flush")]
    [43240, 43240, 821560]
    """
    ways: Counter[str] = Counter()
    examples: dict[str, tuple[Card, ...]] = {}
    for hand, cards, number in _royal_places():
        ways[hand] += number
        examples[hand] = cards
    royals = category_counts(7)[Category.ROYAL_FLUSH]
    classes = [
        HandClass(hand, royals * ways[hand], examples[hand])
        for hand in (COMMUNITY, FIRST_FIVE, CATEGORY_SLUGS[Category.ROYAL_FLUSH])
    ]
    whole = ways.total()
    classes += [
        HandClass(known.hand, known.hits * whole, known.cards)
        for known in seven_cards().classes
        if known.hand != CATEGORY_SLUGS[Category.ROYAL_FLUSH]
    ]
    return HandCounts(seven_cards().total * whole, tuple(classes))


@cache
def six_cards() -> HandCounts:
    """Count what two cards and the four-card box make; the super royal takes all six.

    >>> six_cards().hits("royal-flush"), six_cards().hits("super-royal")
    (184, 3)
    """
    plain = _by_category(6)
    supers = [
        HandClass(hand, number, _cards(_SUPER_ROYAL, suit))
        for hand, number, suit in (
            (SUPER_ROYAL_DIAMONDS, 1, _DIAMONDS),
            (SUPER_ROYAL, len(_SUITS) - 1, _CLUBS),
        )
    ]
    taken = sum(known.hits for known in supers)
    royal, *rest = plain.classes
    royal = HandClass(royal.hand, royal.hits - taken, royal.cards)
    return HandCounts(plain.total, (*supers, royal, *rest))


def _by_category(size: int) -> HandCounts:
    counts, examples = _counted(size)
    classes = tuple(
        HandClass(CATEGORY_SLUGS[category], counts[category], examples[category])
        for category in sorted(counts, reverse=True)
    )
    return HandCounts(comb(len(DECK), size), classes)


@cache
def _counted(size: int) -> tuple[dict[Category, int], dict[Category, tuple[Card, ...]]]:
    """Count by category, and keep a hand of each."""
    counts: Counter[Category] = Counter()
    examples: dict[Category, tuple[Card, ...]] = {}
    for cards, number in (*_flushes(size), *_without_flush(size)):
        category = category_of(strength(cards))
        counts[category] += number
        examples.setdefault(category, cards)
    return dict(counts), examples


def _flushes(size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield a hand for each set of five ranks or more in one suit, and how many have that set.

    With at most seven cards only one suit can hold five, and then nothing better than a flush can
    be made with the others: the ranks of that suit alone decide.
    """
    outside = len(DECK) - len(_RANKS)
    for suited in range(_FLUSH, size + 1):
        number = len(_SUITS) * comb(outside, size - suited)
        for ranks in combinations(_RANKS, suited):
            # The others are spread over two suits from the ranks that are free, the lowest first.
            free = [rank for rank in _RANKS if rank not in ranks][: size - suited]
            others = (card_of(rank, Suit(2 + n % 2)) for n, rank in enumerate(free))
            yield (*_cards(ranks, _CLUBS), *others), number


def _without_flush(size: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Give a hand for each choice of ranks with repeats, and how many suits make no flush of it."""
    for chosen in combinations_with_replacement(_RANKS, size):
        counts = Counter(chosen)
        if max(counts.values()) <= len(_SUITS):
            pattern = tuple(sorted(counts.values()))
            yield _spread(counts), _suits_without_flush(pattern)


def _spread(counts: Mapping[Rank, int]) -> tuple[Card, ...]:
    """Return suits in turn, so that no suit comes near five cards."""
    return tuple(
        _OF_RANK[rank][(start + n) % len(_SUITS)]
        for start, (rank, count) in enumerate(counts.items())
        for n in range(count)
    )


@cache
def _suits_without_flush(pattern: tuple[int, ...]) -> int:
    """Count the suits for ranks that occur so often, less those with five or more of one suit."""
    in_suit = [1]  # ways by the number of cards in one given suit
    for count in pattern:
        longer = [0] * (len(in_suit) + 1)
        for number, ways in enumerate(in_suit):
            longer[number] += ways * comb(3, count)  # this rank without the suit
            longer[number + 1] += ways * comb(3, count - 1)  # and with it
        in_suit = longer
    return prod(comb(4, count) for count in pattern) - len(_SUITS) * sum(in_suit[_FLUSH:])


def _royal_places() -> Iterator[tuple[str, tuple[Card, ...], int]]:
    """Go over the places of a royal among seven: its name, such a deal, in how many ways."""
    royal, others = _cards(_ROYAL, _CLUBS), (Card(1), Card(6))
    for in_hole in range(_HOLE + 1):
        for in_flop in range(_FLOP + 1):
            in_later = len(_ROYAL) - in_hole - in_flop
            if not 0 <= in_later <= _LATER:
                continue
            held = (in_hole, in_flop, in_later)
            missing = (_HOLE - in_hole, _FLOP - in_flop, _LATER - in_later)
            number = _splits(held) * _splits(missing)
            mine, rest = iter(royal), iter(others)
            cards = tuple(
                next(source)
                for own, other in zip(held, missing, strict=True)
                for source in (*[mine] * own, *[rest] * other)
            )
            yield _royal_name(in_hole, in_flop), cards, number


def _royal_name(in_hole: int, in_flop: int) -> str:
    if in_hole == 0:
        return COMMUNITY
    return FIRST_FIVE if in_hole + in_flop == _FLUSH else CATEGORY_SLUGS[Category.ROYAL_FLUSH]


def _splits(sizes: tuple[int, ...]) -> int:
    """Count the ways to split as many things as there are places into groups of these sizes."""
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def _cards(ranks: tuple[Rank, ...] | frozenset[Rank], suit: Suit) -> tuple[Card, ...]:
    return tuple(card_of(rank, suit) for rank in sorted(ranks, reverse=True))

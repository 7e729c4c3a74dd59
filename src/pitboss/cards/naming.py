"""A hand's strength in the words a dealer would announce it with."""

from collections.abc import Sequence
from typing import Final

from pitboss.cards.card import RANK_MIN, Rank
from pitboss.cards.strength import Category, Strength, category_of, ranks_of

_RANK_NAMES: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)


def hand_name(strength: Strength) -> str:
    """Return the hand in words, with every rank that decides it, so that hands of one name tie.

    >>> from pitboss.cards.notation import parse_cards
    >>> from pitboss.cards.strength import strength
    >>> hand_name(strength(parse_cards("9c 9d Kh Qs 7d 3c 2h")))
    'pair of nines, king-queen-seven kickers'
    """
    ranks = ranks_of(strength)
    first, *rest = ranks
    match category_of(strength):
        case Category.ROYAL_FLUSH:
            return "royal flush"
        case Category.STRAIGHT_FLUSH:
            return f"straight flush, {_name(first)} high"
        case Category.FOUR_OF_A_KIND:
            return f"four {_plural(first)}, {_kickers(rest)}"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(first)} over {_plural(rest[0])}"
        case Category.FLUSH:
            return f"flush, {_joined(ranks)}"
        case Category.STRAIGHT:
            return f"straight, {_name(first)} high"
        case Category.THREE_OF_A_KIND:
            return f"three {_plural(first)}, {_kickers(rest)}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(rest[0])}, {_kickers(rest[1:])}"
        case Category.PAIR:
            return f"pair of {_plural(first)}, {_kickers(rest)}"
        case Category.HIGH_CARD:
            return f"high card {_joined(ranks)}"


def _name(rank: Rank) -> str:
    return _RANK_NAMES[rank - RANK_MIN]


def _plural(rank: Rank) -> str:
    name = _name(rank)
    return name + ("es" if name.endswith("x") else "s")


def _joined(ranks: Sequence[Rank]) -> str:
    return "-".join(map(_name, ranks))


def _kickers(ranks: Sequence[Rank]) -> str:
    return f"{_joined(ranks)} kicker{'s' if len(ranks) > 1 else ''}"

"""Cards, ranks and suits as distinct small integers."""

from typing import Final, NewType

Rank = NewType("Rank", int)  # 2 to 14; the ace is 14
Suit = NewType("Suit", int)  # 0 clubs, 1 diamonds, 2 hearts, 3 spades
Card = NewType("Card", int)  # 0 (two of clubs) to 51 (ace of spades)

SUIT_COUNT: Final = 4
RANK_MIN: Final = Rank(2)
RANK_MAX: Final = Rank(14)

DECK: Final[tuple[Card, ...]] = tuple(Card(number) for number in range(52))


def rank_of(card: Card) -> Rank:
    """Return the card's rank.

    >>> rank_of(Card(51))
    14
    """
    return Rank(card // SUIT_COUNT + RANK_MIN)


def suit_of(card: Card) -> Suit:
    """Return the card's suit.

    >>> suit_of(Card(51))
    3
    """
    return Suit(card % SUIT_COUNT)


def card_of(rank: Rank, suit: Suit) -> Card:
    """Return the card with this rank and suit; raises `ValueError` if there is none.

    >>> card_of(Rank(14), Suit(3))
    51
    """
    if not (RANK_MIN <= rank <= RANK_MAX and 0 <= suit < SUIT_COUNT):
        raise ValueError(f"no card has rank {rank} and suit {suit}; ranks are 2-14, suits 0-3")
    return Card((rank - RANK_MIN) * SUIT_COUNT + suit)

"""Cards as people write them, "As Kd" or "A♠ K♦", to cards and back."""

import re
from collections.abc import Iterable
from typing import Final

from pitboss.cards.card import DECK, RANK_MIN, Card, Rank, Suit, card_of, rank_of, suit_of

# A whole deck in the longest notation, with commas and blanks, stays under 400 characters.
TEXT_LENGTH_MAX: Final = 512
# How much of a faulty text an error repeats, so that it stays one line.
QUOTE_LENGTH_MAX: Final = 24

_RANK_LETTERS: Final = "23456789TJQKA"
_SUIT_LETTERS: Final = "cdhs"
_SUIT_SYMBOLS: Final = "♣♦♥♠"
_SUIT_OUTLINES: Final = "♧♢♡♤"
_TEN: Final = "10"
# Phones append one of these to a suit to choose between text and emoji; it carries no meaning.
_VARIATION_SELECTORS: Final = frozenset("\ufe0e\ufe0f")
_SEPARATOR: Final = re.compile(r"\s*,\s*|\s+")

_HINT: Final = 'write a rank (2-9, T or 10, J, Q, K, A) and a suit (c, d, h, s), as in "As"'

# Both cases are listed, since `str.upper` would also let in letters such as the long s.
_RANKS: Final[dict[str, Rank]] = {
    spelling: Rank(RANK_MIN + index)
    for index, letter in enumerate(_RANK_LETTERS)
    for spelling in (letter, letter.lower())
}
_SUITS: Final[dict[str, Suit]] = {
    spelling: Suit(index)
    for index, letter in enumerate(_SUIT_LETTERS)
    for spelling in (letter, letter.upper(), _SUIT_SYMBOLS[index], _SUIT_OUTLINES[index])
}
_TEXTS: Final[dict[Card, str]] = {
    card: _RANK_LETTERS[rank_of(card) - RANK_MIN] + _SUIT_LETTERS[suit_of(card)] for card in DECK
}
_SYMBOLS: Final[dict[Card, str]] = {
    card: text[0].replace("T", _TEN) + _SUIT_SYMBOLS[suit_of(card)] for card, text in _TEXTS.items()
}


class CardError(ValueError):
    """A text that does not name cards; its message is one line, fit to be shown to a user."""


def parse_card(text: str) -> Card:
    """Return the one card that `text` names, in any case: "As", "T♥", "10h".

    >>> parse_card("10♥") == parse_card("th")
    True
    """
    token = _checked(text).strip()
    if not token:
        raise CardError(f"the card is empty; {_HINT}")
    cards = _cards_in(token, before=0)
    if len(cards) > 1:
        raise CardError(f"{_quoted(token)} is {len(cards)} cards, where one is wanted; {_HINT}")
    return cards[0]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards that `text` names in order, apart or run together; no text is no cards.

    >>> cards_text(parse_cards("AsKd, 10h T♣"))
    'As Kd Th Tc'
    """
    stripped = _checked(text).strip()
    cards: list[Card] = []
    for token in _SEPARATOR.split(stripped) if stripped else ():
        if not token:
            raise CardError(f"card {len(cards) + 1} is empty (a comma too many?); {_HINT}")
        cards += _cards_in(token, before=len(cards))
    repeated = first_duplicate(cards)
    if repeated is not None:
        first = cards.index(repeated)
        second = cards.index(repeated, first + 1)
        raise CardError(
            f"{card_text(repeated)} is given twice, as card {first + 1} and as card {second + 1};"
            " each card may appear once"
        )
    return tuple(cards)


def first_duplicate(cards: Iterable[Card]) -> Card | None:
    """Return the first card that was there before, or `None` if all are distinct."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            return card
        seen.add(card)
    return None


def card_text(card: Card) -> str:
    """Return the card in plain letters, always two of them: "As", "Th"."""
    return _TEXTS[card]


def card_symbol(card: Card) -> str:
    """Return the card as a screen shows it: "A♠", "10♥"."""
    return _SYMBOLS[card]


def cards_text(cards: Iterable[Card]) -> str:
    """Return the cards in plain letters, as `parse_cards` reads them: "As Kd"."""
    return " ".join(map(card_text, cards))


def cards_symbols(cards: Iterable[Card]) -> str:
    """Return the cards as a screen shows them: "A♠ K♦"."""
    return " ".join(map(card_symbol, cards))


def _checked(text: str) -> str:
    # Texts come from files and sockets, where the annotation has no say.
    if not isinstance(text, str):
        raise CardError(f'cards are written as text, as in "As Kd", not as {type(text).__name__}')
    if len(text) > TEXT_LENGTH_MAX:
        raise CardError(
            f"a text of {len(text)} characters is too long to be cards;"
            f" at most {TEXT_LENGTH_MAX} are read, and a deck needs fewer"
        )
    return text


def _cards_in(token: str, *, before: int) -> list[Card]:
    """Return the cards of one unbroken token, of which `before` cards came earlier in the text."""
    cards: list[Card] = []
    at = 0
    while at < len(token):
        where = f"card {before + len(cards) + 1} in {_quoted(token)}"
        rank, at = _rank_at(token, at, where)
        suit, at = _suit_at(token, at, where)
        cards.append(card_of(rank, suit))
    return cards


def _rank_at(token: str, at: int, where: str) -> tuple[Rank, int]:
    """Return the rank that starts at `at`, and where it ends."""
    if token.startswith(_TEN, at):
        return _RANKS["T"], at + len(_TEN)
    rank = _RANKS.get(token[at])
    if rank is None:
        raise CardError(f"{where} has no rank: {_quoted(token[at])} is none; {_HINT}")
    return rank, at + 1


def _suit_at(token: str, at: int, where: str) -> tuple[Suit, int]:
    """Return the suit that starts at `at`, and where it ends, a variation selector included."""
    if at == len(token):
        raise CardError(f"{where} has no suit: the text ends after its rank; {_HINT}")
    suit = _SUITS.get(token[at])
    if suit is None:
        raise CardError(f"{where} has no suit: {_quoted(token[at])} is none; {_HINT}")
    at += 1
    if at < len(token) and token[at] in _VARIATION_SELECTORS:
        at += 1
    return suit, at


def _quoted(text: str) -> str:
    """Return the text in quotes on one line: shortened, what is unprintable escaped."""
    shown = text[:QUOTE_LENGTH_MAX]
    escaped = "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in shown
    )
    return f'"{escaped}{"..." if len(text) > QUOTE_LENGTH_MAX else ""}"'

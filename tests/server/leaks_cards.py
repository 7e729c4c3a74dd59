"""Finds whatever looks like a card or like a secret in what a client was sent."""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import msgspec

PAGES_KEPT: Final = 5_000  # most parts of a message are sent to several people, and again

_SUITS: Final = {"club": "c", "diamond": "d", "heart": "h", "spade": "s"}
_SYMBOLS: Final = dict(zip("♣♦♥♠♧♢♡♤", "cdhscdhs", strict=True))
_RANK_WORDS: Final = {
    **dict(
        zip(
            ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
            "23456789T",
            strict=True,
        )
    ),
    **{"deuce": "2", "trey": "3", "jack": "J", "queen": "Q", "king": "K", "ace": "A"},
    **{letter: letter.upper() for letter in "23456789tjqka"},
    "10": "T",
}
_LETTERS: Final = re.compile(
    r"(?<![A-Za-z0-9])((?:(?:10|[2-9TJQKA])[cdhsCDHS])+|(?:[2-9tjqk][cdhs])+)(?![A-Za-z0-9])"
)
_ONE: Final = re.compile(r"(10|[2-9TJQKAtjqk])([cdhsCDHS])")
_WORDS: Final = re.compile(
    rf"\b({'|'.join(_RANK_WORDS)})\s+of\s+({'|'.join(_SUITS)})s?\b", re.IGNORECASE
)
_SYMBOL: Final = re.compile(
    rf"(10|[2-9TJQKA])\s?([{''.join(_SYMBOLS)}])|([{''.join(_SYMBOLS)}])\ufe0f?\s?(10|[2-9TJQKA])"
)
_PICTURE: Final = re.compile("[\U0001f0a1-\U0001f0de]")  # one character a card
_HEX: Final = re.compile(r"[0-9A-Fa-f]{64,}")
_SEAL: Final = re.compile(r"\b[0-9a-f]{8}…[0-9a-f]{4}\b")  # a seal in short: it may end in "…7d7d"
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{43,}")

Json = Any  # Any: JSON as it came


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a message: its cards, each with the string it stands in, and long words.

    Where the part shows a round, its number and the places whose hand is named and not shown.
    """

    cards: tuple[tuple[str, str], ...]
    words: frozenset[str]
    round: int
    nameless: tuple[str, ...]


@lru_cache(PAGES_KEPT)
def read(part: bytes) -> Page:
    """Read a part of a message, keys and values, in JSON or in any other form."""
    text = part.decode()
    try:
        found: Json = msgspec.json.decode(part)
    except msgspec.DecodeError:  # a file in another form
        found = text
    felt = found if isinstance(found, dict) else {}
    number = felt.get("round")
    return Page(
        cards=tuple((card, where) for cards, where in _cards_within(found) for card in cards),
        words=frozenset(_long_words(text)),
        round=number if isinstance(number, int) else 0,
        nameless=tuple(_nameless(felt)),
    )


def _nameless(hand: Json) -> Iterator[str]:
    """Whose cards are not shown has no hand with a name either."""
    if not isinstance(hand.get("dealer"), dict) or "five" not in hand["dealer"]:
        return  # it is something else
    for place in (*hand["seats"], hand["dealer"]):
        named = place["hand"] or place["five"] or place.get("qualifies") is not None
        if named and not place["cards"]:
            yield str(place)


def _cards_within(found: Json) -> Iterator[tuple[frozenset[str], str]]:
    """Go through JSON; every string, of keys too, with the cards that it names."""
    if isinstance(found, str):
        cards = cards_in(found)
        if cards:
            yield cards, found
    elif isinstance(found, dict):
        for key, value in found.items():
            yield from _cards_within(key)
            yield from _cards_within(value)
    elif isinstance(found, list):
        for value in found:
            yield from _cards_within(value)


@lru_cache(100_000)
def cards_in(text: str) -> frozenset[str]:
    """Give the cards that a text names: As, AsKd, A♠, ♠A, ace of spades, 🂡."""
    found = set()
    for run in _LETTERS.findall(_SEAL.sub("", text)):
        found |= {rank[-1].upper().replace("0", "T") + suit.lower() for rank, suit in
                  _ONE.findall(run)}  # fmt: skip
    for rank, suit in _WORDS.findall(text):
        found.add(_RANK_WORDS[rank.lower()] + _SUITS[suit.lower()])
    for rank, suit, suit_first, rank_last in _SYMBOL.findall(text):
        found.add((rank or rank_last).replace("10", "T") + _SYMBOLS[suit or suit_first])
    for picture in _PICTURE.findall(text):
        pile, place = divmod(ord(picture) - 0x1F0A0, 16)
        found.add("?A23456789TJCQK"[place] + "shdc"[pile])
    return frozenset(found)


def without_outs(text: str) -> str:
    """Leave out the outs of the coach: they list every card that may come, whichever it will be.

    That they depend on no hidden card is compared byte by byte in `test_leaks_coach`.
    """
    return msgspec.json.encode(_no_outs(msgspec.json.decode(text))).decode()


def _no_outs(found: Json) -> Json:
    if isinstance(found, dict):
        return {k: _no_outs(v) for k, v in found.items() if k not in ("outs", "dealer_outs")}
    return [_no_outs(one) for one in found] if isinstance(found, list) else found


def spellings(secret: bytes) -> tuple[str, ...]:
    """Write a secret in every way in which it could be sent."""
    return secret.hex(), *(
        made(secret).decode().rstrip("=") for made in (b64encode, urlsafe_b64encode)
    )


def _long_words(text: str) -> Iterator[str]:
    """Everything in a text that is long enough to be a secret."""
    for word in _HEX.findall(text):
        for at in range(len(word) - 63):
            yield word[at : at + 64].lower()
    for word in _BASE64.findall(text):
        for at in range(len(word) - 42):
            yield word[at : at + 43]

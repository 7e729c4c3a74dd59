"""Decks as text: one a line, 52 cards from the top down; empty lines and # lines do not count."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.audit.rng.places import DECK_CARDS
from pitboss.audit.rng.sample import DECKS_MAX
from pitboss.cards import DECK, CardError, card_text, parse_cards
from pitboss.cli.errors import Failure
from pitboss.cli.files import STDIN

LINE_MAX: Final = 1_000  # bytes; a deck in the longest notation has under 400
_NUMBERS: Final = {card_text(card): int(card) for card in DECK}
_TEXTS: Final = [card_text(card) for card in DECK]


def read_decks(name: str) -> NDArray[np.uint8]:
    """Read decks in the order of the lines; raises `Failure`, with the line that is wrong."""
    found = bytearray()
    with _opened(name) as (stream, shown):
        number = 0
        while line := stream.readline(LINE_MAX + 1):
            number += 1
            text = line.strip()
            if not text or text.startswith(b"#"):
                continue
            if len(found) >= DECKS_MAX * DECK_CARDS:
                raise Failure(f"{shown}: has more than {DECKS_MAX:,} decks; give fewer")
            found += _deck(text, f"{shown}, line {number}", too_long=len(line) > LINE_MAX)
    if not found:
        raise Failure(f"{shown}: has no deck; write 52 cards a line, as --decks-out does")
    return np.frombuffer(bytes(found), np.uint8).reshape(-1, DECK_CARDS)


def deck_line(deck: NDArray[np.uint8]) -> bytes:
    """Write the deck as a line that `read_decks` reads."""
    return (" ".join([_TEXTS[card] for card in deck.tolist()]) + "\n").encode()


def _deck(text: bytes, where: str, *, too_long: bool) -> bytes:
    if too_long:
        raise Failure(f"{where}: is longer than {LINE_MAX:,} bytes; write one deck a line")
    try:
        words = text.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Failure(f"{where}: is not UTF-8 text; write 52 cards a line") from None
    try:
        cards = bytes([_NUMBERS[word] for word in words.split()])
        if len(set(cards)) != len(cards):
            raise KeyError
    except KeyError:  # another notation, or a mistake: the slow reader knows which
        try:
            cards = bytes(parse_cards(words))
        except CardError as error:
            raise Failure(f"{where}: {error}") from None
    if len(cards) != DECK_CARDS:
        raise Failure(f"{where}: has {len(cards)} cards; a deck has {DECK_CARDS}")
    return cards


@contextmanager
def _opened(name: str) -> Iterator[tuple[BinaryIO, str]]:
    if name == STDIN:
        if sys.stdin is None:  # it was closed before we began
            raise Failure("<stdin>: is closed; name a file, or give one with <")
        yield sys.stdin.buffer, "<stdin>"
        return
    try:
        with Path(name).open("rb") as stream:
            yield stream, name[:200]
    except FileNotFoundError:
        raise Failure(f"--decks-file {name[:200]}: there is no such file") from None
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise Failure(f"--decks-file {name[:200]!r}: cannot be read: {what}") from None

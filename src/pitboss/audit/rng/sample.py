"""Decks and raw bytes to be tested: drawn from the operating system as a table draws them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count
from typing import Final

import numpy as np

from pitboss.audit.rng.places import DECK_CARDS, Decks
from pitboss.cards.shuffle import BLOCK_BYTES, SECRET_BYTES, byte_stream, drawn
from pitboss.odds.counting.executor import Progress

DECKS_MAX: Final = 2_000_000  # 104 MB of cards, and a minute or so to draw them
RAW_MAX: Final = 8 * 2**20  # bytes kept for the battery; more would only take memory
TABLE: Final = "pitboss-audit-rng"
ROUND_BYTES: Final = 2 * BLOCK_BYTES  # what nearly every deck is drawn from
_TOLD_EVERY: Final = 1_000
_SEED_TAG: Final = b"pitboss-audit-rng/1"


@dataclass(frozen=True, slots=True)
class Sample:
    """Decks in the order in which they were drawn, and the bytes of their streams."""

    decks: Decks
    raw: bytes


def fresh_secrets() -> Iterator[bytes]:
    """Return a secret for each round, from the operating system: what a table does."""
    return (secrets.token_bytes(SECRET_BYTES) for _ in count())


def seeded_secrets(seed: int) -> Iterator[bytes]:
    """Yield reproducible secrets of a seed of at most 64 bits, to test the tests."""
    start = _SEED_TAG + seed.to_bytes(8, "big")
    return (sha256(start + number.to_bytes(8, "big")).digest() for number in count())


def draw(decks: int, source: Iterator[bytes], tell: Progress = lambda done, of: None) -> Sample:
    """Shuffle a number of decks, one round after another, without seeds of seats."""
    found = np.empty((decks, DECK_CARDS), np.uint8)
    raw = bytearray()
    for number in range(decks):
        stream = byte_stream(next(source), TABLE, number, {})
        head = next(stream) + next(stream)
        found[number] = drawn(chain(head, chain.from_iterable(stream)))
        if len(raw) < RAW_MAX:
            raw += head
        if number % _TOLD_EVERY == 0:
            tell(number, decks)
    return Sample(found, bytes(raw))


def raw_bytes(size: int, source: Iterator[bytes]) -> Iterator[bytes]:
    """Yield a number of bytes before scaling, in parts of a few thousand."""
    rounds = count()
    left = size
    while left:
        part = bytearray()
        while len(part) < min(left, ROUND_BYTES * _TOLD_EVERY):
            stream = byte_stream(next(source), TABLE, next(rounds), {})
            part += next(stream) + next(stream)
        yield bytes(part[:left])
        left -= min(left, len(part))

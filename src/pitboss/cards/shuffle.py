"""The order of a deck, from a secret that was committed to and the seeds that seats have added.

`docs/internals/shuffle.md` is the specification, precise enough to write this a second time. All is
a function of the arguments: where the secret comes from is for the shell to see to.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import chain, count
from typing import Final

from pitboss.cards.card import DECK, Card

TAG: Final = b"pitboss-shuffle/1"  # another way to shuffle is another number
SECRET_BYTES: Final = 32  # 256 bits; the order of a deck needs 225.6, so every order can come
TABLE_BYTES_MAX: Final = 255  # of UTF-8, so that one byte holds the length
ROUND_MAX: Final = 2**64 - 1  # eight bytes hold the number
SEAT_MAX: Final = 255  # one byte holds it; no felt has more than a few
SEED_BYTES_MAX: Final = 64  # twice what any seat needs to be unguessable
BLOCK_BYTES: Final = 32  # what one HMAC-SHA-256 gives

_BYTE_VALUES: Final = 256
# A byte is cut into as many equal shares as there are places to choose from, each this wide; what
# is left over above the last share is drawn again. With the place that is to be filled, last first.
_SHARES: Final = tuple(
    (place, _BYTE_VALUES // (place + 1)) for place in range(len(DECK) - 1, 0, -1)
)


def commitment(secret: bytes, table: str, round_number: int) -> bytes:
    """Return the commitment: published before bets close, and proved by the revealed secret.

    Raises `ValueError` for a secret, a table or a number that does not fit.

    >>> commitment(bytes(32), "one", 1).hex()[:16]
    'c528e2ae38b6df53'
    """
    return sha256(_round(secret, table, round_number) + secret).digest()


def deck_order(
    secret: bytes, table: str, round_number: int, seeds: Mapping[int, bytes]
) -> tuple[Card, ...]:
    """Return the 52 cards from the top down; the first one is dealt first.

    `seeds` has the seats that gave one; in which order it holds them does not matter. Raises
    `ValueError` for what does not fit.

    >>> from pitboss.cards.notation import cards_text
    >>> cards_text(deck_order(bytes(32), "one", 1, {})[:5])
    '3c 3s 4h Js 7h'
    """
    return drawn(chain.from_iterable(byte_stream(secret, table, round_number, seeds)))


def drawn(stream: Iterator[int]) -> tuple[Card, ...]:
    """Return the deck that these bytes give: Fisher and Yates' shuffle, from the last place down.

    Takes 51 bytes of the stream, and one more for each that is rejected.
    """
    deck = list(DECK)
    for place, share in _SHARES:
        pick = next(stream) // share
        while pick > place:
            pick = next(stream) // share
        deck[place], deck[pick] = deck[pick], deck[place]
    return tuple(deck)


def byte_stream(
    secret: bytes, table: str, round_number: int, seeds: Mapping[int, bytes]
) -> Iterator[bytes]:
    """Yield the bytes that a deck is drawn from, before scaling, in endless `BLOCK_BYTES` blocks.

    Raises `ValueError` at once for what does not fit.
    """
    message = _round(secret, table, round_number) + _seeds(seeds)
    digest = hmac.digest
    return (digest(secret, message + number.to_bytes(4, "big"), "sha256") for number in count())


def _round(secret: bytes, table: str, round_number: int) -> bytes:
    """Return what names the round: every part is of fixed width or says its length."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    name = table.encode()
    if not 1 <= len(name) <= TABLE_BYTES_MAX:
        raise ValueError(f"a table's id has 1 to {TABLE_BYTES_MAX} bytes, not {len(name)}")
    if not 0 <= round_number <= ROUND_MAX:
        raise ValueError(f"a round has a number from 0 to {ROUND_MAX}, not {round_number}")
    return b"".join((TAG, bytes((len(name),)), name, round_number.to_bytes(8, "big")))


def _seeds(seeds: Mapping[int, bytes]) -> bytes:
    """Return how many there are, and each with its seat and its length, in order of seats."""
    parts = [bytes((len(seeds),))]
    for seat in sorted(seeds):
        seed = seeds[seat]
        if not 1 <= seat <= SEAT_MAX:
            raise ValueError(f"a seat has a number from 1 to {SEAT_MAX}, not {seat}")
        if not 1 <= len(seed) <= SEED_BYTES_MAX:
            raise ValueError(f"a seed has 1 to {SEED_BYTES_MAX} bytes, not {len(seed)}")
        parts += (bytes((seat, len(seed))), seed)
    return b"".join(parts)

"""The shuffle written a second time, from `docs/internals/shuffle.md` alone: one big number.

Nothing of `pitboss` is imported. HMAC is spelled out, the stream is one integer that bytes are cut
from, places are found by counting shares upwards, and cards are text from the start.
"""

from __future__ import annotations

import hashlib

SUITS = "cdhs"
RANKS = "23456789TJQKA"


def second_commitment(secret: str, table: str, number: int) -> str:
    return _sha(int("01" + _name(table, number) + secret, 16))


def second_stream(secret: str, table: str, number: int, seeds: dict[int, str], blocks: int) -> str:
    head = _name(table, number) + f"{len(seeds):02x}"
    for seat in range(1, 256):
        if seat in seeds:
            head += f"{seat:02x}{len(seeds[seat]) // 2:02x}{seeds[seat]}"
    return "".join(_hmac(secret, f"{head}{block:08x}") for block in range(blocks))


def second_deck(secret: str, table: str, number: int, seeds: dict[int, str]) -> str:
    deck = {4 * r + s: rank + suit for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
    blocks = 8
    stream = int(second_stream(secret, table, number, seeds, blocks), 16)
    left = blocks * 32
    for last in reversed(range(1, 52)):
        place = None
        while place is None:
            left -= 1
            place = _place(stream >> 8 * left & 0xFF, last + 1)
        deck[last], deck[place] = deck[place], deck[last]
    return " ".join(deck[place] for place in range(52))


def _place(byte: int, places: int) -> int | None:
    """The share of the byte's values that this one is in, if it is in any."""
    wide = 256 // places
    for place in range(places):
        if place * wide <= byte < (place + 1) * wide:
            return place
    return None


def _name(table: str, number: int) -> str:
    letters = table.encode("utf-8").hex()
    return b"pitboss-shuffle/1".hex() + f"{len(letters) // 2:02x}{letters}{number:016x}"


def _hmac(secret: str, message: str) -> str:
    key = int(secret, 16) << 256  # filled up with zeros to a block of 64 bytes
    inner = key ^ int("36" * 64, 16)
    outer = key ^ int("5c" * 64, 16)
    digest = _sha(int(f"01{inner:0128x}{message}", 16))
    return _sha(int(f"01{outer:0128x}{digest}", 16))


def _sha(marked: int) -> str:
    """SHA-256 of a number's bytes, less the mark that keeps its zeros at the front."""
    size = (marked.bit_length() - 1) // 8
    plain = marked - (1 << 8 * size)
    return hashlib.sha256(plain.to_bytes(size, "big")).hexdigest()

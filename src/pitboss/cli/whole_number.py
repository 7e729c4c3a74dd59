"""Whole numbers on the command line, within bounds."""

from __future__ import annotations

from typing import Final

from pitboss.cli.failure import Failure

DIGITS_MAX: Final = 20  # of the largest bound, a seed of 64 bits


def whole(flag: str, text: str, least: int, most: int) -> int:
    """Read a whole number within bounds, with or without thousands set apart.

    >>> whole("--rounds", "1,000", 1, 10_000)
    1000
    """
    word = text.strip().replace(",", "").replace("_", "")
    right = word.isascii() and word.isdigit() and len(word) <= DIGITS_MAX
    if not right or not least <= int(word) <= most:
        raise Failure(f"{flag} {text[:40]!r}: wants a whole number from {least:,} to {most:,}")
    return int(word)

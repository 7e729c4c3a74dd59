"""Values on the command line: whole numbers within bounds, amounts, and values with a name."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from pitboss.cli.errors import Failure
from pitboss.rules import Chips, MoneyError, dollars

DIGITS_MAX: Final = 20  # of the largest bound, a seed of 64 bits


def whole(flag: str, text: str | None, least: int, most: int, *, default: int = 0) -> int:
    """Read a whole number within bounds; commas and underscores may group its digits.

    An option that was not given has its default.

    >>> whole("--rounds", "1,000", 1, 10_000)
    1000
    """
    if text is None:
        return default
    word = text.strip().replace(",", "").replace("_", "")
    right = word.isascii() and word.isdigit() and len(word) <= DIGITS_MAX
    if not right or not least <= int(word) <= most:
        raise Failure(f"{flag} {text[:40]!r}: wants a whole number from {least:,} to {most:,}")
    return int(word)


def named_value(flag: str, text: str, example: str) -> tuple[str, str]:
    """Read "main=12345.67"; raises `Failure`."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        raise Failure(f"{flag} {text[:60]!r}: wants a name and a value; write {flag} {example}")
    return name.strip(), value.strip()


def amount(flag: str, text: str) -> Chips:
    """Read an amount of dollars; raises `Failure`."""
    try:
        return dollars(text)
    except MoneyError as error:
        raise Failure(f"{flag}: {error}") from None


def meter_amounts(given: Sequence[str]) -> dict[str, Fraction]:
    """Read --meter NAME=DOLLARS, each name once; raises `Failure`."""
    found: dict[str, Fraction] = {}
    for text in given:
        name, value = named_value("--meter", text, "main=12345.67")
        if name in found:
            raise Failure(f"--meter {name[:40]}: is given twice; give it once")
        found[name] = Fraction(amount(f"--meter {name[:40]}", value))
    return found

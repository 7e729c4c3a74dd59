"""The numbers of a sheet's JSON in every way a page may write them, worked out apart from `src`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

NUMBER: Final = re.compile(r"−?\$?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:/\d+)?")


def numbers_in(text: str) -> list[str]:
    """List the numbers of a text as they stand there, with sign and dollar sign."""
    return NUMBER.findall(text)


def written(document: object) -> set[str]:
    """Return every way in which a number of the document, or of its words, may be written."""
    return {writing for value in _values(document) for writing in value}


def numbers_of(document: object) -> set[Fraction]:
    """Return all numbers of the document as they are; floats by their digits."""
    return set(_numbers(document))


def _values(found: object) -> Iterator[Iterator[str]]:
    yield (writing for number in numbers_of(found) for writing in _writings(number))
    yield (number for text in _texts(found) for number in numbers_in(text))


def _numbers(found: object) -> Iterator[Fraction]:
    if isinstance(found, Mapping):
        if set(found) == {"fraction", "decimal"}:
            yield Fraction(found["fraction"])
            return
        for value in found.values():
            yield from _numbers(value)
    elif isinstance(found, list):
        for value in found:
            yield from _numbers(value)
    elif isinstance(found, int | float) and not isinstance(found, bool):
        yield Fraction(found)


def _texts(found: object) -> Iterator[str]:
    if isinstance(found, str):
        yield found
    elif isinstance(found, Mapping):
        for key, value in found.items():
            yield str(key)
            yield from _texts(value)
    elif isinstance(found, list):
        for value in found:
            yield from _texts(value)


def _writings(value: Fraction) -> Iterator[str]:
    """Yield a number as count, fraction, percentage, amount, money, "1 in N" and odds against."""
    yield str(value).replace("-", "−")
    if value.denominator == 1:
        yield f"{int(value):,}".replace("-", "−")
    yield decimal(100 * value, 6)
    for places in (2, 4, 6, 10):
        yield decimal(value, places)
    dollars = decimal(value, 2)
    yield f"−${dollars[1:]}" if dollars.startswith("−") else f"${dollars}"
    if value:
        yield decimal(1 / value, 2)
        yield decimal((1 - value) / value, 6)


def decimal(value: Fraction, places: int) -> str:
    """Round half to even, exactly, and write with commas and the typographic minus.

    >>> decimal(Fraction(-12345678, 1000), 2), decimal(Fraction(-1, 1000), 2)
    ('−12,345.68', '0.00')
    """
    whole = round(value * 10**places)
    digits = f"{abs(whole):0{places + 1}d}"
    sign = "−" if whole < 0 else ""
    return f"{sign}{int(digits[:-places]):,}.{digits[-places:]}"

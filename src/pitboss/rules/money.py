"""Money as whole cents: read from what people write, and printed the way they read it."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Final, NewType

Chips = NewType("Chips", int)
"""An amount of play money in cents, the smallest unit of every table."""

NOTHING: Final = Chips(0)

# A billion dollars: far above the largest printed award, and it still prints on one line.
DOLLARS_MAX: Final = 1_000_000_000
DIGITS_MAX: Final = 28  # more than any amount is written with

_WRITTEN: Final = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d{1,10})(\.\d{1,2})?", re.ASCII)


class MoneyError(ValueError):
    """An amount that is no amount of whole cents; the text says what would be right."""


def dollars(amount: object) -> Chips:
    """Read an amount in dollars: 5, Decimal("2.50"), "1,000" or "$12.34".

    >>> dollars("12,345.67")
    1234567
    """
    if isinstance(amount, bool) or not isinstance(amount, int | Decimal | str):
        raise MoneyError(f"{amount!r} is not an amount in dollars; write 5 or 2.50")
    if isinstance(amount, str):
        if not _WRITTEN.fullmatch(amount.strip()):
            raise MoneyError(f"{amount[:40]!r} is not an amount in dollars; write 5 or 2.50")
        amount = Decimal(amount.strip().lstrip("$").replace(",", ""))
    if isinstance(amount, Decimal) and not _readable(amount):
        raise MoneyError(f"{str(amount)[:40]} is not an amount in dollars; write 5 or 2.50")
    if not 0 <= amount <= DOLLARS_MAX:
        raise MoneyError(f"{str(amount)[:40]} is outside $0 to ${DOLLARS_MAX:,}")
    cents = Fraction(amount) * 100
    if cents.denominator != 1:
        raise MoneyError(f"${amount} is not a whole number of cents")
    return Chips(int(cents))


def _readable(amount: Decimal) -> bool:
    """Return whether a number has few digits; 1e-999999999 would fill the memory."""
    exponent = amount.as_tuple().exponent
    return isinstance(exponent, int) and -DIGITS_MAX <= exponent <= DIGITS_MAX


def signed_dollars(amount: object) -> int:
    """Read a gain or a loss in dollars: -5, Decimal("-2.50") or "-1,000".

    >>> signed_dollars("-2.50")
    -250
    """
    if isinstance(amount, str) and amount.strip()[:1] in ("-", "+", "−"):  # people paste it
        text = amount.strip()
        return (1 if text[0] == "+" else -1) * dollars(text[1:])
    if isinstance(amount, Decimal) and amount.is_finite() and amount.is_signed():
        return -dollars(-amount)
    if isinstance(amount, int) and not isinstance(amount, bool) and amount < 0:
        return -dollars(-amount)
    return dollars(amount)


def plain(chips: int) -> str:
    """Write an amount for machines: "-1234.50"."""
    sign = "-" if chips < 0 else ""
    return f"{sign}{abs(chips) // 100}.{abs(chips) % 100:02d}"


def money(chips: int) -> str:
    """Write an amount for people: "$1,234.50", "−$5.00"."""
    sign = "−" if chips < 0 else ""  # the typographic minus
    return f"{sign}${abs(chips) // 100:,}.{abs(chips) % 100:02d}"

"""Exact amounts as people read them: rounded when written, never before."""

from __future__ import annotations

from fractions import Fraction

from pitboss.rules.money import money


def about(cents: Fraction) -> str:
    """Write an exact number of cents as dollars, rounded to a cent.

    >>> about(Fraction(1900, 11)), about(Fraction(-1, 3)), about(Fraction(0))
    ('$1.73', 'less than a cent', '$0.00')
    """
    whole = round(cents)
    return "less than a cent" if cents and not whole else money(whole)


def in_percent(part: Fraction) -> str:
    """Write a chance in percent with one decimal.

    >>> in_percent(Fraction(605, 1000)), in_percent(Fraction(1, 1070190)), in_percent(Fraction(1))
    ('60.5 %', 'under 0.1 %', '100 %')
    """
    if part in (0, 1):
        return f"{int(part) * 100} %"
    tenths = round(part * 1000)
    if not tenths:
        return "under 0.1 %"
    if tenths == 1000:
        return "over 99.9 %"
    return f"{tenths // 10}.{tenths % 10} %"

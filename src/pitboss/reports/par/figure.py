"""How every figure is written: what HTML, PDF and XLSX show is made here and nowhere else."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Final

from pitboss.rules import money

NOT_KNOWN: Final = "not known"
_PRECISE: Final = Context(prec=60)  # more than any figure here has digits


class Kind(StrEnum):
    """How a figure is written."""

    COUNT = "count"  # 27,813,810,024,000
    PERCENT = "percent"  # 2.184971 %
    AMOUNT = "amount"  # −0.0218497138
    FRACTION = "fraction"  # −50643648973/2317817502000
    ONE_IN = "one-in"  # 1 in 30,939.97
    AGAINST = "against"  # 2.412 to 1
    STAKES = "stakes"  # 21,849.71
    SAMPLED = "sampled"  # −0.0200
    MONEY = "money"  # cents: $1,234.50


@dataclass(frozen=True, slots=True)
class ParFigure:
    """A value and how it is written; None is "not known", never 0."""

    value: Fraction | int | float | None
    kind: Kind


Cell = str | ParFigure

_PLACES: Final = {
    Kind.PERCENT: 6,
    Kind.AMOUNT: 10,
    Kind.STAKES: 2,
    Kind.SAMPLED: 4,
    Kind.ONE_IN: 2,
    Kind.AGAINST: 6,
}


def figure_text(cell: Cell) -> str:
    """Write a cell as every rendering shows it.

    >>> figure_text(ParFigure(Fraction(-1, 3), Kind.PERCENT))
    '−33.333333 %'
    >>> figure_text(ParFigure(Fraction(0), Kind.ONE_IN)), figure_text(ParFigure(None, Kind.MONEY))
    ('never', 'not known')
    """
    if isinstance(cell, str):
        return cell
    if cell.value is None:
        return NOT_KNOWN
    value = Fraction(cell.value)
    match cell.kind:
        case Kind.COUNT:
            return _signed(f"{int(value):,}")
        case Kind.FRACTION:
            return _signed(str(value))
        case Kind.PERCENT:
            return f"{_rounded(100 * value, cell.kind)} %"
        case Kind.AMOUNT | Kind.STAKES | Kind.SAMPLED:
            return _rounded(value, cell.kind)
        case Kind.ONE_IN:
            return f"1 in {_rounded(1 / value, cell.kind)}" if value else "never"
        case Kind.AGAINST:
            return f"{_rounded((1 - value) / value, cell.kind)} to 1" if value else "never"
        case Kind.MONEY:
            return money(round(value))


def _rounded(value: Fraction, kind: Kind) -> str:
    exact = _PRECISE.divide(Decimal(value.numerator), Decimal(value.denominator))
    step = Decimal(1).scaleb(-_PLACES[kind])
    return _signed(f"{exact.quantize(step, ROUND_HALF_EVEN, _PRECISE):,f}")


def _signed(text: str) -> str:
    """Write the typographic minus, as money does; none before a zero."""
    bare = text.lstrip("-")
    minus = text.startswith("-") and any(digit in "123456789" for digit in bare)
    return f"−{bare}" if minus else bare


def percent(value: Fraction | float | None) -> ParFigure:
    return ParFigure(value, Kind.PERCENT)


def amount(value: Fraction | float | None) -> ParFigure:
    return ParFigure(value, Kind.AMOUNT)


def stakes(value: Fraction | float | None) -> ParFigure:
    return ParFigure(value, Kind.STAKES)


def sampled(value: float | None) -> ParFigure:
    return ParFigure(value, Kind.SAMPLED)


def fraction(value: Fraction | None) -> ParFigure:
    return ParFigure(value, Kind.FRACTION)


def count(value: int | None) -> ParFigure:
    return ParFigure(value, Kind.COUNT)


def dollars(cents: Fraction | float | None) -> ParFigure:
    return ParFigure(cents, Kind.MONEY)

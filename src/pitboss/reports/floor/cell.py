"""A cell of a floor report: the words of the console, and the same number for a workbook."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

NONE: Final = "–"  # where there is no figure
MINUS: Final = "−"
_WHOLE: Final = "#,##0"
_CENTS: Final = "#,##0.00"


@dataclass(frozen=True, slots=True)
class FloorCell:
    """`text` is what the console shows; `number` has the same digits, and `shape` its format."""

    text: str
    number: float | None = None
    shape: str = ""


def words(text: str) -> FloorCell:
    """Make a cell of words."""
    return FloorCell(text)


def counted(value: int) -> FloorCell:
    """Make a cell of a count."""
    return FloorCell(f"{value:,}", value, _WHOLE)


def ratio(value: float | None, places: int, unit: str = "") -> FloorCell:
    """Make a cell of a ratio, rounded as browsers do: half a digit goes away from zero.

    >>> ratio(-12.25, 1, " %").text, ratio(None, 1).text
    ('−12.3 %', '–')
    """
    if value is None:
        return FloorCell(NONE)
    shown = Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    digits = f"{shown:,f}".replace("-", MINUS)
    return FloorCell(digits + unit, float(shown), _signed(f"#,##0.{'0' * places}", unit))


def amount(dollars: str | None, *, signed: bool = False) -> FloorCell:
    """Make a cell of an amount that is written in dollars: whole ones without cents.

    >>> amount("-1234.50").text, amount("7.00", signed=True).text, amount(None).text
    ('−$1,234.50', '+$7', '–')
    """
    if dollars is None:
        return FloorCell(NONE)
    value = Decimal(dollars)
    whole = value == value.to_integral_value()
    digits = f"${abs(value):,.0f}" if whole else f"${abs(value):,.2f}"
    sign = MINUS if value < 0 else "+" if signed and value else ""
    shape = f"${_WHOLE if whole else _CENTS}"
    return FloorCell(sign + digits, float(value), _signed(shape, plus=signed))


def _signed(shape: str, unit: str = "", *, plus: bool = False) -> str:
    """Return the format of a number that may be below zero."""
    behind = f'"{unit}"' if unit else ""
    return f'{"+" * plus}{shape}{behind};"{MINUS}"{shape}{behind};{shape}{behind}'

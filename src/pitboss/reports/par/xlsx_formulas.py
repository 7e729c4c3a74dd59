"""The live formulas of the workbook: probabilities, expectations, returns and bands from counts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from pitboss.reports.par.bands import CONFIDENCE
from pitboss.reports.par.figure import Cell, Kind, ParFigure
from pitboss.reports.par.view import Grid

Sheet = Any  # Any: a worksheet of xlsxwriter, which is optional
LiveRow = tuple["Cell | Formula", ...]
CLOSE: Final = "1E-12"  # a double's rounding over some dozen terms stays far below


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula, how its number is written, and the number as it is kept beside the formula."""

    text: str
    kind: Kind | None
    value: float | str


def live_rows(grid: Grid, first: int) -> Iterator[LiveRow]:
    """Yield the rows of a table, its figures as formulas where it is a live one."""
    match grid.live:
        case "wager":
            yield from _wager(grid, first)
        case "distribution":
            yield from _distribution(grid, first)
        case "bands":
            yield from _bands(grid, first)
        case _:
            yield from grid.rows


def _number(cell: Cell) -> Fraction | None:
    return Fraction(cell.value) if isinstance(cell, ParFigure) and cell.value is not None else None


def _plain(cell: Cell) -> Cell | Formula:
    """Write a small exact number such as 3/2 so that formulas can use it."""
    value = _number(cell)
    if value is None:
        return cell
    shown = Kind.COUNT if value.denominator == 1 else Kind.AMOUNT
    return Formula(f"={value}", shown, float(value))


def _wager(grid: Grid, first: int) -> Iterator[LiveRow]:
    """A line: counts over the total, net times that; the sum, the advantage and the return."""
    *lines, last = grid.rows
    begin, end, total = first + 1, first + len(lines), first + len(lines) + 1
    known = all(_number(line[4]) is not None for line in lines)
    for row, line in enumerate(lines, begin):
        hits, net = _number(line[2]) or Fraction(0), _number(line[4])
        part = hits / (_number(last[2]) or Fraction(1))
        yield (
            line[0], line[1], line[2], _plain(line[3]), _plain(line[4]),
            Formula(f"=C{row}/C${total}", Kind.PERCENT, float(part)),
            Formula(f"=C${total}/C{row}", Kind.STAKES, float(1 / part)) if hits else line[6],
            line[7] if net is None
            else Formula(f"=E{row}*F{row}", Kind.AMOUNT, float(net * part)),
            line[8],
        )  # fmt: skip
    yield _sums(last, begin, end, known=known)
    if known:
        yield from _returns(last, total)


def _sums(last: tuple[Cell, ...], begin: int, end: int, *, known: bool) -> LiveRow:
    stake, ev = _number(last[3]), _number(last[7])
    count = _number(last[2]) or Fraction(0)
    span = f"{begin}:{{}}{end}"
    return (
        last[0], last[1],
        Formula(f"=SUM(C{span.format('C')})", Kind.COUNT, float(count)),
        Formula(
            f"=SUMPRODUCT(D{span.format('D')},F{span.format('F')})", Kind.AMOUNT, float(stake or 0)
        ),
        last[4],
        Formula(f"=SUM(F{span.format('F')})", Kind.PERCENT, 1.0),
        last[6],
        Formula(f"=SUM(H{span.format('H')})", Kind.AMOUNT, float(ev or 0)) if known else last[7],
        last[8],
    )  # fmt: skip


def _returns(last: tuple[Cell, ...], total: int) -> Iterator[LiveRow]:
    """Yield house advantage and return by formulas, and whether they agree with the sheet."""
    stake, ev = _number(last[3]) or Fraction(1), _number(last[7]) or Fraction(0)
    advantage = -ev / stake
    yield (
        "house advantage, by formula",
        Formula(f"=-H{total}/D{total}", Kind.PERCENT, float(advantage)),
        "return, by formula",
        Formula(f"=1+H{total}/D{total}", Kind.PERCENT, float(1 - advantage)),
        "the sheet's own",
        Formula(f"=-({ev})/({stake})", Kind.PERCENT, float(advantage)),
        Formula(f'=IF(ABS(B{total + 1}-F{total + 1})<{CLOSE},"agrees","DIFFERS")', None, "agrees"),
    )


def _distribution(grid: Grid, first: int) -> Iterator[LiveRow]:
    """Net results: probabilities, then value, variance and deviation of a round."""
    rows = [(_number(row[0]) or Fraction(0), _number(row[1]) or Fraction(0)) for row in grid.rows]
    begin, end = first + 1, first + len(rows)
    total = sum((hits for _, hits in rows), Fraction(0))
    for row, ((net, hits), cells) in enumerate(zip(rows, grid.rows, strict=True), begin):
        share = Formula(f"=B{row}/SUM(B${begin}:B${end})", Kind.PERCENT, float(hits / total))
        yield _plain(ParFigure(net, Kind.FRACTION)), cells[1], share
    mean = sum((net * hits for net, hits in rows), Fraction(0)) / total
    variance = sum((net**2 * hits for net, hits in rows), Fraction(0)) / total - mean**2
    nets, parts = f"A{begin}:A{end}", f"C{begin}:C{end}"
    yield "value of a round", "", Formula(f"=SUMPRODUCT({nets},{parts})", Kind.AMOUNT, float(mean))
    squares = f"=SUMPRODUCT({nets},{nets},{parts})-C{end + 1}^2"
    yield "variance", "", Formula(squares, Kind.AMOUNT, float(variance))
    root = Formula(f"=SQRT(C{end + 2})", Kind.AMOUNT, math.sqrt(variance))
    yield "standard deviation", "", root


def _bands(grid: Grid, first: int) -> Iterator[LiveRow]:
    """Bands: expectation and deviation grow with the rounds and their root from the first row."""
    z95, z99 = CONFIDENCE.values()
    for row, cells in enumerate(grid.rows, first + 1):
        values = [float(_number(cell) or 0) for cell in cells]
        expected: Cell | Formula = cells[1]
        deviation: Cell | Formula = cells[3]
        if row > first + 1:
            many = f"A{row}/A${first + 1}"
            expected = Formula(f"=B${first + 1}*{many}", Kind.STAKES, values[1])
            deviation = Formula(f"=D${first + 1}*SQRT({many})", Kind.STAKES, values[3])
        ends = [
            Formula(f"=B{row}{sign}{z}*D{row}", Kind.STAKES, values[at])
            for at, sign, z in ((4, "-", z95), (5, "+", z95), (6, "-", z99), (7, "+", z99))
        ]
        yield (cells[0], expected, cells[2], deviation, *ends, *cells[8:])

"""The sheet as plain words for a page: what every printed rendering draws, already formatted."""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass
from typing import Final

from pitboss.reports.par.figure import Cell, Kind, ParFigure, figure_text
from pitboss.reports.par.sheet import ParSheet, par_title, sections
from pitboss.reports.par.view import Grid

CODED_WIDTH: Final = 80  # characters of a line of the coded submission
SUBMISSION_TITLE: Final = "The submission"


@dataclass(frozen=True, slots=True)
class PageGrid:
    """A table of words; `right` are the columns of figures, `exact` those of fractions."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...]
    exact: tuple[int, ...]
    total: bool
    note: str


@dataclass(frozen=True, slots=True)
class PageSection:
    """A section with its number; `side_by_side`: its tables are narrow, two fit in a row."""

    number: int
    title: str
    words: tuple[str, ...]
    grids: tuple[PageGrid, ...]
    side_by_side: bool = False
    key: str = ""

    @property
    def anchor(self) -> str:
        """Return what a link to it names."""
        return self.key or f"s{self.number}"


@dataclass(frozen=True, slots=True)
class Page:
    """All of the sheet; `coded` is the submission once more, compressed, for `par verify`."""

    title: str
    operator: str
    subtitle: str
    footer: str
    date: str
    sections: tuple[PageSection, ...]
    submission: str
    coded: tuple[str, ...]


def page_of(sheet: ParSheet) -> Page:
    """Write the sheet out."""
    found, made = sheet.identity, sheet.identity.software
    dates = sorted(one.date for one in found.approvals if one.date)
    return Page(
        title=par_title(sheet),
        operator=found.operator,
        subtitle=f"{found.title} rules, edition {found.edition} · {found.document}",
        footer=f"{made.name} {made.version} · SHA-256 {made.checksum}",
        date=dates[-1] if dates else "",
        sections=tuple(
            PageSection(
                n,
                one.title,
                one.words,
                tuple(map(_grid, one.grids)),
                side_by_side=one.narrow,
                key=one.key,
            )
            for n, one in enumerate(sections(sheet), 1)
        ),
        submission=found.submission_text,
        coded=coded(found.submission_text),
    )


def _grid(grid: Grid) -> PageGrid:
    columns = range(len(grid.columns))
    return PageGrid(
        title=grid.title,
        columns=grid.columns,
        rows=tuple(tuple(figure_text(cell) for cell in row) for row in grid.rows),
        right=tuple(n for n in columns if _is_figures([row[n] for row in grid.rows])),
        exact=tuple(n for n in columns if any(_is_fraction(row[n]) for row in grid.rows)),
        total=bool(grid.rows) and grid.rows[-1][0] == "all",
        note=grid.note,
    )


def _is_figures(cells: list[Cell]) -> bool:
    """Return whether a column has figures, whatever words stand between them."""
    return any(isinstance(cell, ParFigure) for cell in cells)


def _is_fraction(cell: Cell) -> bool:
    """Return whether a cell is a fraction too long for a narrow column."""
    return (
        isinstance(cell, ParFigure) and cell.kind == Kind.FRACTION and len(figure_text(cell)) > 12
    )


def coded(text: str) -> tuple[str, ...]:
    """Write a text as lines of letters that survive any page: compressed, then base64."""
    whole = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return tuple(whole[n : n + CODED_WIDTH] for n in range(0, len(whole), CODED_WIDTH))


def decoded(lines: str) -> str:
    """Read what `coded` wrote; raises `ValueError` if letters were changed or lost."""
    try:
        data = zlib.decompressobj().decompress(base64.b64decode(lines, validate=True), 1 << 20)
        return data.decode()
    except (zlib.error, ValueError) as error:
        raise ValueError(f"the coded submission cannot be read: {error}") from None

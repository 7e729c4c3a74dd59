"""A floor report as a PDF in the look of the PAR sheet: tagged, twice the same bytes."""

from __future__ import annotations

import re
from typing import Final

from pitboss.reports.floor.cell import NONE, FloorCell
from pitboss.reports.floor.report import FloorGrid, FloorReport
from pitboss.reports.par.page import Page, PageGrid, PageSection
from pitboss.reports.par.pdf import page_pdf
from pitboss.reports.software import this_software

WORD_MAX: Final = 12  # characters; a longer word, which only a name has, may end a line within
_LONG: Final = re.compile(rf"\S{{{WORD_MAX}}}(?=\S)")


def floor_pdf(report: FloorReport) -> bytes:
    """Set the report; the same report gives the same bytes."""
    return page_pdf(page_of_report(report))


def page_of_report(report: FloorReport) -> Page:
    """Write the report as a page of words."""
    made = this_software()
    return Page(
        title=report.title,
        operator="",
        subtitle=report.subtitle,
        footer=f"{made.name} {made.version} · SHA-256 {made.checksum}",
        date=report.date,
        sections=tuple(
            PageSection(n, one.title, one.words, tuple(map(_grid, one.grids)))
            for n, one in enumerate(report.sections, 1)
        ),
        submission="",
        coded=(),
    )


def _grid(grid: FloorGrid) -> PageGrid:
    columns = range(len(grid.columns))
    return PageGrid(
        title=grid.title,
        columns=grid.columns,
        rows=tuple(tuple(_broken(cell.text) for cell in row) for row in grid.rows),
        right=tuple(n for n in columns if any(_is_figure(row[n]) for row in grid.rows)),
        exact=(),
        total=grid.total,
        note=grid.note,
    )


def _is_figure(cell: FloorCell) -> bool:
    return cell.number is not None or cell.text == NONE


def _broken(text: str) -> str:
    """Let a word that is too long for a column be broken: by a space without a width."""
    return _LONG.sub(lambda found: f"{found[0]}\u200b", text)

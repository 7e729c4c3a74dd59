"""A floor report as a workbook: a page for each section, every figure a number with its digits."""

from __future__ import annotations

import io
from typing import Any, Final

from pitboss.reports.extra import need
from pitboss.reports.floor.cell import FloorCell
from pitboss.reports.floor.report import FloorGrid, FloorReport, FloorSection
from pitboss.reports.par.xlsx import MADE, WIDTH_MAX
from pitboss.reports.software import this_software

COLUMN_WIDTH: Final = 15
_Workbook = Any  # Any: xlsxwriter is optional, so its types are not known here


def floor_xlsx(report: FloorReport) -> bytes:
    """Write the workbook; the same report gives the same bytes."""
    need("xlsxwriter", "a workbook")
    import xlsxwriter

    stream = io.BytesIO()
    # A table's name may begin with "=" or look like an address: words stay words.
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    book = xlsxwriter.Workbook(stream, options)
    made = this_software()
    about = {"title": report.title, "subject": report.subtitle, "created": MADE}
    book.set_properties(about | {"comments": f"{made.name} {made.version} {made.checksum}"})
    writer = _Writer(book)
    for section in report.sections:
        writer.section(section, report)
    book.close()
    return stream.getvalue()


class _Writer:
    """Writes sections as pages; formats are made once for each shape of a number."""

    def __init__(self, book: _Workbook) -> None:
        self._book = book
        self._styles: dict[tuple[str, bool], Any] = {}  # Any: formats of xlsxwriter
        self._title = book.add_format({"bold": True, "font_size": 14})
        self._caption = book.add_format({"bold": True})
        self._head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True})

    def section(self, section: FloorSection, report: FloorReport) -> None:
        page = self._book.add_worksheet(section.key.capitalize())
        page.set_landscape()
        page.fit_to_pages(1, 0)
        page.set_column(0, 0, WIDTH_MAX // 2)
        page.set_column(1, 20, COLUMN_WIDTH)
        page.write_string(0, 0, f"{report.title}: {section.title}", self._title)
        page.write_string(1, 0, report.subtitle)
        at = 2
        for line in section.words:
            page.write_string(at, 0, line)
            at += 1
        for grid in section.grids:
            if grid.rows:
                at = self._grid(page, at + 1, grid)

    def _grid(self, page: _Workbook, at: int, grid: FloorGrid) -> int:
        """Write a table and return the row behind it."""
        page.write_string(at, 0, grid.title, self._caption)
        for column, name in enumerate(grid.columns):
            page.write_string(at + 1, column, name, self._head)
        last = at + 1 + len(grid.rows)
        for row, cells in enumerate(grid.rows, at + 2):
            for column, cell in enumerate(cells):
                self._cell(page, row, column, cell, bold=grid.total and row == last)
        if grid.note:
            page.write_string(last + 1, 0, grid.note)
            last += 1
        return last + 1

    def _cell(self, page: _Workbook, row: int, column: int, cell: FloorCell, *, bold: bool) -> None:
        if cell.number is None:
            page.write_string(row, column, cell.text, self._style("", bold=bold))
        else:
            page.write_number(row, column, cell.number, self._style(cell.shape, bold=bold))

    def _style(self, shape: str, *, bold: bool) -> Any:  # Any: a format of xlsxwriter
        key = (shape, bold)
        if key not in self._styles:
            kind = {"bold": bold} | ({"num_format": shape} if shape else {})
            self._styles[key] = self._book.add_format(kind)
        return self._styles[key]

"""The sheet as a workbook: a page for each section, returns worked out again by live formulas.

Counts, stakes and nets are numbers; probabilities, expectations, sums, house advantages, deviations
and bands are formulas on them. Beside each advantage stands whether it agrees with the sheet.
"""

from __future__ import annotations

import io
import json
from datetime import datetime
from typing import Any, Final

from pitboss.reports.extra import need
from pitboss.reports.par.figure import Cell, Kind, ParFigure, figure_text
from pitboss.reports.par.page import SUBMISSION_TITLE
from pitboss.reports.par.sheet import ParSheet, par_document, par_title, sections
from pitboss.reports.par.view import Grid, ParSection
from pitboss.reports.par.xlsx_formulas import Formula, Sheet, live_rows

DOCUMENT: Final = "Document"  # the hidden page that holds the JSON form
CELL_MAX: Final = 30_000  # characters; a cell holds 32,767
MADE: Final = datetime(2000, 1, 1)  # noqa: DTZ001 - a fixed date: twice the same bytes
WIDTH_MAX: Final = 48
_MINUS: Final = '"−"'
_NUMBERS: Final = {
    Kind.COUNT: "#,##0",
    Kind.PERCENT: '0.000000" "%',
    Kind.AMOUNT: "#,##0.0000000000",
    Kind.STAKES: "#,##0.00",
    Kind.SAMPLED: "0.0000",
}
Book = Any  # Any: xlsxwriter is optional, so its types are not known here


def par_xlsx(sheet: ParSheet) -> bytes:
    """Write the workbook; the same sheet gives the same bytes."""
    need("xlsxwriter", "a workbook")
    import xlsxwriter

    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    made = sheet.identity.software
    about = {"title": par_title(sheet), "author": sheet.identity.operator, "created": MADE}
    book.set_properties(about | {"comments": f"{made.name} {made.version} {made.checksum}"})
    styles = _Styles(book)
    for n, section in enumerate(sections(sheet), 1):
        _section(book, styles, n, section)
    _submission(book, styles, sheet)
    _document(book, sheet)
    book.close()
    return stream.getvalue()


class _Styles:
    """The formats of a book, one for each kind of figure."""

    def __init__(self, book: Book) -> None:
        self.title = book.add_format({"bold": True, "font_size": 14})
        self.caption = book.add_format({"bold": True})
        self.head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True})
        self.words = book.add_format({"text_wrap": True, "valign": "top"})
        self.right = book.add_format({"align": "right"})
        self.numbers = {
            kind: book.add_format({"num_format": f"{shape};{_MINUS}{shape}"})
            for kind, shape in _NUMBERS.items()
        }


def _section(book: Book, styles: _Styles, number: int, section: ParSection) -> None:
    page = book.add_worksheet(_name(number, section.key))
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.set_column(0, 0, WIDTH_MAX)
    page.set_column(1, 12, 22)
    page.write_string(0, 0, f"{number} {section.title}", styles.title)
    at = 1
    for words in section.words:
        page.write_string(at, 0, words)
        at += 1
    for grid in section.grids:
        if grid.rows:
            at = _grid(page, styles, at + 1, grid)


def _name(number: int, key: str) -> str:
    return f"{number} {key}"


def _grid(page: Sheet, styles: _Styles, at: int, grid: Grid) -> int:
    """Write a table and return the row behind it."""
    page.write_string(at, 0, grid.title, styles.caption)
    for column, name in enumerate(grid.columns):
        page.write_string(at + 1, column, name, styles.head)
    first = at + 2
    for row, cells in enumerate(live_rows(grid, first), first):
        for column, cell in enumerate(cells):
            _cell(page, styles, row, column, cell)
        at = row
    if grid.note:
        page.write_string(at + 1, 0, grid.note)
        at += 1
    return at + 1


def _cell(page: Sheet, styles: _Styles, row: int, column: int, cell: Cell | Formula) -> None:
    if isinstance(cell, Formula):
        style = styles.numbers.get(cell.kind) if cell.kind else None
        page.write_formula(row, column, cell.text, style, cell.value)
    elif isinstance(cell, ParFigure) and cell.kind in styles.numbers and cell.value is not None:
        page.write_number(row, column, float(cell.value), styles.numbers[cell.kind])
    elif isinstance(cell, ParFigure):
        page.write_string(row, column, figure_text(cell), styles.right)
    else:
        page.write_string(row, column, cell)


def _submission(book: Book, styles: _Styles, sheet: ParSheet) -> None:
    page = book.add_worksheet("Submission")
    page.set_column(0, 0, 140)
    page.write_string(0, 0, SUBMISSION_TITLE, styles.title)
    for row, line in enumerate(sheet.identity.submission_text.splitlines(), 1):
        page.write_string(row, 0, line)


def _document(book: Book, sheet: ParSheet) -> None:
    page = book.add_worksheet(DOCUMENT)
    text = json.dumps(par_document(sheet))
    for row, start in enumerate(range(0, len(text), CELL_MAX)):
        page.write_string(row, 0, text[start : start + CELL_MAX])
    page.hide()

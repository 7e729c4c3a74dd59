"""Every number that a reader sees in HTML, PDF or XLSX is one of the JSON, digit by digit."""

from __future__ import annotations

import bisect
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from typing import Final

import pytest
from pypdf import PdfReader

from pitboss.reports.par.page import page_of
from pitboss.reports.par.pdf import CODED_TITLE
from pitboss.reports.par.workbook import read_workbook
from tests.examples import first
from tests.reports.par.sheets import PLACES, document_of, rendered_sheet, sample_sheet
from tests.reports.par.writings import numbers_in, numbers_of, written

# Of headings, captions and sentences, which say no figure: bands of 95 and 99 of 100 cases.
OF_WORDS: Final = {"1", "95", "99", "100"}
_CELL: Final = re.compile(r"<t[dh][^>]*>([^<]*)</t[dh]>")
_AGREES: Final = 1e-12


@pytest.mark.parametrize("place", first(2, PLACES))
def test_every_number_of_the_page_is_one_of_the_document(place: str) -> None:
    known = written(document_of(place))
    page = rendered_sheet(place, "html").decode()

    cells = [unescape(text) for text in _CELL.findall(page)]

    found = Counter(number for cell in cells for number in numbers_in(cell))
    assert sum(found.values()) > 500
    assert {number for number in found if number not in known} <= OF_WORDS
    assert found == Counter(number for cell in _cells(place) for number in numbers_in(cell))


@pytest.mark.parametrize("place", first(2, PLACES))
def test_every_number_of_the_pdf_is_one_of_the_document(place: str) -> None:
    pages = PdfReader(io.BytesIO(rendered_sheet(place, "pdf"))).pages

    check_text("\n".join(page.extract_text() for page in pages), place)


def check_text(text: str, place: str) -> None:
    """Check the text of a sheet's PDF, whoever read it: no number more, and none less."""
    sheet = sample_sheet(place)
    figures = text.rpartition(CODED_TITLE)[0].replace(sheet.identity.software.checksum, "")
    found = Counter(numbers_in(figures))
    cells = Counter(number for cell in _cells(place) for number in numbers_in(cell))
    sums = {"SHA-256", sheet.identity.submission_sha256, sheet.identity.software.checksum}
    inside = {number for text in sums for number in numbers_in(text)}
    missing = {n: many for n, many in (cells - found).items() if n not in inside}
    assert not missing
    page_numbers = {str(n) for n in range(1, 30)}
    unknown = set(found) - written(document_of(place)) - OF_WORDS - page_numbers
    assert not unknown


def _cells(place: str) -> Iterator[str]:
    for section in page_of(sample_sheet(place)).sections:
        for grid in section.grids:
            if grid.rows:
                yield from (cell for row in (grid.columns, *grid.rows) for cell in row)


@pytest.mark.parametrize("place", first(2, PLACES))
def test_every_number_of_the_workbook_is_one_of_the_document(place: str) -> None:
    document = document_of(place)
    exact = numbers_of(document)
    known = sorted(float(x) for x in {*exact, *(1 / x for x in exact if x), Fraction(1)})
    words = written(document) | OF_WORDS

    for page, cells in read_workbook(rendered_sheet(place, "xlsx")).items():
        if page[0].isdigit():
            for at, text in cells.items():
                if at != "A1":
                    assert _is_known(text.rpartition(" → ")[2], known, words), (page, at, text)


def _is_known(text: str, known: list[float], words: set[str]) -> bool:
    """Return whether a cell is one of the document's words, or a number of it."""
    if not text.startswith("-") and set(numbers_in(text)) <= words:
        return True
    value = float(text)
    at = bisect.bisect_left(known, value - _AGREES * abs(value))
    return at < len(known) and abs(known[at] - value) <= 2 * _AGREES * abs(value)


@pytest.mark.parametrize("place", first(1, PLACES))
def test_the_document_lies_in_page_and_workbook_as_it_is(place: str) -> None:
    inside = re.search(
        r'id="par-document">(.*?)</script>', rendered_sheet(place, "html").decode(), re.S
    )
    assert inside is not None
    assert json.loads(inside[1]) == document_of(place)
    pages = read_workbook(rendered_sheet(place, "xlsx"))
    rows = sorted(pages["Document"].items(), key=lambda one: int(one[0][1:]))
    assert json.loads("".join(text for _, text in rows)) == document_of(place)

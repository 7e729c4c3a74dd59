"""What programs of others read in our files: LibreOffice in workbooks, poppler in PDFs."""

from __future__ import annotations

import math
import subprocess
from pathlib import Path

import pytest

from pitboss.reports.par.workbook import read_workbook
from tests.reports.par.office import recalculated
from tests.reports.par.sheets import PLACES, rendered_sheet
from tests.reports.par.test_numbers import check_text

CLOSE = 1e-11  # some dozen doubles added in another order


@pytest.mark.full
def test_libreoffice_works_out_every_formula_as_the_sheet_has_it(tmp_path: Path) -> None:
    books = {place: rendered_sheet(place, "xlsx") for place in PLACES}

    again = recalculated(books, tmp_path)

    for place, data in books.items():
        ours, theirs = read_workbook(data), read_workbook(again[place])
        assert list(ours) == list(theirs)
        formulas = 0
        for page, cells in ours.items():
            for at, text in cells.items():
                formulas += text.startswith("=")
                found = theirs[page].get(at, "")
                assert is_same(text, found), (place, page, at, text[:80], found[:80])
        assert formulas > 150
        assert not any("DIFFERS" in text.rpartition("→")[2] for text in texts(theirs))


def texts(book: dict[str, dict[str, str]]) -> list[str]:
    return [text for cells in book.values() for text in cells.values()]


def is_same(ours: str, theirs: str) -> bool:
    """Compare two cells: words and digits alike, results of formulas as numbers."""
    if not ours.startswith("="):
        return ours == theirs or is_close(ours, theirs)
    return theirs.startswith("=") and is_close(
        ours.rpartition(" → ")[2], theirs.rpartition(" → ")[2]
    )


def is_close(ours: str, theirs: str) -> bool:
    try:
        return math.isclose(float(ours), float(theirs), rel_tol=CLOSE, abs_tol=1e-300)
    except ValueError:
        return ours == theirs


@pytest.mark.full
@pytest.mark.parametrize("place", PLACES)
def test_pdftotext_reads_every_number_of_the_document(place: str, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    path.write_bytes(rendered_sheet(place, "pdf"))

    text = subprocess.run(
        ["pdftotext", "-layout", "-enc", "UTF-8", str(path), "-"], check=True, capture_output=True
    ).stdout.decode()

    check_text(text, place)

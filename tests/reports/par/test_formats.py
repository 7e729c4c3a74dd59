"""Renderings of the sheet: the same bytes, and the submission within."""

from __future__ import annotations

from pitboss.reports.par.page import coded, decoded
from pitboss.reports.par.pdf import par_pdf
from pitboss.reports.par.verify import submission_in
from pitboss.reports.par.workbook import read_workbook
from pitboss.reports.par.xlsx import par_xlsx
from tests.reports.par.sheets import sample_sheet, sample_text

NAME = "california"


def test_a_pdf_is_the_same_bytes_and_carries_its_marks() -> None:
    data = par_pdf(sample_sheet(NAME))
    assert data == par_pdf(sample_sheet(NAME))
    assert submission_in(data, "pdf") == sample_text(NAME)
    for mark in (b"<pdfaid:part>2</pdfaid:part>", b"<pdfuaid:part>1</pdfuaid:part>"):
        assert mark in data


def test_no_formula_of_the_workbook_differs_from_the_sheet() -> None:
    pages = read_workbook(par_xlsx(sample_sheet(NAME)))
    cells = [text for page in pages.values() for text in page.values()]
    assert sum(text.endswith("→ agrees") for text in cells) == 4  # Ante, Blind, Play, Trips
    assert par_xlsx(sample_sheet(NAME)) == par_xlsx(sample_sheet(NAME))


def test_a_coded_submission_reads_back() -> None:
    assert decoded("".join(coded(sample_text(NAME)))) == sample_text(NAME)

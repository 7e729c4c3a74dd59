"""Renderings of the sheet: the same digits, the same bytes, and changes that are found."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from pitboss.reports.par.html import par_html
from pitboss.reports.par.page import coded, decoded, page_of
from pitboss.reports.par.pdf import par_pdf
from pitboss.reports.par.verify import first_difference, submission_in
from pitboss.reports.par.workbook import read_workbook
from pitboss.reports.par.xlsx import par_xlsx
from tests.reports.par.sheets import sample_sheet, sample_text

NAME = "california"


def test_every_cell_of_the_page_stands_in_the_html() -> None:
    sheet = sample_sheet(NAME)
    shown = re.findall(rb"<t[dh][^>]*>([^<]*)</t[dh]>", par_html(sheet))
    cells = [
        cell
        for section in page_of(sheet).sections
        for grid in section.grids
        if grid.rows
        for row in (grid.columns, *grid.rows)
        for cell in row
    ]
    assert len(shown) == len(cells)


def test_a_pdf_is_the_same_bytes_and_carries_its_marks() -> None:
    data = par_pdf(sample_sheet(NAME))
    assert data == par_pdf(sample_sheet(NAME))
    assert submission_in(data, "pdf") == sample_text(NAME)
    for mark in (b"<pdfaid:part>2</pdfaid:part>", b"<pdfuaid:part>1</pdfuaid:part>"):
        assert mark in data


def test_a_changed_digit_cell_or_version_is_found() -> None:
    sheet = sample_sheet(NAME)
    html, version = par_html(sheet), sheet.identity.software.version.encode()
    assert first_difference(html, "html") is None
    digit = html.replace(b'"num">2.184971 %', b'"num">2.184972 %')
    assert digit != html
    assert first_difference(digit, "html") is not None
    other = html.replace(b'"version": "' + version, b'"version": "9' + version)
    found = first_difference(other, "html")
    assert found is not None
    assert found.where == "identity.software.version"
    wrong = replace(sheet, base_game=replace(sheet.base_game, ev=Fraction(-1, 45)))
    assert first_difference(par_pdf(wrong), "pdf") is not None
    book = first_difference(par_xlsx(wrong), "xlsx")
    assert book is not None
    assert book.where.startswith("base_game.ev")


def test_no_formula_of_the_workbook_differs_from_the_sheet() -> None:
    pages = read_workbook(par_xlsx(sample_sheet(NAME)))
    cells = [text for page in pages.values() for text in page.values()]
    assert sum(text.endswith("→ agrees") for text in cells) == 4  # Ante, Blind, Play, Trips
    assert par_xlsx(sample_sheet(NAME)) == par_xlsx(sample_sheet(NAME))


def test_a_coded_submission_reads_back() -> None:
    assert decoded("".join(coded(sample_text(NAME)))) == sample_text(NAME)

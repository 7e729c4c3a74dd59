"""Floor reports as PDF and XLSX: the digits of the figures, the same bytes, names of any length."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from pitboss.cli import run
from pitboss.history.figures import FiguresRequest, figures_document
from pitboss.history.figures.action import SeatStakes, Value
from pitboss.reports.floor.cell import amount, ratio
from pitboss.reports.floor.columns import columns_of
from pitboss.reports.floor.render import rendered_report
from pitboss.reports.floor.report import TooManyRows, check_rows
from pitboss.reports.floor.sections import floor_report
from pitboss.reports.par.workbook import read_workbook
from pitboss.table import RulesChoice
from tests.audit.tables import regulars
from tests.audit.write import in_file, in_memory
from tests.history.figures import counted, with_bots

LONG = "W" * 60
TITLES = {"T1": "=HYPERLINK(1)", "T2": LONG}
Document = dict[str, Any]  # Any: JSON values


def worth(_: RulesChoice, __: str, ___: SeatStakes) -> Value:
    """A theory that needs no compiled code."""
    return Fraction(1_234_567, 13), Fraction(10**10)


@pytest.fixture(scope="module")
def document() -> Document:
    one = in_memory(with_bots(regulars(1, rounds=6, seats=3), 2))
    two = in_memory(regulars(2, rounds=4, rules="california", name="T2"))
    asked = FiguresRequest(by="shift", bots="include", worth=worth)
    parts = {"by": asked.by, "bots": asked.bots, "worth": worth}
    found = [counted(one, "T1", **parts), counted(two, "T2", **parts)]
    return {**figures_document(found, asked, {}), "left_out": []}


@pytest.fixture(scope="module")
def pdf(document: Document) -> bytes:
    return rendered_report(document, TITLES, "pdf")


@pytest.fixture(scope="module")
def cells(document: Document) -> dict[str, dict[str, str]]:
    return read_workbook(rendered_report(document, TITLES, "xlsx"))


def pdf_text(data: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)


def test_numbers_are_rounded_as_a_browser_does() -> None:
    assert [ratio(x, 1).text for x in (0.25, 0.35, -0.25, 1234.0)] == [
        "0.3", "0.3", "−0.3", "1,234.0",
    ]  # fmt: skip
    assert [amount(x, signed=True).text for x in ("0.00", "5.00", "-5.05")] == [
        "$0", "+$5", "−$5.05",
    ]  # fmt: skip


def test_every_figure_of_the_page_stands_in_the_pdf(document: Document, pdf: bytes) -> None:
    text = pdf_text(pdf)
    columns = columns_of(document)

    assert len(columns) == 15
    for row in (*document["rows"], document["total"]):
        for column in columns:
            assert column.cell(row).text in text


def test_a_workbook_has_the_same_digits_as_numbers(
    document: Document, cells: dict[str, dict[str, str]]
) -> None:
    page = cells["Figures"]
    shown = floor_report(document, TITLES).sections[0].grids[0]
    names = [place for place, value in page.items() if value == "Rounds"]

    assert len(names) == 1
    first = int(names[0][1:]) + 1
    for n, row in enumerate(shown.rows, first):
        for column, cell in zip("ABCDEFGHIJKLMNOPQ", row, strict=True):
            if cell.number is not None:
                assert float(page[f"{column}{n}"]) == cell.number
            elif cell.text:
                assert page[f"{column}{n}"] == cell.text


def test_a_name_is_never_a_formula(cells: dict[str, dict[str, str]]) -> None:
    assert "=HYPERLINK(1)" in cells["Figures"].values()
    assert LONG in cells["Figures"].values()


def test_the_same_figures_give_the_same_bytes(document: Document, pdf: bytes) -> None:
    assert rendered_report(document, TITLES, "pdf") == pdf
    assert rendered_report(document, TITLES, "xlsx") == rendered_report(document, TITLES, "xlsx")


def test_the_pdf_is_tagged_and_names_the_last_event(document: Document, pdf: bytes) -> None:
    last = document["tables"][0]

    assert b"/MarkInfo" in pdf
    assert b"/Marked true" in pdf
    assert f"{last['events']:,}" in pdf_text(pdf)
    assert last["until"] in pdf_text(pdf)


def test_too_many_rows_are_refused_with_their_number(document: Document) -> None:
    many = {**document, "rows": document["rows"] * 3_001}

    with pytest.raises(TooManyRows, match="rows are too many for PDF, at most 3,000"):
        check_rows(many, "pdf")


def test_the_verb_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = str(in_file(tmp_path / "floor.db", regulars(1, rounds=3, seats=2)))
    target = tmp_path / "report.xlsx"

    assert run(["audit", "figures", journal, "-o", str(target)]) == 0
    assert run(["audit", "figures", journal, "-o", str(target)]) == 2
    assert "replace it with --force" in capsys.readouterr().err
    assert run(["audit", "figures", journal, "-o", str(tmp_path / "x.csv")]) == 2
    assert "use one of .pdf, .xlsx" in capsys.readouterr().err
    assert run(["audit", "figures", journal, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert target.read_bytes() == rendered_report(found, {}, "xlsx")

"""PAR sheets and floor reports over HTTP: who may read them, and the digits of every format."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pypdf import PdfReader

from pitboss.reports.extra import ExtraMissing
from pitboss.reports.floor.render import rendered_report
from pitboss.reports.par import played
from pitboss.reports.par.verify import submission_in
from pitboss.reports.par.workbook import place_order, read_workbook
from pitboss.server.api import report_files
from pitboss.server.api.report_files import MEDIA
from tests.audit.tables import regulars
from tests.server.visits import Visit, visit
from tests.waiting import wait_until

Json = dict[str, Any]  # Any: JSON
PATHS = ("/api/par", "/api/par/subjects", "/api/par/json", "/api/floor/report/xlsx")


@pytest.fixture(scope="module")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """An auditor at a server with two tables that are at rest."""
    tables = (
        regulars(31, rounds=4, seats=3),
        regulars(32, rounds=2, rules="california", name="T2"),
    )
    with visit(tmp_path_factory.mktemp("house"), *tables) as visitor:
        visitor.come("Audrey", "auditor")
        yield visitor


def sheet_of(visitor: Visit, **query: str) -> Json:
    """Ask until the sheet is no longer being worked out."""
    answers: list[httpx.Response] = []

    def is_there() -> bool:
        answers.append(visitor.get("/api/par", **query))
        return not answers[-1].json().get("waiting")

    wait_until(is_there)
    found: Json = answers[-1].json()
    return found


def file_of(visitor: Visit, kind: str, **query: str) -> httpx.Response:
    answers: list[httpx.Response] = []

    def is_there() -> bool:
        answers.append(visitor.get(f"/api/par/{kind}", **query))
        return answers[-1].status_code != 503

    wait_until(is_there)
    return answers[-1]


def pdf_text(data: bytes) -> str:
    pages = PdfReader(io.BytesIO(data)).pages
    return "".join("".join(page.extract_text() for page in pages).split())


@pytest.mark.parametrize(
    ("roles", "status"), [((), 403), (("teacher",), 403), (("floor",), 200), (("auditor",), 200)]
)
def test_sheets_are_for_floor_and_auditor(
    tmp_path: Path, roles: tuple[str, ...], status: int
) -> None:
    with visit(tmp_path) as visitor:
        assert {visitor.get(path).status_code for path in PATHS} == {401}
        visitor.come("Robin", *roles)

        if status == 403:
            assert {visitor.get(path).status_code for path in PATHS} == {403}
        else:
            assert visitor.get("/api/par/subjects").status_code == 200


def test_open_tables_and_places_are_listed(staff: Visit) -> None:
    found = staff.get("/api/par/subjects").json()

    assert [(one["table"], one["rules"]) for one in found["tables"]] == [
        ("T1", "maryland"),
        ("T2", "california"),
    ]
    assert len(found["places"]) == 5
    assert not any(one["of_the_lab"] for one in found["tables"])


def test_a_sheet_has_the_same_digits_as_a_page_and_in_every_file(staff: Visit) -> None:
    answer = sheet_of(staff, table="T1")
    page, files = answer["sheet"], {kind: file_of(staff, kind, table="T1") for kind in MEDIA}

    document = files["json"].json()
    assert document["identity"]["status"] == "as played"
    assert page["submission"] == document["identity"]["submission_text"]
    assert submission_in(files["html"].content, "html") == page["submission"]
    cells = read_workbook(files["xlsx"].content)["Document"]
    inside = "".join(cells[place] for place in sorted(cells, key=place_order))
    assert json.loads(inside) == document
    printed = pdf_text(files["pdf"].content)
    for section in page["sections"]:
        for text in (cell for grid in section["grids"] for row in grid["rows"] for cell in row):
            assert "".join(text.split()) in printed
    edge = document["base_game"]["house_edge"]["fraction"]
    assert any(edge in str(section).replace("−", "-") for section in page["sections"])
    assert files["pdf"].headers["content-type"] == "application/pdf"
    assert files["pdf"].headers["content-disposition"].endswith("par-T1.pdf")
    assert [one for one in answer["formats"] if one["missing"]] == []


def test_a_place_has_the_sheet_of_its_usual_choices(staff: Visit) -> None:
    found = sheet_of(staff, rules="maryland")["sheet"]

    assert 'progressive = "A"' in found["submission"]
    assert len(found["sections"]) >= 11


@pytest.mark.parametrize(
    ("path", "query", "status", "reason"),
    [
        ("/api/par", {}, 400, "not-valid"),
        ("/api/par", {"table": "T1", "rules": "maryland"}, 400, "not-valid"),
        ("/api/par", {"table": "nowhere"}, 404, "no-such-table"),
        ("/api/par", {"rules": "nevada"}, 404, "no-such-rules"),
        ("/api/par/docx", {"table": "T1"}, 404, "no-such-format"),
        ("/api/floor/report/csv", {}, 404, "no-such-format"),
        ("/api/floor/report/pdf", {"by": "week"}, 400, "not-valid"),
        ("/api/floor/report/pdf", {"table": "nowhere"}, 404, "no-such-table"),
    ],
)
def test_bad_input_is_one_line(
    staff: Visit, path: str, query: Json, status: int, reason: str
) -> None:
    answer = staff.get(path, **query)

    assert answer.status_code == status
    assert answer.json()["reason"] == reason


def test_a_table_of_the_lab_has_no_sheet(staff: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played, "is_of_the_lab", lambda _: True)

    answer = staff.get("/api/par", table="T1")

    assert (answer.status_code, answer.json()["reason"]) == (409, "lab-table")


def test_a_missing_extra_is_named_with_its_command(
    staff: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(kind: str) -> None:
        if kind == "pdf":
            raise ExtraMissing("a PDF needs the extra `reports`: pip install 'pitboss[reports]'")

    monkeypatch.setattr(report_files, "need_for", missing)

    for path in ("/api/par/pdf", "/api/floor/report/pdf"):
        answer = staff.get(path, table="T1")
        assert (answer.status_code, answer.json()["reason"]) == (501, "extra-missing")
        assert "pip install 'pitboss[reports]'" in answer.json()["detail"]
    formats = sheet_of(staff, table="T1")["formats"]
    assert [one["kind"] for one in formats if one["missing"]] == ["pdf"]


@pytest.mark.parametrize("kind", ["pdf", "xlsx"])
def test_a_floor_report_has_the_figures_of_the_console(staff: Visit, kind: str) -> None:
    asked = {"by": "shift", "bots": "include"}
    figures = staff.get("/api/floor/figures", **asked).json()

    one, two = (staff.get(f"/api/floor/report/{kind}", **asked) for _ in range(2))

    assert one.status_code == 200
    assert (
        one.content
        == two.content
        == rendered_report(figures, {}, "pdf" if kind == "pdf" else "xlsx")
    )
    assert one.headers["content-disposition"].endswith(f"figures-by-shift.{kind}")

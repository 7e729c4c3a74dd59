"""`par verify` finds whatever was changed in a file: a digit, a cell, a word, the version."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.reports.par.pdf import par_pdf
from pitboss.reports.par.render import Format
from pitboss.reports.par.sheet import ParSheet
from pitboss.reports.par.verify import sheet_differences, submission_in
from pitboss.reports.software import Software
from tests.reports.par.sheets import rendered_sheet, sample_sheet, sample_text

PLACE = "california"
EDGE = b"2.184971 %"
OTHER = Software("pitboss", "9.9.9", "0" * 64)


def edited(data: bytes, file: str, old: str, new: str) -> bytes:
    """Change one place in one file of a workbook."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as book, zipfile.ZipFile(made, "w") as other:
        for name in book.namelist():
            inside = book.read(name)
            if name == file:
                changed = re.sub(old.encode(), new.encode(), inside, count=1)
                assert changed != inside
                inside = changed
            other.writestr(name, inside)
    return made.getvalue()


CHANGES: dict[str, tuple[Format, Callable[[bytes], bytes], str]] = {
    "digit of a fraction in JSON": (
        "json",
        lambda d: d.replace(b"-288168972869/", b"-288168972868/", 1),
        "wagers[0].ev.fraction",
    ),
    "combinations in JSON": (
        "json",
        lambda d: d.replace(b'"combinations": 9197612609100', b'"combinations": 9197612609101', 1),
        "wagers[0].lines[0].combinations",
    ),
    "version in JSON": (
        "json",
        lambda d: re.sub(rb'"version": "[^"]*"', b'"version": "9.9.9"', d),
        "identity.software.version",
    ),
    "digit on the page": ("html", lambda d: d.replace(EDGE, b"2.184972 %", 1), "line"),
    "word on the page": ("html", lambda d: d.replace(b"Price list", b"List", 1), "line"),
    "figure of a cell": (
        "xlsx",
        lambda d: edited(d, "xl/worksheets/sheet3.xml", "<v>9197612609100<", "<v>9197612609101<"),
        "page '3 wagers', cell",
    ),
    "formula of a cell": (
        "xlsx",
        lambda d: edited(d, "xl/worksheets/sheet3.xml", r"<f>SUM\(C", "<f>2*SUM(C"),
        "page '3 wagers', cell",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_found_and_named(what: str) -> None:
    kind, change, where = CHANGES[what]
    data = rendered_sheet(PLACE, kind)
    changed = change(data)
    assert changed != data

    found = next(sheet_differences(changed, kind, sample_sheet(PLACE)))

    assert found.where.startswith(where)


@pytest.mark.parametrize("kind", ["html", "xlsx", "json", "pdf"])
def test_files_as_they_were_made_hold(kind: Format) -> None:
    data = rendered_sheet(PLACE, kind)

    assert not list(sheet_differences(data, kind, sample_sheet(PLACE)))
    assert submission_in(data, kind) == sample_text(PLACE)


def wrong_price(sheet: ParSheet) -> ParSheet:
    first, *rest = sheet.dealer_errors
    return replace(sheet, dealer_errors=(replace(first, price=Fraction(1, 3)), *rest))


@pytest.mark.parametrize(
    "wrong",
    [
        wrong_price,
        lambda s: replace(s, identity=replace(s.identity, software=OTHER)),
        lambda s: replace(s, bands=replace(s.bands, tables=s.bands.tables[1:])),
    ],
)
def test_a_pdf_of_other_figures_or_another_version_is_found(
    wrong: Callable[[ParSheet], ParSheet],
) -> None:
    data = par_pdf(wrong(sample_sheet(PLACE)))
    assert list(sheet_differences(data, "pdf", sample_sheet(PLACE)))


@pytest.mark.slow
def test_the_exit_code_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    data = rendered_sheet(PLACE, "json")
    good.write_bytes(data)
    bad.write_bytes(data.replace(b"-50643648973/", b"-50643648974/"))

    assert run(["par", "verify", str(good)]) == 0
    assert run(["par", "verify", str(bad)]) == 1
    assert "base_game.ev.fraction" in capsys.readouterr().out
    for name, content in {"a.json": b"{}", "b.pdf": b"x", "c.xlsx": b"", "d.html": b"\xff"}.items():
        (tmp_path / name).write_bytes(content)
        assert run(["par", "verify", str(tmp_path / name)]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"pitboss: {tmp_path / name}: ")
        assert said.count("\n") == 1

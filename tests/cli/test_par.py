"""`pitboss par` with input that cannot be used: one clear line or a list, and nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.reports import extra

SAMPLES = Path("examples/submissions")
MARYLAND = str(SAMPLES / "maryland.toml")


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that must fail by its input; return what it said, all on stderr."""
    assert run(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


def sheet_of(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Ask for the sheet of a text; nothing but the text may lie in the folder afterwards."""
    (folder / "in.toml").write_text(text)
    said = refused(
        ["par", "--submission", str(folder / "in.toml"), "-o", str(folder / "x.json")], capsys
    )
    assert [path.name for path in folder.iterdir()] == ["in.toml"]
    return said


def test_a_rejected_submission_lists_every_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = sheet_of((SAMPLES / "broken-maryland.toml").read_text("utf-8"), tmp_path, capsys)

    assert said.count("\n") == 31
    assert "line 11, options.blind: A, B is a list" in said
    assert said.endswith("30 errors; no sheet was written\n")


def test_a_missing_seed_and_a_limit_below_the_floor_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Path(MARYLAND).read_text("utf-8")
    seed = next(line for line in text.splitlines() if line.startswith("seed"))

    assert "options.meter.seed: is not filed" in sheet_of(text.replace(seed, ""), tmp_path, capsys)
    (tmp_path / "in.toml").unlink()
    low = text.replace("limit.amount = 50_000", "limit.amount = 10_000")
    assert "$10,000.00 is below the legal floor; at least $50,000.00" in sheet_of(
        low, tmp_path, capsys
    )


BAD_FILES = {
    "empty": (b"", "rules: names no rule set"),
    "huge": (b"#" * 1_100_000, "is larger than 1,048,576 bytes"),
    "binary": (b"\x00\xff\xfe", "is not UTF-8 text"),
    "no TOML": (b"rules = \n", "TOML"),
}


@pytest.mark.parametrize("kind", BAD_FILES)
def test_a_file_that_is_no_submission_is_one_line(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, words = BAD_FILES[kind]
    (tmp_path / "in.toml").write_bytes(data)

    out = str(tmp_path / "x.html")
    said = refused(["par", "--submission", str(tmp_path / "in.toml"), "-o", out], capsys)

    assert words in said
    assert said.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["in.toml"]


def test_a_place_where_no_file_can_be_is_told_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "old.html").write_text("old")
    (tmp_path / "folder.html").mkdir()

    for name, words in {
        "old.html": "--force",
        "folder.html": "is there already",
        "no/x.html": "has no such folder",
        "x.doc": ".pdf, .html, .xlsx, .json",
    }.items():
        said = refused(["par", "--submission", MARYLAND, "-o", str(tmp_path / name)], capsys)
        assert words in said
    assert (tmp_path / "old.html").read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.html", "old.html"]


@pytest.mark.parametrize("ending", ["pdf", "xlsx"])
def test_a_missing_extra_is_told_with_the_command_that_installs_it(
    ending: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda _: None)

    out = str(tmp_path / f"x.{ending}")
    said = refused(["par", "--submission", MARYLAND, "-o", out], capsys)
    binder = refused(["file", MARYLAND, "-o", str(tmp_path / "binder")], capsys)

    for line in (said, binder):
        assert line.endswith("needs the extra `reports`: pip install 'pitboss[reports]'\n")
    assert list(tmp_path.iterdir()) == []


def test_a_comparison_names_the_file_that_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    broken = str(SAMPLES / "broken-maryland.toml")

    said = refused(["par", "diff", MARYLAND, broken], capsys)

    assert said.endswith(f"pitboss: {broken}: rejected, 30 errors; nothing is compared\n")

"""Exports: what stands in the folder and its manifest, and what the verb says."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from pitboss.cli import run
from pitboss.history.export import FORMATS, Folder, FolderError
from pitboss.history.export.lines import read_line
from pitboss.history.periods import Period
from pitboss.journal import Head, checked, open_journal
from pitboss.journal.memory import MemoryJournal
from tests.audit.tables import Played
from tests.audit.write import in_file, in_memory, write_table
from tests.history.exports import exported, lines, rows

# -- the manifest and the folder ------------------------------------------------------------------


def test_the_manifest_names_every_file_with_its_hash(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    out = tmp_path / "out"
    manifest = exported(in_memory(*floor), out)

    named = {one["path"]: one for one in manifest["files"]}
    there = {str(p.relative_to(out)): p for p in out.rglob("*") if p.is_file()}
    assert named.keys() == there.keys() - {"manifest.json"}
    for name, one in named.items():
        data = there[name].read_bytes()
        assert (one["bytes"], one["sha256"]) == (len(data), sha256(data).hexdigest())
    assert manifest["format"] == "pitboss-export/1"
    assert manifest["pitboss"] == "1.0"
    assert manifest["counts"]["rounds"] == 27


def test_the_same_journal_gives_the_same_bytes(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    for folder in ("one", "two"):
        exported(in_memory(*floor), tmp_path / folder)

    first = {p.relative_to(tmp_path / "one"): p.read_bytes()
             for p in (tmp_path / "one").rglob("*") if p.is_file()}  # fmt: skip
    for name, data in first.items():
        assert (tmp_path / "two" / name).read_bytes() == data


def test_a_time_cuts_one_unbroken_part_out_of_the_chain(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    journal = in_memory(floor[0])
    times = [e.at for e in journal.read("table/T1") if e.name == "round-begun/1"]

    manifest = exported(journal, tmp_path / "out", span=Period(times[3], times[7]))

    (one,) = manifest["streams"]
    found = [read_line("table/T1", line) for line in lines(tmp_path / "out" / one["file"])]
    after = Head(one["first"] - 1, bytes.fromhex(one["after_hash"]))
    assert list(checked(found, "table/T1", after)) == found
    assert (found[0].at, found[-1].at < times[7]) == (times[3], True)
    assert {row["round"] for row in rows(tmp_path / "out")} == {"4", "5", "6", "7"}
    total = one["before_the_time"] + len(found) + one["after_the_time"]
    assert total == journal.head("table/T1").number


@pytest.mark.parametrize("name", ["..", "a/b", ".", "x" * 60, "é ♠", "%2F"])
def test_any_table_s_name_makes_a_folder_inside(
    tmp_path: Path, name: str, floor: tuple[Played, Played]
) -> None:
    table = Played(name, floor[0].rules, floor[0].chance, log=floor[0].log[:40])

    exported(in_memory(table), tmp_path / "out", formats=("jsonl",))

    files = list((tmp_path / "out").rglob("events.jsonl"))
    assert len(files) == 1
    assert files[0].parent.parent == tmp_path / "out" / "table"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_an_empty_folder_is_filled_and_a_full_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    exported(MemoryJournal(), tmp_path / "empty")
    assert (tmp_path / "empty" / "manifest.json").is_file()

    with pytest.raises(FolderError, match="is not empty"), Folder(tmp_path / "empty"):
        pass


def test_force_takes_the_place_of_an_earlier_export_alone(
    tmp_path: Path, journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    command = ["audit", "export", str(journal_file), "--out", str(out), "--format", "csv"]
    assert run(command) == 0
    assert run(command) == 2
    assert run([*command, "--table", "T2", "--force"]) == 0
    assert {row["table"] for row in rows(out)} == {"T2"}
    (out / "notes.txt").write_text("mine")

    assert run([*command, "--force"]) == 2

    assert "holds more than an export" in capsys.readouterr().err
    assert (out / "notes.txt").read_text() == "mine"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_a_journal_that_is_broken_leaves_nothing_behind(
    tmp_path: Path, floor: tuple[Played, Played], capsys: pytest.CaptureFixture[str]
) -> None:
    path = in_file(tmp_path / "floor.db", floor[0])
    data = path.read_bytes()
    at = data.rindex(b'"shuffled":"') + 12
    path.write_bytes(data[:at] + b"X" + data[at + 1 :])

    assert run(["audit", "export", str(path), "--out", str(tmp_path / "out")]) == 2

    err = capsys.readouterr().err
    assert "its hash does not fit what it says" in err
    assert err.count("\n") == 1
    assert not (tmp_path / "out").exists()
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".out")] == []


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--table", "T9"], "there is no table 'T9'"),
        (["--format", "xml"], "--format 'xml': wants one or more of jsonl, csv, phh"),
        (["--format", ""], "--format '': wants"),
        (["--from", "yesterday"], "--from 'yesterday': is no time"),
        (["--from", "2027-02-30"], "--from '2027-02-30': is no time"),
        (["--to", "2027-01-15T25:00"], "is no time"),
        (["--from", "2027-01-16", "--to", "2027-01-15"], "is not before --to"),
        (["--from", "2027-01-16", "--to", "2027-01-15T23:59"], "is not before --to"),
    ],
)
def test_bad_input_is_one_line_and_writes_nothing(
    args: list[str],
    said: str,
    tmp_path: Path,
    journal_file: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["audit", "export", str(journal_file), "--out", str(tmp_path / "x"), *args]) == 2

    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_is_one_line(
    tmp_path: Path, journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "way").symlink_to(tmp_path / "file")
    for out in ("file", "file/x", "none/x", "way", "a\0b", "..", "", "n" * 300):
        where = str(tmp_path / out) if out not in ("", "..") else out
        assert run(["audit", "export", str(journal_file), "--out", where]) == 2, out
        _, err = capsys.readouterr()
        assert err.count("\n") == 1
        assert err.startswith("pitboss: --out")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "way"]


def test_the_verb_says_what_it_wrote(
    tmp_path: Path, journal_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["audit", "export", str(journal_file)]
    assert run([*command, "--out", str(tmp_path / "a"), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["rounds"], document["files"]) == (27, 2 + 1 + 27)

    assert run([*command, "--out", str(tmp_path / "b"), "--format", "csv"]) == 0
    assert f"in 1 file: {tmp_path}/b/manifest.json" in capsys.readouterr().out.replace("\n", "")


def test_formats_can_be_had_one_by_one(tmp_path: Path, floor: tuple[Played, Played]) -> None:
    for one in FORMATS:
        exported(in_memory(floor[0]), tmp_path / one, formats=(one,))
    kinds = {one: {p.suffix for p in (tmp_path / one).rglob("*") if p.is_file()} for one in FORMATS}
    assert kinds == {one: {".json", f".{one}"} for one in FORMATS}


def test_a_reader_s_file_may_be_written_meanwhile(
    tmp_path: Path, floor: tuple[Played, Played]
) -> None:
    with open_journal(tmp_path / "floor.db") as journal:
        write_table(journal, floor[0])
        with open_journal(tmp_path / "floor.db", read_only=True) as reader:
            manifest = exported(reader, tmp_path / "out", formats=("jsonl",))
    assert manifest["counts"]["events"] == manifest["streams"][0]["journal_head"]["number"]

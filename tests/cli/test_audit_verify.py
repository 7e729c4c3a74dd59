"""`pitboss audit verify` and `anchor` as a user calls them: tables, JSON, one bad line."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli import run
from pitboss.journal import open_journal
from tests.audit.tables import regulars
from tests.audit.tamper import raw
from tests.audit.write import in_file, write_table


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("journal")
    tables = (regulars(n, rounds=2, seats=2, name=f"T{n}") for n in (1, 2, 3))
    return in_file(folder / "pit.db", *tables)


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "pit.db"))


def spoiled(path: Path) -> int:
    """Change one byte of one event; its number."""
    with raw(path) as rows:
        rows.execute(
            "UPDATE journal_events SET name = 'folded/1' WHERE number = 30 AND stream = 'table/T2'"
        )
    return 30


def document(capsys: pytest.CaptureFixture[str], *args: str, code: int = 0) -> dict[str, Any]:
    assert run(["audit", "verify", *args, "--json"]) == code
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)  # Any: JSON values
    return found


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert run(["audit", *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_a_clean_journal_is_shown_stream_by_stream(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "verify", str(path)]) == 0

    out = capsys.readouterr().out
    for name in ("T1", "T2", "T3"):
        assert f"table/{name}" in out
    assert "6 rounds: all proved" in out


def test_the_first_bad_event_is_named_on_one_line(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = spoiled(path)

    assert run(["audit", "verify", str(path)]) == 1

    out = capsys.readouterr().out
    assert f"table/T2, event {number} (folded/1): chain: " in out
    assert "1 finding;" in out
    assert "FAILED" in out


def test_a_program_gets_one_document(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clean = document(capsys, str(path))
    assert clean["clean"] is True
    assert clean["rounds"] == 6
    assert [stream["stream"] for stream in clean["streams"]] == [f"table/T{n}" for n in (1, 2, 3)]

    number = spoiled(path)
    (found,) = document(capsys, str(path), code=1)["findings"]
    assert (found["stream"], found["number"], found["kind"]) == ("table/T2", number, "chain")


def test_only_the_named_tables_are_proved(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoiled(path)

    found = document(capsys, str(path), "--table", "T1", "--table", "T3")

    assert [stream["stream"] for stream in found["streams"]] == ["table/T1", "table/T3"]


@pytest.mark.slow
def test_several_processes_find_the_same(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert document(capsys, str(path), "--jobs", "2") == document(capsys, str(path))
    spoiled(path)
    alone = document(capsys, str(path), code=1)
    assert document(capsys, str(path), "--jobs", "2", code=1) == alone


def test_nothing_is_written_and_a_server_may_be_writing(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_journal(path) as journal:
        write_table(journal, regulars(9, rounds=1, name="T9"))
        found = document(capsys, str(path))
    assert len(found["streams"]) == 4


def test_a_file_that_may_only_be_read_is_proved(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = path.read_bytes()
    document(capsys, str(path))
    assert path.read_bytes() == before


# -- anchors --------------------------------------------------------------------------------------


def test_an_anchor_holds_until_history_is_rewritten(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    anchor = tmp_path / "anchor.json"
    assert run(["audit", "anchor", str(path), "--out", str(anchor)]) == 0
    assert "keep it where" in capsys.readouterr().out
    assert run(["audit", "verify", str(path), "--anchor", str(anchor)]) == 0
    assert "the anchor holds" in capsys.readouterr().out

    with raw(path) as rows:
        rows.execute("DELETE FROM journal_events WHERE stream = 'table/T3'")
        rows.execute("DELETE FROM journal_heads WHERE stream = 'table/T3'")

    assert document(capsys, str(path))["clean"]
    (found,) = document(capsys, str(path), "--anchor", str(anchor), code=1)["findings"]
    assert (found["stream"], found["kind"]) == ("table/T3", "anchor")


def test_an_anchor_goes_to_standard_output_unless_a_file_is_named(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "anchor", str(path)]) == 0

    page = json.loads(capsys.readouterr().out)

    assert page["format"] == "pitboss-anchor/1"
    assert sorted(page["heads"]) == ["table/T1", "table/T2", "table/T3"]


def test_an_anchor_is_never_written_over_another_file(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = path.read_bytes()
    assert "is there already" in refused(capsys, "anchor", str(path), "--out", str(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "is no JSON"),
        ("[]", "is no anchor"),
        ('{"format": "pitboss-anchor/1"}', "has not just the fields"),
        ("\udcff", "is no JSON"),
    ],
)
def test_what_is_no_anchor_is_refused(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, wanted: str
) -> None:
    anchor = tmp_path / "anchor.json"
    anchor.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert wanted in refused(capsys, "verify", str(path), "--anchor", str(anchor))


def test_a_changed_anchor_is_refused(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    anchor = tmp_path / "anchor.json"
    run(["audit", "anchor", str(path), "--out", str(anchor)])
    capsys.readouterr()
    page = json.loads(anchor.read_text("utf-8"))
    page["heads"]["table/T1"]["number"] -= 1
    anchor.write_text(json.dumps(page), "utf-8")

    assert "SHA-256 does not fit" in refused(capsys, "verify", str(path), "--anchor", str(anchor))


# -- bad input ------------------------------------------------------------------------------------


def test_what_is_no_journal_is_refused_on_one_line(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, junk, other = (tmp_path / name for name in ("empty.db", "junk.db", "other.db"))
    empty.touch()
    junk.write_bytes(b"no database at all" * 500)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE customers (name)")
    connection.close()

    assert "there is no file" in refused(capsys, "verify", str(tmp_path / "none.db"))
    assert "is a folder" in refused(capsys, "verify", str(tmp_path))
    assert "holds no journal" in refused(capsys, "verify", str(empty))
    assert "not a database" in refused(capsys, "verify", str(junk))
    assert "holds other tables" in refused(capsys, "verify", str(other))
    assert "no journal is named" in refused(capsys, "verify", " ")
    assert "it has T1, T2, T3" in refused(capsys, "verify", str(path), "--table", "T7")
    assert "from 1 to 256" in refused(capsys, "verify", str(path), "--jobs", "0")
    assert "no such file" in refused(capsys, "verify", str(path), "--anchor", "nowhere.json")
    assert "refused" in refused(capsys, "verify", "postgresql://127.0.0.1:1/none")


@pytest.mark.slow
def test_a_journal_in_postgresql_is_proved(
    postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_journal(postgres_url) as journal:
        write_table(journal, regulars(2, rounds=2, name="T1"))

    assert document(capsys, postgres_url)["rounds"] == 2
    assert document(capsys, postgres_url, "--jobs", "2")["clean"]

"""What a path or an address opens, and the one clear line where it opens nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.journal import CannotOpen, open_journal
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.sql import sqlite_file as files
from pitboss.journal.sql.postgres import PostgresJournal, PostgresReader
from pitboss.journal.sql.sqlite import SqliteJournal, SqliteReader
from tests.journal.stores import fill


def refusal(where: str | Path, *, read_only: bool = False) -> str:
    with pytest.raises(CannotOpen) as cannot:
        open_journal(where, read_only=read_only)
    assert "\n" not in str(cannot.value)
    return str(cannot.value)


@pytest.mark.parametrize("where", ["", "memory:", ":memory:"])
def test_nothing_or_memory_is_a_journal_in_memory(where: str) -> None:
    assert isinstance(open_journal(where), MemoryJournal)
    assert "nothing to read" in refusal(where, read_only=True)


def test_a_path_is_a_sqlite_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for where in (Path("a.db"), "b.db", f"sqlite:///{tmp_path}/c d?#%41.db"):
        with open_journal(where) as journal:
            assert isinstance(journal, SqliteJournal)
            fill(journal, "table/1", 1)
        with open_journal(where, read_only=True) as journal:
            assert isinstance(journal, SqliteReader)
            assert journal.head("table/1").number == 1

    assert {path.name for path in tmp_path.glob("*.db")} == {"a.db", "b.db", "c d?#%41.db"}


def test_an_address_is_a_postgresql(postgres_journal_url: str) -> None:
    other = postgres_journal_url.replace("postgresql://", "postgresql+psycopg://")
    with open_journal(postgres_journal_url) as journal:
        assert isinstance(journal, PostgresJournal)
        fill(journal, "table/1", 1)
    with open_journal(other, read_only=True) as reader:
        assert isinstance(reader, PostgresReader)
        assert reader.head("table/1").number == 1


def test_other_addresses_are_refused() -> None:
    assert refusal("mysql://host/db").startswith("mysql:// is no journal; give a path")


def test_a_missing_folder_and_a_missing_file_are_named(tmp_path: Path) -> None:
    assert "no folder" in refusal(tmp_path / "nowhere" / "a.db")
    assert "there is no file" in refusal(tmp_path / "a.db", read_only=True)
    assert "is a folder" in refusal(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy milk\n" * 1000)

    for read_only in (False, True):
        assert "not a database" in refusal(path, read_only=read_only)
    assert path.read_text() == "buy milk\n" * 1000
    assert list(tmp_path.iterdir()) == [path]


def test_a_foreign_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    connection = files.connect(path, "rwc")
    connection.execute("CREATE TABLE customers (name text)")
    connection.close()
    before = path.read_bytes()

    for read_only in (False, True):
        assert "holds other tables and no journal" in refusal(path, read_only=read_only)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_database_of_a_newer_program_is_left_alone(sqlite_path: Path) -> None:
    connection = files.connect(sqlite_path, "rw")
    connection.execute("UPDATE journal_version SET version_num = '9999'")
    connection.close()

    for read_only in (False, True):
        assert "newer pitboss (tables 9999" in refusal(sqlite_path, read_only=read_only)


def test_an_empty_file_becomes_a_journal_but_not_for_a_reader(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()

    assert "holds no journal" in refusal(path, read_only=True)
    open_journal(path).close()
    open_journal(path, read_only=True).close()


def test_postgresql_databases_are_judged_alike(postgres_url: str) -> None:
    import psycopg

    assert "holds no journal" in refusal(postgres_url, read_only=True)
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute("CREATE TABLE customers (name text)")
        for read_only in (False, True):
            assert "holds other tables and no journal" in refusal(postgres_url, read_only=read_only)
        connection.execute("DROP TABLE customers")
        open_journal(postgres_url).close()
        connection.execute("CREATE TABLE customers (name text)")
        open_journal(postgres_url).close()  # others may come to live beside it
        connection.execute("UPDATE journal_version SET version_num = '9999'")
        for read_only in (False, True):
            assert "newer pitboss (tables 9999" in refusal(postgres_url, read_only=read_only)


def test_a_database_in_another_encoding_is_refused(postgres_server: object) -> None:
    from tests.postgres import PostgresServer

    assert isinstance(postgres_server, PostgresServer)
    postgres_server.execute(
        "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    )

    assert "encoded in LATIN1" in refusal(postgres_server.url("latin"))


def test_a_server_that_is_not_there_is_one_line_without_the_password() -> None:
    line = refusal("postgresql://ann:secret@127.0.0.1:9/db?connect_timeout=2")

    assert line.startswith("postgresql://127.0.0.1/db: ")
    assert "secret" not in line
    assert "secret" not in refusal("postgresql://ann:secret@127.0.0.1:9/db?colour=red")


HEAVY = ("alembic", "mako", "psycopg", "pysqlite3", "sqlalchemy")


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("0", set()),
        ("open_journal('memory:')", set()),
        ("open_journal(sys.argv[1]).close()", {"pysqlite3"}),
        ("open_journal(sys.argv[1], read_only=True).close()", {"pysqlite3"}),
    ],
)
def test_only_what_is_used_is_loaded(sqlite_path: Path, code: str, loaded: set[str]) -> None:
    program = f"import sys; from pitboss.journal import open_journal; {code}; print(*sys.modules)"

    said = subprocess.run(
        [sys.executable, "-c", program, str(sqlite_path)],
        capture_output=True,
        text=True,
        check=True,
    )

    assert set(said.stdout.split()) & set(HEAVY) == loaded

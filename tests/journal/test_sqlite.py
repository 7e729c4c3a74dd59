"""What only the SQLite journal promises: one file, one writer, and safety when the disk is not."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pitboss.journal import (
    CannotOpen,
    Damaged,
    Draft,
    Entry,
    Snapshot,
    Turn,
    Unavailable,
    Uncertain,
    Write,
    checked,
    open_journal,
)
from pitboss.journal.sql import sqlite_file as files
from pitboss.journal.sql import statements as sql
from pitboss.journal.sql.sqlite import SqliteJournal
from tests.journal.stores import AT, fill, turn, write
from tests.waiting import WAIT_S_MAX


def pragma(journal: SqliteJournal, name: str) -> object:
    return journal._writer.execute(f"PRAGMA {name}").fetchone()[0]


def test_the_file_is_written_with_full_durability(sqlite_path: Path) -> None:
    with SqliteJournal(sqlite_path) as journal:
        assert pragma(journal, "journal_mode") == "wal"
        assert pragma(journal, "synchronous") == 2
        assert pragma(journal, "foreign_keys") == 1
        assert pragma(journal, "busy_timeout") == 5000
        assert pragma(journal, "application_id") == 0x50495442 == int.from_bytes(b"PITB", "big")


@pytest.mark.parametrize(
    ("statement", "way"),
    [
        (sql.FIND, "USING INDEX journal_events_command (stream=? AND command=?)"),
        (sql.READ.replace("LIMIT ?", ""), "USING PRIMARY KEY (stream=? AND number>?)"),
        (sql.HEAD, "USING PRIMARY KEY (stream=?)"),
    ],
)
def test_an_append_costs_the_same_in_a_long_stream(
    sqlite_path: Path, statement: str, way: str
) -> None:
    with SqliteJournal(sqlite_path) as journal:
        values = ("x",) * statement.count("?")
        (plan,) = journal._writer.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()

    assert way in plan[3]


def test_the_driver_is_free_of_the_lost_pages_bug() -> None:
    assert files.driver().sqlite_version_info >= (3, 51, 3)


def test_an_old_sqlite_alone_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SAFE_VERSION", (99, 0, 0))
    files.driver.cache_clear()
    try:
        with pytest.raises(CannotOpen, match=r"99\.0\.0 or newer is needed.*pip install pysqlite3"):
            files.driver()
    finally:
        files.driver.cache_clear()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal_events SET data = x'00'",
        "DELETE FROM journal_events",
        "DELETE FROM journal_heads",
        "UPDATE journal_heads SET number = 1",
        "UPDATE journal_heads SET stream = 'table/2', number = 9",
        "INSERT INTO journal_events SELECT * FROM journal_events WHERE number = 1",
        "INSERT INTO journal_events VALUES ('table/1', 3, 'a/1', 0, NULL, NULL, NULL, x'00', "
        "x'00')",
        "INSERT INTO journal_events VALUES ('table/9', 1, 'a/1', 0, NULL, NULL, NULL, x'00', "
        "zeroblob(32))",
        "INSERT INTO journal_events VALUES ('table/1', 3, 'a/1', 0, 1, NULL, NULL, x'00', "
        "zeroblob(32))",
        "INSERT INTO journal_events SELECT stream, 3, name, at, size, command, cause, data, hash "
        "FROM journal_events WHERE number = 1",
        "INSERT INTO journal_events VALUES ('table/1', 3, 'a/1', 0, NULL, NULL, NULL, 'text', "
        "zeroblob(32))",
    ],
)
def test_the_database_itself_refuses_to_rewrite_history(sqlite_path: Path, statement: str) -> None:
    with SqliteJournal(sqlite_path) as journal:
        fill(journal, "table/1", 2)

        with pytest.raises(files.driver().Error):
            journal._writer.execute(statement)

        assert len(list(checked(journal.read("table/1"), "table/1"))) == 2


def test_a_second_writer_gets_one_clear_line(sqlite_path: Path) -> None:
    with open_journal(sqlite_path):
        with pytest.raises(CannotOpen, match=f"in use by process {os.getpid()}"):
            open_journal(sqlite_path)
        told = subprocess.run(
            [sys.executable, "-c", OPEN_IT, str(sqlite_path)], capture_output=True, text=True
        )

    assert told.returncode == 1
    assert f"CannotOpen: {sqlite_path} is in use by process {os.getpid()}" in told.stderr
    open_journal(sqlite_path).close()


OPEN_IT = "import sys; from pitboss.journal import open_journal; open_journal(sys.argv[1])"


def test_the_lock_ends_with_its_process(sqlite_path: Path) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", OPEN_IT + "; import os; os.kill(os.getpid(), 9)", str(sqlite_path)]
    )

    assert killed.returncode == -9
    open_journal(sqlite_path).close()


def test_others_read_while_one_writes(sqlite_path: Path) -> None:
    with open_journal(sqlite_path) as writer, open_journal(sqlite_path, read_only=True) as reader:
        fill(writer, "table/1", 3)

        assert [entry.number for entry in reader.read("table/1")] == [1, 2, 3]
        with pytest.raises(Unavailable, match="reading only"):
            reader.append(write("table/1", 3))
        head = reader.head("table/1")
        assert not reader.keep_snapshot(Snapshot("table/1", 3, head.hash, "table/1", b"x"))


def test_a_reader_in_another_place_is_told_by_looking(sqlite_path: Path) -> None:
    heard = threading.Event()
    with open_journal(sqlite_path) as writer, open_journal(sqlite_path, read_only=True) as reader:
        fill(writer, "table/1", 1)
        reader.listen(lambda stream, number: heard.set())
        assert not heard.is_set()  # what was there before is no news

        fill(writer, "table/1", 1)

        assert heard.wait(WAIT_S_MAX)
        assert reader.wait("table/1", 1, WAIT_S_MAX) == 2


def test_a_finished_file_in_a_sealed_folder_can_be_read(
    sqlite_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_journal(sqlite_path) as writer:
        fill(writer, "table/1", 2)
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere

    with open_journal(sqlite_path, read_only=True) as reader:
        assert reader.head("table/1").number == 2

    assert not Path(f"{sqlite_path}-shm").exists()


def test_a_full_disk_writes_nothing_and_the_next_append_goes_on(sqlite_path: Path) -> None:
    with SqliteJournal(sqlite_path) as journal:
        fill(journal, "table/1", 1)
        pages = pragma(journal, "page_count")
        journal._writer.execute(f"PRAGMA max_page_count = {pages}")
        big = Turn("big", b"{}", AT, (Draft("dealt/1", bytes(900_000)),))

        with pytest.raises(Unavailable, match="full"):
            journal.append(Write("table/1", 1, big))

        assert journal.find("table/1", "big") is None
        journal._writer.execute("PRAGMA max_page_count = 100000")
        journal.append(Write("table/1", 1, big))
        assert len(list(checked(journal.read("table/1"), "table/1"))) == 2


def test_an_append_that_does_not_fit_leaves_its_group_alone(sqlite_path: Path) -> None:
    """Both go into one transaction; only one of them is too much for the disk."""
    with SqliteJournal(sqlite_path) as journal:
        pages = pragma(journal, "page_count")
        journal._writer.execute(f"PRAGMA max_page_count = {int(str(pages)) + 3}")
        big = Turn("big", b"{}", AT, (Draft("dealt/1", bytes(900_000)),))

        outcomes = journal._commit([(Write("table/1", 0, big),), (write("table/2", 0),)])

        assert isinstance(outcomes[0], Unavailable)
        assert outcomes[1] is None
        assert list(journal.heads()) == ["table/2"]


class FailingCommit:
    """A connection whose commit fails as a dying disk makes it fail."""

    def __init__(self, inner: sqlite3.Connection, code: int) -> None:
        self.inner = inner
        self.code = code

    def execute(self, statement: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        if statement == "COMMIT":
            error = files.driver().OperationalError("disk I/O error")
            error.sqlite_errorcode = self.code
            raise error
        return self.inner.execute(statement, values)

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)


@pytest.mark.parametrize(("code", "kind"), [(1034, Uncertain), (13, Unavailable)])
def test_a_commit_that_fails_is_uncertain_unless_the_disk_was_full(
    sqlite_path: Path, code: int, kind: type[Exception]
) -> None:
    with SqliteJournal(sqlite_path) as journal:
        real = journal._writer
        journal._writer = FailingCommit(real, code)  # type: ignore[assignment] # a stand-in

        with pytest.raises(kind):
            journal.append(write("table/1", 0, command="c-1"))

        journal._writer = real
        assert journal.find("table/1", "c-1") is None
        journal.append(write("table/1", 0, command="c-1"))


def test_a_busy_file_is_unavailable(sqlite_path: Path) -> None:
    with SqliteJournal(sqlite_path) as journal:
        intruder = files.connect(sqlite_path, "rw")
        intruder.execute("BEGIN IMMEDIATE")
        journal._writer.execute("PRAGMA busy_timeout = 10")

        with pytest.raises(Unavailable, match="locked"):
            journal.append(write("table/1", 0))

        intruder.execute("ROLLBACK")
        intruder.close()
        journal.append(write("table/1", 0))


def tamper(path: Path, *statements: str) -> None:
    """Change a closed file behind the journal's back."""
    connection = files.connect(path, "rw")
    for name in ("journal_events_kept", "journal_events_fixed", "journal_heads_forward"):
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal_snapshots SET data = substr(data, 1, 3)",
        "UPDATE journal_snapshots SET data = CAST(x'00' || substr(data, 2) AS BLOB)",
        "UPDATE journal_snapshots SET number = 1",
        "UPDATE journal_snapshots SET digest = zeroblob(32)",
        "UPDATE journal_snapshots SET shape = 'table/2'",
        "UPDATE journal_events SET hash = zeroblob(32) WHERE number = 2",
        "DROP TABLE journal_snapshots",
    ],
)
def test_a_snapshot_that_is_not_as_kept_is_none(sqlite_path: Path, statement: str) -> None:
    with open_journal(sqlite_path) as journal:
        fill(journal, "table/1", 2)
        head = journal.head("table/1")
        journal.keep_snapshot(Snapshot("table/1", 2, head.hash, "table/1", b"the table"))
        assert journal.snapshot("table/1", "table/1") is not None
    tamper(sqlite_path, statement)

    with open_journal(sqlite_path) as journal:
        assert journal.snapshot("table/1", "table/1") is None
        assert journal.snapshot("table/1", "table/2") is None


def test_a_damaged_page_is_named_after_what_could_still_be_read(sqlite_path: Path) -> None:
    with open_journal(sqlite_path) as journal:
        for number in range(300):
            journal.append(Write("table/1", number, turn(data=b"x" * 500)))
    raw = bytearray(sqlite_path.read_bytes())
    for page in range(len(raw) // 4096 // 2, len(raw) // 4096):
        raw[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    sqlite_path.write_bytes(raw)

    read: list[Entry] = []
    with open_journal(sqlite_path, read_only=True) as journal, pytest.raises(Damaged):
        read.extend(checked(journal.read("table/1"), "table/1"))

    assert 0 < len(read) < 300


def test_a_damaged_name_reaches_the_chain(sqlite_path: Path) -> None:
    with open_journal(sqlite_path) as journal:
        fill(journal, "table/1", 2)
    tamper(sqlite_path, "UPDATE journal_events SET name = CAST(x'ff41' AS TEXT) WHERE number = 2")

    with open_journal(sqlite_path, read_only=True) as journal:
        names = [entry.name for entry in journal.read("table/1")]

    assert names == ["bets-placed/1", "\udcffA"]


@pytest.mark.parametrize("way", ["symlink", "hardlink", "lock removed"])
def test_a_second_writer_is_found_by_whatever_name_it_comes(sqlite_path: Path, way: str) -> None:
    other = sqlite_path.with_name("other.db")
    with open_journal(sqlite_path):
        match way:
            case "symlink":
                other.symlink_to(sqlite_path)
            case "hardlink":
                other.hardlink_to(sqlite_path)
            case _:
                other = sqlite_path
                Path(f"{sqlite_path}.lock").unlink()
        told = subprocess.run(
            [sys.executable, "-c", OPEN_IT, str(other)], capture_output=True, text=True
        )

    assert told.returncode == 1
    assert "in use by" in told.stderr or "has 2 names" in told.stderr


def test_a_file_that_is_deleted_while_it_is_used_takes_no_more(sqlite_path: Path) -> None:
    with SqliteJournal(sqlite_path) as journal:
        fill(journal, "table/1", 2)
        sqlite_path.unlink()

        with pytest.raises(Unavailable, match="deleted or replaced"):
            fill(journal, "table/2", 1)
        with pytest.raises(Unavailable, match="deleted or replaced"):
            journal.head("table/1")


def test_a_journal_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "pit.db"

    def modes() -> set[int]:
        return {
            file.stat().st_mode & 0o777 for file in tmp_path.iterdir() if file.suffix != ".lock"
        }

    before = os.umask(0o022)
    try:
        with SqliteJournal(path) as journal:
            fill(journal, "table/1", 2)
            assert modes() == {0o600}
        path.chmod(0o644)  # as an older pitboss made it
        with SqliteJournal(path) as journal:
            fill(journal, "table/2", 2)
            assert all(not mode & 0o007 for mode in modes())
    finally:
        os.umask(before)

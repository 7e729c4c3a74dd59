"""Rows of a SQLite journal changed behind its back: the first bad event is named exactly."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit.anchor import make_anchor
from pitboss.audit.finding import AuditReport, Finding, FindingKind
from pitboss.audit.verify import NoSuchTable, verify
from pitboss.journal import CannotOpen, Entry, Unavailable, open_journal
from pitboss.pit.replica import keep, load
from pitboss.rules import Chips
from tests.audit.tables import regulars
from tests.audit.tamper import raw
from tests.audit.write import in_file

STREAM = "table/T1"
COLUMNS = ("stream", "number", "name", "at", "size", "command", "cause", "data", "hash")
QUICK_SAMPLES = 8
SAMPLES = 30


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("journal")
    return in_file(folder / "whole.db", regulars(3, rounds=5, seats=3))


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path / "journal.db"))


def proved(path: Path) -> AuditReport:
    with open_journal(path, read_only=True) as journal:
        return verify(journal)


def only(path: Path) -> Finding:
    (found,) = proved(path).findings
    return found


def change(path: Path, statement: str, *values: object) -> None:
    with raw(path) as rows:
        rows.execute(statement, values)


def one(path: Path, statement: str, *values: object) -> Any:  # Any: whatever a row holds
    with raw(path) as rows:
        return rows.execute(statement, values).fetchone()


def last_number(path: Path) -> int:
    number: int = one(path, "SELECT max(number) FROM journal_events")[0]
    return number


def test_the_journal_as_it_was_is_clean(path: Path) -> None:
    assert proved(path).clean


# -- one byte -------------------------------------------------------------------------------------


def changed_value(value: object, chance: random.Random) -> object:
    """The value with one bit of one byte changed, still of its type."""
    if isinstance(value, int):
        return value ^ (1 << chance.choice((0, 3, 9)))
    if isinstance(value, str):
        place = chance.randrange(len(value))
        return value[:place] + chr(ord(value[place]) ^ 1) + value[place + 1 :]
    assert isinstance(value, bytes)
    place = chance.randrange(len(value))
    return value[:place] + bytes([value[place] ^ 1 << chance.randrange(8)]) + value[place + 1 :]


def check_one_byte(path: Path, column: str, chance: random.Random) -> None:
    with raw(path) as rows:
        statement = f"SELECT number, {column} FROM journal_events WHERE {column} IS NOT NULL"  # noqa: S608
        number, value = chance.choice(rows.execute(statement).fetchall())
        here = f"UPDATE journal_events SET {column} = ? WHERE {column} = ? AND "  # noqa: S608
        other = changed_value(value, chance)
        if column == "number":  # not in the place of another: a key is there once
            other = value + 10_000
        where = "stream = ?" if column == "number" else "number = ?"
        key = STREAM if column == "number" else number
        rows.execute(here + where, (other, value, key))
    # An event under another stream's name is missing here, and is named there as well.
    (found,) = (each for each in proved(path).findings if each.stream != other)
    with raw(path) as rows:
        rows.execute(here + where, (value, other, key))
    assert (found.stream, found.number) == (STREAM, number), (column, value, other, found)
    assert found.kind in (FindingKind.CHAIN, FindingKind.HEAD)


@pytest.mark.parametrize("column", COLUMNS)
def test_one_changed_byte_of_any_column_is_named(path: Path, column: str) -> None:
    for seed in range(QUICK_SAMPLES):
        check_one_byte(path, column, random.Random(f"{column} {seed}"))
    assert proved(path).clean


@pytest.mark.slow
@pytest.mark.parametrize("column", COLUMNS)
def test_one_changed_byte_of_any_row_is_named(path: Path, column: str) -> None:
    for seed in range(QUICK_SAMPLES, SAMPLES):
        check_one_byte(path, column, random.Random(f"{column} {seed}"))


@pytest.mark.parametrize("column", ["stream", "number", "hash"])
def test_one_changed_byte_of_a_head_is_found(path: Path, column: str) -> None:
    value = one(path, f"SELECT {column} FROM journal_heads")[0]  # noqa: S608
    for seed in range(QUICK_SAMPLES):
        other = changed_value(value, random.Random(seed))
        change(path, f"UPDATE journal_heads SET {column} = ?", other)  # noqa: S608
        assert {found.kind for found in proved(path).findings} == {FindingKind.HEAD}
    change(path, f"UPDATE journal_heads SET {column} = ?", value)  # noqa: S608
    assert proved(path).clean


@pytest.mark.slow
@pytest.mark.parametrize("flips", [100, pytest.param(1_000, marks=pytest.mark.full)])
def test_a_changed_byte_anywhere_in_the_file_is_found_or_changes_nothing_we_read(
    whole: Path, tmp_path: Path, flips: int
) -> None:
    chance = random.Random(20)
    data = whole.read_bytes()
    rows = list(contents(whole))
    copy = tmp_path / "copy.db"
    found = 0
    for _ in range(flips):
        place = chance.randrange(len(data))
        flipped = data[place] ^ 1 << chance.randrange(8)
        copy.write_bytes(data[:place] + bytes([flipped]) + data[place + 1 :])
        try:
            clean = proved(copy).clean
        except (CannotOpen, Unavailable):  # a damaged schema: one line that says so, no verdict
            clean = False
        found += not clean
        assert not clean or list(contents(copy)) == rows, place
    assert found > flips // 3


def contents(path: Path) -> Iterator[object]:
    with open_journal(path, read_only=True) as journal:
        for stream, head in journal.heads().items():
            yield stream, head
            yield from journal.read(stream)


# -- rows taken out, added, moved -----------------------------------------------------------------


@pytest.mark.parametrize("share", [0.0, 0.3, 0.7])
def test_a_deleted_event_is_named(path: Path, share: float) -> None:
    number = 1 + int(share * last_number(path))
    change(path, "DELETE FROM journal_events WHERE number = ?", number)

    found = only(path)

    assert (found.number, found.event, found.kind) == (number, "", FindingKind.CHAIN)


def test_a_journal_cut_short_is_named_at_the_first_missing_event(path: Path) -> None:
    last = last_number(path)
    for missing in (last, last - 1, last - 40):
        change(path, "DELETE FROM journal_events WHERE number >= ?", missing)
        found = only(path)
        assert found.kind == FindingKind.HEAD
        assert missing - found.number in (0, 1)  # in the middle of a turn, the last one left


def test_a_journal_cut_short_with_mended_heads_is_found_by_the_anchor(path: Path) -> None:
    with open_journal(path, read_only=True) as journal:
        anchor = make_anchor(journal, 0)
    statement = "SELECT max(number) FROM journal_events WHERE size = 1 AND number < ?"
    kept = one(path, statement, last_number(path) - 30)[0]
    kept_hash = one(path, "SELECT hash FROM journal_events WHERE number = ?", kept)[0]
    change(path, "DELETE FROM journal_events WHERE number > ?", kept)
    change(path, "UPDATE journal_heads SET number = ?, hash = ?", kept, kept_hash)

    assert proved(path).clean
    with open_journal(path, read_only=True) as journal:
        (found,) = verify(journal, anchor=anchor).findings

    assert (found.number, found.kind) == (kept + 1, FindingKind.ANCHOR)


def test_events_hidden_behind_a_lowered_head_are_named(path: Path) -> None:
    statement = "SELECT number, hash FROM journal_events WHERE size = 1 AND number > 60 LIMIT 1"
    kept, kept_hash = one(path, statement)
    change(path, "UPDATE journal_heads SET number = ?, hash = ?", kept, kept_hash)

    found = only(path)

    assert (found.number, found.kind) == (kept + 1, FindingKind.HEAD)


@pytest.mark.parametrize("whole_row", [True, False])
def test_two_swapped_events_are_named_at_the_first(path: Path, whole_row: bool) -> None:
    columns = "name, at, size, command, cause, data, hash" if whole_row else "name, data"
    statement = f"SELECT {columns} FROM journal_events WHERE number = ?"  # noqa: S608
    one_row, other = one(path, statement, 50), one(path, statement, 51)
    put = f"UPDATE journal_events SET ({columns}) = ({', '.join('?' * len(one_row))}) WHERE number = ?"  # noqa: S608, E501
    change(path, put, *other, 50)
    change(path, put, *one_row, 51)

    found = only(path)

    assert (found.number, found.kind) == (50, FindingKind.CHAIN)


def test_an_inserted_event_is_named(path: Path) -> None:
    change(path, "UPDATE journal_events SET number = -number WHERE number >= 70")
    change(path, "UPDATE journal_events SET number = 1 - number WHERE number < 0")
    columns = ", ".join(COLUMNS[2:])
    change(
        path,
        f"INSERT INTO journal_events SELECT stream, 70, {columns} "  # noqa: S608
        "FROM journal_events WHERE number = 20",
    )
    change(path, "UPDATE journal_heads SET number = number + 1")

    found = only(path)

    assert (found.number, found.kind) == (70, FindingKind.CHAIN)


def test_a_renamed_stream_is_named_at_its_first_event(path: Path) -> None:
    change(path, "UPDATE journal_events SET stream = 'table/T2'")
    change(path, "UPDATE journal_heads SET stream = 'table/T2'")

    found = only(path)

    assert (found.stream, found.number, found.kind) == ("table/T2", 1, FindingKind.CHAIN)


def test_damage_to_the_file_is_a_finding_and_no_crash(path: Path) -> None:
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 8192] = bytes(8192)
    path.write_bytes(data)

    found = only(path)

    assert found.kind in (FindingKind.STORE, FindingKind.CHAIN, FindingKind.HEAD)


# -- beside the events ----------------------------------------------------------------------------


def test_a_stream_whose_head_was_taken_away_is_named(path: Path) -> None:
    change(path, "DELETE FROM journal_heads")

    found = only(path)

    assert (found.stream, found.number, found.kind) == (STREAM, 1, FindingKind.HEAD)
    with open_journal(path, read_only=True) as journal:
        assert not verify(journal, ["T1"]).clean
        with pytest.raises(NoSuchTable):
            verify(journal, ["T2"])


def test_a_snapshot_as_the_events_give_it_is_no_finding(path: Path) -> None:
    with open_journal(path) as journal:
        assert keep(journal, load(journal, STREAM))

    assert proved(path).clean


def test_a_forged_snapshot_from_which_a_table_would_be_loaded_is_named(path: Path) -> None:
    with open_journal(path) as journal:
        live = load(journal, STREAM)
        seat = next(iter(live.table.seats.values()))
        richer = replace(seat, chips=Chips(seat.chips + 100_000))
        table = replace(live.table, seats={**live.table.seats, seat.number: richer})
        assert keep(journal, replace(live, table=table))
        assert load(journal, STREAM).table.seats[seat.number].chips == richer.chips

    found = only(path)

    assert (found.stream, found.number, found.kind) == (
        STREAM,
        last_number(path),
        FindingKind.SNAPSHOT,
    )


def test_a_store_that_goes_away_is_no_finding(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_journal(path, read_only=True) as journal:

        def lost(stream: str, after: int = 0, limit: int | None = None) -> Iterator[Entry]:
            journal.close()
            raise Unavailable("the server is gone")

        monkeypatch.setattr(journal, "read", lost)
        with pytest.raises(Unavailable):
            verify(journal)

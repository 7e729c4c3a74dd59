"""A journal in one SQLite file: one writing process, any number of readers, full durability."""

from __future__ import annotations

import queue
import sqlite3  # for its types only: connections come from `sqlite_file`
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from pitboss.journal.admission import (
    Batch,
    Job,
    check_snapshot,
    check_writes,
    commands_of,
    judge,
    streams_of,
)
from pitboss.journal.chain import start
from pitboss.journal.errors import JournalError, Unavailable, Uncertain
from pitboss.journal.group_commit import GroupCommit
from pitboss.journal.model import Extent, Head, Snapshot, Write
from pitboss.journal.notify import StorePoller
from pitboss.journal.port import AtPoint, pass_by
from pitboss.journal.snapshot import digest
from pitboss.journal.sql import statements as sql
from pitboss.journal.sql.reader import DatabaseReader, StoredRow, extent_of
from pitboss.journal.sql.sqlite_file import (
    FileLock,
    Identity,
    check_place,
    damaged_text,
    driver,
    fault,
    for_reading,
    for_writing,
    is_busy,
    is_full,
)

READERS_KEPT: Final = 8  # idle connections; more are opened when needed and closed after use


class SqliteReader(DatabaseReader):
    """The reading half: each query borrows one of a few read-only connections."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self._path = path
        self._closed = False
        self._idle: queue.LifoQueue[sqlite3.Connection] = queue.LifoQueue(READERS_KEPT)
        self._idle.put(for_reading(path))
        self._poller = StorePoller(self._notifier, self._numbers)

    def close(self) -> None:
        self._closed = True
        self._poller.close()
        with suppress(queue.Empty):
            while True:
                self._idle.get_nowait().close()
        self._notifier.wake()

    def _watch(self) -> None:
        self._poller.start()

    def _rows(
        self, statement: str, values: StoredRow
    ) -> tuple[list[StoredRow], Unavailable | None]:
        rows: list[StoredRow] = []
        with self._reading() as connection:
            # Strict UTF-8 first; then surrogateescape, so that damaged rows still come out.
            connection.text_factory = str
            try:
                return list(connection.execute(statement, values)), None
            except (driver().Error, UnicodeDecodeError):  # damage: what comes before it is wanted
                connection.text_factory = damaged_text
            try:
                # Not `fetchall`: what comes before damage is worth having, and stays in the list.
                rows.extend(connection.execute(statement, values))
            except (driver().Error, UnicodeDecodeError) as error:  # the latter: damage in words
                return rows, fault(error, self._where)
        return rows, None

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        if self._closed:
            raise Unavailable(f"{self._where} is closed")
        try:
            connection = self._idle.get_nowait()
        except queue.Empty:
            connection = for_reading(self._path)
        try:
            yield connection
        finally:
            self._give_back(connection)

    def _give_back(self, connection: sqlite3.Connection) -> None:
        if self._closed:
            connection.close()
            return
        try:
            self._idle.put_nowait(connection)
        except queue.Full:
            connection.close()


class SqliteJournal(SqliteReader):
    """The reading half plus the one writing connection, which group commits share."""

    def __init__(self, path: Path, at_point: AtPoint = pass_by) -> None:
        check_place(path)
        self._lock = FileLock(path)
        try:
            self._writer = for_writing(path)
            try:
                self._lock.hold()
                self._identity = Identity(path)
                super().__init__(path)
            except BaseException:
                self._writer.close()
                raise
        except BaseException:
            self._lock.close()
            raise
        self._at_point = at_point
        self._writing = threading.Lock()
        self._group = GroupCommit(self._commit)

    def head(self, stream: str) -> Head:
        if not self._identity.is_there():
            raise self._gone()
        return super().head(stream)

    def _gone(self) -> Unavailable:
        return Unavailable(f"{self._where} was deleted or replaced while it was in use")

    def append(self, *writes: Write) -> None:
        check_writes(writes)
        outcome = self._group.submit(writes)
        if outcome is not None:
            raise outcome

    def keep_snapshot(self, snapshot: Snapshot) -> bool:
        check_snapshot(snapshot)
        at = (snapshot.stream, snapshot.shape, snapshot.number, snapshot.hash)
        with self._writing:
            try:
                self._writer.execute(sql.PUT_SNAPSHOT, (*at, digest(snapshot), snapshot.data))
            except driver().Error:  # full, busy or closed: a cache can do without
                return False
        return True

    def close(self) -> None:
        super().close()
        with self._writing:
            self._writer.close()
            self._lock.close()

    def _watch(self) -> None:
        """Nobody else writes: what this process appends is notified here."""

    def _commit(self, jobs: list[Job]) -> list[JournalError | None]:
        self._at_point("begin")
        with self._writing:
            if self._closed:
                return [Unavailable(f"{self._where} is closed")] * len(jobs)
            if not self._identity.is_there():  # what is written now would be gone at the end
                return [self._gone()] * len(jobs)
            try:
                batch = self._write(jobs)
            except driver().Error as error:
                self._roll_back()
                if len(jobs) == 1 or is_busy(error):
                    return [fault(error, self._where)] * len(jobs)
                batch = None
            except BaseException:
                self._roll_back()
                raise
            if batch is not None and not batch.entries:
                self._roll_back()
                return batch.outcomes
            lost = None if batch is None else self._make_durable()
        if batch is None:  # retry each job alone, so that one bad job does not fail the others
            return [self._commit([job])[0] for job in jobs]
        if lost is not None:
            return [outcome or lost for outcome in batch.outcomes]
        self._at_point("committed")
        self._notify(batch.heads)
        self._at_point("told")
        return batch.outcomes

    def _write(self, jobs: list[Job]) -> Batch:
        """Write a batch, without the commit."""
        execute = self._writer.execute
        execute("BEGIN IMMEDIATE")
        heads = self._heads_of(streams_of(jobs))
        before = dict(heads)
        batch = judge(jobs, heads, self._done_of(commands_of(jobs)))
        self._at_point("checked")
        for stream, head in batch.heads.items():
            number = before[stream].number
            if number == 0:
                execute(sql.ADD_HEAD, (stream, head.number, head.hash))
            else:
                execute(sql.MOVE_HEAD, (head.number, head.hash, stream, number))
        self._writer.executemany(sql.ADD_EVENT, batch.rows)
        for (group, stream), (number, data) in batch.tallies.items():
            execute(sql.PUT_TALLY, (group, stream, number, data))
        self._at_point("inserted")
        return batch

    def _make_durable(self) -> JournalError | None:
        try:
            self._writer.execute("COMMIT")
        except driver().Error as error:
            self._roll_back()
            if is_full(error):
                return fault(error, self._where)
            # The log may hold the whole transaction without having reached the disk.
            return Uncertain(f"{self._where}: {error}")
        return None

    def _roll_back(self) -> None:
        if self._writer.in_transaction:
            self._writer.execute("ROLLBACK")

    def _heads_of(self, streams: Sequence[str]) -> dict[str, Head]:
        heads = {}
        for stream in streams:
            row = self._writer.execute(sql.HEAD, (stream,)).fetchone()
            heads[stream] = start(stream) if row is None else Head(*row)
        return heads

    def _done_of(self, commands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Extent]:
        done = {}
        for command in commands:
            row = self._writer.execute(sql.FIND, command).fetchone()
            if row is not None:
                done[command] = extent_of(*row)
        return done

"""A journal in one SQLite file: one writing process, any number of readers, full durability."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from pitboss.journal import sql
from pitboss.journal.admit import Batch, Job, commands_of, judge, streams_of
from pitboss.journal.bounds import check_snapshot, check_writes
from pitboss.journal.chain import start
from pitboss.journal.database import extent_of
from pitboss.journal.envelope import Extent, Head, Snapshot, Write
from pitboss.journal.errors import JournalError, Unavailable, Uncertain
from pitboss.journal.filelock import FileLock
from pitboss.journal.group import Group
from pitboss.journal.points import AtPoint, pass_by
from pitboss.journal.snapshots import digest
from pitboss.journal.sqlite_file import check_place, driver, fault, for_writing, is_busy, is_full
from pitboss.journal.sqlite_reader import SqliteReader


class SqliteJournal(SqliteReader):
    """The reading half plus the one writing connection, which group commits share."""

    def __init__(self, path: Path, at_point: AtPoint = pass_by) -> None:
        check_place(path)
        self._lock = FileLock(path)
        try:
            self._writer = for_writing(path)
            try:
                super().__init__(path)
            except BaseException:
                self._writer.close()
                raise
        except BaseException:
            self._lock.close()
            raise
        self._at_point = at_point
        self._writing = threading.Lock()
        self._group = Group(self._commit)

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
        """Nobody else writes: what this process appends rings the bell."""

    def _commit(self, jobs: list[Job]) -> list[JournalError | None]:
        self._at_point("begin")
        with self._writing:
            if self._closed:
                return [Unavailable(f"{self._where} is closed")] * len(jobs)
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
        if batch is None:  # one's trouble need not be everybody's
            return [self._commit([job])[0] for job in jobs]
        if lost is not None:
            return [outcome or lost for outcome in batch.outcomes]
        self._at_point("committed")
        self._ring(batch.heads)
        self._at_point("told")
        return batch.outcomes

    def _write(self, jobs: list[Job]) -> Batch:
        """Everything of a batch but the commit."""
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

"""A journal in PostgreSQL: many processes append to many streams, each stream in one order.

An append locks the head rows of its own streams and no others, in the order of their names. So
two processes that both think they own a table cannot both win, different tables never wait for
each other, and nobody waits in a ring.
"""

from __future__ import annotations

import threading
from typing import Final

import psycopg
from psycopg import errors as said
from psycopg_pool import PoolClosed, PoolTimeout

from pitboss.journal.admission import Batch, Job, check_snapshot, check_writes, judge, streams_of
from pitboss.journal.chain import start
from pitboss.journal.errors import AlreadyDone, JournalError, Unavailable, Uncertain
from pitboss.journal.group_commit import GroupCommit
from pitboss.journal.model import Head, Snapshot, Write
from pitboss.journal.port import AtPoint, pass_by
from pitboss.journal.snapshot import digest
from pitboss.journal.sql import statements as sql
from pitboss.journal.sql.notify import NotifyListener, NotifySender
from pitboss.journal.sql.postgres_batch import (
    BEGIN,
    Lost,
    Wait,
    insert,
    insert_at_once,
    lock,
    spoken,
)
from pitboss.journal.sql.postgres_connection import (
    Connection,
    PostgresServer,
    attempts,
    connection_ended,
    is_idle,
    line,
)
from pitboss.journal.sql.reader import DatabaseReader, StoredRow


class PostgresReader(DatabaseReader):
    """The reading half: each query borrows a connection of a pool."""

    def __init__(self, address: str, *, read_only: bool = True) -> None:
        self._server = PostgresServer(address, read_only=read_only)
        super().__init__(self._server.where)
        self._server.prepare()
        self._pool = self._server.pool()
        self._poller = NotifyListener(self._notifier, self._numbers, self._server.connect)

    def close(self) -> None:
        self._poller.close()
        self._pool.close()
        self._notifier.wake()

    def _watch(self) -> None:
        self._poller.start()

    def _rows(
        self, statement: str, values: StoredRow
    ) -> tuple[list[StoredRow], Unavailable | None]:
        """Run a query; retry when the connection turns out to be dead."""
        broken = None
        for _ in attempts():
            try:
                with self._pool.connection() as connection:
                    cursor = connection.cursor(binary=True)
                    return cursor.execute(spoken(statement), values).fetchall(), None
            except (psycopg.Error, PoolTimeout) as error:
                broken = self._fault(error)
                if isinstance(error, PoolTimeout | PoolClosed) or not connection_ended(error):
                    break
                self._pool.check()  # throws away what died with the server
        return [], broken

    def _fault(self, error: Exception) -> Unavailable:
        """Return the journal's error for one of the driver or the pool."""
        if isinstance(error, PoolClosed):
            return Unavailable(f"{self._where} is closed")
        return Unavailable(f"{self._where}: {line(error)}")


HEADS_KEPT: Final = 10_000  # streams whose head is remembered: more than a process plays at once

_TRY_AGAIN: Final = (said.SerializationFailure, said.DeadlockDetected)


class _Alone(JournalError):
    """A stream of this append is held by another process: it must wait by itself."""


class _NoAnswer(Exception):
    """The connection went away when the commit of `batch` was on its way."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch


class PostgresJournal(PostgresReader):
    """The reading half plus appends, collected into groups as in SQLite."""

    def __init__(self, address: str, at_point: AtPoint = pass_by) -> None:
        super().__init__(address, read_only=False)
        self._at_point = at_point
        self._group = GroupCommit(lambda jobs: self._commit(jobs, Wait.SKIP))
        self._sender = NotifySender(self._pool)
        self._remembered: dict[str, Head] = {}
        self._remembering = threading.Lock()

    def append(self, *writes: Write) -> None:
        check_writes(writes)
        outcome = self._group.submit(writes)
        if isinstance(outcome, _Alone):
            (outcome,) = self._commit([writes], Wait.QUEUE)
        if outcome is not None:
            raise outcome

    def close(self) -> None:
        self._sender.close()
        super().close()

    def keep_snapshot(self, snapshot: Snapshot) -> bool:
        check_snapshot(snapshot)
        at = (snapshot.stream, snapshot.shape, snapshot.number, snapshot.hash)
        try:
            with self._pool.connection() as connection:
                values = (*at, digest(snapshot), snapshot.data)
                connection.execute(spoken(sql.PUT_SNAPSHOT), values)
        except (psycopg.Error, PoolTimeout):  # away, full or closed: a cache can do without
            return False
        return True

    def _commit(self, jobs: list[Job], wait: Wait) -> list[JournalError | None]:
        """Commit jobs: try the quick path once, then the careful one, with retries."""
        self._at_point("begin")
        fault: JournalError = Unavailable(f"{self._where}: nobody got through")
        perhaps: dict[int, bytes] = {}  # by job: the hash that stands there if it was written
        quick = self._recall(jobs) if wait is Wait.SKIP else None
        for _ in attempts():
            try:
                with self._pool.connection() as connection:
                    if quick and is_idle(connection) and self._quickly(connection, jobs, quick):
                        return [None] * len(jobs)
                    quick = None
                    outcomes = self._carefully(connection, jobs, wait)
                return [
                    None if self._is_ours(outcome, job, perhaps.get(which)) else outcome
                    for which, (job, outcome) in enumerate(zip(jobs, outcomes, strict=True))
                ]
            except (PoolTimeout, PoolClosed) as error:
                fault = fault if perhaps else self._fault(error)
                break
            except Lost:
                if wait is Wait.SKIP:
                    return [_Alone()] * len(jobs)
            except _NoAnswer as none:
                # Whether it was written shows when the same is tried again: ids are taken once.
                perhaps |= _last_hashes(jobs, none.batch)
                fault = Uncertain(f"{self._where}: the connection was lost during the commit")
                quick, wait = None, Wait.QUEUE
                self._pool.check()
            except psycopg.Error as error:
                fault = fault if perhaps else self._fault(error)
                if not _worth_another(error):
                    if len(jobs) > 1 and not perhaps:
                        return [_Alone()] * len(
                            jobs
                        )  # retry each job alone, so that one bad job does not fail the others
                    break
                self._pool.check()  # throws away what died with the server
        return [fault] * len(jobs)

    def _quickly(
        self, connection: Connection, jobs: list[Job], known: tuple[Batch, dict[str, Head]]
    ) -> bool:
        """Write the batch with one statement, if the remembered heads still hold."""
        batch, before = known
        self._at_point("checked")
        hooked = self._at_point is not pass_by  # then there is a pause before the commit
        try:
            if hooked:
                connection.execute(BEGIN)
            insert_at_once(connection, batch, before, patient=len(jobs) == 1)
            if hooked:
                self._at_point("inserted")
                connection.execute("COMMIT")
        except psycopg.Error as error:
            self._forget(before)
            if connection.closed or error.sqlstate is None:
                raise _NoAnswer(batch) from error
            _roll_back(connection)
            return False
        except BaseException:
            _roll_back(connection)
            raise
        self._tell(batch)
        return True

    def _carefully(
        self, connection: Connection, jobs: list[Job], wait: Wait
    ) -> list[JournalError | None]:
        try:
            batch = self._write(connection, jobs, wait)
        except BaseException:
            _roll_back(connection)
            raise
        if not batch.entries:
            _roll_back(connection)
            return batch.outcomes
        try:
            connection.execute("COMMIT")
        except psycopg.Error as error:
            if connection.closed or error.sqlstate is None:
                raise _NoAnswer(batch) from error
            _roll_back(connection)
            raise
        self._tell(batch)
        return batch.outcomes

    def _write(self, connection: Connection, jobs: list[Job], wait: Wait) -> Batch:
        """Write a batch, without the commit."""
        heads, done = lock(connection, jobs, wait)
        before = dict(heads)
        held = [job if all(w.stream in heads for w in job) else None for job in jobs]
        batch = judge([job for job in held if job is not None], heads, done)
        outcomes = iter(batch.outcomes)
        batch.outcomes = [_Alone() if job is None else next(outcomes) for job in held]
        self._at_point("checked")
        if batch.entries:
            insert(connection, batch, before)
            self._at_point("inserted")
        return batch

    def _tell(self, batch: Batch) -> None:
        """Remember the new heads, and notify of them."""
        self._at_point("committed")
        with self._remembering:
            for stream, head in batch.heads.items():
                self._remembered.pop(stream, None)
                self._remembered[stream] = head
            while len(self._remembered) > HEADS_KEPT:
                del self._remembered[next(iter(self._remembered))]
        self._sender.tell(batch.heads)
        self._notify(batch.heads)
        self._at_point("told")

    def _recall(self, jobs: list[Job]) -> tuple[Batch, dict[str, Head]] | None:
        """Return the jobs as a batch behind the remembered heads; None if any would be refused."""
        with self._remembering:
            heads = {s: self._remembered.get(s) or start(s) for s in streams_of(jobs)}
        before = dict(heads)
        batch = judge(jobs, heads, {})
        return (batch, before) if batch.outcomes.count(None) == len(jobs) else None

    def _forget(self, heads: dict[str, Head]) -> None:
        with self._remembering:
            for stream in heads:
                self._remembered.pop(stream, None)

    def _is_ours(self, outcome: JournalError | None, job: Job, expected: bytes | None) -> bool:
        """Return whether the stored command is our own append whose answer was lost."""
        if not isinstance(outcome, AlreadyDone) or expected is None:
            return False
        try:
            entries = list(self.read(job[0].stream, after=_last_number(job) - 1, limit=1))
        except Unavailable:
            return False  # it is done, that much is known
        return any(entry.hash == expected for entry in entries)


def _last_number(job: Job) -> int:
    return job[0].after + len(job[0].turn.drafts)


def _last_hashes(jobs: list[Job], batch: Batch) -> dict[int, bytes]:
    """Of each admitted job, the hash of the last entry in its first stream."""
    hashes = {(entry.stream, entry.number): entry.hash for entry in batch.entries}
    return {
        which: hashes[job[0].stream, _last_number(job)]
        for which, (job, outcome) in enumerate(zip(jobs, batch.outcomes, strict=True))
        if outcome is None
    }


def _worth_another(error: psycopg.Error) -> bool:
    """Return whether nothing was written and a new transaction may go through."""
    return isinstance(error, _TRY_AGAIN) or connection_ended(error)


def _roll_back(connection: Connection) -> None:
    """Leave no transaction behind; a connection that cannot even do that is thrown away.

    The driver's own rollback also forgets statements whose preparation was skipped.
    """
    if connection.closed:
        return
    try:
        connection.rollback()
    except psycopg.Error:
        connection.close()

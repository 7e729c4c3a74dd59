"""The statements of one PostgreSQL transaction that writes a batch: by careful steps or in one go.

The careful way locks the heads, looks, judges and writes: three journeys to the server. The quick
way knows the heads from the last append and sends everything at once; where that knowledge is
old, a statement fails, the server drops the rest unread, and the careful way finds out why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cache
from typing import Any, Final

import psycopg

from pitboss.journal import sql
from pitboss.journal.admit import Batch, Job, commands_of, streams_of
from pitboss.journal.chain import start
from pitboss.journal.database import extent_of
from pitboss.journal.envelope import Extent, Head
from pitboss.journal.notice import CHANNEL, payload
from pitboss.journal.postgres_server import Connection

_BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED"
_LOCK: Final = (
    "SELECT stream, number, hash FROM journal_heads WHERE stream = ANY(?) "
    "ORDER BY stream FOR UPDATE"
)
# LATERAL with LIMIT keeps the planner from reading all events where it knows too little of them.
_FIND: Final = (
    "SELECT c.stream, c.command, e.number, e.size "
    "FROM unnest(?::text[], ?::text[]) AS c (stream, command), "
    "LATERAL (SELECT number, size FROM journal_events "
    "WHERE stream = c.stream AND command = c.command LIMIT 1) AS e"
)
_BEGIN_STREAM: Final = "INSERT INTO journal_heads (stream, number, hash) VALUES (?, ?, ?)"
# A head that is not the expected one becomes NULL, which its column refuses.
_SWAP_HEAD: Final = (
    "UPDATE journal_heads SET number = CASE WHEN number = ? AND hash = ? THEN ?::bigint END, "
    "hash = ? WHERE stream = ?"
)


_NOTIFY: Final = "SELECT pg_notify(?, notice) FROM unnest(?::text[]) AS notice"
# All events in one statement: a batch has many, and each statement costs both sides.
_ADD_EVENTS: Final = (
    f"INSERT INTO journal_events ({sql.COLUMNS}) SELECT * FROM unnest("  # noqa: S608 (our own)
    "%s::text[], %s::bigint[], %s::text[], %s::bigint[], %s::integer[], %s::text[], "
    "%b::bytea[], %b::bytea[], %b::bytea[])"
).encode()


class Lost(Exception):
    """Somebody else began the stream meanwhile; nothing is written."""


class Wait(Enum):
    """What to do about a head row that somebody else has locked."""

    SKIP = " SKIP LOCKED"  # in a group: the others must not wait for it
    QUEUE = ""


@cache
def spoken(statement: str) -> bytes:
    """A statement of `sql.py` with the placeholders of this driver."""
    return statement.replace("?", "%s").encode()


@contextmanager
def one_journey(connection: Connection) -> Iterator[psycopg.Pipeline]:
    """Send statements together; raises the first error, which makes the server skip the rest."""
    first: psycopg.Error | None = None
    try:
        with connection.pipeline() as pipeline:
            try:
                yield pipeline
            except psycopg.Error as error:  # kept from the pipeline, which would log the others
                first = error
    except psycopg.Error as error:
        raise (first or error) from None
    if first is not None:
        raise first


def lock(
    connection: Connection, jobs: Sequence[Job], wait: Wait
) -> tuple[dict[str, Head], dict[tuple[str, str], Extent]]:
    """Begin: heads and known commands, from now on nobody else's to change.

    A stream without a head row is new, if it may be; while skipping, one that is missing behind
    a number is held by somebody else, and left out.
    """
    streams, commands = streams_of(jobs), commands_of(jobs)
    with one_journey(connection):
        connection.execute(_BEGIN)
        locked = connection.cursor(binary=True)
        locked.execute(spoken(_LOCK + wait.value), (streams,))
        known = connection.execute(spoken(_FIND), tuple(map(list, zip(*commands, strict=True))))
    heads = {stream: Head(number, at_hash) for stream, number, at_hash in locked.fetchall()}
    fresh = {write.stream for job in jobs for write in job if write.after == 0}
    for stream in streams:
        if stream not in heads and (wait is Wait.QUEUE or stream in fresh):
            heads[stream] = start(stream)
    done = {(stream, command): extent_of(*at) for stream, command, *at in known.fetchall()}
    return heads, done


def insert(connection: Connection, batch: Batch, before: dict[str, Head]) -> None:
    """Write everything behind the heads `before`, which are locked; raises `Lost`."""
    moved = []
    with one_journey(connection):
        for stream, head in sorted(batch.heads.items()):
            number = before[stream].number
            if number == 0:
                added = (stream, head.number, head.hash)
                moved.append(connection.execute(spoken(sql.ADD_HEAD), added))
            else:
                place = (head.number, head.hash, stream, number)
                moved.append(connection.execute(spoken(sql.MOVE_HEAD), place))
        _insert_rows(connection, batch)
    if any(cursor.rowcount != 1 for cursor in moved):
        raise Lost


def insert_at_once(
    connection: Connection,
    batch: Batch,
    before: dict[str, Head],
    *,
    patient: bool,
    at_inserted: Callable[[], None] | None,
) -> bool:
    """Begin, write behind the heads `before`, which are only believed, commit, and notify.

    Unless `patient`, a locked head is an error as well. With `at_inserted` the commit is sent
    after it and the notice is left to the caller. The server's word for the commit is looked at,
    for it answers a commit of a failed transaction with a rollback.
    """
    answer = connection.cursor()
    try:
        _insert_at_once(connection, answer, batch, before, patient, at_inserted)
    except psycopg.Error:
        if answer.statusmessage != "COMMIT":
            raise
    return answer.statusmessage == "COMMIT"


def _insert_at_once(
    connection: Connection,
    answer: psycopg.Cursor[tuple[Any, ...]],
    batch: Batch,
    before: dict[str, Head],
    patient: bool,
    at_inserted: Callable[[], None] | None,
) -> None:
    with one_journey(connection) as pipeline:
        connection.execute(_BEGIN)
        if not patient:
            connection.execute(spoken(_LOCK + " NOWAIT"), (sorted(batch.heads),))
        for stream, head in sorted(batch.heads.items()):
            old = before[stream]
            if old.number == 0:
                connection.execute(spoken(_BEGIN_STREAM), (stream, head.number, head.hash))
            else:
                swap = (old.number, old.hash, head.number, head.hash, stream)
                connection.execute(spoken(_SWAP_HEAD), swap)
        _insert_rows(connection, batch)
        if at_inserted is not None:
            pipeline.sync()
            at_inserted()
        answer.execute("COMMIT")
        if at_inserted is None:
            notify(connection, batch)


def notify(connection: Connection, batch: Batch) -> None:
    """Tell other processes where they can read on.

    Outside the transaction: PostgreSQL lets no two transactions with a notice commit at the same
    time. A notice that is lost is made up for by who listens.
    """
    notices = [payload(stream, head.number) for stream, head in batch.heads.items()]
    connection.execute(spoken(_NOTIFY), (CHANNEL, notices))


def _insert_rows(connection: Connection, batch: Batch) -> None:
    columns = tuple(map(list, zip(*batch.rows, strict=True)))
    connection.execute(_ADD_EVENTS, columns)
    for (group, stream), (number, data) in batch.tallies.items():
        connection.execute(spoken(sql.PUT_TALLY), (group, stream, number, data))

"""The statements of one PostgreSQL transaction that writes a batch: by careful steps or in one go.

The careful path locks the heads, reads, checks and writes: three round trips to the server. The
quick path remembers the heads of the last append and writes everything with a single statement;
where they are out of date, the statement fails as a whole, and the careful path finds out why. The
quick path more than doubles the appends a second (`docs/internals/journal.md`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import cache
from typing import Any, Final

import psycopg

from pitboss.journal.admission import Batch, Job, commands_of, streams_of
from pitboss.journal.chain import start
from pitboss.journal.model import Extent, Head
from pitboss.journal.sql import statements as sql
from pitboss.journal.sql.postgres_connection import Connection
from pitboss.journal.sql.reader import extent_of

BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED"
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
# All rows of a kind in one statement: a batch has many, and each statement costs both sides.
_EVENTS: Final = (
    f"INSERT INTO journal_events ({sql.COLUMNS}) SELECT * FROM unnest("  # noqa: S608 (our own)
    "%s::text[], %s::bigint[], %s::text[], %s::bigint[], %s::integer[], %s::text[], "
    "%b::bytea[], %b::bytea[], %b::bytea[])"
)
_TALLIES: Final = (
    "INSERT INTO journal_tallies (kin, stream, number, data) SELECT * FROM unnest("
    "%s::text[], %s::text[], %s::bigint[], %b::bytea[]) "
    "ON CONFLICT (kin, stream) DO UPDATE SET number = excluded.number, data = excluded.data"
)
_NEW_HEADS: Final = (
    "INSERT INTO journal_heads (stream, number, hash) "
    "SELECT * FROM unnest(%s::text[], %s::bigint[], %b::bytea[])"
)
# Locked in the order of their names. A head that is not the expected one becomes NULL, which its
# column refuses; one that is not there at all leaves the events without the head they refer to.
_OLD_HEADS: Final = (
    "UPDATE journal_heads AS h SET hash = v.hash, "
    "number = CASE WHEN h.number = v.before AND h.hash = v.old THEN v.number END "
    "FROM unnest(%s::text[], %s::bigint[], %b::bytea[], %s::bigint[], %b::bytea[]) "
    "AS v (stream, number, hash, before, old) JOIN locked ON locked.stream = v.stream "
    "WHERE h.stream = locked.stream"
)
_LOCKED: Final = (
    "locked AS MATERIALIZED (SELECT stream FROM journal_heads WHERE stream = ANY(%s) "
    "ORDER BY stream FOR UPDATE"
)


class Lost(Exception):
    """Another process began the stream meanwhile; nothing is written."""


class Wait(Enum):
    """What to do about a head row that another process has locked."""

    SKIP = " SKIP LOCKED"  # in a group: the others must not wait for it
    QUEUE = ""


@cache
def spoken(statement: str) -> bytes:
    """Return a statement of `statements.py` with the placeholders of this driver."""
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
    """Begin the transaction: lock the heads, and look up the command ids.

    A stream without a head row is new, if it may be; while skipping, one that is missing behind
    a number is held by somebody else, and left out.
    """
    streams, commands = streams_of(jobs), commands_of(jobs)
    with one_journey(connection):
        connection.execute(BEGIN)
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
    connection: Connection, batch: Batch, before: dict[str, Head], *, patient: bool
) -> None:
    """Write behind the remembered heads `before` with a single statement, which checks them.

    Unless `patient`, a head that somebody else has locked is an error as well.
    """
    parts: list[str] = []
    values: list[list[Any]] = []
    old = [stream for stream in sorted(batch.heads) if before[stream].number]
    new = [stream for stream in sorted(batch.heads) if not before[stream].number]
    if old:
        parts.append(_LOCKED + (")" if patient else " NOWAIT)"))
        parts.append(f"moved AS ({_OLD_HEADS})")
        believed = _columns((before[stream].number, before[stream].hash) for stream in old)
        values += [old, *_heads_of(batch, old), *believed]
    if new:
        parts.append(f"begun AS ({_NEW_HEADS})")
        values += _heads_of(batch, new)
    if batch.tallies:
        parts.append(f"tallied AS ({_TALLIES})")
        values += _tallies_of(batch)
    values += _columns(batch.rows)
    connection.execute(f"WITH {', '.join(parts)} {_EVENTS}".encode(), values)


def _insert_rows(connection: Connection, batch: Batch) -> None:
    connection.execute(_EVENTS.encode(), _columns(batch.rows))
    if batch.tallies:
        connection.execute(_TALLIES.encode(), _tallies_of(batch))


def _heads_of(batch: Batch, streams: list[str]) -> list[list[Any]]:
    return _columns((s, batch.heads[s].number, batch.heads[s].hash) for s in streams)


def _tallies_of(batch: Batch) -> list[list[Any]]:
    return _columns((*key, *tally) for key, tally in batch.tallies.items())


def _columns(rows: Iterable[tuple[Any, ...]]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]

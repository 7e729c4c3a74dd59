"""The SQL that both databases share, and which version of the tables a database holds.

PostgreSQL gets the same statements with its own placeholders.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from pitboss.journal.errors import CannotOpen

COLUMNS: Final = "stream, number, name, at, size, command, cause, data, hash"

REVISION: Final = "SELECT version_num FROM journal_version"

HEAD: Final = "SELECT number, hash FROM journal_heads WHERE stream = ?"
HEADS: Final = (
    "SELECT stream, number, hash FROM journal_heads "
    "WHERE stream >= ? AND substr(stream, 1, ?) = ? ORDER BY stream"
)
# From one name to the next in the index: as many steps as streams, however long they are.
STREAMS: Final = (
    "WITH RECURSIVE names (stream) AS (SELECT min(stream) FROM journal_events UNION ALL "
    "SELECT (SELECT min(e.stream) FROM journal_events AS e WHERE e.stream > names.stream) "
    "FROM names WHERE names.stream IS NOT NULL) "
    "SELECT stream FROM names WHERE stream IS NOT NULL"
)
FIND: Final = "SELECT number, size FROM journal_events WHERE stream = ? AND command = ?"
READ: Final = (
    f"SELECT {COLUMNS} FROM journal_events "  # noqa: S608 (our own constant)
    "WHERE stream = ? AND number > ? ORDER BY number LIMIT ?"
)
TALLIES: Final = "SELECT stream, number, data FROM journal_tallies WHERE kin = ? ORDER BY stream"
# A snapshot counts only beside the very event it was made at.
SNAPSHOT: Final = (
    "SELECT s.number, s.hash, s.digest, s.data FROM journal_snapshots AS s "
    "JOIN journal_events AS e ON e.stream = s.stream AND e.number = s.number AND e.hash = s.hash "
    "WHERE s.stream = ? AND s.shape = ?"
)

ADD_HEAD: Final = (
    "INSERT INTO journal_heads (stream, number, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
)
MOVE_HEAD: Final = "UPDATE journal_heads SET number = ?, hash = ? WHERE stream = ? AND number = ?"
ADD_EVENT: Final = f"INSERT INTO journal_events ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
PUT_TALLY: Final = (
    "INSERT INTO journal_tallies (kin, stream, number, data) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (kin, stream) DO UPDATE SET number = excluded.number, data = excluded.data"
)
PUT_SNAPSHOT: Final = (
    "INSERT INTO journal_snapshots (stream, shape, number, hash, digest, data) "
    "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (stream, shape) DO UPDATE SET "
    "number = excluded.number, hash = excluded.hash, "
    "digest = excluded.digest, data = excluded.data"
)


VERSION_TABLE: Final = "journal_version"
REVISIONS: Final = ("0001",)  # the migrations, oldest first; a test holds this list
NEWEST: Final = REVISIONS[-1]


class SchemaState(Enum):
    """What must be done before the journal can be used."""

    EMPTY = "empty"
    OLDER = "older"
    CURRENT = "current"


def shape_of(where: str, *, tables: int, revision: str | None) -> SchemaState:
    """Return the state of a database's tables by their number and revision; raises `CannotOpen`."""
    if revision is None:
        if tables:
            raise CannotOpen(
                f"{where} holds other tables and no journal; name a database of its own"
            )
        return SchemaState.EMPTY
    if revision not in REVISIONS:
        raise CannotOpen(
            f"{where} was written by a newer pitboss (tables {revision}, known up to {NEWEST}); "
            "install that one or a later one"
        )
    return SchemaState.CURRENT if revision == NEWEST else SchemaState.OLDER


def check_readable(where: str, shape: SchemaState) -> None:
    """Raise `CannotOpen` unless a reader, who may change nothing, can use the tables."""
    if shape is SchemaState.EMPTY:
        raise CannotOpen(f"{where} holds no journal")
    if shape is SchemaState.OLDER:
        raise CannotOpen(
            f"{where} has the tables of an older pitboss; open it once for writing (pitboss serve)"
        )

"""The statements of both databases; PostgreSQL takes the same words with its own placeholders."""

from __future__ import annotations

from typing import Final

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

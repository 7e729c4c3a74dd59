"""Reading a journal that lies in a database: the same questions to SQLite and to PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pitboss.journal.admission import check_snapshot
from pitboss.journal.chain import start
from pitboss.journal.errors import Unavailable
from pitboss.journal.model import Entry, Extent, Head, Snapshot, StoredTally, Write
from pitboss.journal.notify import BaseJournal
from pitboss.journal.snapshot import undamaged
from pitboss.journal.sql import statements as sql

READ_CHUNK: Final = 500  # entries a query: no reader holds a transaction open for long

StoredRow = tuple[Any, ...]  # the column types are those of the schema


class DatabaseReader(BaseJournal):
    """The reading half; `where` is how messages call the database."""

    def __init__(self, where: str) -> None:
        super().__init__()
        self._where = where

    def append(self, *writes: Write) -> None:
        raise Unavailable(f"{self._where} is open for reading only")

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Entry]:
        left = limit
        while left is None or left > 0:
            wanted = READ_CHUNK if left is None else min(left, READ_CHUNK)
            rows, broken = self._rows(sql.READ, (stream, after, wanted))
            yield from map(Entry._make, rows)
            if broken is not None:
                raise broken
            if len(rows) < wanted:
                return
            after = rows[-1][1]
            left = None if left is None else left - len(rows)

    def head(self, stream: str) -> Head:
        row = self._row(sql.HEAD, (stream,))
        return start(stream) if row is None else Head(*row)

    def heads(self, prefix: str = "") -> Mapping[str, Head]:
        rows = self._all(sql.HEADS, (prefix, len(prefix), prefix))
        return {stream: Head(number, at_hash) for stream, number, at_hash in rows}

    def streams(self) -> Sequence[str]:
        return [stream for (stream,) in self._all(sql.STREAMS, ())]

    def find(self, stream: str, command: str) -> Extent | None:
        row = self._row(sql.FIND, (stream, command))
        return None if row is None else extent_of(*row)

    def tallies(self, group: str) -> Sequence[StoredTally]:
        return [StoredTally(*row) for row in self._all(sql.TALLIES, (group,))]

    def keep_snapshot(self, snapshot: Snapshot) -> bool:
        check_snapshot(snapshot)
        return False

    def snapshot(self, stream: str, shape: str) -> Snapshot | None:
        try:
            return undamaged(stream, shape, self._row(sql.SNAPSHOT, (stream, shape)))
        except (Unavailable, ValueError, TypeError, AttributeError, OverflowError):
            return None  # a damaged cache holds anything, and is worth nothing

    def _rows(
        self, statement: str, values: StoredRow
    ) -> tuple[list[StoredRow], Unavailable | None]:
        """Return the rows up to the end or an error, and that error; raise it if there are none."""
        raise NotImplementedError

    def _all(self, statement: str, values: StoredRow) -> list[StoredRow]:
        rows, broken = self._rows(statement, values)
        if broken is not None:
            raise broken
        return rows

    def _row(self, statement: str, values: StoredRow) -> Any:
        rows = self._all(statement, values)
        return rows[0] if rows else None

    def _numbers(self) -> Mapping[str, int]:
        return {stream: head.number for stream, head in self.heads().items()}


def extent_of(number: int, size: int) -> Extent:
    """Return the extent of a turn whose first event is `number`."""
    return Extent(number, number + size - 1)

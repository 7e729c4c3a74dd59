"""The reading half of a SQLite journal; it works while another process writes."""

from __future__ import annotations

import queue
import sqlite3  # for its types only: connections come from `sqlite_file`
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from pitboss.journal.database import DatabaseReader, Row
from pitboss.journal.errors import Unavailable
from pitboss.journal.sqlite_file import damaged_text, driver, fault, for_reading
from pitboss.journal.watch import Watcher

READERS_KEPT: Final = 8  # idle connections; more are opened when needed and closed after use


class SqliteReader(DatabaseReader):
    """A few connections that cannot write, lent to one question at a time."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self._path = path
        self._closed = False
        self._idle: queue.LifoQueue[sqlite3.Connection] = queue.LifoQueue(READERS_KEPT)
        self._idle.put(for_reading(path))
        self._watcher = Watcher(self._bell, self._numbers)

    def close(self) -> None:
        self._closed = True
        self._watcher.close()
        with suppress(queue.Empty):
            while True:
                self._idle.get_nowait().close()
        self._bell.wake()

    def _watch(self) -> None:
        self._watcher.start()

    def _rows(self, statement: str, values: Row) -> tuple[list[Row], Unavailable | None]:
        rows: list[Row] = []
        with self._reading() as connection:
            # Words are read as they should be, which is quicker, and once more where one cannot be.
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

"""The reading half of a PostgreSQL journal."""

from __future__ import annotations

import psycopg
from psycopg_pool import PoolClosed, PoolTimeout

from pitboss.journal.database import DatabaseReader, Row
from pitboss.journal.errors import Unavailable
from pitboss.journal.postgres_batch import spoken
from pitboss.journal.postgres_server import Server, attempts, connection_ended, line
from pitboss.journal.postgres_watch import PostgresWatcher


class PostgresReader(DatabaseReader):
    """Connections of a pool, lent to one question at a time."""

    def __init__(self, address: str, *, read_only: bool = True) -> None:
        self._server = Server(address, read_only=read_only)
        super().__init__(self._server.where)
        self._server.prepare()
        self._pool = self._server.pool()
        self._watcher = PostgresWatcher(self._bell, self._numbers, self._server.connect)

    def close(self) -> None:
        self._watcher.close()
        self._pool.close()
        self._bell.wake()

    def _watch(self) -> None:
        self._watcher.start()

    def _rows(self, statement: str, values: Row) -> tuple[list[Row], Unavailable | None]:
        """Asked again when a connection turns out to be dead."""
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
        """Our word for an error of the driver or the pool."""
        if isinstance(error, PoolClosed):
            return Unavailable(f"{self._where} is closed")
        return Unavailable(f"{self._where}: {line(error)}")

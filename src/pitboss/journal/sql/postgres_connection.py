"""A PostgreSQL server: how it is reached, and whether the database there is a journal."""

from __future__ import annotations

import logging
import select
import time
from collections.abc import Iterator
from typing import Any, Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool

from pitboss.journal.errors import CannotOpen
from pitboss.journal.sql import statements as sql
from pitboss.journal.sql.statements import VERSION_TABLE, SchemaState, check_readable, shape_of

Connection = psycopg.Connection[tuple[Any, ...]]  # the column types are those of the schema
Pool = ConnectionPool[Connection]

CONNECTIONS_MAX: Final = 10  # a process's own: readers, appends that wait for a lock, one group
CONNECT_S_MAX: Final = 5  # to reach the server
POOL_S_MAX: Final = 5.0  # to be lent a connection
ATTEMPTS_MAX: Final = 5  # after as many lost connections or deadlocks the store counts as away
RETRY_S: Final = 0.02  # before the second attempt; twice as long before each further one
RECONNECT_S: Final = 0.5  # between attempts to reach a server that is away; who waits is served
# A process that hangs must not hold a table for long: its locks fall with its transaction.
SETTINGS: Final = {
    "lock_timeout": "5s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "10s",
}
# A network that swallows packets is noticed; a user's own settings in the address go first.
PATIENCE: Final[dict[str, str | int]] = {
    "connect_timeout": CONNECT_S_MAX,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
    "application_name": "pitboss",
}
# It tells of every attempt, and attempts go on while a server is away; our watcher tells once.
_POOL_LOG: Final = logging.getLogger("psycopg.pool")

# The pool logs each failed attempt in three lines; a verb prints one line in the end.
logging.getLogger("psycopg").addHandler(logging.NullHandler())


def attempts() -> Iterator[int]:
    """Count the attempts, and sleep between them."""
    for attempt in range(ATTEMPTS_MAX):
        if attempt:
            time.sleep(RETRY_S * 2 ** (attempt - 1))
        yield attempt


class PostgresServer:
    """An address, checked once, and the connections to it."""

    def __init__(self, address: str, *, read_only: bool) -> None:
        text = address.replace("postgresql+psycopg://", "postgresql://", 1)
        try:
            given = conninfo_to_dict(text)
        except psycopg.Error as error:
            raise CannotOpen(f"not an address of a PostgreSQL: {line(error)}") from error
        self.where = _where(given)
        self._read_only = read_only
        self._conninfo = make_conninfo(
            text, **{k: v for k, v in PATIENCE.items() if k not in given}
        )

    def prepare(self) -> None:
        """Bring the tables there to the newest shape, or see that a reader can use them."""
        try:
            with self.connect(autocommit=False) as connection:
                shape = _shape_here(connection, self.where)
                connection.rollback()
                if self._read_only:
                    check_readable(self.where, shape)
                elif shape is not SchemaState.CURRENT:
                    _migrate(connection)
        except psycopg.Error as error:
            raise CannotOpen(f"{self.where}: {line(error)}") from error

    def connect(self, *, autocommit: bool = True) -> Connection:
        """Return a connection outside the pool."""
        connection = psycopg.connect(self._conninfo, autocommit=autocommit)
        try:
            self._configure(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def pool(self) -> Pool:
        """Return a pool of connections, one of them open."""
        if _POOL_LOG.level == logging.NOTSET:
            _POOL_LOG.setLevel(logging.ERROR)
        return ConnectionPool(
            self._conninfo,
            connection_class=Connection,
            kwargs={"autocommit": True},
            min_size=1,
            max_size=CONNECTIONS_MAX,
            timeout=POOL_S_MAX,
            reconnect_timeout=RECONNECT_S,
            reconnect_failed=_try_on,
            configure=self._configure,
            name="journal",
            open=True,
        )

    def _configure(self, connection: Connection) -> None:
        settings = dict(SETTINGS)
        if self._read_only:
            settings["default_transaction_read_only"] = "on"
        for name, value in settings.items():
            connection.execute("SELECT set_config(%s, %s, false)", (name, value))
        # Told is durable: an operator may ask for more than this, never for less.
        connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false) "
            "WHERE current_setting('synchronous_commit') = 'off'"
        )
        if not connection.autocommit:
            connection.commit()


def _try_on(pool: Pool) -> None:
    """Make the pool reconnect after it has given up.

    By itself it would rest until somebody new asks, and those who wait already would wait in
    vain, though the server may be back the next moment.
    """
    pool.check()


def _shape_here(connection: Connection, where: str) -> SchemaState:
    (encoding,) = _one(connection, "SHOW server_encoding")
    if encoding != "UTF8":
        raise CannotOpen(
            f"{where} is encoded in {encoding}; make the database with ENCODING 'UTF8'"
        )
    (tables,) = _one(
        connection, "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
    )
    (ours,) = _one(connection, "SELECT to_regclass(%s) IS NOT NULL", (VERSION_TABLE,))
    row = connection.execute(sql.REVISION.encode()).fetchone() if ours else None
    return shape_of(where, tables=tables, revision=None if row is None else row[0])


def _one(connection: Connection, statement: str, values: tuple[object, ...] = ()) -> Any:
    return connection.execute(statement.encode(), values).fetchone()


def _migrate(connection: Connection) -> None:
    from sqlalchemy import create_engine
    from sqlalchemy.pool import StaticPool

    from pitboss.journal.sql.migrations.run import migrate

    migrate(
        create_engine("postgresql+psycopg://", creator=lambda: connection, poolclass=StaticPool)
    )


def _where(given: dict[str, Any]) -> str:
    """Return how messages call the database: without its password."""
    return f"postgresql://{given.get('host', '')}/{given.get('dbname', '')}"


def is_idle(connection: Connection) -> bool:
    """Return whether the connection is quiet: no message of the server waits, nor its end."""
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return not waiting.poll(0)


def connection_ended(error: Exception) -> bool:
    """Return whether it was the connection that failed and not the statement."""
    if not isinstance(error, psycopg.OperationalError):
        return False
    return (error.sqlstate or "08").startswith(("57P", "08"))


def line(error: Exception) -> str:
    """Return the first line of an error: what went wrong, without the server's context."""
    return next(iter(str(error).strip().splitlines()), type(error).__name__)

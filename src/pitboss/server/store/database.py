"""The database of people: a file beside a SQLite journal, or the journal's PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import islice
from pathlib import Path
from shutil import disk_usage
from typing import Final, TypeVar

from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    event,
    insert,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import StaticPool
from sqlalchemy.schema import CreateColumn

from pitboss.journal import CannotOpen, Unavailable
from pitboss.journal.opening import MEMORY, POSTGRES, SQLITE
from pitboss.journal.sql.sqlite_file import Identity, connect, driver
from pitboss.server.store import school_schema  # noqa: F401 (adds its tables to METADATA)
from pitboss.server.store.schema import (
    ADDED,
    FIRST,
    METADATA,
    PURSES_IN_JOURNAL,
    VERSION,
    VERSIONS,
)

# Any number will do, as long as every pitboss uses the same: two servers may start at once.
_ADVISORY_LOCK: Final = 1346982979
CONNECTIONS_MAX: Final = 8  # of one process
WAIT_S_MAX: Final = 5.0
ROOM_BYTES_MIN: Final = 1 << 22  # with less free space a disk counts as full
VALUES_MAX: Final = 500  # of one query

T = TypeVar("T")


class Database:
    """Transactions on the people's tables; any thread may open one."""

    def __init__(
        self,
        where: str,
        engine: Engine,
        lock: threading.RLock | None = None,
        path: Path | None = None,
    ) -> None:
        self.where = where
        self._path = path
        self._identity = None if path is None else Identity(path)
        self._engine = engine
        self._lock = lock  # SQLite has one connection, so its transactions go one after another
        self._closed = False

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """Open a transaction: committed at the end of the block, rolled back when it raises."""
        try:
            with self._lock or nullcontext():
                if self._closed:
                    raise Unavailable(f"{self.where} is closed")
                if self._identity is not None and not self._identity.is_there():
                    gone = "was deleted or replaced while it was in use"
                    raise Unavailable(f"{self.where} {gone}")
                with self._engine.begin() as connection:
                    yield connection
        except (OperationalError, InterfaceError, PoolTimeout) as error:
            raise Unavailable(f"{self.where}: {_line(error)}") from error

    def check_writable(self) -> None:
        """Write something that changes nothing; raises `Unavailable` where that cannot be done."""
        if self._path is not None and disk_usage(self._path.parent).free < ROOM_BYTES_MIN:
            raise Unavailable(f"{self.where}: there is no room left on the disk")
        with self.begin() as connection:
            if connection.dialect.name == "sqlite":
                connection.execute(update(VERSIONS).values(version=VERSIONS.c.version))
            else:  # a server of its own, with alarms of its own
                connection.execute(select(VERSIONS.c.version))

    def close(self) -> None:
        """Close the connections; that of SQLite when the transaction on it is over.

        A thread outlives the task that waited for it; a connection closed under its hands would
        end the process.
        """
        self._closed = True
        with self._lock or nullcontext():
            self._engine.dispose()


def batched(values: Iterable[T]) -> Iterator[list[T]]:
    """Split values into batches of VALUES_MAX, the most that one query names.

    >>> [len(some) for some in batched(range(1_200))]
    [500, 500, 200]
    """
    left = iter(values)
    while some := list(islice(left, VALUES_MAX)):
        yield some


def open_database(where: str) -> Database:
    """Open the people's tables that belong to the journal at `where`; raises `CannotOpen`.

    In a PostgreSQL the journal must have been opened once before: it wants a database of its own.
    """
    database = _engine_at(where)
    try:
        with database.begin() as connection:
            _prepare(connection, database.where)
    except (SQLAlchemyError, Unavailable) as error:
        database.close()
        raise CannotOpen(f"{database.where}: {_line(error)}") from error
    except BaseException:
        database.close()
        raise
    return database


def beside(where: str) -> Path:
    """Return the file of the people's tables beside a SQLite journal.

    >>> beside("pit.db").name
    'pit-people.db'
    """
    path = Path(where.removeprefix(SQLITE))
    return path.with_name(f"{path.stem}-people{path.suffix}")


def _engine_at(where: str) -> Database:
    if where.startswith(POSTGRES):
        return _postgres(where)
    if where in MEMORY:
        return _sqlite(":memory:", None)
    path = beside(where)
    if not path.parent.is_dir():
        raise CannotOpen(f"there is no folder {path.parent} to keep {path.name} in")
    return _sqlite(str(path), path)


def _sqlite(where: str, path: Path | None) -> Database:
    module = driver()
    try:
        if path is None:
            made = module.connect(":memory:", isolation_level=None, check_same_thread=False)
        else:
            made = connect(path, "rwc")
            for pragma in ("journal_mode = WAL", "synchronous = FULL"):
                made.execute(f"PRAGMA {pragma}")
        made.execute("PRAGMA foreign_keys = ON")
    except module.Error as error:
        raise CannotOpen(f"{where}: {error}") from error
    engine = create_engine(
        "sqlite+pysqlite://",
        module=module,
        creator=lambda: made,
        poolclass=StaticPool,
        hide_parameters=True,  # what a failed statement was given stays out of the log
    )
    event.listen(engine, "begin", _begin_now)  # the driver is left in autocommit
    return Database(where, engine, threading.RLock(), path)


def _begin_now(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _postgres(where: str) -> Database:
    _, _, rest = where.partition("://")
    engine = create_engine(
        f"postgresql+psycopg://{rest}",
        pool_size=2,
        max_overflow=CONNECTIONS_MAX - 2,
        pool_timeout=WAIT_S_MAX,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"connect_timeout": int(WAIT_S_MAX), "application_name": "pitboss house"},
    )
    return Database(f"postgresql://{engine.url.host or ''}/{engine.url.database}", engine)


def _prepare(connection: Connection, where: str) -> None:
    hold_alone(connection)
    _check_whole(connection, where)
    METADATA.create_all(connection)
    _add_columns(connection)
    found = connection.execute(select(VERSIONS.c.version)).scalar()
    if found is None:
        connection.execute(insert(VERSIONS).values(version=VERSION))
    elif found > VERSION:
        raise CannotOpen(
            f"{where} was written by a newer pitboss (people {found}, known up to {VERSION}); "
            "install that one or a later one"
        )
    elif found >= PURSES_IN_JOURNAL:  # before, `carry_over` has something to do first
        connection.execute(update(VERSIONS).values(version=VERSION))


def _add_columns(connection: Connection) -> None:
    """Add the columns that tables of an earlier version lack."""
    for column in ADDED:
        table = column.table
        if all(
            there["name"] != column.name for there in inspect(connection).get_columns(table.name)
        ):
            declared = CreateColumn(column).compile(dialect=connection.dialect)
            connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {declared}"))


def hold_alone(connection: Connection) -> None:
    """Keep other processes from preparing the tables until the end of the transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})


def _check_whole(connection: Connection, where: str) -> None:
    """Reject a database that has lost a table: an empty one in its place would lie."""
    here = set(inspect(connection).get_table_names())
    if VERSIONS.name not in here:
        return
    if missing := sorted(table.name for table in FIRST if table.name not in here):
        raise CannotOpen(f"{where}: {', '.join(missing)} is missing; restore a backup")


def _line(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    return next(iter(str(cause).strip().splitlines()), type(error).__name__)

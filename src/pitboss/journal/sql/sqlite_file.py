"""A SQLite file: a safe driver, the lock of its only writer, and whether it is a journal."""

from __future__ import annotations

import importlib
import os
import sqlite3  # for its types only: connections come from `driver`
import stat
import sys
from contextlib import closing, suppress
from functools import cache
from operator import methodcaller
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast
from urllib.parse import quote

from pitboss.journal.errors import CannotOpen, Damaged, Unavailable
from pitboss.journal.sql import statements as sql
from pitboss.journal.sql.statements import VERSION_TABLE, SchemaState, check_readable, shape_of

# Older ones may lose committed pages when two connections meet at the end of the log.
SAFE_VERSION: Final = (3, 51, 3)
BUSY_S_MAX: Final = 5.0  # how long a statement waits for a lock of another process
LOG_BYTES_KEPT: Final = 1 << 26  # a log that has grown beyond is cut back to this
CORRUPT: Final = frozenset({11, 26})  # SQLITE_CORRUPT, SQLITE_NOTADB
LOGS: Final = ("-wal", "-shm")  # beside a file that is in use
# A damaged name must come out as it is, so that the chain can name the event.
damaged_text: Final = methodcaller("decode", "utf-8", "surrogateescape")
TABLES: Final = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"


@cache
def driver() -> ModuleType:
    """Return the first module whose SQLite is without the WAL-reset bug; raises `CannotOpen`."""
    seen = []
    for name in ("pysqlite3.dbapi2", "sqlite3"):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        if module.sqlite_version_info >= SAFE_VERSION:
            return module
        seen.append(f"{name} brings {module.sqlite_version}")
    wanted = ".".join(map(str, SAFE_VERSION))
    raise CannotOpen(
        f"SQLite {wanted} or newer is needed and {', '.join(seen)}: pip install pysqlite3"
    )


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Return a connection in `mode` (ro, rw, rwc, immutable): autocommit, for any thread.

    A file that is made here is its owner's alone. One that everybody may read is so no more: it
    holds cards that are face down, and secrets.
    """
    if mode == "rwc":
        _keep_private(path)
    query = "immutable=1" if mode == "immutable" else f"mode={mode}"
    connection = cast(
        "sqlite3.Connection",  # pysqlite3 is the same code, without types
        driver().connect(
            f"file:{quote(str(path))}?{query}",
            uri=True,
            timeout=BUSY_S_MAX,
            isolation_level=None,
            check_same_thread=False,
        ),
    )
    connection.text_factory = damaged_text
    return connection


def _keep_private(path: Path) -> None:
    try:
        # Never opened where it exists: to close it would let go of SQLite's own locks on it.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        for file in (path, *(Path(f"{path}{end}") for end in LOGS)):
            with suppress(OSError):  # not ours to change: then it is our operator's
                mode = stat.S_IMODE(file.stat().st_mode)
                if mode & stat.S_IRWXO:
                    file.chmod(mode & ~stat.S_IRWXO)
    except OSError:
        return  # SQLite says what is wrong, in its own words


def check_place(path: Path) -> None:
    """Raise `CannotOpen` where a journal can neither be nor be made; touches nothing."""
    if not path.parent.is_dir():
        raise CannotOpen(f"there is no folder {path.parent} to keep {path.name} in")
    if path.exists() and path.stat().st_size > 0:
        try:
            with closing(connect(path, "ro")) as connection:
                shape_here(connection, path)
        except driver().Error as error:
            raise CannotOpen(f"{path}: {error}") from error


def for_writing(path: Path) -> sqlite3.Connection:
    """Return the one writing connection, on a file with the newest tables; raises `CannotOpen`."""
    try:
        connection = connect(path, "rwc")
        try:
            if shape_here(connection, path) is not SchemaState.CURRENT:
                _migrate(connection)
            for pragma in (
                "journal_mode = WAL",
                "synchronous = FULL",
                "foreign_keys = ON",
                f"journal_size_limit = {LOG_BYTES_KEPT}",
            ):
                connection.execute(f"PRAGMA {pragma}")
        except BaseException:
            connection.close()
            raise
    except (driver().Error, UnicodeDecodeError) as error:  # the latter: a damaged message
        raise CannotOpen(f"{path}: {error}") from error
    return connection


def for_reading(path: Path) -> sqlite3.Connection:
    """Return a connection that cannot write; raises `CannotOpen`."""
    if not path.is_file():
        raise CannotOpen(f"there is no file {path}")
    try:
        connection = connect(path, _reading_mode(path))
        try:
            check_readable(str(path), shape_here(connection, path))
            connection.execute("PRAGMA query_only = ON")
        except BaseException:
            connection.close()
            raise
    except (driver().Error, UnicodeDecodeError) as error:  # the latter: a damaged message
        raise CannotOpen(f"{path}: {error}") from error
    return connection


def shape_here(connection: sqlite3.Connection, path: Path) -> SchemaState:
    """Return what the file holds."""
    tables = {name for (name,) in connection.execute(TABLES)}
    revision = None
    if VERSION_TABLE in tables:
        row = connection.execute(sql.REVISION).fetchone()
        revision = None if row is None else row[0]
    return shape_of(str(path), tables=len(tables), revision=revision)


def fault(error: Exception, where: str) -> Unavailable:
    """Return the journal's error for one of the driver."""
    kind = Damaged if _code(error) & 0xFF in CORRUPT else Unavailable
    return kind(f"{where}: {error}")


def is_full(error: Exception) -> bool:
    """Return whether the disk has no room: then a commit has certainly not happened."""
    return _code(error) & 0xFF == 13  # SQLITE_FULL


def is_busy(error: Exception) -> bool:
    """Return whether somebody else holds the file: trying once more would only wait once more."""
    return _code(error) & 0xFF == 5  # SQLITE_BUSY


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", None) or 0


def _reading_mode(path: Path) -> str:
    """`immutable` for a finished file in a folder we may not write to: there SQLite needs it."""
    log = Path(f"{path}-wal")
    finished = not log.exists() or log.stat().st_size == 0
    return "immutable" if finished and not os.access(path.parent, os.W_OK) else "ro"


def _migrate(connection: sqlite3.Connection) -> None:
    # Alembic and SQLAlchemy take half a second to load, so only a file that needs them pays.
    from sqlalchemy import create_engine
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import StaticPool

    from pitboss.journal.sql.migrations.run import migrate

    module: Any = driver()  # SQLAlchemy's own types know only the standard module
    engine = create_engine(
        "sqlite://", module=module, creator=lambda: connection, poolclass=StaticPool
    )
    try:
        migrate(engine)
    except DBAPIError as error:  # full, or not to be written: what the driver itself said
        raise driver().OperationalError(str(error.orig)) from error
    # The engine is dropped, not disposed of: the connection goes on as ours.


class FileLock:
    """Held from creation to `close`; raises `CannotOpen` when another journal holds it.

    The lock is a file beside the real one, whatever link leads there. A lock file may be removed
    while it is held: so the journal itself is locked, too, as soon as it is there (`hold`).
    """

    def __init__(self, path: Path) -> None:
        try:
            import fcntl
        except ImportError as error:
            raise CannotOpen(
                "a SQLite journal needs file locks of a Unix; use PostgreSQL here"
            ) from error
        self._fcntl = fcntl
        self._path = Path(os.path.realpath(path))
        self._held: list[int] = []
        check_one_name(self._path)
        beside = Path(f"{self._path}.lock")
        try:
            file = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise CannotOpen(f"cannot write {beside}: {error.strerror}") from error
        self._take(file, f"process {_said_in(file) or 'unknown'}")
        os.truncate(file, 0)
        os.pwrite(file, f"{os.getpid()}\n".encode(), 0)

    def hold(self) -> None:
        """Lock the journal's own file, which is there by now."""
        if sys.platform != "linux":  # elsewhere this lock would be in the way of SQLite's own
            return
        self._take(os.open(self._path, os.O_RDONLY | os.O_CLOEXEC), "another process")

    def _take(self, file: int, holder: str) -> None:
        try:
            self._fcntl.flock(file, self._fcntl.LOCK_EX | self._fcntl.LOCK_NB)
        except OSError as error:
            os.close(file)
            raise CannotOpen(
                f"{self._path} is in use by {holder}; end it, or use PostgreSQL for several servers"
            ) from error
        self._held.append(file)

    def close(self) -> None:
        """Let go; the file stays, since removing it would race with the next holder."""
        while self._held:
            os.close(self._held.pop())


def _said_in(file: int) -> str:
    return os.pread(file, 20, 0).decode("ascii", "replace").strip()


def check_one_name(path: Path) -> None:
    """Refuse a file that has several names: SQLite would keep a log of its own beside each."""
    try:
        names = path.stat().st_nlink
    except OSError:
        return  # not there yet
    if names > 1:
        raise CannotOpen(
            f"{path} has {names} names (hard links), and two servers would not see each other; "
            "remove the others, or copy the file"
        )


class Identity:
    """Which file a path led to when it was opened: a program holds on to one that was deleted."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _file_at(path)

    def is_there(self) -> bool:
        """Return whether the path still leads to that file."""
        return self._file is not None and _file_at(self._path) == self._file


def _file_at(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

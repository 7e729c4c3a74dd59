"""Opens the journal that a path or an address names."""

from __future__ import annotations

from pathlib import Path
from stat import S_ISDIR
from typing import Final

from pitboss.journal.errors import CannotOpen
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.port import AtPoint, Journal, pass_by

MEMORY = ("", "memory:", ":memory:")  # the last as SQLite says it
POSTGRES = ("postgresql://", "postgres://", "postgresql+psycopg://")
SQLITE = "sqlite:///"
SHOWN_MAX: Final = 200  # characters of a path that is too long to be one


def open_journal(
    where: str | Path, *, read_only: bool = False, at_point: AtPoint = pass_by
) -> Journal:
    """Return the journal at `where`, made if there is none; raises `CannotOpen`.

    "", "memory:" or ":memory:" is a journal in memory, "postgresql://…" a PostgreSQL,
    "sqlite:///…" or any other text the path of a SQLite file. With `read_only` nothing is made
    or changed, and another process may be writing.
    """
    text = str(where) if isinstance(where, str) else None
    if text is not None and text in MEMORY:
        if read_only:
            raise CannotOpen("a journal in memory is empty: there is nothing to read")
        return MemoryJournal(at_point)
    if text is not None and text.startswith(POSTGRES):
        return _postgres(text, read_only=read_only, at_point=at_point)
    if text is not None and "://" in text and not text.startswith(SQLITE):
        raise CannotOpen(
            f"{text.partition('://')[0]}:// is no journal; "
            "give a path, sqlite:///PATH or postgresql://…"
        )
    path = Path(text.removeprefix(SQLITE)) if text is not None else Path(where)
    return _sqlite(path, read_only=read_only, at_point=at_point)


def _sqlite(path: Path, *, read_only: bool, at_point: AtPoint) -> Journal:
    from pitboss.journal.sql.sqlite import SqliteJournal, SqliteReader

    try:
        folder = S_ISDIR(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        folder = False
    except (OSError, ValueError) as error:  # too long, in a folder that is closed to us, a NUL
        why = error.strerror if isinstance(error, OSError) else error
        raise CannotOpen(f"{str(path)[:SHOWN_MAX]}: {why}") from None
    if folder:
        raise CannotOpen(f"{path} is a folder; name a file in it")
    return SqliteReader(path) if read_only else SqliteJournal(path, at_point)


def _postgres(address: str, *, read_only: bool, at_point: AtPoint) -> Journal:
    try:
        from pitboss.journal.sql.postgres import PostgresJournal, PostgresReader
    except ImportError as error:
        raise CannotOpen(
            f"PostgreSQL needs its driver ({error.name}): pip install 'pitboss[postgres]'"
        ) from error
    return PostgresReader(address) if read_only else PostgresJournal(address, at_point)

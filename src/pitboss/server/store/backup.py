"""A copy of a house on SQLite while it runs: the journal, then the file of people beside it.

All chips are in the journal, and a copy of it is as it was at one moment: no chip is lost or made,
whenever each file is copied. The journal comes first, so that everybody who has chips in it is in
the other file as well. Copying blocks no writer.
"""

from __future__ import annotations

import os
import sqlite3  # for its types only: connections come from `driver`
from contextlib import closing, suppress
from pathlib import Path

from pitboss.journal import CannotOpen
from pitboss.journal.sql.sqlite_file import connect, driver
from pitboss.server.store.database import beside


def back_up(where: Path, folder: Path) -> tuple[Path, Path]:
    """Copy both files of a house into a folder, under their own names; raises `CannotOpen`.

    Nothing is written over; what cannot be finished is taken away again.
    """
    sources = where, beside(str(where))
    copies = folder / sources[0].name, folder / sources[1].name
    for source in sources:
        if not source.is_file():
            raise CannotOpen(f"there is no file {source}")
    if not folder.is_dir():
        raise CannotOpen(f"there is no folder {folder}; make it first")
    for copy in copies:
        if copy.exists() or copy.is_symlink():
            raise CannotOpen(f"{copy} is there already; name another folder")
    try:
        for source, copy in zip(sources, copies, strict=True):
            with closing(connect(source, "ro")) as connection:
                _copy(connection, copy)
    except (driver().Error, OSError) as error:
        for copy in copies:
            with suppress(OSError):
                copy.unlink()
        raise CannotOpen(f"{folder}: the copy could not be made: {error}") from error
    return copies


def _copy(source: sqlite3.Connection, copy: Path) -> None:
    os.close(os.open(copy, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    with closing(connect(copy, "rw")) as target:
        source.backup(target)
    file = os.open(copy, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)

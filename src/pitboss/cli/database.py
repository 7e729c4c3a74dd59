"""Addresses of databases: what --db names, and how one is shown without its password."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from pitboss.cli.errors import Failure, one_line
from pitboss.journal.opening import MEMORY

FILE: Final = "pitboss.db"
SHOWN_MAX: Final = 200  # characters: longer than any that works
_USER: Final = re.compile(r"^([a-z+]+://[^:/?@]*):.*@")
_OPTION: Final = re.compile(r"((?:ssl)?password=)[^&\s]*", re.IGNORECASE)


def database_of(db: str | None) -> str:
    """Return what --db names, or a file in the user's data folder, which is made."""
    if db is not None:
        if db.strip() in MEMORY:
            raise Failure("--db: name a file, or postgresql://…; what is played must be kept")
        return db if "://" in db else str(Path(db).expanduser())
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(
            f"cannot make {shown(str(folder))}: {error.strerror}; name a file with --db"
        ) from None
    return str(folder / FILE)


def data_folder() -> Path:
    """Return the folder for a user's own data, by the XDG convention."""
    base = os.environ.get("XDG_DATA_HOME", "")
    root = Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "share"
    return root / "pitboss"


def shown(where: str) -> str:
    """Return the address with its password hidden, for people, logs and documents.

    >>> shown("postgresql://ann:secret@db/pit?sslpassword=too")
    'postgresql://ann:…@db/pit?sslpassword=…'
    >>> shown("pit.db")
    'pit.db'
    """
    return one_line(_OPTION.sub(r"\1…", _USER.sub(r"\1:…@", where)))[:SHOWN_MAX]

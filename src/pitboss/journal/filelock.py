"""One writing process a file: a lock that the operating system takes back when the process ends."""

from __future__ import annotations

import os
from pathlib import Path

from pitboss.journal.errors import CannotOpen


class FileLock:
    """Held from creation to `close`; raises `CannotOpen` when another journal holds it."""

    def __init__(self, path: Path) -> None:
        try:
            import fcntl
        except ImportError as error:
            raise CannotOpen(
                "a SQLite journal needs file locks of a Unix; use PostgreSQL here"
            ) from error
        beside = Path(f"{path}.lock")
        try:
            self._file = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise CannotOpen(f"cannot write {beside}: {error.strerror}") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
            os.close(self._file)
            raise CannotOpen(
                f"{path} is in use by process {holder or 'unknown'}; "
                "end it, or use PostgreSQL for several servers"
            ) from error
        os.truncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def close(self) -> None:
        """Let go; the file stays, since removing it would race with the next holder."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

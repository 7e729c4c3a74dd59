"""One writing process a file: a lock that the operating system takes back when the process ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pitboss.journal.errors import CannotOpen


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
        """Tell whether the path still leads to that file."""
        return self._file is not None and _file_at(self._path) == self._file


def _file_at(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

"""A file that is written whole or not at all, and never over another one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from pitboss.cli.errors import Failure


def check_new(flag: str, name: str) -> Path:
    """Find out before the work begins whether a new file can be there; raises `Failure`."""
    path = Path(name)
    try:
        if path.exists() or path.is_symlink():
            raise Failure(f"{flag} {name[:200]}: is there already; name a new file")
        if not path.parent.is_dir():
            raise Failure(f"{flag} {name[:200]}: has no such folder; name one that is there")
        with path.open("xb"):
            pass
        path.unlink()
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise Failure(f"{flag} {name[:200]!r}: cannot be written: {what}") from None
    return path


@contextmanager
def new_file(flag: str, path: Path) -> Iterator[BinaryIO]:
    """Open a new file; whatever ends the writing early also takes the file away."""
    try:
        stream = path.open("xb")
    except OSError as error:
        raise Failure(f"{flag} {path}: cannot be written: {error.strerror}") from None
    try:
        with stream:
            yield stream
    except BaseException as error:
        with suppress(OSError):
            path.unlink()
        if isinstance(error, OSError):
            raise Failure(f"{flag} {path}: cannot be written: {error.strerror}") from None
        raise

"""Reads the files that a command is given: paths, folders of TOML files, or standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final

from pitboss.cli.errors import Failure

STDIN: Final = "-"
BYTES_MAX: Final = 1_048_576  # no round and no submission is as large; more is not read
FILES_MAX: Final = 100_000  # of one folder


def read_files(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Give each file's name and text, folders to any depth in order of name; raises `Failure`."""
    for name in names:
        if name == STDIN:
            yield "<stdin>", _stdin()
            continue
        for path in _paths(Path(name)):
            yield str(path), _read(path)


def read_file(name: str) -> tuple[str, str]:
    """Give the one file's name and text; raises `Failure`, also for a folder."""
    try:
        folder = name != STDIN and Path(name).is_dir()
    except (OSError, ValueError) as error:
        raise Failure(f"{name[:200]!r}: {error}") from None
    if folder:
        raise Failure(f"{name[:200]}: is a folder; name one file")
    return next(read_files([name]))


def names_a_file(name: str) -> bool:
    """Tell whether a word that may also be a name of ours is meant as a file, there or not."""
    if name == STDIN or name.endswith(".toml") or "/" in name:
        return True
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def _paths(path: Path) -> list[Path]:
    try:
        if not path.is_dir():
            return [path]
        found = sorted(path.rglob("*.toml"))
    except (OSError, ValueError) as error:
        raise Failure(f"{str(path)[:200]!r}: {error}") from None
    if not found or len(found) > FILES_MAX:
        raise Failure(f"{path}: has {len(found):,} .toml files; name files, or a folder with some")
    return found


def _stdin() -> str:
    if sys.stdin is None:  # it was closed before we began
        raise Failure("<stdin>: is closed; name a file, or give one with <")
    return _decoded(sys.stdin.buffer, "<stdin>")


def _read(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return _decoded(stream, str(path))
    except FileNotFoundError:
        raise Failure(f"{path}: there is no such file") from None
    except (OSError, ValueError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise Failure(f"{str(path)[:200]}: cannot be read: {what}") from None


def _decoded(stream: BinaryIO, name: str) -> str:
    data = stream.read(BYTES_MAX + 1)
    if len(data) > BYTES_MAX:
        raise Failure(f"{name}: is larger than {BYTES_MAX:,} bytes; name a smaller file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        what = f"byte {error.start} is not UTF-8 text; save the file as UTF-8"
        raise Failure(f"{name}: {what}") from None

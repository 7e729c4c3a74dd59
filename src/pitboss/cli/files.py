"""Files of a command: those it reads, from paths, folders or standard input, and new ones."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from pitboss.cli.errors import Failure

STDIN: Final = "-"
BYTES_MAX: Final = 1_048_576  # no round and no submission is as large; more is not read
FILES_MAX: Final = 100_000  # of one folder


def read_files(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each file's name and text; folders to any depth, by name; raises `Failure`."""
    for name in names:
        if name == STDIN:
            yield "<stdin>", _stdin()
            continue
        for path in _paths(Path(name)):
            yield str(path), _read(path)


def read_file(name: str) -> tuple[str, str]:
    """Read one file: its name and text; raises `Failure`, also for a folder."""
    try:
        folder = name != STDIN and Path(name).is_dir()
    except (OSError, ValueError) as error:
        raise Failure(f"{name[:200]!r}: {error}") from None
    if folder:
        raise Failure(f"{name[:200]}: is a folder; name one file")
    return next(read_files([name]))


def names_a_file(name: str) -> bool:
    """Return whether a word names a file rather than a paytable or strategy, there or not."""
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


# -- new files ------------------------------------------------------------------------------------


def picture_path(flag: str, name: str, endings: Sequence[str], wrong: str) -> Path:
    """Return where a picture is to be written, over an old one too; raises `Failure`.

    `wrong` is said of a name with another ending.
    """
    path = Path(name)
    if path.suffix.lower().lstrip(".") not in endings:
        raise Failure(f"{flag} {name[:60]!r}: {wrong}")
    try:
        possible = not path.is_dir() and path.parent.is_dir()
    except (OSError, ValueError) as error:
        raise Failure(f"{flag} {name[:60]!r}: {error}") from None
    if not possible:
        raise Failure(f"{flag} {name[:200]}: no file can be there; name one in a folder that is")
    return path


def write_picture(flag: str, path: Path, data: bytes) -> None:
    """Write a picture and say on stderr where it is; raises `Failure`."""
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Failure(f"{flag} {path}: cannot be written: {error.strerror}") from None
    sys.stderr.write(f"pitboss: the picture is in {path}\n")


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


def check_target(name: str, *, force: bool) -> Path:
    """Return the path of `-o`: of a new file, or with `force` of one that is replaced."""
    path = Path(name)
    if force and path.is_file() and not path.is_symlink():
        return path
    try:
        return check_new("-o", name)
    except Failure as error:
        if path.is_file() and not force:
            raise Failure(f"{error}, or replace it with --force") from None
        raise


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part."""
    try:
        number, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(number, "wb") as stream:
                stream.write(data)
            mask = os.umask(0)
            os.umask(mask)
            Path(name).chmod(0o666 & ~mask)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Failure(f"-o {path}: cannot be written: {error.strerror}") from None


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

"""A folder that appears whole or not at all, with a manifest of every file in it."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

FORMAT: Final = "pitboss-export/1"
MANIFEST: Final = "manifest.json"
OURS: Final = frozenset({MANIFEST, "seats.csv", "table", "link"})  # what an export may hold
BUFFER_BYTES: Final = 1 << 17


class FolderError(Exception):
    """A folder that cannot be written, or may not be replaced; the text says why."""


class OutFile:
    """A file being written; its size and hash are kept as it grows."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._hash = sha256()
        self.size = 0

    def write(self, data: bytes) -> None:
        self._stream.write(data)
        self._hash.update(data)
        self.size += len(data)

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


class Folder:
    """Writes beside `target` and takes its place at the end; leaves nothing where it fails.

    The manifest is written as files are closed, so that no list of them has to be held.
    """

    def __init__(self, target: Path, *, force: bool = False) -> None:
        self._target = target
        self._force = force
        self._files = 0

    def __enter__(self) -> Self:
        self._check()
        parent = self._target.parent
        try:
            self._here = Path(tempfile.mkdtemp(prefix=f".{self._target.name[:80]}-", dir=parent))
        except (OSError, ValueError) as error:
            raise _failed(parent, error) from None
        try:
            self._manifest = (self._here / MANIFEST).open("wb", BUFFER_BYTES)
            self._manifest.write(f'{{\n"format": "{FORMAT}",\n"files": ['.encode())
        except BaseException:
            self._drop()
            raise
        return self

    @contextmanager
    def file(self, name: str) -> Iterator[OutFile]:
        """Open a new file under its name in the folder; it is in the manifest when it is closed."""
        path = self._here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb", BUFFER_BYTES) as stream:
            out = OutFile(stream)
            yield out
        entry = {"path": name, "bytes": out.size, "sha256": out.sha256}
        comma = b"," if self._files else b""
        self._manifest.write(comma + b"\n" + json.dumps(entry, ensure_ascii=False).encode())
        self._files += 1

    def finish(self, rest: Mapping[str, Any]) -> None:  # Any: JSON values
        """Write the rest of the manifest and put the folder in its place."""
        self._manifest.write(b"\n]")
        for key, value in rest.items():
            text = json.dumps(value, ensure_ascii=False, indent=1)
            self._manifest.write(f",\n{json.dumps(key)}: {text}".encode())
        self._manifest.write(b"\n}\n")
        self._manifest.close()
        os.chmod(self._here, 0o755 & ~_umask())  # as a folder that was made in the plain way
        self._check()  # somebody else may have written there meanwhile
        self._put()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._manifest.close()
        self._drop()
        if isinstance(error, OSError):
            raise _failed(self._target, error) from None

    @property
    def files(self) -> int:
        """How many files were written, the manifest not counted."""
        return self._files

    def _drop(self) -> None:
        shutil.rmtree(self._here, ignore_errors=True)

    def _check(self) -> None:
        target = self._target
        try:
            if target.is_symlink():
                raise FolderError(f"{target} is a link; name the folder itself")
            if not target.exists():
                if not target.parent.is_dir():
                    raise FolderError(f"{target}: has no such folder {target.parent}; make it")
                return
            if not target.is_dir():
                raise FolderError(f"{target} is no folder; name one that is new or empty")
            inside = {path.name for path in target.iterdir()}
        except (OSError, ValueError) as error:
            raise _failed(target, error) from None
        if not inside:
            return
        if not self._force:
            raise FolderError(f"{target} is not empty; name a new folder, or add --force")
        if MANIFEST not in inside or not inside <= OURS or not _is_ours(target / MANIFEST):
            what = "holds more than an export"
            raise FolderError(f"{target} {what}; --force only takes the place of an earlier one")

    def _put(self) -> None:
        old = None
        if self._target.exists() and any(self._target.iterdir()):
            old = Path(tempfile.mkdtemp(prefix=f"{self._here.name}-old-", dir=self._target.parent))
            os.rename(self._target, old)  # over the empty folder that was just made
        try:
            os.rename(self._here, self._target)
        except OSError:
            if old is not None:
                os.rename(old, self._target)
            raise
        if old is not None:
            shutil.rmtree(old, ignore_errors=True)


def _failed(path: Path, error: Exception) -> FolderError:
    what = getattr(error, "strerror", None) or str(error)
    return FolderError(f"{str(path)[:200]}: cannot be written: {what}")


def _is_ours(manifest: Path) -> bool:
    with manifest.open("rb") as stream:
        return FORMAT.encode() in stream.read(100)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask

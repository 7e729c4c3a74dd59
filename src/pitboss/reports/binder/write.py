"""Writes a binder: into a folder beside its place, renamed only when every file is there."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from tempfile import mkdtemp

from pitboss.reports.binder.manifest import is_binder


class CannotWrite(ValueError):
    """A folder that is there already or cannot be made; one line says why."""


def check_place(folder: Path, *, force: bool) -> None:
    """Find out before the work begins whether a binder can be put there."""
    try:
        _check(folder, force=force)
    except (OSError, ValueError) as error:
        if isinstance(error, CannotWrite):
            raise
        what = getattr(error, "strerror", None) or str(error)
        raise CannotWrite(f"{str(folder)[:200]!r}: cannot be written: {what}") from None


def _check(folder: Path, *, force: bool) -> None:
    if not folder.name:
        raise CannotWrite(f"{str(folder)!r}: is no name of a new folder; name one")
    if "\x00" in str(folder):
        raise CannotWrite(f"{str(folder)[:200]!r}: is no name of a folder")
    if not folder.parent.is_dir():
        raise CannotWrite(f"{folder}: has no such parent folder; name one that is there")
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise CannotWrite(f"{folder}: is there already and is no folder; name another")
    if folder.exists() and not force:
        raise CannotWrite(f"{folder}: is there already; name a new folder, or add --force")
    if folder.exists() and not _replaceable(folder):
        raise CannotWrite(f"{folder}: holds other files and no binder; name a new folder")


def _replaceable(folder: Path) -> bool:
    """Return whether an old folder may go: it is empty, or a binder and nobody's own files."""
    return is_binder(folder) or not any(folder.iterdir())


def write_binder(folder: Path, files: Mapping[str, bytes], *, force: bool) -> None:
    """Write all files, then put the folder in place; with `force`, in place of an old one."""
    check_place(folder, force=force)
    try:
        made = Path(mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise CannotWrite(f"{folder}: cannot be written: {error.strerror}") from None
    try:
        for path, data in files.items():
            (made / path).parent.mkdir(parents=True, exist_ok=True)
            (made / path).write_bytes(data)
        made.chmod(0o755)
        _put(made, folder)
    except OSError as error:
        raise CannotWrite(f"{folder}: cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _put(made: Path, folder: Path) -> None:
    """Rename into place; an old folder is moved aside first and removed last."""
    if not folder.exists():
        made.rename(folder)
        return
    aside = Path(mkdtemp(prefix=f".{folder.name}.old.", dir=folder.parent))
    folder.rename(aside / "binder")
    try:
        made.rename(folder)
    except OSError:
        (aside / "binder").rename(folder)
        raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)

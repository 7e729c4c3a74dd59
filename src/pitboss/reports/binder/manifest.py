"""The manifest of a binder: SHA-256 of every file, the software, and an optional signature."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from pitboss.reports.binder.signature import SignatureError, signed_by
from pitboss.reports.binder.subject import Subject

MANIFEST: Final = "manifest.json"
SIGNATURE: Final = "manifest.sig"
FORMAT: Final = "pitboss-binder/1"
FILES_MAX: Final = 10_000  # a binder has some fifty; more is none of ours
BYTES_MAX: Final = 64_000_000  # of one file


class NoBinder(ValueError):
    """A folder that is no binder: its manifest is missing or cannot be read."""


@dataclass(frozen=True, slots=True)
class BinderCheck:
    """What was found: the first file that differs and how, or "" where all is as it was."""

    files: int
    first: str = ""
    what: str = ""
    signed: bool = False

    @property
    def fine(self) -> bool:
        return not self.first


def manifest_bytes(subject: Subject, files: Mapping[str, bytes]) -> bytes:
    """Write the manifest; the same files give the same bytes."""
    software, rules = subject.software, subject.rules
    document = {
        "format": FORMAT,
        "operator": subject.operator,
        "rules": rules.set.name,
        "edition": rules.set.edition,
        "status": subject.status,
        "software": {
            "name": software.name,
            "version": software.version,
            "sha256": software.checksum,
        },
        "files": [
            {"path": path, "bytes": len(data), "sha256": sha256(data).hexdigest()}
            for path, data in sorted(files.items())
        ],
    }
    return (json.dumps(document, indent=2, ensure_ascii=False) + "\n").encode()


def is_binder(folder: Path) -> bool:
    """Return whether a folder has the manifest of a binder, whatever became of its files."""
    try:
        _listed(folder)
    except NoBinder:
        return False
    return True


# -- checking -------------------------------------------------------------------------------------


def check_binder(folder: Path, key: Path | None = None) -> BinderCheck:
    """Read every file of a binder again; with `key`, its signature too; raises `NoBinder`."""
    listed = _listed(folder)
    signed = (folder / SIGNATURE).exists()
    if wrong := _signature_fault(folder, key, signed=signed):
        return BinderCheck(len(listed), SIGNATURE, wrong, signed)
    for path, entry in listed.items():
        if wrong := _fault(folder / path, entry):
            return BinderCheck(len(listed), path, wrong, signed)
    for path in _extra(folder, listed):
        return BinderCheck(len(listed), path, "is not in the manifest", signed)
    return BinderCheck(len(listed), signed=signed)


def _listed(folder: Path) -> dict[str, str]:
    try:
        document = json.loads((folder / MANIFEST).read_bytes())
        files = {str(one["path"]): str(one["sha256"]) for one in document["files"]}
    except FileNotFoundError:
        raise NoBinder(f"{folder}: has no {MANIFEST}; name the folder of a binder") from None
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise NoBinder(f"{folder / MANIFEST}: cannot be read: {_short(error)}") from None
    if document.get("format") != FORMAT or len(files) > FILES_MAX:
        raise NoBinder(f"{folder / MANIFEST}: is no {FORMAT}")
    if bad := next((path for path in files if not _inside(path)), None):
        raise NoBinder(f"{folder / MANIFEST}: names {bad[:60]!r}, which is outside the folder")
    return files


def _short(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error))[:100]


def _inside(path: str) -> bool:
    parts = Path(path).parts
    return bool(parts) and not Path(path).is_absolute() and ".." not in parts


def _fault(path: Path, wanted: str) -> str:
    try:
        if path.stat().st_size > BYTES_MAX:
            return "is larger than any file of a binder"
        found = sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return "is missing"
    except OSError as error:
        return f"cannot be read: {_short(error)}"
    return "" if found == wanted else f"was changed: its SHA-256 is {found}"


def _extra(folder: Path, listed: Mapping[str, str]) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder).as_posix()
        if path.is_file() and inside not in listed and inside not in (MANIFEST, SIGNATURE):
            yield inside


def _signature_fault(folder: Path, key: Path | None, *, signed: bool) -> str:
    if key is None:
        return ""
    if not signed:
        return "is missing: the binder is not signed"
    data = (folder / MANIFEST).read_bytes()
    try:
        return "" if signed_by(data, (folder / SIGNATURE).read_bytes(), key) else "does not fit"
    except SignatureError as error:
        raise NoBinder(str(error)) from None

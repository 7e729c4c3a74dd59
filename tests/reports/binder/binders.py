"""Binders of the sample submissions, each made once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pitboss.reports.binder.binder import binder_files
from pitboss.reports.binder.manifest import MANIFEST, manifest_bytes
from pitboss.reports.binder.subject import Subject, subject_of
from pitboss.rules import SET_NAMES, read_submission

ROOT = Path(__file__).parents[3]
SAMPLES = ROOT / "examples" / "submissions"
PLACES = SET_NAMES


@cache
def subject(place: str) -> Subject:
    text = (SAMPLES / f"{place}.toml").read_text("utf-8")
    return subject_of(read_submission(text, place), text)


def filed(text: str) -> Subject:
    """A subject of a text that is accepted."""
    return subject_of(read_submission(text), text)


@cache
def files(place: str) -> dict[str, bytes]:
    """All files of a sample's binder, the manifest among them."""
    made = binder_files(subject(place))
    return {**made, MANIFEST: manifest_bytes(subject(place), made)}


def put(folder: Path, place: str) -> Path:
    """Write a sample's binder by hand."""
    for path, data in files(place).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder

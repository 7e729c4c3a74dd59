"""Exports a journal for a test, and reads back what was written."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from pitboss.history.export import ExportRequest, Folder, export
from pitboss.journal import Journal
from pitboss.round import event as round_past
from tests.audit.tables import Played

Document = dict[str, Any]  # Any: JSON values


def exported(
    journal: Journal, out: Path, **asked: Any
) -> Document:  # Any: the fields of ExportRequest
    """Export and read the manifest."""
    with Folder(out) as folder:
        export(journal, folder, ExportRequest(**asked), "1.0", lambda _done, _of: None)
    found: Document = json.loads((out / "manifest.json").read_text("utf-8"))
    return found


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def rows(path: Path) -> list[dict[str, str]]:
    with (path / "seats.csv").open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def phh_files(path: Path) -> list[Path]:
    return sorted(path.rglob("*.phh"))


def cut_short(table: Played) -> Played:
    """The same table, stopped while its last round has cards out."""
    at = max(
        n for n, (_, events) in enumerate(table.log)
        if any(isinstance(event, round_past.PacketsDealt) for event in events)
    )  # fmt: skip
    return Played(table.name, table.rules, table.chance, log=table.log[: at + 1])

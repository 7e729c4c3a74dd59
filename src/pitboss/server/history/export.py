"""One finished round as a file for others: JSON, CSV, PHH-style TOML, or text for people."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from pitboss.history.export.phh import phh
from pitboss.history.export.seats import COLUMNS, seat_row
from pitboss.history.hand_text import hand_history
from pitboss.history.moments import PlayedRound
from pitboss.history.replay import replay_round
from pitboss.history.replay_document import replay_document
from pitboss.history.results import seat_results
from pitboss.server.history.replays import Telling, proof_of, viewpoint_of
from pitboss.server.http.problems import Turned


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file to be saved: its type for the browser, how its name ends, and what is in it."""

    media_type: str
    suffix: str
    body: bytes


def _json(played: PlayedRound, telling: Telling) -> ExportedFile:
    document = replay_document(replay_round(played, viewpoint_of(telling.seat)))
    document["proof"] = msgspec.to_builtins(proof_of(played))  # as the page that checks it reads it
    text = json.dumps(document, ensure_ascii=False, indent=1)
    return ExportedFile("application/json", "json", text.encode() + b"\n")


def _csv(played: PlayedRound, telling: Telling) -> ExportedFile:
    out = io.StringIO(newline="")
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    everybody = telling.seat == 0 and _all_is_out(played)
    for result in seat_results(played):
        if everybody or telling.seat == result.chips.seat:
            rows.writerow(seat_row(played, result))
    return ExportedFile("text/csv", "csv", out.getvalue().encode())


def _toml(played: PlayedRound, _: Telling) -> ExportedFile:
    if not _all_is_out(played):
        detail = "this table's shuffle is never revealed, and the file has the whole deck in it"
        raise Turned(409, "not-shown", detail)
    text = phh(played, tuple(seat_results(played)))
    return ExportedFile("application/toml", "phh.toml", text.encode())


def _text(played: PlayedRound, telling: Telling) -> ExportedFile:
    text = hand_history(played, viewpoint_of(telling.seat), telling.title)
    return ExportedFile("text/plain", "txt", text.encode())


def _all_is_out(played: PlayedRound) -> bool:
    """Return whether everybody can deal the round again: then none of its cards is secret."""
    return proof_of(played) is not None


FORMATS: Final[Mapping[str, Callable[[PlayedRound, Telling], ExportedFile]]] = {
    "json": _json,
    "csv": _csv,
    "toml": _toml,
    "text": _text,
}


def export_round(played: PlayedRound, telling: Telling, form: str) -> ExportedFile:
    """Write a finished round; raises `KeyError` for a form that is none of `FORMATS`."""
    return FORMATS[form](played, telling)

"""`pitboss settle`: reads round files, settles them wager by wager, and says which clauses decide."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pitboss.reports.expect import differences
from pitboss.reports.settlement import Document, round_document
from pitboss.round.play import Played, play
from pitboss.round.roundfile import TEXT_MAX, expected_refusal, read_round
from pitboss.round.script import ScriptError

OK, DIFFERENT, BAD_INPUT = 0, 1, 2

# A folder of more files than this is a mistake, not a folder of rounds.
FILES_MAX: Final = 100_000


@dataclass(frozen=True, slots=True)
class Settled:
    """One file's result; `played` is None where the file expected a refusal and got it."""

    played: Played | None
    document: Document
    differs: bool


def run(files: list[str], *, explain: bool = False, as_json: bool = False) -> int:
    """Settle files, folders or standard input ("-"); returns the exit code."""
    results: list[Settled] = []
    faults: list[str] = []
    for name, text in _texts(files, faults):
        try:
            results.append(settle_text(text, name))
        except ScriptError as error:
            faults.append(f"{name}: {error}")
    if faults:
        for fault in faults:
            print(_one_line(fault), file=sys.stderr)  # noqa: T201 - this is the command line
        return BAD_INPUT
    if as_json:
        document = {"rounds": [result.document for result in results]}
        print(json.dumps(document, ensure_ascii=False, indent=2))  # noqa: T201 - this is the command line
    else:
        from pitboss.cli.settle_tables import show  # rich is not needed for --json

        for result in results:
            show(result.document, result.played, explain=explain)
    return DIFFERENT if any(result.differs for result in results) else OK


def settle_text(text: str, name: str) -> Settled:
    """Settle the text of one round file."""
    try:
        played = play(read_round(text, name))
    except ScriptError as error:
        if error.reason != expected_refusal(text):
            raise
        document: Document = {
            "file": name,
            "outcome": "refused",
            "reason": error.reason,
            "text": str(error),
            "clauses": list(error.clauses),
            "notify": error.notify,
        }
        return Settled(None, document, differs=False)
    found = differences(round_document(played), played.script.expect)
    return Settled(played, round_document(played, found), differs=bool(found))


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _texts(files: list[str], faults: list[str]) -> Iterator[tuple[str, str]]:
    if not files:
        faults.append("no round file: name files, a folder, or - for standard input")
    for name in files:
        if name == "-":
            yield "standard input", sys.stdin.read(TEXT_MAX + 1)
            continue
        for path in _paths(name, faults):
            try:
                yield str(path), _read(path)
            except (OSError, UnicodeDecodeError) as error:
                why = error.strerror if isinstance(error, OSError) else "is not UTF-8 text"
                faults.append(f"{path}: {why}")


def _paths(name: str, faults: list[str]) -> list[Path]:
    path = Path(name)
    if not path.is_dir():
        return [path]
    found = sorted(path.rglob("*.toml"))
    if not found:
        faults.append(f"{name}: the folder holds no round file (*.toml)")
    if len(found) > FILES_MAX:
        faults.append(f"{name}: {len(found):,} files; at most {FILES_MAX:,} are read at once")
        return []
    return found


def _read(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.read(TEXT_MAX + 1)

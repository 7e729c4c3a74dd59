"""`pitboss settle`: settles round files wager by wager and says which clauses decide."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from pitboss.cli.failure import Failure, one_line
from pitboss.cli.files import read_files
from pitboss.cli.output import print_json
from pitboss.cli.settle_tables import show
from pitboss.reports.expect import differences
from pitboss.reports.settlement import Document, round_document
from pitboss.round.play import Played, play
from pitboss.round.roundfile import expected_refusal, read_round
from pitboss.round.script import ScriptError

OK, DIFFERENT, BAD_INPUT = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Settled:
    """One file's result; `played` is None where the file expected a refusal and got it."""

    played: Played | None
    document: Document
    differs: bool


def run(files: list[str], *, explain: bool = False, as_json: bool = False) -> int:
    """Settle files, folders or standard input ("-"); returns the exit code."""
    results, faults = _settle_files(files)
    if faults:
        for fault in faults:
            sys.stderr.write(f"pitboss: {one_line(fault)}\n")
        return BAD_INPUT
    if as_json:
        print_json({"rounds": [result.document for result in results]})
    else:
        for result in results:
            show(result.document, result.played, explain=explain)
    return DIFFERENT if any(result.differs for result in results) else OK


def _settle_files(names: list[str]) -> tuple[list[Settled], list[str]]:
    """Settle all that can be; every file that cannot be gets its own line."""
    results: list[Settled] = []
    faults: list[str] = []
    for given in names:
        try:
            for name, text in read_files([given]):
                try:
                    results.append(settle_text(text, name))
                except ScriptError as error:
                    faults.append(f"{name}: {error}")
        except Failure as failure:
            faults.append(str(failure))
    return results, faults


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

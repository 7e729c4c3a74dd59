"""`pitboss settle`: settles round files wager by wager and says which clauses decide."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.errors import BAD_INPUT, FOUND, OK, Failure, one_line
from pitboss.cli.files import read_files
from pitboss.cli.options import AsJson, Files, Many, Option
from pitboss.cli.output import print_json
from pitboss.cli.settle_tables import show
from pitboss.reports.expect import differences
from pitboss.reports.settlement import round_document
from pitboss.round.play import PlayedScript, play
from pitboss.round.roundfile import expected_refusal, read_round
from pitboss.round.script import ScriptError
from pitboss.rules.user_toml import Document


@dataclass(frozen=True, slots=True)
class Settled:
    """One file's result; `played` is None where the file expected a refusal and got it."""

    played: PlayedScript | None
    document: Document
    differs: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss settle`."""

    files: Files
    explain: Annotated[bool, Option("Print the text of each clause.")] = False
    what_if: Annotated[bool, Option("Settle by options that no table may play by.")] = False
    as_json: AsJson = False


def run(options: Options) -> int:
    """Settle files, folders or standard input ("-"); returns the exit code."""
    results, faults = _settle_files(options.files, what_if=options.what_if)
    if faults:
        for fault in faults:
            sys.stderr.write(f"pitboss: {one_line(fault)}\n")
        return BAD_INPUT
    if options.as_json:
        print_json({"rounds": [result.document for result in results]})
    else:
        for result in results:
            show(result.document, result.played, explain=options.explain)
    return FOUND if any(result.differs for result in results) else OK


def _settle_files(names: Many, *, what_if: bool) -> tuple[list[Settled], list[str]]:
    """Settle all that can be; every file that cannot be gets its own line."""
    results: list[Settled] = []
    faults: list[str] = []
    for given in names:
        try:
            for name, text in read_files([given]):
                try:
                    results.append(settle_text(text, name, what_if=what_if))
                except ScriptError as error:
                    faults.append(f"{name}: {error}")
        except Failure as failure:
            faults.append(str(failure))
    return results, faults


def settle_text(text: str, name: str, *, what_if: bool = False) -> Settled:
    """Settle the text of one round file; `what_if`: also by options that no table plays by."""
    try:
        played = play(read_round(text, name, what_if=what_if))
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

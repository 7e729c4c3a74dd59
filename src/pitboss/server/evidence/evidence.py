"""Evidence of one round, with its proof, and the proof of a whole table within a time limit."""

from __future__ import annotations

import time
from typing import Any, Final

from pitboss.audit.turn_proof import prove_round
from pitboss.audit.verify import ProofTask, prove_task
from pitboss.history.export.sealed_rounds import settled_head
from pitboss.history.moments import PlayedRound
from pitboss.history.replay import replay_round
from pitboss.history.replay_document import replay_document
from pitboss.history.viewer import Viewpoint
from pitboss.journal import Journal, Unavailable
from pitboss.pit.streams import table_stream
from pitboss.rules.words import REMEDIES, case_words
from pitboss.server.history.replays import proof_of
from pitboss.server.http.problems import Turned
from pitboss.server.rulebook.clauses import clause_texts
from pitboss.server.views.table import move
from pitboss.server.wire.floor import Evidence, EvidenceIncident, Verified

FULL = Viewpoint("full", None)


def evidence_of(played: PlayedRound, title: str) -> Evidence:
    """Collect all evidence of a finished round."""
    settlement = played.last.settlement
    moves = tuple(move(m, played.rules) for m in settlement.movements) if settlement else ()
    document = replay_document(replay_round(played, FULL))
    findings, remarks = verify_round(played)
    named = _sources(document)
    for one in moves:
        named |= dict.fromkeys((*one.clauses, *one.readings))
    return Evidence(
        document=document,
        verified=not findings,
        findings=tuple(findings[:FINDINGS_MAX]),
        remarks=tuple(remarks),
        clauses=clause_texts(tuple(sorted(named))),
        first_event=played.moments[0].number,
        last_event=played.moments[-1].number,
        head=played.moments[-1].entry.hash.hex(),
        title=title,
        moves=moves,
        proof=proof_of(played),
        incidents=tuple(_incident(one) for one in document["incidents"]),
    )


def _incident(one: dict[str, Any]) -> EvidenceIncident:  # Any: JSON values
    """Describe an irregularity of the document in words."""
    case = case_words(one["kind"], one["case"])
    at = f" (seat {one['seat']})" if one["seat"] else ""
    done = REMEDIES.get(one["action"], one["action"].replace("-", " "))
    clauses = (*one["clauses"], *one["readings"])
    said = f"{case}{at}: {done}."
    return EvidenceIncident(said, one["by"], one["second"], one["note"], clauses)


def _sources(document: dict[str, Any]) -> dict[str, None]:  # Any: JSON values
    """Collect every clause and reading that the document names."""
    found: dict[str, None] = {}
    for part in (*document["steps"], *document["incidents"]):
        found |= dict.fromkeys((*part["clauses"], *part["readings"]))
    return found


SECONDS_MAX: Final = 20.0  # of proving one table while somebody waits
FINDINGS_MAX: Final = 20
REMARKS_MAX: Final = 1_000  # rounds; one that an earlier engine decided otherwise is rare


class _EnoughError(Exception):
    """The time is over."""


def verify_round(played: PlayedRound) -> tuple[list[str], list[str]]:
    """List the findings and the remarks of a round whose hash chain was checked as it was read."""
    proved = prove_round(played)
    findings = [f"event {entry.number}: {kind}: {text}" for entry, kind, text in proved.faults]
    remarks = [] if proved.engine is None else [_remark(played.number, proved.engine)]
    return findings, remarks


def verify_table(journal: Journal, table: str) -> Verified:
    """Prove a table from its first event on, for as long as there is time; raises `Turned`.

    A round that goes on is left out, with every hash in it. The journal is asked, not the pit: a
    table that was closed for good does not run any more.
    """
    stream = table_stream(table)
    head = journal.head(stream)
    if not head.number:
        raise Turned(404, "no-such-table", "there is no such table here")
    try:
        head = settled_head(journal, stream, head)
        told = head.hash.hex()
    except Unavailable:  # the walk says what cannot be read; where rounds end is not known
        told = ""
    until = time.monotonic() + SECONDS_MAX
    done = 0

    def tell(more: int) -> None:
        nonlocal done
        done += more
        if time.monotonic() > until and done < head.number:
            raise _EnoughError

    try:
        proof = prove_task(journal, ProofTask(stream, head), tell)
    except _EnoughError:
        return Verified(table, done, 0, complete=False, clean=True, findings=(), head=told)
    findings = tuple(found.line() for found in proof.findings[:FINDINGS_MAX])
    return Verified(
        table=table,
        events=proof.entries,
        rounds=proof.rounds,
        complete=True,
        clean=not findings,
        findings=findings,
        head=told,
        remarks=tuple(_remark(one.round, one.engine) for one in proof.remarks[:REMARKS_MAX]),
    )


def _remark(number: int, engine: int) -> str:
    return f"Round {number} was played by engine {engine}."

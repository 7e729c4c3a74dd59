"""One round as evidence: the full replay, the part of the chain it stands in, its clauses."""

from __future__ import annotations

from typing import Any

from pitboss.audit.replay import Eyes, replay_document, replay_round
from pitboss.audit.rounds import PlayedRound
from pitboss.server.evidence.verify import FINDINGS_MAX, verify_round
from pitboss.server.history.proof import proof_of
from pitboss.server.live.show import move
from pitboss.server.rulebook.clauses import clause_texts
from pitboss.server.wire.floor import Evidence

FULL = Eyes("full", None)


def evidence_of(played: PlayedRound, title: str) -> Evidence:
    """Lay everything open that there is of a finished round."""
    settlement = played.last.settlement
    moves = tuple(move(m, played.rules) for m in settlement.movements) if settlement else ()
    document = replay_document(replay_round(played, FULL))
    findings = tuple(verify_round(played))[:FINDINGS_MAX]
    named = _sources(document)
    for one in moves:
        named |= dict.fromkeys((*one.clauses, *one.readings))
    return Evidence(
        document=document,
        verified=not findings,
        findings=findings,
        clauses=clause_texts(tuple(sorted(named))),
        first_event=played.moments[0].entry.number,
        last_event=played.moments[-1].entry.number,
        head=played.moments[-1].entry.hash.hex(),
        title=title,
        moves=moves,
        proof=proof_of(played),
    )


def _sources(document: dict[str, Any]) -> dict[str, None]:  # Any: JSON values
    """Collect every clause and reading that the document names."""
    found: dict[str, None] = {}
    for part in (*document["steps"], *document["incidents"]):
        found |= dict.fromkeys((*part["clauses"], *part["readings"]))
    return found

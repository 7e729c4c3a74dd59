"""One round as evidence: the full replay, the part of the chain it stands in, its clauses."""

from __future__ import annotations

from typing import Any

from pitboss.history.moments import PlayedRound
from pitboss.history.replay import replay_round
from pitboss.history.replay_document import replay_document
from pitboss.history.viewer import Viewpoint
from pitboss.rules.words import REMEDIES, case_words
from pitboss.server.evidence.verify import FINDINGS_MAX, verify_round
from pitboss.server.history.proof import proof_of
from pitboss.server.rulebook.clauses import clause_texts
from pitboss.server.views.table import move
from pitboss.server.wire.floor import Evidence, EvidenceIncident

FULL = Viewpoint("full", None)


def evidence_of(played: PlayedRound, title: str) -> Evidence:
    """Lay everything open that there is of a finished round."""
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
    """Say an irregularity of the document in words."""
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

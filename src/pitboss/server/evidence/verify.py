"""Proves a round, or a whole table as far as the time suffices: every order is decided again."""

from __future__ import annotations

import time
from typing import Final

from pitboss.audit.turn_proof import prove_round
from pitboss.audit.verify import ProofTask, prove_task
from pitboss.history.export.sealed_rounds import settled_head
from pitboss.history.moments import PlayedRound
from pitboss.journal import Journal, Unavailable
from pitboss.pit.streams import table_stream
from pitboss.server.http.problems import Turned
from pitboss.server.wire.floor import Verified

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

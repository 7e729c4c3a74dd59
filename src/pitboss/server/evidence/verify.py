"""Proves a round, or a whole table as far as the time suffices: every order is decided again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from pitboss.audit.chance_proof import ChanceProof
from pitboss.audit.difference import difference
from pitboss.audit.rounds import PlayedRound
from pitboss.audit.verify import Task, prove_task
from pitboss.journal import Entry, Head, Journal
from pitboss.journal.codec import CodecError, decode_order, written
from pitboss.pit.streams import table_stream
from pitboss.round import Refusal
from pitboss.server.problems import Turned
from pitboss.server.wire.floor import Verified
from pitboss.table import Event, Table, decide

SECONDS_MAX: Final = 20.0  # of proving one table while somebody waits
FINDINGS_MAX: Final = 20


class _EnoughError(Exception):
    """The time is over."""


def verify_round(played: PlayedRound) -> Iterator[str]:
    """Say what is wrong with a round whose chain of hashes was checked as it was read.

    Each order must bring about exactly what is recorded, and the deck must be the one that the
    secret and the seeds give.
    """
    chance = ChanceProof(played.table, played.before.provable)
    turn: list[tuple[Entry, Event]] = []
    before: Table | None = None
    for moment in played.moments:
        if moment.entry.cause is not None:
            if before is not None:
                yield from _turn(before, turn)
            before, turn = moment.before, []
        turn.append((moment.entry, moment.event))
        fault = chance.take(moment.event)
        if fault is not None:
            yield f"event {moment.entry.number}: {fault[0]}: {fault[1]}"
    if before is not None:
        yield from _turn(before, turn)


def _turn(table: Table, turn: list[tuple[Entry, Event]]) -> Iterator[str]:
    first = turn[0][0]
    try:
        order = decode_order(first.cause or b"")
        decided = decide(table, order)
    except (CodecError, LookupError, TypeError, ValueError, AttributeError) as error:
        yield f"event {first.number}: its order cannot be decided again: {error}"
        return
    if isinstance(decided, Refusal):
        yield f"event {first.number}: its order is refused: {decided.text}"
        return
    # The last turn goes on behind the round: who leaves has left after it.
    for (entry, event), expected in zip(turn, decided, strict=False):
        name, data = written(expected)
        if (entry.name, entry.data) != (name, data) and event != expected:
            kind, text = difference(entry, expected)
            yield f"event {entry.number}: {kind}: {text}"
    if len(decided) < len(turn):
        yield f"event {turn[len(decided)][0].number}: its order does not bring this about"


def verify_table(journal: Journal, table: str) -> Verified:
    """Prove a table from its first event on, for as long as there is time; raises `Turned`.

    The journal is asked, not the pit: a table that was closed for good does not run any more.
    """
    stream = table_stream(table)
    head = journal.head(stream)
    if not head.number:
        raise Turned(404, "no-such-table", "there is no such table here")
    until = time.monotonic() + SECONDS_MAX
    done = 0

    def tell(more: int) -> None:
        nonlocal done
        done += more
        if time.monotonic() > until and done < head.number:
            raise _EnoughError

    try:
        proof = prove_task(journal, Task(stream, head), tell)
    except _EnoughError:
        return Verified(table, done, 0, complete=False, clean=True, findings=(), head=_head(head))
    findings = tuple(found.line() for found in proof.findings[:FINDINGS_MAX])
    return Verified(
        table=table,
        events=proof.entries,
        rounds=proof.rounds,
        complete=True,
        clean=not findings,
        findings=findings,
        head=_head(head),
    )


def _head(head: Head) -> str:
    return head.hash.hex()

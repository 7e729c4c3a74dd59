"""Proves purses: each is a sound fold, and each move to or from a table has both halves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pitboss.audit.finding import Finding, FindingKind, StreamProof
from pitboss.audit.stream_walk import StreamWalk
from pitboss.journal import Entry, Head
from pitboss.journal.codec import CodecError, decode_purse_event
from pitboss.ledger import Books, Purse, PurseEvent, evolve_purse, post, purse_transfers
from pitboss.ledger.accounts import CAGE, CARRIED_OVER, GIFT, purse_account
from pitboss.ledger.purse import AtTable, ChipsCarriedOver, ChipsGranted, PurseRefilled, purse_fault
from pitboss.pit.streams import beside_id, purse_stream, table_stream
from pitboss.round import Broken

PURSES_TOTAL = "purses"  # all purses together, in the accounts of a report


@dataclass(frozen=True, slots=True)
class PurseStep:
    """One event of a purse, with the command id of its turn."""

    entry: Entry
    command: str
    event: PurseEvent


@dataclass(frozen=True, slots=True)
class PurseRead:
    """A purse's own stream, chained and folded, before its tables are looked at."""

    walk: StreamWalk
    id: str
    steps: tuple[PurseStep, ...]
    books: Books

    def asked(self) -> dict[str, set[int]]:
        """List the places in tables' streams at which refills say what this purse had there."""
        places: dict[str, set[int]] = defaultdict(set)
        for step in self.steps:
            for there in step.event.tables if isinstance(step.event, PurseRefilled) else ():
                places[table_stream(there.table)].add(there.number)
        return places

    def proof(self, head: Head, findings: Iterable[Finding]) -> StreamProof:
        """Return the proof of this stream."""
        return StreamProof(
            self.walk.stream, head, entries=self.walk.reached, findings=tuple(findings)
        )


def read_purse(walk: StreamWalk) -> PurseRead:
    """Fold a purse; the walk keeps the first event that is bad in itself."""
    id_ = walk.stream.removeprefix(purse_stream(""))
    purse, books = Purse(), Books()
    steps: list[PurseStep] = []
    for turn in walk:
        for entry in turn:
            try:
                event = decode_purse_event(entry.name, entry.data)
            except CodecError as error:
                walk.fail(entry, FindingKind.SHAPE, str(error))
                break
            if isinstance(event, ChipsGranted | ChipsCarriedOver) and event.purse != id_:
                walk.fail(entry, FindingKind.STREAM, f"is of purse {event.purse!r}")
                break
            if text := purse_fault(purse, event):
                walk.fail(entry, FindingKind.PURSE, text)
                break
            try:
                books = post(books, purse_transfers(purse, event))
            except Broken as broken:
                walk.fail(entry, FindingKind.LEDGER, str(broken))
                break
            purse = evolve_purse(purse, event)
            steps.append(PurseStep(entry, turn[0].command or "", event))
    walk.finish()
    return PurseRead(walk, id_, tuple(steps), books)


# -- against the tables ---------------------------------------------------------------------------


def purse_findings(
    purses: Mapping[str, PurseRead], tables: Mapping[str, StreamProof]
) -> Iterator[Finding]:
    """List what purses and tables do not agree about: the first place of each stream."""
    for read in purses.values():
        if read.walk.found is not None:
            yield read.walk.found
        elif (found := _unmatched(read, tables)) is not None:
            yield found
    recorded = {
        stream: None if read.walk.found else frozenset(step.event for step in read.steps)
        for stream, read in purses.items()
    }
    for proof in tables.values():
        if (found := _unrecorded(proof, recorded)) is not None:
            yield found


def _unmatched(read: PurseRead, tables: Mapping[str, StreamProof]) -> Finding | None:
    """Find the first event of a purse that its table does not bear out."""
    for step in read.steps:
        match step.event:
            case ChipsGranted() | ChipsCarriedOver():
                continue
            case PurseRefilled():
                text = _refilled(read, step.event, tables)
            case _:
                text = _half(read, step, step.event, tables)
        if text:
            return _finding(read, step, text)
    return None


def _finding(read: PurseRead, step: PurseStep, text: str) -> Finding:
    return Finding(read.walk.stream, step.entry.number, step.entry.name, FindingKind.PURSE, text)


def _half(
    read: PurseRead, step: PurseStep, event: AtTable, tables: Mapping[str, StreamProof]
) -> str:
    proof = tables.get(table_stream(event.table))
    if proof is None:
        return f"table {event.table} is not in this journal"
    half = proof.halves.get((read.id, event.number))
    if half is None:  # beyond a finding of the table's own, nobody knows
        unknown = proof.findings and event.number > proof.entries
        text = f"event {event.number} of table {event.table} moves no chips of this purse"
        return "" if unknown else text
    if half.event != event:
        return f"event {event.number} of table {event.table} moves other chips"
    if beside_id(event.table, half.command) != step.command:
        return f"event {event.number} of table {event.table} was brought about by another command"
    return ""


def _refilled(read: PurseRead, event: PurseRefilled, tables: Mapping[str, StreamProof]) -> str:
    for there in event.tables:
        proof = tables.get(table_stream(there.table))
        if proof is None:
            return f"table {there.table} is not in this journal"
        held = proof.purses_at.get(there.number)
        if held is None and not proof.findings:
            return f"table {there.table} has no event {there.number}"
        if held is not None and held.get(read.id, 0) != there.chips:
            return f"the purse had other chips on table {there.table} at event {there.number}"
    return ""


def _unrecorded(
    proof: StreamProof, recorded: Mapping[str, frozenset[PurseEvent] | None]
) -> Finding | None:
    """Find the first event of a table that moves chips of a purse which does not record it.

    What a purse records that has a finding of its own, nobody knows.
    """
    nothing: frozenset[PurseEvent] = frozenset()
    for (purse, number), half in proof.halves.items():
        there = recorded.get(purse_stream(purse), nothing)
        if there is not None and half.event not in there:
            text = f"{purse_stream(purse)} does not record what this moves"
            return Finding(proof.stream, number, half.name, FindingKind.PURSE, text)
    return None


def accounts(purses: Iterable[PurseRead]) -> Counter[str]:
    """Add up all purses: what was given, what they hold, what the cage has of them."""
    total: Counter[str] = Counter()
    for read in purses:
        total[PURSES_TOTAL] += int(read.books.of(purse_account(read.id)))
        for account in (GIFT, CARRIED_OVER, CAGE):
            total[account] += int(read.books.of(account))
    return total

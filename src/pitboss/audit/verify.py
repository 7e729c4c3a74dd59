"""Verifies a journal: every stream on its own, then links and purses against their tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitboss.audit.anchor import Anchor
from pitboss.audit.finding import AuditReport, Finding, FindingKind, StreamProof, in_order
from pitboss.audit.link_proof import LinkProof, LinkRead, link_walked, read_link_stream
from pitboss.audit.purse_proof import PurseRead, accounts, purse_findings, read_purse
from pitboss.audit.stream_walk import StreamWalk, event_name
from pitboss.audit.table_proof import TableProof
from pitboss.journal import Head, Journal, Unavailable
from pitboss.journal.codec import state_fingerprint
from pitboss.odds.counting.executor import Progress
from pitboss.pit.streams import LINKS, PURSES, TABLES, table_stream

TELL_EVERY: Final = 500  # entries between two words on progress

Tell = Callable[[int], None]  # called with the number of entries done since the last call


class NoSuchTable(Exception):
    """A table was asked for that the journal does not hold."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(name)
        self.name = name
        self.known = tuple(known)


@dataclass(frozen=True, slots=True)
class ProofTask:
    """One stream to prove that is no link's or purse's; small enough for another process."""

    stream: str
    head: Head
    anchored: Head | None = None
    asked: frozenset[int] = frozenset()


Prove = Callable[[list[ProofTask], Tell], Iterable[StreamProof]]


def verify(
    journal: Journal,
    tables: Collection[str] | None = None,
    anchor: Anchor | None = None,
    progress: Progress | None = None,
    prove: Prove | None = None,
) -> AuditReport:
    """Prove all streams as they stand now, or only those of `tables`; raises `NoSuchTable`.

    A server may go on writing: what it adds is left out. `prove` proves tables elsewhere; by
    default it is done here, one after the other.
    """
    # Sums and names before heads: then every sum stands at or before the head of its table, and
    # a stream that has no head has lost it.
    streams = _streams(journal)
    sums = {stream: journal.tallies(stream) for stream in journal.heads(LINKS)}
    anchored = anchor.heads if anchor is not None else {}
    all_heads = journal.heads()
    headless = [stream for stream in streams if stream not in all_heads]
    heads = _chosen(all_heads, tables, {*anchored, *headless})
    tell = _teller(heads, progress)

    links: dict[str, LinkRead] = {}
    for stream in (s for s in heads if s.startswith(LINKS)):
        walk = StreamWalk(
            journal, stream, heads[stream], anchored=anchored.get(stream), one_clock=False
        )
        links[stream] = read_link_stream(walk, sums.get(stream, ()))
        tell(heads[stream].number)

    purses: dict[str, PurseRead] = {}
    for stream in (s for s in heads if s.startswith(PURSES)):
        walk = StreamWalk(
            journal, stream, heads[stream], anchored=anchored.get(stream), one_clock=False
        )
        purses[stream] = read_purse(walk)
        tell(heads[stream].number)

    tasks = _tasks(heads, anchored, [*links.values(), *purses.values()])
    proofs = {proof.stream: proof for proof in (prove or _one_by_one(journal))(tasks, tell)}
    findings = [found for proof in proofs.values() for found in proof.findings]
    findings += _lost(heads, tables, anchored, headless)
    findings += _headless(journal, headless, tables)
    for stream, read in links.items():
        own = list(LinkProof(read, dict(proofs), journal.tallies(stream)).findings())
        findings += own
        mine = tuple(found for found in own if found.stream == stream)
        proofs[stream] = replace(link_walked(read, heads[stream]), findings=mine)
    if tables is None:
        moved = list(purse_findings(purses, dict(proofs)))
        findings += moved
        for stream, purse in purses.items():
            proofs[stream] = purse.proof(heads[stream], [f for f in moved if f.stream == stream])
    ordered = tuple(proofs[stream] for stream in sorted(proofs))
    notes = tuple(_notes(ordered, tables))
    return AuditReport(ordered, in_order(findings), notes, accounts(purses.values()))


def prove_task(journal: Journal, task: ProofTask, tell: Tell) -> StreamProof:
    """Prove one stream; a stream that is no table's is only chained."""
    walk = StreamWalk(journal, task.stream, task.head, anchored=task.anchored)
    table = None
    if task.stream.startswith(TABLES):
        table = TableProof(
            task.stream, task.asked, journal.snapshot(task.stream, state_fingerprint())
        )
    told = 0
    for turn in walk:
        if table is not None and (fault := table.take(turn)):
            walk.fail(*fault)
        if turn[-1].number - told >= TELL_EVERY:
            tell(turn[-1].number - told)
            told = turn[-1].number
    walk.finish()
    if told < task.head.number:
        tell(task.head.number - told)
    found = () if walk.found is None else (walk.found,)
    reached = min((walk.reached, *(each.number - 1 for each in found)))
    proof = StreamProof(task.stream, task.head, entries=reached, findings=found)
    if table is None:
        return replace(proof, note="chain only")
    return replace(
        proof,
        findings=(*found, *table.snapshot_found),
        remarks=tuple(table.remarks),
        rounds=table.rounds,
        voids=table.voids,
        link=table.table.progressive.link,
        fed_at=table.fed_at,
        fed_last=table.fed_last,
        awards=tuple(table.awards),
        plan=table.plan,
        halves=table.halves,
        purses_at=table.purses_at,
    )


def _one_by_one(journal: Journal) -> Prove:
    def prove(tasks: list[ProofTask], tell: Tell) -> Iterator[StreamProof]:
        return (prove_task(journal, task, tell) for task in tasks)

    return prove


def _streams(journal: Journal) -> Sequence[str]:
    try:
        return journal.streams()
    except Unavailable:  # the walk through each stream says what cannot be read
        return ()


def _chosen(
    heads: Mapping[str, Head], tables: Collection[str] | None, elsewhere: Collection[str]
) -> dict[str, Head]:
    if tables is None:
        return dict(heads)
    for name in tables:
        if table_stream(name) not in heads and table_stream(name) not in elsewhere:
            known = [s.removeprefix(TABLES) for s in heads if s.startswith(TABLES)]
            raise NoSuchTable(name, known)
    return {s: heads[s] for s in sorted(map(table_stream, tables)) if s in heads}


def _teller(heads: Mapping[str, Head], progress: Progress | None) -> Tell:
    total = sum(head.number for head in heads.values())
    done = 0

    def tell(more: int) -> None:
        nonlocal done
        done += more
        if progress is not None:
            progress(done, total)

    return tell


def _tasks(
    heads: Mapping[str, Head],
    anchored: Mapping[str, Head],
    reads: Iterable[LinkRead | PurseRead],
) -> list[ProofTask]:
    """Return the work, longest first, so that several processes end at about the same time."""
    asked: dict[str, set[int]] = defaultdict(set)
    for read in reads:
        for stream, numbers in read.asked().items():
            asked[stream] |= numbers
    tasks = [
        ProofTask(stream, head, anchored.get(stream), frozenset(asked[stream]))
        for stream, head in heads.items()
        if not stream.startswith((LINKS, PURSES))
    ]
    return sorted(tasks, key=lambda task: -task.head.number)


def _lost(
    heads: Mapping[str, Head],
    tables: Collection[str] | None,
    anchored: Mapping[str, Head],
    headless: Collection[str],
) -> Iterator[Finding]:
    """Yield a finding for each stream of the anchor that is missing now."""
    for stream, head in anchored.items():
        if stream not in heads and stream not in headless and _is_asked(stream, tables):
            text = f"the stream is gone; it had {head.number} events when the anchor was made"
            yield Finding(stream, 1, "", FindingKind.ANCHOR, text)


def _headless(
    journal: Journal, headless: Iterable[str], tables: Collection[str] | None
) -> Iterator[Finding]:
    """Yield a finding for each stream with events and without a head."""
    for stream in headless:
        first = next(iter(journal.read(stream, limit=1)), None)
        if first is not None and _is_asked(stream, tables):
            text = "stands in a stream that the journal names no last event of: its head is gone"
            yield Finding(stream, first.number, event_name(first), FindingKind.HEAD, text)


def _is_asked(stream: str, tables: Collection[str] | None) -> bool:
    return tables is None or stream in set(map(table_stream, tables))


def _notes(proofs: Iterable[StreamProof], tables: Collection[str] | None) -> Iterator[str]:
    for proof in proofs:
        if proof.note:
            yield f"{proof.stream} is no table's and no link's: {proof.note}"
        if tables is not None and proof.halves:
            yield f"purses at {proof.stream} are proved only when all tables are"
        if tables is not None and proof.link:
            yield f"link {proof.link} is proved only when all tables are"

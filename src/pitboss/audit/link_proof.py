"""Proves a link: every award is recorded once, and stands on what its tables had truly fed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.audit.finding import Award, Finding, FindingKind, StreamProof
from pitboss.audit.stream_walk import StreamWalk
from pitboss.journal import Entry, Head, StoredTally
from pitboss.journal.codec import CodecError, decode_link_event
from pitboss.pit.links import fed_from
from pitboss.pit.streams import LINKS, link_stream, table_name, table_stream
from pitboss.table.link import (
    Fed,
    Link,
    LinkCorrected,
    LinkEvent,
    LinkPaid,
    LinkSetUp,
    evolve_link,
    meters_of,
)

LinkStep = tuple[Entry, LinkEvent, Link]  # an event of a link, and the link before it


@dataclass(frozen=True, slots=True)
class LinkRead:
    """A link's own stream, read and chained, before its tables are looked at."""

    walk: StreamWalk
    steps: tuple[LinkStep, ...]
    tallies: Sequence[StoredTally]

    def asked(self) -> dict[str, set[int]]:
        """List the places in tables' streams at which this link says what they had fed."""
        places: dict[str, set[int]] = defaultdict(set)
        for _, event, _ in self.steps:
            for fed in event.fed if isinstance(event, LinkPaid) else ():
                places[table_stream(fed.table)].add(fed.number)
        for tally in self.tallies:
            places[tally.stream].add(tally.number)
        return places


def read_link_stream(walk: StreamWalk, tallies: Sequence[StoredTally]) -> LinkRead:
    """Read the events of a link; the walk keeps the first that is bad in itself."""
    link = Link()
    steps: list[LinkStep] = []
    for turn in walk:
        for entry in turn:
            try:
                event = decode_link_event(entry.name, entry.data)
            except CodecError as error:
                walk.fail(entry, FindingKind.SHAPE, str(error))
                break
            if text := _fault(walk.stream, link, event):
                walk.fail(entry, FindingKind.LINK, text)
                break
            steps.append((entry, event, link))
            link = evolve_link(link, event)
    walk.finish()
    return LinkRead(walk, tuple(steps), tallies)


def _fault(stream: str, link: Link, event: LinkEvent) -> str:
    """Return what is wrong with an event, as far as the link alone can tell."""
    match event:
        case LinkSetUp(name):
            if link.name or link_stream(name) != stream:
                return f"sets up link {name!r} in the stream {stream!r}"
        case LinkPaid(before=before, after=after):
            if before.keys() != link.own.keys() or after.keys() != link.own.keys():
                return "names other meters than the link has"
            if negative := [meter for meter, left in after.items() if left < 0]:
                return f"leaves the {negative[0]} meter below nothing"
        case LinkCorrected(meter, _, reason, by, second):
            if meter not in link.own:
                return f"corrects a {meter[:40]} meter, which the link does not have"
            if not reason.strip() or not second.strip() or second.strip() == by.strip():
                return "was not signed by two people, with a reason"
    return "" if link.name or isinstance(event, LinkSetUp) else "comes before the link is set up"


# -- against the tables ---------------------------------------------------------------------------


@dataclass(slots=True)
class LinkProof:
    """One link beside the proofs of all its tables."""

    read: LinkRead
    tables: Mapping[str, StreamProof]
    fresh: Sequence[StoredTally]
    _places: dict[str, int] = field(default_factory=dict)

    @property
    def stream(self) -> str:
        return self.read.walk.stream

    def findings(self) -> Iterator[Finding]:
        """Yield the first fault of the link's stream, and what its tables lack."""
        own = self._own()
        if own is not None:
            yield own
        yield from self._tallies()
        if own is None:
            yield from self._unrecorded()
            yield from self._negative()

    def _own(self) -> Finding | None:
        paid: set[tuple[str, int]] = set()
        for entry, event, before in self.read.steps:
            if isinstance(event, LinkSetUp) and (text := self._set_up(event)):
                return Finding(self.stream, entry.number, entry.name, FindingKind.LINK, text)
            if isinstance(event, LinkPaid):
                if text := self._paid(event, before, paid):
                    return Finding(self.stream, entry.number, entry.name, FindingKind.LINK, text)
                paid.add((event.table, event.round))
        return self.read.walk.found

    def _set_up(self, event: LinkSetUp) -> str:
        """Check that a link begins with the one plan and the first table's seeds."""
        mine = [proof for proof in self.tables.values() if self._is_mine(proof)]
        plans = [proof.plan for proof in mine if proof.plan is not None]
        if any((plan.resets, plan.rates) != (event.resets, event.rates) for plan in plans):
            return "begins with other resets or rates than its tables play by"
        if not any(proof.findings for proof in mine) and event not in plans:
            return "begins with other seeds than any of its tables has"
        return ""

    def _is_mine(self, proof: StreamProof) -> bool:
        return link_stream(proof.link) == self.stream

    def _paid(self, event: LinkPaid, link: Link, paid: set[tuple[str, int]]) -> str:
        where = f"round {event.round} of table {event.table}"
        if (event.table, event.round) in paid:
            return f"{where} is paid a second time"
        if text := self._fed(event):
            return text
        if meters_of(link, event.fed) != dict(event.before):
            return f"the meters before {where} are not what the link and its tables had"
        proof = self.tables.get(table_stream(event.table))
        if proof is None or proof.link != self.stream.removeprefix(LINKS):
            return f"table {event.table} is not on this link"
        award = next((a for a in proof.awards if a.round == event.round), None)
        if award is None:
            return "" if proof.findings else f"{where} took nothing off the meters"
        if award.before != dict(event.before) or award.after != dict(event.after):
            return f"{where} was settled with other meters"
        return ""

    def _fed(self, event: LinkPaid) -> str:
        """Check what a table had fed against its own stream; it never goes back."""
        told = {fed.table: fed for fed in event.fed}
        if len(told) < len(event.fed):
            return "a table is counted twice"
        for table, place in self._places.items():
            if table not in told or told[table].number < place:
                return f"what table {table} had fed is taken from before the last award"
        for fed in event.fed:
            self._places[fed.table] = fed.number
            if text := self._fed_fault(fed):
                return text
        return ""

    def _fed_fault(self, fed: Fed) -> str:
        proof = self.tables.get(table_stream(fed.table))
        if proof is None:
            return f"table {fed.table} is not in this journal"
        there = proof.fed_at.get(fed.number)
        if there is None:  # beyond a finding of the table's own, or beyond its end
            return "" if proof.findings else f"table {fed.table} has no event {fed.number}"
        if there != dict(fed.meters):
            return f"table {fed.table} had not fed that much at its event {fed.number}"
        return ""

    def _tallies(self) -> Iterator[Finding]:
        """Check that the sums which tables keep beside their events are those of their events."""
        fresh = {tally.stream: tally for tally in self.fresh}
        stored = {tally.stream: tally for tally in self.read.tallies}
        for stream in stored.keys() - self.tables.keys():
            text = f"a sum is kept for {self.stream} in the name of a table that is not here"
            yield Finding(stream, stored[stream].number, "", FindingKind.LINK, text)
        for stream, proof in self.tables.items():
            tally = stored.get(stream)
            if proof.findings or not (self._is_mine(proof) or tally is not None):
                continue
            if not self._is_mine(proof):
                text = f"a sum is kept for {self.stream}, and the table is not on that link"
                yield Finding(stream, stored[stream].number, "", FindingKind.LINK, text)
            elif proof.fed_last and _is_old(fresh.get(stream), proof.fed_last):
                text = "the sum kept for the link is older than this"
                yield Finding(stream, proof.fed_last, "", FindingKind.LINK, text)
            elif tally is not None and proof.fed_at.get(tally.number) != _sums(tally.data):
                text = "the sum kept for the link is not what the table had fed"
                yield Finding(stream, tally.number, "", FindingKind.LINK, text)

    def _unrecorded(self) -> Iterator[Finding]:
        recorded = {
            (event.table, event.round)
            for _, event, _ in self.read.steps
            if isinstance(event, LinkPaid)
        }
        for stream, proof in self.tables.items():
            if not self._is_mine(proof):
                continue
            for award in _missing(table_name(stream), proof.awards, recorded):
                text = f"its award is not recorded in {self.stream}"
                yield Finding(stream, award.number, award.event, FindingKind.LINK, text)
                break

    def _negative(self) -> Iterator[Finding]:
        if not self.read.steps or any(proof.findings for proof in self.tables.values()):
            return
        entry, event, before = self.read.steps[-1]
        fed = [Fed(table_name(t.stream), t.number, _sums(t.data) or {}) for t in self.read.tallies]
        for meter, amount in meters_of(evolve_link(before, event), fed).items():
            if amount < 0:
                text = f"the {meter} meter stands at {amount} cents"
                yield Finding(self.stream, entry.number, entry.name, FindingKind.METERS, text)


def _is_old(tally: StoredTally | None, fed_last: int) -> bool:
    return tally is None or tally.number < fed_last


def _missing(
    table: str, awards: Iterable[Award], recorded: set[tuple[str, int]]
) -> Iterator[Award]:
    return (award for award in awards if (table, award.round) not in recorded)


def _sums(data: bytes) -> dict[str, Fraction] | None:
    try:
        return fed_from(data)
    except (ValueError, TypeError, AttributeError, ZeroDivisionError):
        return None


def link_walked(read: LinkRead, head: Head) -> StreamProof:
    """Return the proof of a link's own stream, without its findings."""
    return StreamProof(read.walk.stream, head, entries=read.walk.reached)

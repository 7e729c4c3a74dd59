"""A table as its journal tells it: its state and its books, folded from events or a snapshot."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from pitboss.journal import Entry, Head, Journal, JournalError, Snapshot, checked
from pitboss.journal.codec import decode_event, decode_table, encode_table, state_fingerprint
from pitboss.ledger import Books, posted
from pitboss.round import Broken
from pitboss.table import Event, Table, evolve

SNAPSHOT_EVERY: Final = 2_000  # events: a table is then loaded in well under a second
RECENT: Final = 32  # latest events kept for the log: more than one command ever leads to


@dataclass(frozen=True, slots=True)
class Moment:
    """One event of a table: its number in the stream, its time, the table before and after it."""

    number: int
    at: int
    event: Event
    before: Table
    after: Table


@dataclass(frozen=True, slots=True)
class Replica:
    """A table after event `number` of its stream, whose hash is `hash`."""

    stream: str
    number: int = 0
    hash: bytes = b""
    table: Table = field(default_factory=Table)
    books: Books = field(default_factory=Books)
    recent: tuple[Moment, ...] = field(default=(), compare=False, repr=False)

    def after(self, events: Iterable[Event], at: int) -> Replica:
        """Fold events; raises `Broken` where a chip would be lost or made."""
        table, books, number = self.table, self.books, self.number
        told: list[Moment] = []
        for event in events:
            books = posted(books, table, event)
            before, table = table, evolve(table, event, at)
            number += 1
            told.append(Moment(number, at, event, before, table))
            if books.trial_balance() != 0:
                raise Broken(f"{self.stream} {number}: the books do not balance")
        return Replica(self.stream, number, b"", table, books, (*self.recent, *told)[-RECENT:])

    def read_on(self, entries: Iterable[Entry]) -> Replica:
        """Fold what the journal holds behind this."""
        replica = self
        for entry in entries:
            if entry.number != replica.number + 1:
                raise Broken(f"{self.stream}: {entry.number} follows {replica.number}")
            event = decode_event(entry.name, entry.data)
            after = replica.after((event,), entry.at)
            replica = Replica(
                self.stream, entry.number, entry.hash, after.table, after.books, after.recent
            )
        return replica


def load(journal: Journal, stream: str, *, use_snapshot: bool = True) -> Replica:
    """Rebuild a table: from its snapshot where there is a sound one, else from its first event.

    Raises `BrokenChain` at an event that is not the one that was written.
    """
    start = Replica(stream)
    if use_snapshot and (kept := journal.snapshot(stream, state_fingerprint())) is not None:
        start = unpacked(kept) or start
    after = Head(start.number, start.hash) if start.number else None
    return start.read_on(checked(journal.read(stream, start.number), stream, after))


def keep(journal: Journal, replica: Replica) -> bool:
    """Keep a snapshot of a table; only a cache, so it may fail without harm."""
    try:
        head = replica.hash or next(iter(journal.read(replica.stream, replica.number - 1, 1))).hash
        snapshot = Snapshot(
            replica.stream, replica.number, head, state_fingerprint(), _packed(replica)
        )
        return journal.keep_snapshot(snapshot)
    except (JournalError, StopIteration):
        return False


def _packed(replica: Replica) -> bytes:
    """Write the books on the first line, the table after it."""
    balances = {account: str(chips) for account, chips in replica.books.balances.items()}
    return json.dumps(balances, sort_keys=True).encode() + b"\n" + encode_table(replica.table)


def unpacked(kept: Snapshot) -> Replica | None:
    """Read a snapshot; None where it holds something else."""
    try:
        first, _, rest = kept.data.partition(b"\n")
        balances = {account: _whole(Fraction(text)) for account, text in json.loads(first).items()}
        table = decode_table(rest)
    except (JournalError, ValueError, AttributeError, TypeError):
        return None
    return Replica(kept.stream, kept.number, kept.hash, table, Books(balances))


def _whole(amount: Fraction) -> Fraction | int:
    return amount.numerator if amount.denominator == 1 else amount

"""Whether an append may go in: the one judgement that all stores share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass, field

from pitboss.journal.chain import seal
from pitboss.journal.envelope import Entry, Extent, Head, Write
from pitboss.journal.errors import AlreadyDone, Conflict, JournalError

Heads = MutableMapping[str, Head]
Done = MutableMapping[tuple[str, str], Extent]
Job = tuple[Write, ...]  # one append


def admit(writes: Job, heads: Heads, done: Done) -> tuple[Entry, ...]:
    """The entries that `writes` become; raises `AlreadyDone` or `Conflict`.

    `heads` and `done` hold what the store holds on these streams and commands, and are moved on.
    """
    for write in writes:
        extent = done.get((write.stream, write.turn.id))
        if extent is not None:
            raise AlreadyDone(write.stream, write.turn.id, first=extent.first, last=extent.last)
    for write in writes:
        actual = heads[write.stream].number
        if actual != write.after:
            raise Conflict(write.stream, expected=write.after, actual=actual)
    entries: list[Entry] = []
    for write in writes:
        sealed = seal(write.stream, heads[write.stream], write.turn)
        heads[write.stream] = Head(sealed[-1].number, sealed[-1].hash)
        done[write.stream, write.turn.id] = Extent(sealed[0].number, sealed[-1].number)
        entries += sealed
    return tuple(entries)


@dataclass(slots=True)
class Batch:
    """Several appends judged one after the other: each one's outcome, and what is to be written."""

    outcomes: list[JournalError | None] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    heads: dict[str, Head] = field(default_factory=dict)
    tallies: dict[tuple[str, str], tuple[int, bytes]] = field(default_factory=dict)

    @property
    def rows(self) -> list[tuple[object, ...]]:
        """The entries as rows of the events table."""
        return [row_of(entry) for entry in self.entries]


def judge(jobs: Iterable[Job], heads: Heads, done: Done) -> Batch:
    """Admit what fits, in order; the rest get their refusals and leave nothing behind."""
    batch = Batch()
    for writes in jobs:
        try:
            entries = admit(writes, heads, done)
        except JournalError as refusal:
            batch.outcomes.append(refusal)
            continue
        batch.outcomes.append(None)
        batch.entries += entries
        for write in writes:
            head = batch.heads[write.stream] = heads[write.stream]
            if write.tally is not None:
                batch.tallies[write.tally.group, write.stream] = (head.number, write.tally.data)
    return batch


def row_of(entry: Entry) -> tuple[object, ...]:
    """The columns of the events table, in order."""
    return (
        entry.stream,
        entry.number,
        entry.name,
        entry.at,
        entry.size,
        entry.command,
        entry.cause,
        entry.data,
        entry.hash,
    )


def streams_of(jobs: Iterable[Job]) -> list[str]:
    """The streams the jobs write to, in the order in which they are locked."""
    return sorted({write.stream for writes in jobs for write in writes})


def commands_of(jobs: Iterable[Job]) -> list[tuple[str, str]]:
    """The command ids that must not be there yet."""
    return sorted({(write.stream, write.turn.id) for writes in jobs for write in writes})


Run = Callable[[list[Job]], list[JournalError | None]]

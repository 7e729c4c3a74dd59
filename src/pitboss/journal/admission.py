"""Admission: the bounds and checks that every append must pass, the same for all stores."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from pitboss.journal.chain import seal
from pitboss.journal.errors import AlreadyDone, Conflict, JournalError, Unfit
from pitboss.journal.model import Draft, Entry, Extent, Head, Snapshot, Tally, Turn, Write

STREAM_BYTES_MAX: Final = 200  # a name a person can read; two of them fit a database's index key
COMMAND_BYTES_MAX: Final = 100  # a UUID with a prefix
NAME_BYTES_MAX: Final = 100  # "jackpot-validated/1"
SHAPE_BYTES_MAX: Final = 100  # as an event's name
GROUP_BYTES_MAX: Final = STREAM_BYTES_MAX  # a group is often named after a stream
DATA_BYTES_MAX: Final = 1 << 20  # a whole round with every card is a few kilobytes
CAUSE_BYTES_MAX: Final = 1 << 16  # one command and who gave it
TALLY_BYTES_MAX: Final = 1 << 14  # a few exact sums; every reader of the group reads all of them
SNAPSHOT_BYTES_MAX: Final = 1 << 26  # a table with a long history; larger is slower than the fold
TURN_BYTES_MAX: Final = 1 << 24  # all events of a command together; they travel in one message
EVENTS_PER_TURN_MAX: Final = 1000  # one command settles at most a table of seats and wagers
WRITES_PER_APPEND_MAX: Final = 16  # a table, its link and what may hang on them
NUMBER_MAX: Final = (1 << 63) - 1  # what both databases hold
AT_MAX: Final = 253_402_300_799_999  # the last millisecond of the year 9999

_EVENT_NAME: Final = re.compile(r"[a-z][a-z0-9-]*/[1-9][0-9]*")


def check_writes(writes: Sequence[Write]) -> None:
    """Raise `Unfit` unless every store could take `writes` as one append."""
    if not writes:
        raise Unfit("an append needs at least one write")
    if len(writes) > WRITES_PER_APPEND_MAX:
        raise Unfit(f"{len(writes)} writes in one append; at most {WRITES_PER_APPEND_MAX}")
    for write in writes:
        check_name("stream", write.stream, STREAM_BYTES_MAX)
        _check_number("after", write.after, NUMBER_MAX - EVENTS_PER_TURN_MAX)
        _check_turn(write.turn)
        if write.tally is not None:
            _check_tally(write.tally)
    if len({write.stream for write in writes}) < len(writes):
        raise Unfit("one append writes to a stream once; give both turns as one")


def check_name(what: str, name: str, bytes_max: int) -> None:
    """Raise `Unfit` unless `name` is a short, printable, non-empty text."""
    if not name or not name.isprintable():
        raise Unfit(f"{what} {name!r} is no name; give one or more printable characters")
    size = len(name.encode())  # isprintable refuses lone surrogates, so this cannot fail
    if size > bytes_max:
        raise Unfit(f"{what} {name[:20]!r}… has {size} bytes; at most {bytes_max}")


def check_bytes(what: str, data: bytes, bytes_max: int) -> None:
    """Raise `Unfit` if `data` is empty or too long."""
    if not data:
        raise Unfit(f"{what} is empty; it must have at least one byte")
    if len(data) > bytes_max:
        raise Unfit(f"{what} has {len(data)} bytes; at most {bytes_max}")


def check_snapshot(snapshot: Snapshot) -> None:
    """Raise `Unfit` unless every store could keep this snapshot."""
    check_name("stream", snapshot.stream, STREAM_BYTES_MAX)
    check_name("shape", snapshot.shape, SHAPE_BYTES_MAX)
    _check_number("number", snapshot.number, NUMBER_MAX)
    check_bytes("snapshot", snapshot.data, SNAPSHOT_BYTES_MAX)


def _check_turn(turn: Turn) -> None:
    check_name("command id", turn.id, COMMAND_BYTES_MAX)
    check_bytes("cause", turn.cause, CAUSE_BYTES_MAX)
    _check_number("at", turn.at, AT_MAX)
    if not turn.drafts:
        raise Unfit("a turn needs at least one event")
    if len(turn.drafts) > EVENTS_PER_TURN_MAX:
        raise Unfit(f"{len(turn.drafts)} events in one turn; at most {EVENTS_PER_TURN_MAX}")
    for draft in turn.drafts:
        _check_draft(draft)
    size = sum(len(draft.data) for draft in turn.drafts)
    if size > TURN_BYTES_MAX:
        raise Unfit(f"the events of one turn have {size} bytes; at most {TURN_BYTES_MAX}")


def _check_draft(draft: Draft) -> None:
    check_name("event name", draft.name, NAME_BYTES_MAX)
    if not _EVENT_NAME.fullmatch(draft.name):
        raise Unfit(f'event name {draft.name!r}; write it like "bets-placed/1"')
    check_bytes(f"data of {draft.name}", draft.data, DATA_BYTES_MAX)


def _check_tally(tally: Tally) -> None:
    check_name("group", tally.group, GROUP_BYTES_MAX)
    check_bytes("tally", tally.data, TALLY_BYTES_MAX)


def _check_number(what: str, number: int, number_max: int) -> None:
    if not 0 <= number <= number_max:
        raise Unfit(f"{what} is {number}; it must be 0 to {number_max}")


Heads = MutableMapping[str, Head]
Done = MutableMapping[tuple[str, str], Extent]
Job = tuple[Write, ...]  # one append


def admit(writes: Job, heads: Heads, done: Done) -> tuple[Entry, ...]:
    """Return the entries that `writes` become; raises `AlreadyDone` or `Conflict`.

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
    """Return the columns of the events table, in order."""
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
    """Return the streams the jobs write to, in the order in which they are locked."""
    return sorted({write.stream for writes in jobs for write in writes})


def commands_of(jobs: Iterable[Job]) -> list[tuple[str, str]]:
    """Return the command ids that must not be there yet."""
    return sorted({(write.stream, write.turn.id) for writes in jobs for write in writes})


Run = Callable[[list[Job]], list[JournalError | None]]

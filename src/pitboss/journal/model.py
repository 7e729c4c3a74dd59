"""What goes into a journal and what comes out: a turn of drafts in, numbered entries out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Draft:
    """One event to be written: its public name with version ("bets-placed/1") and its JSON."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Turn:
    """All events of one command.

    `id` is the command's own, made by the client and unique in the stream; `cause` is the JSON
    of who gave which command; `at` is milliseconds UTC.
    """

    id: str
    cause: bytes
    at: int
    drafts: tuple[Draft, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """What a stream adds to a group (a table to its link): one small value, always the newest."""

    group: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Write:
    """A turn for one stream, behind the number `after`, and the tally that changes with it."""

    stream: str
    after: int
    turn: Turn
    tally: Tally | None = None


class Entry(NamedTuple):  # some twenty a round are read: a tuple is made in a tenth of the time
    """One stored event. `number` counts from 1 in its stream.

    The first event of a turn carries its command id, its cause and its `size` (how many events
    the turn has); on the rest these are None.
    """

    stream: str
    number: int
    name: str
    at: int
    size: int | None
    command: str | None
    cause: bytes | None
    data: bytes
    hash: bytes


@dataclass(frozen=True, slots=True)
class Head:
    """The last number of a stream and the hash there; 0 and the stream's own before any event."""

    number: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class Extent:
    """The events of one command, first and last number."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class StoredTally:
    """The newest tally of one stream, and the number of the event it was written with."""

    stream: str
    number: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A fold of a stream up to `number`, in a caller's `shape`: a cache, never a fact."""

    stream: str
    number: int
    hash: bytes
    shape: str
    data: bytes

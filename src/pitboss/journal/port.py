"""The port: what memory, SQLite and PostgreSQL do alike, held by one suite of tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Final, Protocol, Self

from pitboss.journal.model import Entry, Extent, Head, Snapshot, StoredTally, Write

AtPoint = Callable[[str], None]  # called with a name of `POINTS`

# Points of an append at which a test may kill the process, raise, or let another writer go first.
POINTS: Final = (
    "begin",  # before the store is touched
    "checked",  # numbers and command ids are found good; PostgreSQL holds its locks
    "inserted",  # everything is written, nothing is durable
    "committed",  # durable, nobody has been told
    "told",  # listeners of this process have been told
)


def pass_by(point: str) -> None:
    """Do nothing: the hook of production."""


OnAppend = Callable[[str, int], None]  # called with a stream and its newest number


class Listening(Protocol):
    """A listener at work, until it is closed."""

    def close(self) -> None: ...


class Journal(Protocol):
    """Append-only streams. Every method may be called from any thread.

    All but `close` raise `Unavailable` when the store cannot be reached.
    """

    def append(self, *writes: Write) -> None:
        """Write all of `writes`, durably, or none of them.

        Raises `AlreadyDone` when a command id is in its stream already (asked first, so that a
        repeated command is told so whatever happened since), `Conflict` when `after` is not the
        last number of its stream, `Unfit` when a bound is broken, `Unavailable` when nothing was
        written, `Uncertain` when nobody knows.
        """

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Entry]:
        """Return the entries behind `after`, in order, at most `limit`; none of an unknown stream.

        What is appended while the caller reads is read too.
        """

    def head(self, stream: str) -> Head:
        """Return the last number and its hash; number 0 for an unknown stream."""

    def heads(self, prefix: str = "") -> Mapping[str, Head]:
        """Return the heads of all streams whose names begin with `prefix`, in order of names."""

    def streams(self) -> Sequence[str]:
        """Return the names of all streams that hold entries, in order, with or without a head.

        For an audit: every stream has a head, unless somebody has taken it away.
        """

    def find(self, stream: str, command: str) -> Extent | None:
        """Return where the events of a command stand; None if the stream does not have it."""

    def tallies(self, group: str) -> Sequence[StoredTally]:
        """Return the newest tally of each stream of a group, from one moment, in order of names."""

    def keep_snapshot(self, snapshot: Snapshot) -> bool:
        """Keep a snapshot in place of another of its stream and shape; False if it was not kept."""

    def snapshot(self, stream: str, shape: str) -> Snapshot | None:
        """Return the newest undamaged snapshot that fits the stream, or None; never raises."""

    def listen(self, tell: OnAppend) -> Listening:
        """Call `tell(stream, number)` soon after entries up to `number` were written.

        A notice may come late, twice, or for several appends at once, from any thread; it says
        only that reading on is worthwhile. `tell` must be quick and must not raise.
        """

    def wait(self, stream: str, after: int, timeout_s: float) -> int:
        """Wait until the stream is beyond `after`, or the time is over; its last number."""

    def close(self) -> None:
        """Release everything; safe to call twice. From now on the rest raises `Unavailable`."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

"""A journal that misbehaves by the seed: away, busy, full, raced, answers lost, sent twice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Final, Self

from pitboss.journal import (
    AlreadyDone,
    Entry,
    Extent,
    Head,
    Journal,
    Listening,
    Snapshot,
    StoredTally,
    Unavailable,
    Uncertain,
    Write,
)
from pitboss.journal.port import OnAppend

# How often each fault befalls an append. The first four leave nothing behind.
APPENDS: Final[Mapping[str, float]] = {
    "away": 0.02,
    "busy": 0.02,
    "full": 0.01,
    "serialization": 0.02,  # lost more often than the store tries again by itself
    "lost-before": 0.03,  # the connection broke: the turn did not get there
    "lost-after": 0.05,  # the connection broke: it did
    "raced": 0.05,  # another server of the same table is faster
    "doubled": 0.03,  # the turn is delivered twice
}
READS: Final = 0.01  # how often a question to the store fails
FORGETS: Final = 0.3  # how often a snapshot is not there


class FaultyJournal:
    """Stands before a real journal. `calm` lets everything through."""

    def __init__(self, inner: Journal, chance: random.Random, rate: float = 1.0) -> None:
        self.inner = inner
        self.calm = False
        self.meanwhile: Callable[[str], None] = lambda stream: None
        self.seen: Counter[str] = Counter()
        self._chance = chance
        self._rate = rate

    # -- writing ----------------------------------------------------------------------------------

    def append(self, *writes: Write) -> None:
        fault = self._fault()
        match fault:
            case "away" | "busy" | "full" | "serialization":
                raise Unavailable(fault)
            case "lost-before":
                raise Uncertain(fault)
            case "raced":
                self.meanwhile(writes[0].stream)
        self.inner.append(*writes)
        if fault == "doubled":
            try:
                self.inner.append(*writes)
            except AlreadyDone:
                return
            raise AssertionError("the journal took a turn twice")
        if fault == "lost-after":
            raise Uncertain(fault)

    def _fault(self) -> str:
        if self.calm:
            return ""
        roll = self._chance.random() / self._rate
        for fault, often in APPENDS.items():
            roll -= often
            if roll < 0:
                self.seen[fault] += 1
                return fault
        return ""

    def keep_snapshot(self, snapshot: Snapshot) -> bool:
        return False if self._unlucky(FORGETS) else self.inner.keep_snapshot(snapshot)

    # -- reading ----------------------------------------------------------------------------------

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Entry]:
        self._ask()
        for entry in self.inner.read(stream, after, limit):
            if self._unlucky(READS / 20):  # the connection breaks on the way
                raise Unavailable("lost while reading")
            yield entry

    def head(self, stream: str) -> Head:
        self._ask()
        return self.inner.head(stream)

    def heads(self, prefix: str = "") -> Mapping[str, Head]:
        self._ask()
        return self.inner.heads(prefix)

    def streams(self) -> Sequence[str]:
        self._ask()
        return self.inner.streams()

    def find(self, stream: str, command: str) -> Extent | None:
        self._ask()
        return self.inner.find(stream, command)

    def tallies(self, group: str) -> Sequence[StoredTally]:
        self._ask()
        return self.inner.tallies(group)

    def snapshot(self, stream: str, shape: str) -> Snapshot | None:
        return None if self._unlucky(FORGETS) else self.inner.snapshot(stream, shape)

    def _ask(self) -> None:
        if self._unlucky(READS):
            raise Unavailable("away")

    def _unlucky(self, often: float) -> bool:
        if self.calm or self._chance.random() >= often * self._rate:
            return False
        self.seen["reading"] += 1
        return True

    # -- the rest ---------------------------------------------------------------------------------

    def listen(self, tell: OnAppend) -> Listening:
        return self.inner.listen(tell)

    def wait(self, stream: str, after: int, timeout_s: float) -> int:
        return self.inner.wait(stream, after, timeout_s)

    def close(self) -> None:
        self.inner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

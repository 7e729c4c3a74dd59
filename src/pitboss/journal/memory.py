"""A journal in memory: the plain twin of the durable stores, for tests and for trying out."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence

from pitboss.journal.admission import check_snapshot, check_writes, commands_of, judge
from pitboss.journal.chain import start
from pitboss.journal.errors import Unavailable
from pitboss.journal.model import Entry, Extent, Head, Snapshot, StoredTally, Write
from pitboss.journal.notify import BaseJournal
from pitboss.journal.port import AtPoint, pass_by


class MemoryJournal(BaseJournal):
    """Everything in dictionaries, under one lock."""

    def __init__(self, at_point: AtPoint = pass_by) -> None:
        super().__init__()
        self._at_point = at_point
        self._lock = threading.RLock()
        self._entries: dict[str, list[Entry]] = {}
        self._heads: dict[str, Head] = {}
        self._done: dict[tuple[str, str], Extent] = {}
        self._tallies: dict[tuple[str, str], StoredTally] = {}
        self._snapshots: dict[tuple[str, str], Snapshot] = {}
        self._closed = False

    def append(self, *writes: Write) -> None:
        check_writes(writes)
        self._at_point("begin")
        with self._lock:
            self._check_open()
            heads = {w.stream: self._heads.get(w.stream) or start(w.stream) for w in writes}
            done = {key: self._done[key] for key in commands_of([writes]) if key in self._done}
            batch = judge([writes], heads, done)
            if batch.outcomes[0] is not None:
                raise batch.outcomes[0]
            self._at_point("checked")
            self._at_point("inserted")
            for entry in batch.entries:
                self._entries.setdefault(entry.stream, []).append(entry)
                if entry.command is not None and entry.size is not None:
                    extent = Extent(entry.number, entry.number + entry.size - 1)
                    self._done[entry.stream, entry.command] = extent
            self._heads.update(batch.heads)
            for (group, stream), (number, data) in batch.tallies.items():
                self._tallies[group, stream] = StoredTally(stream, number, data)
        self._at_point("committed")
        self._notify(batch.heads)
        self._at_point("told")

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Entry]:
        with self._lock:
            self._check_open()
            entries = self._entries.get(stream, [])
        until = None if limit is None else after + limit
        number = max(after, 0)
        while number < len(entries) and (until is None or number < until):
            yield entries[number]
            number += 1

    def head(self, stream: str) -> Head:
        with self._lock:
            self._check_open()
            return self._heads.get(stream) or start(stream)

    def heads(self, prefix: str = "") -> Mapping[str, Head]:
        with self._lock:
            self._check_open()
            return {s: self._heads[s] for s in sorted(self._heads) if s.startswith(prefix)}

    def streams(self) -> Sequence[str]:
        with self._lock:
            self._check_open()
            return sorted(stream for stream, entries in self._entries.items() if entries)

    def find(self, stream: str, command: str) -> Extent | None:
        with self._lock:
            self._check_open()
            return self._done.get((stream, command))

    def tallies(self, group: str) -> Sequence[StoredTally]:
        with self._lock:
            self._check_open()
            return [self._tallies[key] for key in sorted(self._tallies) if key[0] == group]

    def keep_snapshot(self, snapshot: Snapshot) -> bool:
        check_snapshot(snapshot)
        with self._lock:
            if self._closed:
                return False
            self._snapshots[snapshot.stream, snapshot.shape] = snapshot
            return True

    def snapshot(self, stream: str, shape: str) -> Snapshot | None:
        with self._lock:
            kept = None if self._closed else self._snapshots.get((stream, shape))
            return kept if kept is not None and self._belongs(kept) else None

    def close(self) -> None:
        self._closed = True
        self._notifier.wake()

    def _belongs(self, snapshot: Snapshot) -> bool:
        entries = self._entries.get(snapshot.stream, [])
        if not 1 <= snapshot.number <= len(entries):
            return False
        return entries[snapshot.number - 1].hash == snapshot.hash

    def _check_open(self) -> None:
        if self._closed:
            raise Unavailable("the journal is closed")

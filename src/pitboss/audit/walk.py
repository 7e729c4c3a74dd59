"""Walks a stream turn by turn: hashes, numbers, turns, times, heads, anchors and command ids."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

import numpy as np

from pitboss.audit.finding import Finding, Kind
from pitboss.journal import Entry, Head, Journal, Unavailable, genesis
from pitboss.journal.chain import chain_fault

Turn = list[Entry]


class Walk:
    """The turns of a stream up to its head; ends early at the first bad entry, kept in `found`.

    Entries that a server adds meanwhile are left for the next audit.
    """

    def __init__(
        self,
        journal: Journal,
        stream: str,
        head: Head,
        *,
        anchored: Head | None = None,
        one_clock: bool = True,
    ) -> None:
        self.stream = stream
        self.head = head
        self.found: Finding | None = None
        self.reached = 0
        self._journal = journal
        self._anchored = anchored
        self._one_clock = one_clock  # the turns of a link come from the clocks of many processes
        self._last: Entry | None = None
        self._commands = array("q")
        self._numbers = array("Q")

    def __iter__(self) -> Iterator[Turn]:
        try:
            yield from self._turns()
        except Unavailable as error:
            self._unread(error)
            return
        self._end()

    def _turns(self) -> Iterator[Turn]:
        """One loop from entries to turns: some twenty entries a round come through here."""
        stream, before, number, rest, at = self.stream, genesis(self.stream), 0, 0, 0
        turn: Turn = []
        for entry in self._journal.read(stream, limit=self.head.number):
            self._last = entry
            number += 1
            fault = chain_fault(entry, stream, number, before, rest)
            if fault is not None:
                self._broken(entry, number, fault)
                return
            before = entry.hash
            if self._anchored is not None and self._is_rewritten(entry, self._anchored):
                return
            turn.append(entry)
            rest = (entry.size or rest) - 1
            if rest:
                continue
            if not self._in_time(turn, at):
                return
            first = turn[0]
            at = first.at
            self._commands.append(hash(first.command))
            self._numbers.append(first.number)
            yield turn
            if self.found is not None:
                return
            self.reached = number
            turn = []
        if turn:
            text = f"the turn it belongs to has {rest} more; they are missing"
            self.fail(turn[-1], Kind.HEAD, text)

    def _is_rewritten(self, entry: Entry, anchored: Head) -> bool:
        if entry.number != anchored.number or entry.hash == anchored.hash:
            return False
        self.fail(entry, Kind.ANCHOR, "was another when the anchor was made: rewritten")
        return True

    def _in_time(self, turn: Turn, before: int) -> bool:
        at = turn[0].at
        if at < before and self._one_clock:
            self.fail(turn[0], Kind.TIME, "is older than the event before it")
            return False
        if len(turn) > 1:
            for entry in turn:
                if entry.at != at:
                    self.fail(entry, Kind.TIME, "has another time than the rest of its turn")
                    return False
        return True

    def fail(self, entry: Entry, kind: Kind, text: str) -> None:
        """Note the first bad entry: the walk ends here."""
        self._fail_at(entry.number, event_name(entry), kind, text)

    def _fail_at(self, number: int, event: str, kind: Kind, text: str) -> None:
        self.found = Finding(self.stream, number, event, kind, text)

    def _broken(self, entry: Entry, number: int, fault: str) -> None:
        """Name what stands at the place, unless another event stands there."""
        name = event_name(entry) if entry.number == number else ""
        self._fail_at(number, name, Kind.CHAIN, fault)

    # -- the end of the stream --------------------------------------------------------------------

    def _end(self) -> None:
        if self.found is not None:
            return
        last = self._last
        if last is None or last.number < self.head.number:
            text = f"is missing; the journal's head says that there are {self.head.number}"
            self._fail_at((last.number if last else 0) + 1, "", Kind.HEAD, text)
        elif last.hash != self.head.hash:
            self.fail(last, Kind.HEAD, "is not the one that the journal's head names")
        elif self._anchored is not None and self._anchored.number > last.number:
            text = f"is missing; there were {self._anchored.number} when the anchor was made"
            self._fail_at(last.number + 1, "", Kind.ANCHOR, text)
        else:
            self._look_behind()

    def _look_behind(self) -> None:
        """An event behind the head is one that came meanwhile, or one that was hidden."""
        try:
            more = next(iter(self._journal.read(self.stream, self.head.number, 1)), None)
            if more is not None and self._journal.head(self.stream).number < more.number:
                self.fail(more, Kind.HEAD, "stands behind the last event that the journal names")
        except Unavailable as error:
            self._unread(error)

    def _unread(self, error: Unavailable) -> None:
        """A place that cannot be read is a finding; a store that has gone away is none."""
        self._journal.heads()  # raises `Unavailable` where it cannot be asked anything any more
        self._fail_at(self.reached + 1, "", Kind.STORE, str(error))

    def finish(self) -> None:
        """Look for a command id that stands twice before the first bad event."""
        ids = np.frombuffer(self._commands, np.int64) if self._commands else np.zeros(0, np.int64)
        if len(np.unique(ids)) == len(ids):
            return
        number = self._first_repeated(ids)
        if number and (self.found is None or number < self.found.number):
            text = "its command id stands before it already: a command is obeyed once"
            for entry in self._journal.read(self.stream, number - 1, 1):
                self.fail(entry, Kind.COMMAND, text)

    def _first_repeated(self, ids: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> int:
        """Read the suspects again: two ids may share a hash."""
        values, counts = np.unique(ids, return_counts=True)
        suspects = np.isin(ids, values[counts > 1]).nonzero()[0]
        seen: set[str | None] = set()
        for place in suspects.tolist():
            number = self._numbers[place]
            for entry in self._journal.read(self.stream, number - 1, 1):
                if entry.command in seen:
                    return number
                seen.add(entry.command)
        return 0


def event_name(entry: Entry) -> str:
    """An event's name, fit for one line: a damaged one may hold anything."""
    text = str(entry.name).encode("unicode_escape", "backslashreplace").decode()
    return text if len(text) <= 100 else f"{text[:100]}…"

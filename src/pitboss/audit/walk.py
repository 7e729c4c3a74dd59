"""Walks a stream turn by turn: hashes, numbers, turns, times, heads, anchors and command ids."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Final

from pitboss.audit.finding import Finding, Kind
from pitboss.journal import Entry, Head, Journal, Unavailable, genesis
from pitboss.journal.chain import chain_fault, linked

Turn = list[Entry]
FEW: Final = 100_000  # command ids that may be counted as they are
PAGE: Final = 500  # entries that are chained at once: one thing done often is done quickly


class Walk:
    """The turns of a stream up to its head; ends early at the first bad entry, kept in `found`.

    They come by the page, those before a bad entry still before it is told: who proves them may
    find one that is bad for another reason. Entries that a server adds meanwhile are left for the
    next audit.
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
        self._open: Turn = []  # the turn that has begun and is not complete
        self._at = 0
        self._commands = array("q")
        self._numbers = array("Q")

    def __iter__(self) -> Iterator[Turn]:
        for turns in self.pages():
            for turn in turns:
                yield turn
                if self.found is not None:
                    break

    def pages(self) -> Iterator[list[Turn]]:
        """The turns, some at a time; whoever finds one of them bad says so before the next page."""
        try:
            yield from self._pages()
        except Unavailable as error:
            self._unread(error)
            return
        self._end()

    def _pages(self) -> Iterator[list[Turn]]:
        entries = iter(self._journal.read(self.stream, limit=self.head.number))
        whole = True
        while whole:
            page: list[Entry] = []
            broken: Unavailable | None = None
            try:
                page.extend(islice(entries, PAGE))
            except Unavailable as error:  # what was read before it is in the list
                broken = error
            whole = len(page) == PAGE
            turns, fault = self._chained(page)
            if turns:
                yield turns
                if self.found is not None:
                    self._reach_before(turns, self.found.number)
                    return
                self.reached = turns[-1][-1].number
            if fault is not None:
                self.found = fault
                return
            if broken is not None:
                raise broken
        if self._open:
            rest = (self._open[0].size or 0) - len(self._open)
            text = f"the turn it belongs to has {rest} more; they are missing"
            self.fail(self._open[-1], Kind.HEAD, text)

    def _chained(self, page: list[Entry]) -> tuple[list[Turn], Finding | None]:
        """The turns that are complete with this page, and what is wrong with the next entry."""
        stream, last, opened = self.stream, self._last, self._open
        number, before = (0, genesis(stream)) if last is None else (last.number, last.hash)
        rest = (opened[0].size or 0) - len(opened) if opened else 0
        good, before, rest = linked(page, stream, number, before, rest)
        found: Finding | None = None
        if good < len(page):
            bad, place = page[good], number + good + 1
            fault = chain_fault(bad, stream, place, before, rest) or "does not follow"
            found = self._broken(bad, place, fault)
        anchored = self._anchored
        if anchored is not None and number < anchored.number <= number + good:
            before_it = anchored.number - number - 1
            if rewritten := self._rewritten(page[before_it], anchored):
                good, found = before_it, rewritten
        if good < len(page):
            page = page[:good]
        if page:
            self._last = page[-1]
        turns, untimely = self._in_turns(page)
        return turns, untimely or found

    def _in_turns(self, entries: list[Entry]) -> tuple[list[Turn], Finding | None]:
        """Cut what is linked into turns; what is left of the last waits for the next page."""
        if self._open:
            entries = self._open + entries
        turns, begin, end = list[Turn](), 0, len(entries)
        at, untimely = self._at, None
        while begin < end:
            first = entries[begin]
            size = first.size or 1
            turn = entries[begin : begin + size]
            if len(turn) < size:
                break
            if (first.at < at or size > 1) and (untimely := self._untimely(turn)):
                break
            self._at = at = first.at
            turns.append(turn)
            begin += size
        self._open = entries[begin:]
        self._commands.extend([hash(turn[0].command) for turn in turns])
        self._numbers.extend([turn[0].number for turn in turns])
        return turns, untimely

    def _reach_before(self, turns: list[Turn], number: int) -> None:
        """Count what is proved: the turns before the one that holds the bad entry."""
        for turn in turns:
            if turn[-1].number >= number:
                return
            self.reached = turn[-1].number

    def _rewritten(self, entry: Entry, anchored: Head) -> Finding | None:
        if entry.number != anchored.number or entry.hash == anchored.hash:
            return None
        text = "was another when the anchor was made: rewritten"
        return self._finding(entry, Kind.ANCHOR, text)

    def _untimely(self, turn: Turn) -> Finding | None:
        at = turn[0].at
        if at < self._at and self._one_clock:
            return self._finding(turn[0], Kind.TIME, "is older than the event before it")
        for entry in turn:
            if entry.at != at:
                text = "has another time than the rest of its turn"
                return self._finding(entry, Kind.TIME, text)
        return None

    def _broken(self, entry: Entry, number: int, fault: str) -> Finding:
        """Name what stands at the place, unless another event stands there."""
        name = event_name(entry) if entry.number == number else ""
        return Finding(self.stream, number, name, Kind.CHAIN, fault)

    def _finding(self, entry: Entry, kind: Kind, text: str) -> Finding:
        return Finding(self.stream, entry.number, event_name(entry), kind, text)

    def fail(self, entry: Entry, kind: Kind, text: str) -> None:
        """Note the first bad entry: the walk ends here."""
        self.found = self._finding(entry, kind, text)

    def _fail_at(self, number: int, event: str, kind: Kind, text: str) -> None:
        self.found = Finding(self.stream, number, event, kind, text)

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
        repeated = _repeated(self._commands)
        if not repeated:
            return
        number = self._first_repeated(repeated)
        if number and (self.found is None or number < self.found.number):
            text = "its command id stands before it already: a command is obeyed once"
            for entry in self._journal.read(self.stream, number - 1, 1):
                self.fail(entry, Kind.COMMAND, text)

    def _first_repeated(self, repeated: Collection[int]) -> int:
        """Read the suspects again: two ids may share a hash."""
        seen: set[str | None] = set()
        for number, id_ in zip(self._numbers, self._commands, strict=True):
            if id_ not in repeated:
                continue
            for entry in self._journal.read(self.stream, number - 1, 1):
                if entry.command in seen:
                    return number
                seen.add(entry.command)
        return 0


def _repeated(ids: array[int]) -> frozenset[int]:
    """Find the hashes that stand there more than once."""
    if len(ids) <= FEW:
        counts = Counter(ids)
        return frozenset(id_ for id_, times in counts.items() if times > 1)
    import numpy as np  # in eight bytes an id; it takes a while to load, and few journals need it

    values, counts_of = np.unique(np.frombuffer(ids, np.int64), return_counts=True)
    return frozenset(values[counts_of > 1].tolist())


def event_name(entry: Entry) -> str:
    """An event's name, fit for one line: a damaged one may hold anything."""
    text = str(entry.name).encode("unicode_escape", "backslashreplace").decode()
    return text if len(text) <= 100 else f"{text[:100]}…"

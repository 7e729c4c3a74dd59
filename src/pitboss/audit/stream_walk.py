"""Walks a stream turn by turn: hashes, numbers, turns, times, heads, anchors and command ids."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise

from pitboss.audit.finding import Finding, FindingKind
from pitboss.journal import Entry, Head, Journal, Unavailable, genesis
from pitboss.journal.chain import chain_fault

TurnEntries = list[Entry]


class StreamWalk:
    """The turns of a stream up to its head; ends early at the first bad entry, kept in `found`.

    The prover of a turn may call `fail`, too: then the walk ends with it. Entries that a server
    adds meanwhile are left for the next audit.
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
        self.reached = 0  # number of the last entry of the last turn that is proved
        self._journal = journal
        self._anchored = anchored
        self._one_clock = one_clock  # the turns of a link come from the clocks of many processes
        self._last: Entry | None = None
        self._at = 0
        self._commands = array("q")  # hashes of command ids: eight bytes an id, for long streams
        self._numbers = array("Q")

    def __iter__(self) -> Iterator[TurnEntries]:
        try:
            for turn in self._turns():
                yield turn
                if self.found is not None:
                    return
                self.reached = turn[-1].number
        except Unavailable as error:
            self._unread(error)
            return
        self._end()

    def _turns(self) -> Iterator[TurnEntries]:
        """Chain each entry to the one before; pass on the turns that are complete."""
        turn: TurnEntries = []
        rest, number, before = 0, 0, genesis(self.stream)
        for entry in self._journal.read(self.stream, limit=self.head.number):
            number += 1
            if fault := chain_fault(entry, self.stream, number, before, rest):
                self.found = self._broken(entry, number, fault)
                return
            if self._is_rewritten(entry):
                return
            rest, before = (entry.size or rest) - 1, entry.hash
            self._last = entry
            turn.append(entry)
            if rest:
                continue
            if self._is_untimely(turn):
                return
            self._at = turn[0].at
            self._commands.append(hash(turn[0].command))
            self._numbers.append(turn[0].number)
            yield turn
            turn = []
        if turn:
            text = f"the turn it belongs to has {rest} more; they are missing"
            self.fail(turn[-1], FindingKind.HEAD, text)

    def _is_rewritten(self, entry: Entry) -> bool:
        anchored = self._anchored
        if anchored is None or entry.number != anchored.number or entry.hash == anchored.hash:
            return False
        self.fail(entry, FindingKind.ANCHOR, "was another when the anchor was made: rewritten")
        return True

    def _is_untimely(self, turn: TurnEntries) -> bool:
        at = turn[0].at
        if at < self._at and self._one_clock:
            self.fail(turn[0], FindingKind.TIME, "is older than the event before it")
            return True
        for entry in turn:
            if entry.at != at:
                self.fail(entry, FindingKind.TIME, "has another time than the rest of its turn")
                return True
        return False

    def _broken(self, entry: Entry, number: int, fault: str) -> Finding:
        """Name what stands at the place, unless another event stands there."""
        name = event_name(entry) if entry.number == number else ""
        return Finding(self.stream, number, name, FindingKind.CHAIN, fault)

    def fail(self, entry: Entry, kind: FindingKind, text: str) -> None:
        """Note the first bad entry: the walk ends here."""
        self._fail_at(entry.number, event_name(entry), kind, text)

    def _fail_at(self, number: int, event: str, kind: FindingKind, text: str) -> None:
        self.found = Finding(self.stream, number, event, kind, text)

    # -- the end of the stream --------------------------------------------------------------------

    def _end(self) -> None:
        if self.found is not None:
            return
        last = self._last
        if last is None or last.number < self.head.number:
            text = f"is missing; the journal's head says that there are {self.head.number}"
            self._fail_at((last.number if last else 0) + 1, "", FindingKind.HEAD, text)
        elif last.hash != self.head.hash:
            self.fail(last, FindingKind.HEAD, "is not the one that the journal's head names")
        elif self._anchored is not None and self._anchored.number > last.number:
            text = f"is missing; there were {self._anchored.number} when the anchor was made"
            self._fail_at(last.number + 1, "", FindingKind.ANCHOR, text)
        else:
            self._look_behind()

    def _look_behind(self) -> None:
        """Check for an event behind the head: it came meanwhile, or it was hidden."""
        try:
            more = next(iter(self._journal.read(self.stream, self.head.number, 1)), None)
            if more is not None and self._journal.head(self.stream).number < more.number:
                self.fail(
                    more, FindingKind.HEAD, "stands behind the last event that the journal names"
                )
        except Unavailable as error:
            self._unread(error)

    def _unread(self, error: Unavailable) -> None:
        """Report a place that cannot be read; a store that has gone away is no finding."""
        self._journal.heads()  # raises `Unavailable` where it cannot be asked anything any more
        self._fail_at(self.reached + 1, "", FindingKind.STORE, str(error))

    def finish(self) -> None:
        """Look for a command id that stands twice before the first bad event."""
        repeated = _repeated(self._commands)
        if not repeated:
            return
        number = self._first_repeated(repeated)
        if number and (self.found is None or number < self.found.number):
            text = "its command id stands before it already: a command is obeyed once"
            for entry in self._journal.read(self.stream, number - 1, 1):
                self.fail(entry, FindingKind.COMMAND, text)

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


def _repeated(ids: Iterable[int]) -> frozenset[int]:
    """Find the hashes that stand there more than once."""
    return frozenset(one for one, other in pairwise(sorted(ids)) if one == other)


def event_name(entry: Entry) -> str:
    """Return an event's name, fit for one line: a damaged one may hold anything."""
    text = str(entry.name).encode("unicode_escape", "backslashreplace").decode()
    return text if len(text) <= 100 else f"{text[:100]}…"

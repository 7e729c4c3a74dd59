"""Withholds the events of a round whose secret is still sealed, and those outside a span of time.

The hash of an event covers its cards. A person who knows it and the hash before it finds the cards
by trying, so no hash behind the beginning of a running round is given to anybody who plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from pitboss.history.periods import ALWAYS, Period
from pitboss.journal import Entry, Head, Journal
from pitboss.journal.chain import start
from pitboss.journal.codec import decode_event
from pitboss.journal.names import EVENT_NAMES
from pitboss.table import event as past

LOOK_BACK_EVENTS: Final = 500  # read together, from the end; a round has a few dozen

_BEGUN: Final = EVENT_NAMES[past.RoundBegun].partition("/")[0]
_REVEALED: Final = EVENT_NAMES[past.SecretRevealed].partition("/")[0]
_OVER: Final = frozenset(
    EVENT_NAMES[kind].partition("/")[0] for kind in (past.RoundEnded, past.RoundCancelled)
)


@dataclass(slots=True)
class SealedRounds:
    """Lets whole turns through, in order; what is let through is one unbroken part of the chain.

    From the turn that begins a round on nothing passes before that round's secret is revealed:
    the secret stands in the first event and in its command. Of one round only is held.
    """

    stream: str
    span: Period
    after: Head = field(init=False)
    last: Head = field(init=False)
    passed: int = 0
    early: int = 0
    late: int = 0
    withheld: int = 0
    withheld_from: int | None = None
    _turn: list[Entry] = field(default_factory=list)
    _held: list[Entry] = field(default_factory=list)
    _left: int = 0
    _sealed: bool = False
    _secret: bool = False
    _shut: bool = False

    def __post_init__(self) -> None:
        self.after = self.last = start(self.stream)

    def let(self, entry: Entry) -> Iterator[Entry]:
        """Take the next entry of the stream; give those that may pass now."""
        self._turn.append(entry)
        self._left = (entry.size or self._left) - 1
        if self._left:
            return
        turn, self._turn = self._turn, []
        for one in turn:
            self._look(one)
        self._held += turn
        if self._shut:
            self._keep()
        elif not self._sealed:
            ready, self._held = self._held, []
            yield from self._within(ready)

    def close(self) -> None:
        """End the stream: drop what is still held back."""
        self._held += self._turn
        self._turn = []
        self._keep()

    def _keep(self) -> None:
        if self._held and self.withheld_from is None:
            self.withheld_from = self._held[0].number
        self.withheld += len(self._held)
        self._held = []

    def _look(self, entry: Entry) -> None:
        name = entry.name.partition("/")[0]
        if name == _BEGUN:
            self._shut = self._shut or self._sealed  # the last secret never came out
            begun = decode_event(entry.name, entry.data)
            self._secret = isinstance(begun, past.RoundBegun) and bool(begun.secret)
            self._sealed = True
        elif name == _REVEALED:
            self._secret = False
        elif name in _OVER and not self._secret:
            self._sealed = False

    def _within(self, ready: list[Entry]) -> Iterator[Entry]:
        """Pass on one stretch: clocks may go back, and the chain must not have a gap."""
        begin, end = self.span.begin, self.span.end
        for entry in ready:
            if not self.passed and not self.late and begin is not None and entry.at < begin:
                self.early += 1
                self.after = self.last = Head(entry.number, entry.hash)
            elif self.late or (end is not None and entry.at >= end):
                self.late += 1
            else:
                self.passed += 1
                self.last = Head(entry.number, entry.hash)
                yield entry


def settled_head(journal: Journal, stream: str, head: Head) -> Head:
    """Return the head, or where the round begins that goes on there; raises `Unavailable`."""
    found: list[Entry] = []
    upto = head.number
    while upto > 0:
        after = max(0, upto - LOOK_BACK_EVENTS)
        found = [*journal.read(stream, after, upto - after), *found]
        if _begins(found) is not None:
            break
        upto = after
    begin = _begins(found)
    if begin is None or not _goes_on(stream, found[begin:]):
        return head
    number = found[begin].number - 1
    if begin:
        return Head(number, found[begin - 1].hash)
    before = next(iter(journal.read(stream, number - 1, 1)), None) if number else None
    return start(stream) if before is None else Head(number, before.hash)


def _begins(entries: list[Entry]) -> int | None:
    """Find the first event of the turn that begins the last round, in what was read."""
    begun = False
    for place in range(len(entries) - 1, -1, -1):
        begun = begun or entries[place].name.partition("/")[0] == _BEGUN
        if begun and entries[place].size is not None:
            return place
    return None


def _goes_on(stream: str, entries: Iterable[Entry]) -> bool:
    gate = SealedRounds(stream, ALWAYS)
    for entry in entries:
        for _ in gate.let(entry):
            pass
    gate.close()
    return gate.withheld > 0

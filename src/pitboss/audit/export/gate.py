"""Holds events back while a round's secret is sealed, and keeps those outside a time out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from pitboss.audit.times import Span
from pitboss.journal import Entry, Head
from pitboss.journal.chain import start
from pitboss.journal.codec import decode_event
from pitboss.journal.names import EVENT_NAMES
from pitboss.table import event as past

_BEGUN: Final = EVENT_NAMES[past.RoundBegun].partition("/")[0]
_REVEALED: Final = EVENT_NAMES[past.SecretRevealed].partition("/")[0]
_OVER: Final = frozenset(
    EVENT_NAMES[kind].partition("/")[0] for kind in (past.RoundEnded, past.RoundCancelled)
)


@dataclass(slots=True)
class Gate:
    """Lets whole turns through, in order; what is let through is one unbroken part of the chain.

    From the turn that begins a round on nothing passes before that round's secret is revealed:
    the secret stands in the first event and in its command. Of one round only is held.
    """

    stream: str
    span: Span
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
        """At the end of the stream: what is held is withheld."""
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

"""Purses as streams of the journal: each move to or from a table is one append with the table's.

What a command does at a table and what it does to purses is written at once or not at all. Both
streams are watched for other writers; a command id is obeyed once in each.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from pitboss.journal import (
    AlreadyDone,
    Conflict,
    Draft,
    Head,
    Journal,
    Turn,
    Unavailable,
    Write,
    checked,
)
from pitboss.journal.codec import decode_purse_event, encode_purse_event
from pitboss.ledger.purse import (
    GRANT,
    PURSE_HALVES,
    ChipsCarriedOver,
    ChipsGranted,
    OnTable,
    Purse,
    PurseBoughtIn,
    PurseEvent,
    evolve_purse,
    other_half,
    purse_fault,
    refill,
)
from pitboss.pit.replica import Replica, load
from pitboss.pit.streams import beside_id, purse_stream, table_stream
from pitboss.round import Broken, Refusal
from pitboss.round.refusal import refuse
from pitboss.rules import Chips, money
from pitboss.table import Event, Table, TableReason, evolve

KEPT_MAX: Final = 10_000  # purses whose fold is kept in memory, the last that were asked for
TRIES_MAX: Final = 50  # times a refill is decided again because the purse has changed
CARRIED_ID: Final = "carried-over"  # of the turn that opens a purse from before the journal had it

FindReplica = Callable[[str], Replica | None]  # a table as this process has it, by its name


@dataclass(frozen=True, slots=True)
class FoldedPurse:
    """A purse after the last event of its stream that was read."""

    stream: str
    number: int = 0
    hash: bytes = b""
    purse: Purse = field(default_factory=Purse)

    def opened(self) -> tuple[ChipsGranted, ...]:
        """Return what comes before the first move of a purse: everybody begins with a grant."""
        id_ = self.stream.removeprefix(purse_stream(""))
        return () if self.purse.id else (ChipsGranted(id_, GRANT),)


class Cashier:
    """Reads and writes purses. Calls block: not for the event loop's own thread."""

    def __init__(self, journal: Journal, replica: FindReplica = lambda _: None) -> None:
        self._journal = journal
        self._replica = replica
        self._folded: OrderedDict[str, FoldedPurse] = OrderedDict()
        self._lock = threading.Lock()

    # -- reading ----------------------------------------------------------------------------------

    def balance(self, id_: str) -> Chips:
        """Count the chips in a purse; one that was never used holds its grant."""
        return granted(self.folded(id_)).chips

    def folded(self, id_: str) -> FoldedPurse:
        """Fold a purse up to its last event; raises `BrokenChain`, or `Broken` at what may not be.

        The fold is kept, and goes on from there the next time.
        """
        stream = purse_stream(id_)
        with self._lock:
            known = self._folded.get(id_) or FoldedPurse(stream)
        after = Head(known.number, known.hash) if known.number else None
        for entry in checked(self._journal.read(stream, known.number), stream, after):
            event = decode_purse_event(entry.name, entry.data)
            purse = _after(known.purse, event, f"{stream} {entry.number}")
            known = FoldedPurse(stream, entry.number, entry.hash, purse)
        with self._lock:
            self._folded[id_] = known
            self._folded.move_to_end(id_)
            if len(self._folded) > KEPT_MAX:
                self._folded.popitem(last=False)
        return known

    # -- with a table -----------------------------------------------------------------------------

    def writes(
        self, table: Table, events: Sequence[Event], number: int, id_: str, at: int
    ) -> tuple[Write, ...] | Refusal:
        """Return what purses record of a table's events, to be written in one append with them.

        The events are those of command `id_` and follow event `number` of the table. A refusal
        where a purse has too few chips. Where a purse knows of events of the table that come after
        `number`, another process has written them: raises `AlreadyDone` or `Conflict`.
        """
        if not any(isinstance(event, PURSE_HALVES) for event in events):
            return ()  # nearly all that is done at a table
        known = number
        moves: dict[str, list[PurseEvent]] = {}
        for event in events:
            number += 1
            if (half := other_half(table, event, number)) is not None:
                moves.setdefault(half[0], []).append(half[1])
            table = evolve(table, event, at)
        writes = []
        cause = json.dumps({"table": table.identity.name, "command": id_}).encode()
        for purse, halves in moves.items():
            folded = self.folded(purse)
            try:
                fault = _too_little(folded, halves)
            except Broken:
                self._check_newest(table_stream(table.identity.name), known, id_)
                raise
            if fault is not None:
                return fault
            turn_id = beside_id(table.identity.name, id_)
            writes.append(_write(folded, (*folded.opened(), *halves), turn_id, cause, at))
        return tuple(writes)

    def _check_newest(self, stream: str, number: int, id_: str) -> None:
        """Raise what an append to the stream would raise if others have written to it."""
        extent = self._journal.find(stream, id_)
        if extent is not None:
            raise AlreadyDone(stream, id_, first=extent.first, last=extent.last)
        newest = self._journal.head(stream).number
        if newest > number:
            raise Conflict(stream, expected=number, actual=newest)

    # -- free chips -------------------------------------------------------------------------------

    def refill(self, id_: str, at: int) -> bool:
        """Grant free chips to a purse with few; return False if it has enough, tables counted.

        Tables are read after the purse. Chips that go to the purse or come from it meanwhile change
        its stream, and all is counted again: chips on their way are never overlooked.
        """
        for _ in range(TRIES_MAX):
            folded = self.folded(id_)
            purse = granted(folded)
            event = refill(purse, [self._on_table(name, id_) for name in purse.tables])
            if event is None:
                return False
            turn_id, cause = f"refill/{folded.number}", b'{"command":"refill"}'
            try:
                self._journal.append(_write(folded, (event,), turn_id, cause, at))
            except (AlreadyDone, Conflict):
                continue
            return True
        raise Unavailable(f"{purse_stream(id_)} is written to faster than it can be followed")

    def carry_over(self, id_: str, chips: Chips, at: int) -> None:
        """Open a purse with what it held outside the journal; one that is open stays as it is."""
        folded = self.folded(id_)
        if folded.number:
            return
        write = _write(folded, (ChipsCarriedOver(id_, chips),), CARRIED_ID, b'{"command":""}', at)
        try:
            self._journal.append(write)
        except (AlreadyDone, Conflict):  # another process was a moment quicker
            return

    def _on_table(self, name: str, id_: str) -> OnTable:
        """Count the chips of a purse on a table, as the journal has the table now."""
        stream = table_stream(name)
        here = self._replica(name) or load(self._journal, stream)
        live = here.read_on(self._journal.read(stream, here.number))
        seats = [seat.number for seat in live.table.seats.values() if seat.purse == id_]
        chips = sum(live.table.chips_at(seat) for seat in seats)
        return OnTable(name, live.number, Chips(chips))


def granted(folded: FoldedPurse) -> Purse:
    """Return a purse as its owner sees it: with its grant, also before that is written."""
    purse = folded.purse
    for event in folded.opened():
        purse = evolve_purse(purse, event)
    return purse


def _too_little(folded: FoldedPurse, halves: Iterable[PurseEvent]) -> Refusal | None:
    purse = granted(folded)
    for event in halves:
        if isinstance(event, PurseBoughtIn) and event.chips > purse.chips:
            text = f"you need {money(event.chips)} and have {money(purse.chips)} in your purse"
            return refuse(TableReason.SHORT_OF_CHIPS, text)
        purse = _after(purse, event, folded.stream)
    return None


def _after(purse: Purse, event: PurseEvent, where: str) -> Purse:
    if fault := purse_fault(purse, event):
        raise Broken(f"{where}: {type(event).__name__} {fault}")
    return evolve_purse(purse, event)


def _write(
    folded: FoldedPurse, events: Iterable[PurseEvent], id_: str, cause: bytes, at: int
) -> Write:
    drafts = tuple(Draft(*encode_purse_event(event)) for event in events)
    return Write(folded.stream, folded.number, Turn(id_, cause, at, drafts))

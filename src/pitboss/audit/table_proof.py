"""Proves a table turn by turn: each order is decided again, and must bring about what is recorded.

Deciding again shuffles from the sealed secret, deals and settles under the rules and the edition
that the table's own events name. What decides is asked again independently where money and chance
are concerned: `ChanceProof` and `BooksProof` know only the events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from operator import itemgetter
from typing import Any, Final

from pitboss.audit.books_proof import BOOKED_EVENTS, BooksProof
from pitboss.audit.chance_proof import CHANCE_EVENTS, ChanceProof
from pitboss.audit.difference import difference
from pitboss.audit.finding import Award, Finding, Kind
from pitboss.journal import Entry, Snapshot
from pitboss.journal.codec import CodecError, decode_event, decode_order, written, written_lines
from pitboss.pit.live import unpacked
from pitboss.pit.streams import table_stream
from pitboss.round import Refusal
from pitboss.round import event as round_past
from pitboss.round.accounts import meter_account
from pitboss.round.movement import Settlement
from pitboss.table import Event, Order, Table, decide, evolve, rules_of
from pitboss.table import event as past
from pitboss.table.link import Link, LinkSetUp, set_up_link
from pitboss.table.opening import seeds

REASONS_MAX: Final = 1_000  # reasons that are counted apart; the rest are one
METER: Final = meter_account("")  # how the account of every meter begins
TURNS_AT_ONCE: Final = 48  # a few rounds: what they leave in memory is still at hand
Fault = tuple[Entry, Kind, str]


class TableProof:
    """One table, from its first event on. `asked`: where to note what it has fed to its link."""

    def __init__(
        self, stream: str, asked: Collection[int] = (), snapshot: Snapshot | None = None
    ) -> None:
        self.table = Table()
        self.rounds = 0
        self.voids: Counter[str] = Counter()
        self.fed_at: dict[int, dict[str, Fraction]] = {}
        self.fed_last = 0
        self.awards: list[Award] = []
        self.plan: LinkSetUp | None = None
        self.snapshot_found: tuple[Finding, ...] = ()
        self._snapshot = snapshot
        self._stream = stream
        self._asked = frozenset(asked)
        self._chance = ChanceProof()
        self._books = BooksProof()
        self._trouble = ""

    def take_all(self, turns: Sequence[Sequence[Entry]]) -> Fault | None:
        """Prove turns in order; tell which entry is the first that is bad, and how."""
        for begin in range(0, len(turns), TURNS_AT_ONCE):
            some = turns[begin : begin + TURNS_AT_ONCE]
            if not self._took(some):
                for turn in some:
                    if fault := self.take(turn):
                        return fault
        return None

    # -- several turns at once --------------------------------------------------------------------

    def _took(self, turns: Sequence[Sequence[Entry]]) -> bool:
        """Prove turns that are all as they should be; where one is not, take none of them.

        All that `take` does with one turn after the other is done here step by step for all of
        them, which takes less time: each step stays in the processor's caches.
        """
        if self.table.house is None:
            return False  # `take` sees whose stream it is
        if self._snapshot is not None and _holds(turns, self._snapshot.number):
            return False  # it is compared with the books as they stand right there
        chance, books = replace(self._chance), BooksProof(self._books.books)
        try:
            happened = self._replayed(turns)
            if happened is None:
                return False
            events, tables = happened
            entries = list(chain.from_iterable(turns))
            if not _are_as_written(entries, events) or not _all_hold(events, tables, chance, books):
                return False
        except Exception:  # `take` comes to the same turn, and says what is wrong with it
            return False
        self._chance, self._books = chance, books
        for n, event in enumerate(events):
            if type(event) in _NOTES or self._asked:
                self.table = tables[n + 1]
                self._note(entries[n], event, tables[n])
        self.table = tables[-1]
        return True

    def _replayed(self, turns: Sequence[Sequence[Entry]]) -> tuple[list[Event], list[Table]] | None:
        """Decide all orders again, each at the table that the one before it leaves.

        With the events come the tables before and after each of them, one more than events.
        """
        orders = [decode_order(turn[0].cause or b"") for turn in turns]
        table = self.table
        events, tables = list[Event](), [table]
        for turn, order in zip(turns, orders, strict=True):
            decided, at = decide(table, order), order.at
            if isinstance(decided, Refusal) or len(decided) != len(turn) or at != turn[0].at:
                return None
            for event in decided:
                table = evolve(table, event, at)
                tables.append(table)
            events += decided
        return events, tables

    # -- one turn ---------------------------------------------------------------------------------

    def take(self, turn: Sequence[Entry]) -> Fault | None:
        """Prove one turn; tell which entry is bad, and how."""
        first = turn[0]
        try:
            order = decode_order(first.cause or b"")
        except CodecError as error:
            return first, Kind.SHAPE, f"its order cannot be read: {error}"
        if order.at != first.at:
            return first, Kind.TIME, "its order was given at another time"
        decided = self._decide(order)
        if isinstance(decided, str):
            return first, Kind.DECISION, decided
        if fault := self._compared(turn, decided):
            return fault
        for entry, event in zip(turn, decided, strict=True):
            if fault := self._happened(entry, event):
                return fault
        return None

    def _decide(self, order: Order) -> tuple[Event, ...] | str:
        try:
            decided = decide(self.table, order)
        except Exception as error:  # a forged order may break anything, and must not stop the audit
            return f"its order cannot be decided: {type(error).__name__}: {error}"
        if isinstance(decided, Refusal):
            return f"its order is refused: {decided.text}"
        return decided

    def _compared(self, turn: Sequence[Entry], decided: tuple[Event, ...]) -> Fault | None:
        for entry, event in zip(turn, decided, strict=False):
            if not _is_as_written(entry, event):
                return self._differs(entry, event)
        recorded, right = len(turn), len(decided)
        if recorded > right:
            return turn[right], Kind.DECISION, "its order does not bring this about"
        if recorded < right:
            missing = written(decided[recorded])[0]
            return turn[-1], Kind.DECISION, f"its order also brings about {missing}; it is missing"
        return None

    def _differs(self, entry: Entry, expected: Event) -> Fault:
        """Name what is wrong: chance is judged by its own proof where that finds something."""
        kind, text = difference(entry, expected)
        if kind in (Kind.SECRET, Kind.DECK):
            fault = self._chance.take(decode_event(entry.name, entry.data))
            kind, text = fault or (kind, text)
        return entry, kind, text

    # -- what is proved beside --------------------------------------------------------------------

    def _happened(self, entry: Entry, event: Event) -> Fault | None:
        before = self.table
        self.table = after = evolve(before, event, entry.at)
        fault = self._chance.take(event) or self._books.take(before, event, after)
        if fault is not None:
            return entry, *fault
        text = self._note(entry, event, before)
        return (entry, Kind.STREAM, text) if text else None

    def _note(self, entry: Entry, event: Event, before: Table) -> str:
        """Keep what the report tells; say what is wrong where that is seen only here."""
        note = _NOTES.get(type(event))
        if note is not None and (text := note(self, event, entry, before)):
            return text
        if entry.number in self._asked:
            self.fed_at[entry.number] = dict(self.table.fed)
        if self._snapshot is not None and entry.number == self._snapshot.number:
            self._compare_snapshot(entry, self._snapshot)
        return ""

    def _compare_snapshot(self, entry: Entry, snapshot: Snapshot) -> None:
        """A snapshot is only a cache, but a table that is loaded from a forged one plays on it."""
        kept = unpacked(snapshot)  # one that cannot be read is not used
        if kept is not None and (kept.table, kept.books) != (self.table, self._books.books):
            text = "the snapshot kept here is not what the events give; delete it, and restart"
            found = Finding(self._stream, entry.number, entry.name, Kind.SNAPSHOT, text)
            self.snapshot_found = (found,)

    def _set_up(self, event: past.TableSetUp, _: Entry, __: Table) -> str:
        if table_stream(event.table) == self._stream:
            self.plan = _plan(event)
            return ""
        return f"is of table {event.table!r}, whose stream is {table_stream(event.table)!r}"

    def _begun(self, _: past.RoundBegun, __: Entry, ___: Table) -> str:
        self.rounds += 1
        self._trouble = ""
        return ""

    def _fed(self, event: round_past.BetsClosed, entry: Entry, _: Table) -> str:
        if any(event.fed.values()):  # a keeper writes its sum anew when that has changed
            self.fed_last = entry.number
        return ""

    def _declared(self, event: round_past.IrregularityDeclared, _: Entry, __: Table) -> str:
        self._trouble = event.incident.kind
        return ""

    def _called_off(self, event: past.RoundCalledOff, _: Entry, __: Table) -> str:
        self._trouble = f"called off: {event.reason}"
        return ""

    def _cancelled(self, event: past.RoundCancelled, _: Entry, __: Table) -> str:
        self._count(self._trouble or f"no hand: {event.reason}")
        return ""

    def _settled(self, event: round_past.RoundSettled, entry: Entry, before: Table) -> str:
        settlement = event.settlement
        if settlement.void:
            self._count(self._trouble or "void")
        if before.link and before.round is not None:
            self._awarded(entry, before, settlement)
        return ""

    def _awarded(
        self,
        entry: Entry,
        before: Table,
        settlement: Settlement,
    ) -> None:
        """Note what a settlement took off the link; what a void takes back is not the link's."""
        stood = _known(before.round.meters if before.round else {})
        left = _known(settlement.meters)
        for meter, part in settlement.unfed.items():
            left[meter] = left.get(meter, Fraction(0)) + part
        if any(settlement.unfed.values()):
            self.fed_last = entry.number
        # An award as large as the reset leaves the meter as it was, and is one all the same.
        paid = any(movement.payer.startswith(METER) for movement in settlement.movements)
        if paid or stood != left:
            self.awards.append(Award(entry.number, entry.name, before.rounds, stood, left))

    def _count(self, reason: str) -> None:
        known = reason in self.voids or len(self.voids) < REASONS_MAX
        self.voids[reason if known else "other"] += 1


def _plan(event: past.TableSetUp) -> LinkSetUp | None:
    """Tell how a link begins that this table is the first to join."""
    rules = rules_of(event.house)
    start = seeds(rules)
    if not event.link or isinstance(start, Refusal):
        return None
    begun = set_up_link(Link(), event.link, rules.meters, start)
    if isinstance(begun, Refusal) or not isinstance(begun[0], LinkSetUp):
        return None
    return begun[0]


def _known(meters: Mapping[str, Fraction | None]) -> dict[str, Fraction]:
    return {meter: amount for meter, amount in meters.items() if amount is not None}


def _holds(turns: Sequence[Sequence[Entry]], number: int) -> bool:
    return turns[0][0].number <= number <= turns[-1][-1].number


def _all_hold(
    events: list[Event], tables: list[Table], chance: ChanceProof, books: BooksProof
) -> bool:
    """Tell whether chance and books bear out what happened."""
    before = tables[0]
    for event, after in zip(events, tables[1:], strict=True):
        kind = type(event)
        if kind in CHANCE_EVENTS and chance.take(event):
            return False
        # Books look at an event that moves chips, and at chips that move without one.
        moves = kind in BOOKED_EVENTS or after.seats is not before.seats
        if moves and books.take(before, event, after):
            return False
        before = after
    return True


def _are_as_written(entries: list[Entry], events: list[Event]) -> bool:
    """Compare all bytes at once, and one by one only where that does not tell."""
    names, lines = written_lines(events)
    if list(map(_NAME, entries)) == names:
        recorded = list(map(_DATA, entries))
        recorded.append(b"")  # a line end behind the last one, too
        if b"\n".join(recorded) == lines:
            return True
    return all(map(_is_as_written, entries, events))


def _is_as_written(entry: Entry, event: Event) -> bool:
    """Tell whether an entry is, byte by byte, the event that the rules give."""
    name, data = written(event)
    return (entry.data == data and entry.name == name) or _is_older(entry, name, event)


def _is_older(entry: Entry, newest: str, expected: Event) -> bool:
    """Tell whether an event of an older version says the same as what the rules give."""
    if entry.name == newest:
        return False
    try:
        return decode_event(entry.name, entry.data) == expected
    except CodecError:
        return False


_NAME: Final = itemgetter(Entry._fields.index("name"))  # quicker than to ask each by name
_DATA: Final = itemgetter(Entry._fields.index("data"))

# Any: each entry takes the event of its key, which a mapping cannot say.
_NOTES: Final[dict[type, Callable[[TableProof, Any, Entry, Table], str]]] = {
    past.TableSetUp: TableProof._set_up,
    past.RoundBegun: TableProof._begun,
    past.RoundCalledOff: TableProof._called_off,
    past.RoundCancelled: TableProof._cancelled,
    round_past.BetsClosed: TableProof._fed,
    round_past.IrregularityDeclared: TableProof._declared,
    round_past.RoundSettled: TableProof._settled,
}

"""Proves a table turn by turn, and collects what the report and other proofs need of it.

What decides is asked again independently where money and chance are concerned: `ChanceProof` and
`BooksProof` know only the events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final

from pitboss.audit.books_proof import BooksProof
from pitboss.audit.chance_proof import ChanceProof
from pitboss.audit.finding import Award, Finding, FindingKind, Half, Remark
from pitboss.audit.turn_proof import ProvedTurn, TurnFault, prove_turn
from pitboss.journal import Entry, Snapshot
from pitboss.journal.codec import decode_event
from pitboss.ledger.accounts import meter_account
from pitboss.ledger.purse import PURSE_HALVES, other_half
from pitboss.pit.replica import unpacked
from pitboss.pit.streams import table_stream
from pitboss.round import Refusal
from pitboss.round import event as round_past
from pitboss.round.movement import Settlement
from pitboss.rules.words import no_hand_words, reason_words
from pitboss.table import Event, Table, evolve, rules_of
from pitboss.table import event as past
from pitboss.table.link import Link, LinkSetUp, set_up_link
from pitboss.table.opening import seeds

REASONS_MAX: Final = 1_000  # reasons that are counted apart; the rest are one
METER: Final = meter_account("")  # how the account of every meter begins


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
        self.remarks: list[Remark] = []
        self.plan: LinkSetUp | None = None
        self.halves: dict[tuple[str, int], Half] = {}  # by purse and number: what it must record
        self.purses_at: dict[int, dict[str, int]] = {}
        self.snapshot_found: tuple[Finding, ...] = ()
        self._snapshot = snapshot
        self._stream = stream
        self._asked = frozenset(asked)
        self._chance = ChanceProof()
        self._books = BooksProof()
        self._trouble = ""

    def take(self, turn: Sequence[Entry]) -> TurnFault | None:
        """Prove the next turn; tell which entry is bad, and how."""
        proved = prove_turn(self.table, turn)
        if not isinstance(proved, ProvedTurn):
            return self._named(*proved)
        if proved.earlier:
            return self._by_earlier_engine(turn, proved.events)
        return self._all_happened(turn, proved.events)

    def _named(self, entry: Entry, kind: FindingKind, text: str) -> TurnFault:
        """Name what is wrong: chance is judged by its own proof where that finds something."""
        if kind in (FindingKind.SECRET, FindingKind.DECK):
            fault = self._chance.take(decode_event(entry.name, entry.data))
            kind, text = fault or (kind, text)
        return entry, kind, text

    def _all_happened(self, turn: Sequence[Entry], events: Sequence[Event]) -> TurnFault | None:
        for entry, event in zip(turn, events, strict=True):
            if fault := self._happened(turn[0], entry, event):
                return fault
        return None

    def _by_earlier_engine(
        self, turn: Sequence[Entry], events: tuple[Event, ...]
    ) -> TurnFault | None:
        """Take what is recorded as it is, and say whose decision it was; chance and books hold."""
        first = turn[0]
        try:
            fault = self._all_happened(turn, events)
        except Exception as error:  # forged facts may break anything, and must not stop the audit
            text = f"cannot have happened here: {type(error).__name__}: {error}"
            return first, FindingKind.DECISION, text
        table = self.table
        if not self.remarks or self.remarks[-1].round != table.rounds:
            remark = Remark(
                self._stream, first.number, table.identity.name, table.rounds, table.identity.engine
            )
            self.remarks.append(remark)
        return fault

    # -- what is proved beside --------------------------------------------------------------------

    def _happened(self, first: Entry, entry: Entry, event: Event) -> TurnFault | None:
        before = self.table
        self.table = after = evolve(before, event, entry.at)
        fault = self._chance.take(event) or self._books.take(before, event, after)
        if fault is not None:
            return entry, *fault
        if isinstance(event, past.TableSetUp) and table_stream(event.table) != self._stream:
            right = table_stream(event.table)
            return (
                entry,
                FindingKind.STREAM,
                f"is of table {event.table!r}, whose stream is {right!r}",
            )
        self._note(entry, event, before)
        if isinstance(event, PURSE_HALVES):
            self._moved(first, entry, event, before)
        return None

    def _note(self, entry: Entry, event: Event, before: Table) -> None:
        """Keep what the report tells."""
        match event:
            case past.TableSetUp():
                self.plan = _plan(event)
            case past.RoundBegun():
                self.rounds += 1
                self._trouble = ""
            case round_past.BetsClosed() if any(event.fed.values()):
                self.fed_last = entry.number  # a table writes its sum again when it has changed
            case round_past.IrregularityDeclared():
                self._trouble = event.incident.kind
            case past.RoundCalledOff():
                self._trouble = f"called off: {reason_words(event.reason)}"
            case past.RoundCancelled():
                self._count(self._trouble or f"no hand: {no_hand_words(event.why, event.reason)}")
            case round_past.RoundSettled():
                self._settled(event.settlement, entry, before)
            case _:
                pass  # nothing of it is told
        if entry.number in self._asked:
            self.fed_at[entry.number] = dict(self.table.progressive.fed)
            self.purses_at[entry.number] = _purses_on(self.table)
        if self._snapshot is not None and entry.number == self._snapshot.number:
            self._compare_snapshot(entry, self._snapshot)

    def _moved(self, first: Entry, entry: Entry, event: Event, before: Table) -> None:
        """Note what a purse must record of this, with the command id of the turn."""
        if (half := other_half(before, event, entry.number)) is not None:
            purse, move = half
            self.halves[purse, entry.number] = Half(move, entry.name, first.command or "")

    def _compare_snapshot(self, entry: Entry, snapshot: Snapshot) -> None:
        """Check the snapshot: only a cache, but a table loaded from a forged one plays on."""
        kept = unpacked(snapshot)  # one that cannot be read is not used
        if kept is not None and (kept.table, kept.books) != (self.table, self._books.books):
            text = "the snapshot kept here is not what the events give; delete it, and restart"
            found = Finding(self._stream, entry.number, entry.name, FindingKind.SNAPSHOT, text)
            self.snapshot_found = (found,)

    def _settled(self, settlement: Settlement, entry: Entry, before: Table) -> None:
        if settlement.void:
            self._count(self._trouble or "void")
        if before.progressive.link and before.round is not None:
            self._awarded(entry, before, settlement)

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


def _purses_on(table: Table) -> dict[str, int]:
    """Count what purses have on a table."""
    seats = [seat for seat in table.seats.values() if seat.purse]
    return {seat.purse: table.chips_at(seat.number) for seat in seats}


def _plan(event: past.TableSetUp) -> LinkSetUp | None:
    """Return how a link begins that this table is the first to join."""
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

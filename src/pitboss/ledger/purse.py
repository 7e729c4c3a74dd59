"""A purse of play chips: its events, its fold, and what each event moves in double entry.

A purse belongs to a person and pays for them at every table. Its stream is named by an opaque id,
so that nothing in the journal says whose it is once that person is deleted. Each move between a
purse and a table names the table's event that is its other half: both are written in one append.
The cage stands between the two, and is square when every move has its other half.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, assert_never

from pitboss.ledger.accounts import CAGE, CARRIED_OVER, GIFT, purse_account
from pitboss.ledger.transfers import Transfer
from pitboss.rules import NOTHING, Chips
from pitboss.table import Event, Table
from pitboss.table import event as past

GRANT: Final = Chips(100_000)  # cents that everybody begins with, and that a refill brings
REFILL_BELOW: Final = Chips(10_000)  # cents in purse and on tables together that are too few


@dataclass(frozen=True, slots=True)
class OnTable:
    """What a purse has on a table after event `number` of that table."""

    table: str
    number: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class ChipsGranted:
    """The purse is opened with free play chips."""

    purse: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class ChipsCarriedOver:
    """The purse is opened with what a purse outside the journal held."""

    purse: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class PurseRefilled:
    """Free play chips for a person who has few; `tables` is what they had on tables then."""

    chips: Chips
    tables: tuple[OnTable, ...]


@dataclass(frozen=True, slots=True)
class PurseSat:
    """The person sits at a table: this purse pays there until they leave."""

    table: str
    number: int


@dataclass(frozen=True, slots=True)
class PurseBoughtIn:
    """Chips went from the purse to the table, by the table's event `number`."""

    table: str
    number: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class PurseCashedOut:
    """Chips came from the table, where the person sits on."""

    table: str
    number: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class PurseLeft:
    """The person left the table; what lay in front of them came along."""

    table: str
    number: int
    chips: Chips


AtTable = PurseSat | PurseBoughtIn | PurseCashedOut | PurseLeft  # halves of a table's events
PurseEvent = ChipsGranted | ChipsCarriedOver | PurseRefilled | AtTable


@dataclass(frozen=True, slots=True)
class Purse:
    """A purse after its events: its chips, and the last event of each table it plays at."""

    id: str = ""
    chips: Chips = NOTHING
    tables: Mapping[str, int] = field(default_factory=dict)


def evolve_purse(purse: Purse, event: PurseEvent) -> Purse:
    """Return the purse after `event`."""
    match event:
        case ChipsGranted(id_, chips) | ChipsCarriedOver(id_, chips):
            return Purse(id_, chips)
        case PurseRefilled(chips):
            return replace(purse, chips=Chips(purse.chips + chips))
        case PurseSat(table, number):
            return replace(purse, tables={**purse.tables, table: number})
        case PurseBoughtIn(table, number, chips):
            tables = {**purse.tables, table: number}
            return replace(purse, chips=Chips(purse.chips - chips), tables=tables)
        case PurseCashedOut(table, number, chips):
            tables = {**purse.tables, table: number}
            return replace(purse, chips=Chips(purse.chips + chips), tables=tables)
        case PurseLeft(table, _, chips):
            tables = {name: at for name, at in purse.tables.items() if name != table}
            return replace(purse, chips=Chips(purse.chips + chips), tables=tables)
        case _:
            assert_never(event)


PURSE_HALVES: Final = (past.PurseNamed, past.ChipsBought, past.ChipsCashed, past.PlayerLeft)


def other_half(table: Table, event: Event, number: int) -> tuple[str, AtTable] | None:
    """Return the purse that an event of a table concerns, and what that purse records of it.

    `table` is as it was before the event, which has this number there. None: it moves chips of no
    purse, or comes before the purse is named.
    """
    match event:
        case past.PurseNamed(_, purse):
            return purse, PurseSat(table.identity.name, number)
        case past.ChipsBought(seat, chips):
            half: AtTable = PurseBoughtIn(table.identity.name, number, chips)
        case past.ChipsCashed(seat, chips):
            half = PurseCashedOut(table.identity.name, number, chips)
        case past.PlayerLeft(seat, _, chips):
            half = PurseLeft(table.identity.name, number, chips)
        case _:
            return None
    purse = table.seats[seat].purse
    return (purse, half) if purse else None


def purse_transfers(purse: Purse, event: PurseEvent) -> tuple[Transfer, ...]:
    """List what `event` moves in the purse as it was before the event."""
    mine = purse_account(purse.id)
    match event:
        case ChipsGranted(id_, chips):
            moved = Transfer(GIFT, purse_account(id_), chips, "grant")
        case ChipsCarriedOver(id_, chips):
            moved = Transfer(CARRIED_OVER, purse_account(id_), chips, "carried over")
        case PurseRefilled(chips):
            moved = Transfer(GIFT, mine, chips, "refill")
        case PurseSat():
            return ()
        case PurseBoughtIn(_, _, chips):
            moved = Transfer(mine, CAGE, chips, "buy-in")
        case PurseCashedOut(_, _, chips):
            moved = Transfer(CAGE, mine, chips, "cash-out")
        case PurseLeft(_, _, chips):
            moved = Transfer(CAGE, mine, chips, "taken along")
        case _:
            assert_never(event)
    return (moved,) if moved.chips else ()


def purse_fault(purse: Purse, event: PurseEvent) -> str:
    """Return what an event breaks, as far as the purse alone can tell; empty: nothing."""
    if isinstance(event, ChipsGranted | ChipsCarriedOver):
        if purse.id:
            return "opens a purse that is open"
        if not event.purse:
            return "opens a purse without an id"
        granted = isinstance(event, ChipsGranted)
        if event.chips < 0 or (granted and event.chips != GRANT):
            return f"opens a purse with {event.chips} cents"
        return ""
    if not purse.id:
        return "comes before the purse is opened"
    if not isinstance(event, PurseSat) and event.chips < 0:
        return f"moves {event.chips} cents"
    if isinstance(event, PurseRefilled):
        return _refill_fault(purse, event)
    return _table_fault(purse, event)


def refill(purse: Purse, tables: Iterable[OnTable]) -> PurseRefilled | None:
    """Return a refill for a purse with few chips, counting those on tables; None: it has enough."""
    on_tables = tuple(sorted(tables, key=lambda there: there.table))
    if purse.chips + sum(there.chips for there in on_tables) >= REFILL_BELOW:
        return None
    return PurseRefilled(GRANT, on_tables)


def _refill_fault(purse: Purse, event: PurseRefilled) -> str:
    if tuple(there.table for there in event.tables) != tuple(sorted(purse.tables)):
        return "counts other tables than the purse plays at"
    if any(there.number < purse.tables[there.table] for there in event.tables):
        return "counts chips on a table from before the purse last paid there"
    return "" if refill(purse, event.tables) == event else "refills a purse that has enough"


def _table_fault(purse: Purse, event: AtTable) -> str:
    last = purse.tables.get(event.table)
    if isinstance(event, PurseSat):
        return "" if last is None else f"sits at table {event.table} a second time"
    if last is None:
        return f"plays at table {event.table} without a seat"
    if event.number <= last:
        return f"stands behind event {last} of table {event.table}"
    if isinstance(event, PurseBoughtIn) and event.chips > purse.chips:
        return f"pays {event.chips} cents of {purse.chips}"
    return ""

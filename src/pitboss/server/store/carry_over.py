"""Brings purses of a version 1 database into the journal: once, also after a crash half way.

Version 1 kept purses in tables of its own beside the journal. Each becomes a purse stream with one
opening event. First what was between a purse and a table is settled: a buy-in that the journal
does not have goes back, and chips that had left a table and were not yet paid out are added. Then
the purse of each occupied seat is recorded, and the old tables are dropped. Until that is
done no table is played, so that a second try finds the same sums; a purse that is open stays as it
is.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    MetaData,
    Table,
    Text,
    func,
    inspect,
    select,
    update,
)

from pitboss.journal import CannotOpen, Entry, Journal, JournalError
from pitboss.journal.codec import decode_event, decode_order
from pitboss.pit.cashier import Cashier
from pitboss.pit.chance import Chance
from pitboss.pit.clock import Clock
from pitboss.pit.command_handler import CommandHandler
from pitboss.pit.streams import TABLES, table_name, table_stream
from pitboss.round import Broken
from pitboss.rules import Chips
from pitboss.server.store.database import Database, hold_alone
from pitboss.server.store.schema import NAMES, PURSES_IN_JOURNAL, VERSION, VERSIONS
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.people import AUTOMATIC_FLOOR

BUY: Final = "buy/"  # how the ids of moves to a table began, and of those from one
OUT: Final = "out/"
NAMED_MAX: Final = 5  # people named in one line

_OLD: Final = MetaData()
_PURSES: Final = Table(
    "house_purses", _OLD, Column("person", Text, primary_key=True), Column("cents", BigInteger)
)
_MOVES: Final = Table(
    "house_moves",
    _OLD,
    Column("id", Text, primary_key=True),
    Column("person", Text),
    Column("cents", BigInteger),
)
_PENDING: Final = Table(
    "house_pending", _OLD, Column("id", Text, primary_key=True), Column("table", Text)
)
_PAID: Final = Table(
    "house_paid", _OLD, Column("table", Text, primary_key=True), Column("number", Integer)
)
# In the order in which they can be dropped: others refer to `house_moves`.
_DROPPED: Final = (
    "house_asking",
    "house_concluded",
    "house_pending",
    "house_paid",
    "house_moves",
    "house_purses",
)

_LOG: Final = logging.getLogger(__name__)


def carry_over(database: Database, journal: Journal, clock: Clock, chance: Chance) -> int:
    """Carry the purses of an older database over; how many. Raises `CannotOpen`."""
    with database.begin() as connection:
        hold_alone(connection)
        version = connection.execute(select(VERSIONS.c.version)).scalar_one()
        if version >= PURSES_IN_JOURNAL:
            return 0
        _check_sums(connection, database.where)
        cashier = Cashier(journal)
        owed = _owed(connection, journal)
        for person, cents in sorted(owed.items()):
            cashier.carry_over(person, Chips(cents), clock.now())
        _name_purses(journal, _people(connection), cashier, clock, chance)
        here = set(inspect(connection).get_table_names())
        for name in _DROPPED:
            if name in here:
                connection.exec_driver_sql(f"DROP TABLE {name}")
        connection.execute(update(VERSIONS).values(version=VERSION))
    _LOG.info("purses carried over into the journal: %d", len(owed))
    return len(owed)


def _check_sums(connection: Connection, where: str) -> None:
    """Refuse purses that were tampered with: each was the sum of its moves."""
    here = set(inspect(connection).get_table_names())
    if missing := [t.name for t in (_PURSES, _MOVES, _PENDING) if t.name not in here]:
        raise CannotOpen(f"{where}: {', '.join(missing)} is missing; restore a backup")
    sums = select(_MOVES.c.person, func.sum(_MOVES.c.cents)).group_by(_MOVES.c.person)
    moved = {str(person): int(cents) for person, cents in connection.execute(sums)}
    held = _held(connection)
    differing = sorted(p for p in moved.keys() | held.keys() if moved.get(p, 0) != held.get(p, 0))
    if differing:
        whose = ", ".join(differing[:NAMED_MAX])
        text = f"purses are not what their moves add up to ({whose}); restore a backup"
        raise CannotOpen(f"{where}: {text}")


def _held(connection: Connection) -> Counter[str]:
    rows = connection.execute(select(_PURSES.c.person, _PURSES.c.cents))
    return Counter({str(person): int(cents) for person, cents in rows})


def _people(connection: Connection) -> dict[str, str]:
    """Return the person of every name, present and past."""
    return {str(n): str(p) for n, p in connection.execute(select(NAMES.c.name, NAMES.c.person))}


def _owed(connection: Connection, journal: Journal) -> Mapping[str, int]:
    """Return what belongs in each purse: what it holds, and what was on its way."""
    owed = _held(connection)
    pending = select(_MOVES.c.id, _MOVES.c.person, _MOVES.c.cents, _PENDING.c.table).join(
        _PENDING, _PENDING.c.id == _MOVES.c.id
    )
    for id_, person, cents, table in connection.execute(pending):
        if not _was_bought(journal, table, id_.removeprefix(f"{BUY}{table}/")):
            owed[person] -= cents  # it was taken out: below nothing
    paid: dict[str, int] = {}
    if inspect(connection).has_table(_PAID.name):
        marks = connection.execute(select(_PAID.c.table, _PAID.c.number))
        paid = {str(table): int(number) for table, number in marks}
    people = _people(connection)
    for stream in journal.heads(TABLES):
        for entry, name, chips in _taken_away(journal, stream, paid.get(table_name(stream), 0)):
            person = people.get(name)
            move = select(_MOVES.c.id).where(_MOVES.c.id == f"{OUT}{stream}#{entry.number}")
            if person is not None and person in owed and connection.execute(move).first() is None:
                owed[person] += chips
    return owed


def _was_bought(journal: Journal, table: str, id_: str) -> bool:
    stream = table_stream(table)
    extent = journal.find(stream, id_)
    if extent is None:
        return False
    entries = journal.read(stream, extent.first - 1, extent.last - extent.first + 1)
    return any(isinstance(decode_event(e.name, e.data), past.ChipsBought) for e in entries)


def _taken_away(journal: Journal, stream: str, after: int) -> Iterator[tuple[Entry, str, int]]:
    """List chips that left a table behind an event, and whose they were."""
    by = ""
    for entry in journal.read(stream, after):
        if entry.cause is not None:
            by = decode_order(entry.cause).by.name
        match decode_event(entry.name, entry.data):
            case past.PlayerLeft(_, player, chips):
                yield entry, player, int(chips)
            case past.ChipsCashed(_, chips):
                yield entry, by, int(chips)


def _name_purses(
    journal: Journal, people: Mapping[str, str], cashier: Cashier, clock: Clock, chance: Chance
) -> None:
    """Record in the journal which purse the chips at each seat belong to."""
    for stream in journal.heads(TABLES):
        try:
            handler = CommandHandler(journal, table_name(stream), clock, chance, cashier)
        except (JournalError, Broken) as error:  # it will not be played either
            _LOG.warning("%s cannot be read: its seats have no purses: %s", stream, error)
            continue
        for seat in tuple(handler.table.seats.values()):
            person = people.get(seat.player)
            if person is None or seat.bot or seat.purse:
                continue
            id_ = f"name-purse/{handler.replica.number}/{seat.number}"
            answer = handler.obey(id_, ask.NamePurse(seat.number, person), AUTOMATIC_FLOOR)
            if answer.refusal is not None:
                raise CannotOpen(f"{stream}, seat {seat.number}: {answer.refusal.text}")

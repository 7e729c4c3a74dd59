"""Where somebody sits, and what they have there: read from the tables that run here."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.pit import Pit
from pitboss.server.store.tables import Registry
from pitboss.server.wire.people import Sitting
from pitboss.table.seating import chips_at


def sittings(pit: Pit, registry: Registry, names: Collection[str]) -> tuple[Sitting, ...]:
    """The places of a person who is known by `names`."""
    return tuple(
        Sitting(table=table, title=registry.title(table), seat=seat.number)
        for table, table_task in sorted(pit.tables.items())
        for seat in table_task.table.seats.values()
        if not seat.bot and seat.player in names
    )


def chips_at_tables(pit: Pit, purse: str) -> int:
    """Cents of a purse on the tables that run here: in front of its owner and at stake."""
    return sum(
        chips_at(table_task.table, seat.number)
        for table_task in tuple(pit.tables.values())  # asked in threads, while tables come
        for seat in table_task.table.seats.values()
        if seat.purse == purse
    )

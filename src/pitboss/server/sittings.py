"""Where somebody sits, and what they have there: read from the tables that run here."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.round import Round
from pitboss.round.state import Phase
from pitboss.server.state import House
from pitboss.server.wire.people import Sitting


def sittings(house: House, names: Collection[str]) -> tuple[Sitting, ...]:
    """The places of a person who is known by `names`."""
    return tuple(
        Sitting(table=table, seat=seat.number)
        for table, runner in sorted(house.pit.tables.items())
        for seat in runner.table.seats.values()
        if not seat.bot and seat.player in names
    )


def chips_at_tables(house: House, names: Collection[str]) -> int:
    """Cents in front of a person, and those on the layout."""
    total = 0
    for runner in tuple(house.pit.tables.values()):  # asked in threads, while tables come
        table = runner.table
        for seat in table.seats.values():
            if not seat.bot and seat.player in names:
                total += int(seat.chips) + _on_layout(table.round, seat.number)
    return total


def _on_layout(round_: Round | None, seat: int) -> int:
    if round_ is None or round_.phase is Phase.SETTLED:
        return 0
    spot = round_.spot(seat)
    wagers = sum(map(int, spot.wagers.values())) if spot else 0
    stake = int(round_.bank.stake) if round_.bank and round_.bank.seat == seat else 0
    return wagers + stake

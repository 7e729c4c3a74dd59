"""The whole console at one moment, and what it needs from the store, read at most so often."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from pitboss.journal import JournalError
from pitboss.pit.links import read_link
from pitboss.server.floor.alerts import (
    ALERTS_MAX,
    notice_alerts,
    stopped_alerts,
    table_alerts,
)
from pitboss.server.floor.board import Beside, floor_table
from pitboss.server.history.history import FRESH_S, history_of
from pitboss.server.live.room import room_of
from pitboss.server.state import House
from pitboss.server.store.hand_rows import NoticeRow
from pitboss.server.wire.floor import Alert, FloorView
from pitboss.table.rounds import HOUR_MS
from pitboss.table.state import Standing

READ_EVERY_MS: Final = 2_000  # rounds of the last hour, notices, linked meters
TABLES_MAX: Final = 500  # on one console; the busiest are shown
COUNTING_MAX: Final = 2  # figures are heavy: few at a time
_KEY: Final = "_floor"


class Floor:
    """What the console shows; one for a house, so that many consoles ask the store once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._last_hour: Mapping[str, int] = {}
        self._notices: list[NoticeRow] = []
        self._links: Mapping[str, Mapping[str, int]] = {}
        self._read_at = 0
        self._reading = asyncio.Lock()
        self.counting = asyncio.Semaphore(COUNTING_MAX)

    async def view(self) -> FloorView:
        """Show everything as it stands now."""
        house, now = self._house, self._house.clock.now()
        if now - self._read_at >= READ_EVERY_MS or not self._read_at:
            await self._read(now)
        runners = house.pit.tables
        room = room_of(house)
        paused = {name: hub.paused for name, hub in room.hubs.items() if hub.paused}
        win = self._win()
        beside = Beside(room.rows, house.pit.stopped(), self._last_hour, self._links, paused, win)
        shown = [floor_table(runner, beside, now) for runner in runners.values()]
        tables = sorted(filter(None, shown), key=lambda t: (t.kind != "public", t.title, t.table))
        found: list[Alert] = [*stopped_alerts(beside, now)]
        for runner in runners.values():
            found += table_alerts(runner, beside, now)
        found += notice_alerts(self._notices, beside)
        seats = [seat for table in tables for seat in table.seats]
        return FloorView(
            at=now,
            tables=tuple(tables[:TABLES_MAX]),
            alerts=tuple(found[:ALERTS_MAX]),
            open_tables=sum(t.standing != Standing.CLOSED for t in tables),
            seated=len(seats),
            places=sum(table.places for table in tables),
            bots=sum(seat.bot for seat in seats),
            hands_hour=sum(self._last_hour.values()),
            house_cents=int(sum(win.get(table.table, 0) for table in tables)),
            linked=tuple(
                (f"{link} {meter}", cents)
                for link, meters in sorted(self._links.items())
                for meter, cents in meters.items()
            ),
        )

    def _win(self) -> dict[str, Fraction]:
        """Tell what the house has won at each table that was read."""
        tally = history_of(self._house).follower.tally
        names = tuple(self._house.pit.tables)  # also asked in a thread, while tables come
        return {name: found.win for name in names if (found := tally(name)) is not None}

    def forget(self) -> None:
        """Read anew at the next look: somebody has changed something."""
        self._read_at = 0

    async def _read(self, now: int) -> None:
        async with self._reading:
            if self._read_at and now - self._read_at < READ_EVERY_MS:
                return
            links = {r.table.link for r in self._house.pit.tables.values() if r.table.link}
            history = history_of(self._house)
            index = history.index

            def work() -> None:
                if len(self._win()) < len(self._house.pit.tables):  # just after the start
                    history.follower.fresh(FRESH_S)
                self._last_hour = index.rounds_since(now - HOUR_MS)
                self._notices = index.notices()
                self._links = {link: self._meters(link) for link in sorted(links)}

            await asyncio.to_thread(work)
            self._read_at = now

    def _meters(self, link: str) -> Mapping[str, int]:
        try:
            meters = read_link(self._house.journal, link).meters
        except JournalError:
            return {}
        return {name: int(amount) for name, amount in meters.items()}


def floor_of(house: House) -> Floor:
    """The floor of a house, made when it is first asked for."""
    found = vars(house).get(_KEY)
    if not isinstance(found, Floor):
        found = vars(house)[_KEY] = Floor(house)
    return found

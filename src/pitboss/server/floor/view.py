"""The whole floor console at one moment; what it needs from the store is cached for seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from pitboss.history.index.model import NoticeRow
from pitboss.journal import Journal, JournalError
from pitboss.pit import Clock, Pit
from pitboss.pit.links import read_link
from pitboss.server.floor.alerts import (
    ALERTS_MAX,
    notice_alerts,
    stopped_alerts,
    table_alerts,
)
from pitboss.server.floor.board import Beside, floor_table
from pitboss.server.history.history import FRESH_S, History
from pitboss.server.live.tables import LiveTables
from pitboss.server.wire.floor import Alert, FloorView
from pitboss.table.rounds import HOUR_MS
from pitboss.table.state import Standing

READ_EVERY_MS: Final = 2_000  # rounds of the last hour, notices, linked meters
TABLES_MAX: Final = 500  # on one console; the busiest are shown
COUNTING_MAX: Final = 2  # figures are heavy: few at a time


class Floor:
    """What the console shows; one for a process, so that many consoles ask the store once."""

    def __init__(
        self, pit: Pit, journal: Journal, clock: Clock, history: History, live: LiveTables
    ) -> None:
        self._pit = pit
        self._journal = journal
        self._clock = clock
        self._history = history
        self._live = live
        self._last_hour: Mapping[str, int] = {}
        self._notices: list[NoticeRow] = []
        self._links: Mapping[str, Mapping[str, int]] = {}
        self._read_at = 0
        self._reading = asyncio.Lock()
        self.counting = asyncio.Semaphore(COUNTING_MAX)

    async def view(self) -> FloorView:
        """Show everything as it stands now."""
        now = self._clock.now()
        if now - self._read_at >= READ_EVERY_MS or not self._read_at:
            await self._read(now)
        table_tasks = self._pit.tables
        paused = {name: feed.paused for name, feed in self._live.feeds.items() if feed.paused}
        win = self._win()
        beside = Beside(
            self._live.directory.rows,
            self._pit.stopped(),
            self._last_hour,
            self._links,
            paused,
            win,
        )
        shown = [floor_table(table_task, beside, now) for table_task in table_tasks.values()]
        tables = sorted(filter(None, shown), key=lambda t: (t.kind != "public", t.title, t.table))
        found: list[Alert] = [*stopped_alerts(beside, now)]
        for table_task in table_tasks.values():
            found += table_alerts(table_task, beside, now)
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
        """Return the house's win at each table that was counted."""
        totals = self._history.indexer.totals
        names = tuple(self._pit.tables)  # also asked in a thread, while tables come
        return {name: found.win for name in names if (found := totals(name)) is not None}

    def forget(self) -> None:
        """Read the store again at the next look: something was changed."""
        self._read_at = 0

    async def _read(self, now: int) -> None:
        async with self._reading:
            if self._read_at and now - self._read_at < READ_EVERY_MS:
                return
            links = {
                r.table.progressive.link
                for r in self._pit.tables.values()
                if r.table.progressive.link
            }
            history, index = self._history, self._history.index

            def work() -> None:
                if len(self._win()) < len(self._pit.tables):  # just after the start
                    history.indexer.fresh(FRESH_S)
                self._last_hour = index.rounds_since(now - HOUR_MS)
                self._notices = index.notices()
                self._links = {link: self._meters(link) for link in sorted(links)}

            await asyncio.to_thread(work)
            self._read_at = now

    def _meters(self, link: str) -> Mapping[str, int]:
        try:
            meters = read_link(self._journal, link).meters
        except JournalError:
            return {}
        return {name: int(amount) for name, amount in meters.items()}

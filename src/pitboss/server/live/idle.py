"""Frees idle seats and closes idle private tables, so that others find room."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from pitboss.journal import JournalError
from pitboss.pit import Clock, Pit
from pitboss.server.http.problems import Turned
from pitboss.server.live.feed import Feed
from pitboss.server.live.tables import LiveTables
from pitboss.server.store.tables import Registry
from pitboss.server.tables.opening import HouseTables
from pitboss.table import Table
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_FLOOR
from pitboss.table.state import Standing

SWEEP_S: Final = 60.0
IDLE_SEAT_MS: Final = 1_800_000  # a seat of a public table that does nothing is given up
IDLE_OWN_MS: Final = 2 * 3_600_000  # the same at a private table
IDLE_TABLE_MS: Final = 24 * 3_600_000  # a private table at which nothing happens is closed
IDLE_EMPTY_MS: Final = 2 * 3_600_000  # the same, where no person sits

_LOG: Final = logging.getLogger(__name__)


class IdleTables:
    """Closes tables at which nothing happens, and frees seats that do nothing."""

    def __init__(
        self, pit: Pit, clock: Clock, registry: Registry, live: LiveTables, tables: HouseTables
    ) -> None:
        self._pit = pit
        self._clock = clock
        self._registry = registry
        self._live = live
        self._tables = tables
        self._over: dict[str, int] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Sweep idle seats and tables for as long as the block lasts."""
        task = asyncio.create_task(self._run(), name="idle tables")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            with suppress(JournalError):
                await self.mark_over()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self.sweep()
            except (JournalError, Turned) as error:
                _LOG.warning("idle tables wait: %s", error)

    async def sweep(self) -> None:
        """Close private tables at which nothing happens; free seats that do nothing."""
        now = self._clock.now()
        for name, feed in tuple(self._live.feeds.items()):
            table = self._pit.table(name)
            row = self._live.directory.rows.get(name)
            if table is None or table.status.standing in (Standing.NEW, Standing.CLOSED):
                continue
            own = row is not None and bool(row.owner)
            empty = all(seat.bot for seat in table.seats.values())
            idle_ms = IDLE_EMPTY_MS if empty else IDLE_TABLE_MS
            if own and not feed.outboxes and now - table.clock.at > idle_ms:
                text = "nobody sits here" if empty else "nobody has been here for a day"
                await self._tables.close_table(name, text)
            elif not (own and feed.outboxes):
                await self._free_seats(feed, table, now - (IDLE_OWN_MS if own else IDLE_SEAT_MS))
        await self.mark_over()

    async def mark_over(self) -> None:
        """Record which private tables are closed for good: no start rebuilds them."""
        for name, table_task in tuple(self._pit.tables.items()):
            table, number, row = (
                table_task.table,
                table_task.handler.replica.number,
                self._live.directory.rows.get(name),
            )
            empty = (
                table.status.standing == Standing.CLOSED and table.round is None and not table.seats
            )
            if row is None or not row.owner or not empty or self._over.get(name) == number:
                continue
            await asyncio.to_thread(self._registry.add_over, name, number)
            self._over[name] = number

    async def _free_seats(self, feed: Feed, table: Table, before: int) -> None:
        for seat in tuple(table.seats.values()):
            acted = max(feed.stays.acted(seat.player), feed.since)
            if not seat.bot and not seat.leaving and acted < before:
                id_ = f"idle/{acted}/{seat.number}/{table.rounds}"
                await self._pit.ask(feed.name, id_, ask.Leave(seat.number), AUTOMATIC_FLOOR)

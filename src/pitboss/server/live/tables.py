"""All tables that run in this process: a feed for each, counts of sockets, purses, edges."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Final

from pitboss.history.recall import recall
from pitboss.journal import Journal
from pitboss.pit import Clock, Pit
from pitboss.pit.replica import RECENT
from pitboss.pit.streams import PURSES, table_stream
from pitboss.pit.table_task import TableTask
from pitboss.server.history.history import FRESH_S, History
from pitboss.server.http.metrics import SOCKETS
from pitboss.server.http.rates import Rate
from pitboss.server.live.commands import Commands
from pitboss.server.live.feed import Feed
from pitboss.server.live.open_sockets import OpenSockets
from pitboss.server.live.outbox import Outbox
from pitboss.server.store.people import Human
from pitboss.server.store.tables import TableDirectory
from pitboss.server.wire.ask import Bye
from pitboss.server.worker.edges import Edges
from pitboss.server.worker.service import OddsService
from pitboss.table import Table

SOCKETS_EACH: Final = 8  # of one person
SOCKETS_MAX: Final = 4_000  # of one process
REST_AFTER_S: Final = 20.0  # after its last client has gone, a table finishes its round and rests
COUNT_AGAIN_S: Final = 1.0  # between two looks at what the indexer has counted


class LiveTables:
    """Follows every table of the pit. Tables without a client rest between rounds."""

    def __init__(
        self,
        clock: Clock,
        journal: Journal,
        pit: Pit,
        directory: TableDirectory,
        history: History,
        odds: OddsService | None,
        message_rate: Rate,
    ) -> None:
        self.clock = clock
        self.directory = directory
        self.open_sockets = OpenSockets()
        self.message_rate = message_rate  # of one socket
        self.feeds: dict[str, Feed] = {}
        self.unregistered: set[str] = set()  # tables of the journal that no server has opened
        self.edges = Edges(self._edges_known, odds)
        self._journal = journal
        self._pit = pit
        self._history = history
        self.sockets: Counter[str] = Counter()
        self.version = 0  # of the lobby: grows whenever something in it may have changed
        self.on_attach: list[Callable[[Feed], None]] = []
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._purses_read: set[str] = set()
        self._work: set[asyncio.Task[None]] = set()
        self._closing = False
        self._counting: asyncio.Task[None] | None = None

    # -- tables -----------------------------------------------------------------------------------

    def attach(self, table_task: TableTask) -> None:
        """Follow a table that runs here."""
        name = table_task.handler.name
        if name in self.feeds:
            self.feeds[name].close()
        feed = self.feeds[name] = Feed(
            table_task, self.edges, self._table_changed, self.clock.now()
        )
        table_task.rest(resting=True)
        for told in self.on_attach:
            told(feed)
        self._table_changed(name)
        self._begin(self._look_up(name))
        feed.lost = lambda: self._lost(feed)
        live = table_task.handler.replica
        if len(live.recent) < min(RECENT, live.number):  # loaded from a snapshot
            self._begin(self._recall(feed, live.table, live.number))
        self._count_stays(feed)

    def _lost(self, feed: Feed) -> None:
        """Read the log again: more has happened at once than a table keeps in memory."""
        self._begin(self._recall(feed, feed.table, feed.number))
        self._count_stays(feed)

    def _count_stays(self, feed: Feed) -> None:
        if feed.stays.waits and self._counting is None:
            self._counting = self._begin(self._count())

    async def _look_up(self, name: str) -> None:
        """Look up whose table it is: another process may have opened it, and it may be private."""
        if await self.directory.row(name) is None:
            self.unregistered.add(name)
        self._table_changed(name)

    async def _recall(self, feed: Feed, table: Table, number: int) -> None:
        feed.remember(await asyncio.to_thread(recall, self._journal, table, number))

    async def _count(self) -> None:
        """Fetch what players did before this process followed them: one task for all tables."""
        indexer = self._history.indexer
        while waiting := [feed for feed in self.feeds.values() if feed.stays.waits]:
            await asyncio.to_thread(indexer.fresh, FRESH_S)
            for feed in waiting:
                totals = indexer.totals(feed.name)
                if totals is not None and totals.number >= feed.first - 1:
                    feed.stays.begin_from(totals.number, totals.stays)
                    feed.look()
                elif table_stream(feed.name) in indexer.trouble():  # unreadable: no count
                    feed.stays.begin_from(0, {})
            await asyncio.sleep(COUNT_AGAIN_S)
        self._counting = None

    def _begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    def _table_changed(self, _: str) -> None:
        self.version += 1

    async def commands(self, feed: Feed) -> Commands:
        """Return the commands of a table; at a solo table only its owner may sit down."""
        row = await self.directory.row(feed.name)
        only = row.owner if row is not None and row.kind == "solo" else ""
        return Commands(self._pit, self._journal, feed, only=only)

    # -- sockets ----------------------------------------------------------------------------------

    def full(self, human: Human) -> Bye | None:
        """Return the close message for a person who may open no more sockets, or None."""
        if self._closing:
            return Bye("leaving", "the server is stopping; come back in a moment", again=True)
        if self.sockets[human.id] >= SOCKETS_EACH:
            text = f"you have {SOCKETS_EACH} tables open; close one"
            return Bye("too-many-sockets", text, again=False)
        if self.sockets.total() >= SOCKETS_MAX:
            return Bye("full", "the server is full; try again in a moment", again=True)
        return None

    @asynccontextmanager
    async def socket(self, human: Human, kind: str) -> AsyncIterator[None]:
        """Count a socket for as long as it is open."""
        self.sockets[human.id] += 1
        SOCKETS.labels(kind).inc()
        try:
            yield
        finally:
            SOCKETS.labels(kind).dec()
            self.sockets[human.id] -= 1
            if not self.sockets[human.id]:
                del self.sockets[human.id]

    def join(self, feed: Feed, outbox: Outbox) -> None:
        """Add a client to a table's feed; a resting table wakes up."""
        feed.outboxes.add(outbox)
        if (timer := self._waiting.pop(feed.name, None)) is not None:
            timer.cancel()
        feed.table_task.rest(resting=False)
        outbox.wake.set()

    def part(self, feed: Feed, outbox: Outbox) -> None:
        """Remove a client; a table without any rests soon."""
        feed.outboxes.discard(outbox)
        if not feed.outboxes and not self._closing and feed.name not in self._waiting:
            self._waiting[feed.name] = self._loop.call_later(REST_AFTER_S, self._rest, feed)

    def _rest(self, feed: Feed) -> None:
        self._waiting.pop(feed.name, None)
        if not feed.outboxes:
            feed.table_task.rest(resting=True)

    # -- purses and edges -------------------------------------------------------------------------

    async def purse(self, person: str) -> int:
        """Return the balance of a purse, in cents."""
        return await asyncio.to_thread(self._pit.cashier.balance, person)

    def written(self, stream: str, _: int) -> None:
        """Show a changed purse, of this or another process. May be called by any thread."""
        if not stream.startswith(PURSES):
            return
        person = stream.removeprefix(PURSES)
        with suppress(RuntimeError):  # the loop may be closed
            self._loop.call_soon_threadsafe(self._purse_changed, person)

    def _purse_changed(self, person: str) -> None:
        shown = any(c.human.id == person for feed in self.feeds.values() for c in feed.outboxes)
        if not shown or person in self._purses_read or self._closing:
            return
        self._purses_read.add(person)
        self._begin(self._read_purse(person))

    async def _read_purse(self, person: str) -> None:
        self._purses_read.discard(person)
        cents = await self.purse(person)
        for feed in self.feeds.values():
            for outbox in feed.outboxes:
                if outbox.human.id == person and outbox.purse != cents:
                    outbox.purse = cents
                    outbox.version = -1
                    outbox.wake.set()

    def _edges_known(self) -> None:
        """Show new house edges in the lobby. Called by a thread of the odds service."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._table_changed, "")

    # -- opening and closing ----------------------------------------------------------------------

    async def close(self) -> None:
        """End what runs beside the tables."""
        self._closing = True
        for timer in self._waiting.values():
            timer.cancel()
        for task in tuple(self._work):
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        for feed in self.feeds.values():
            feed.close()


@asynccontextmanager
async def open_live_tables(
    clock: Clock,
    journal: Journal,
    pit: Pit,
    directory: TableDirectory,
    history: History,
    odds: OddsService | None,
    message_rate: Rate,
) -> AsyncIterator[LiveTables]:
    """Follow every table of the pit for as long as the block lasts."""
    live = LiveTables(clock, journal, pit, directory, history, odds, message_rate)
    await directory.load()
    for table_task in list(pit.tables.values()):
        live.attach(table_task)
    pit.on_table = live.attach
    listening = journal.listen(live.written)
    try:
        yield live
    finally:
        pit.on_table = None
        listening.close()
        await live.close()

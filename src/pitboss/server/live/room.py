"""Everything live in one process: a hub for each table, sockets counted, purses and edges told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Final

from pitboss.pit.live import RECENT, Happened
from pitboss.pit.runner import Runner
from pitboss.pit.streams import table_stream
from pitboss.server.history.history import FRESH_S, history_of, is_open
from pitboss.server.live.client import Client
from pitboss.server.live.commands import Commands
from pitboss.server.live.edges import Edges
from pitboss.server.live.hub import Hub
from pitboss.server.live.recall import recall
from pitboss.server.metrics import SOCKETS
from pitboss.server.purse import Cashier
from pitboss.server.state import House
from pitboss.server.store.people import Human
from pitboss.server.store.tables import TableRow
from pitboss.server.wire.ask import Bye
from pitboss.table import Table
from pitboss.table import event as past

SOCKETS_EACH: Final = 8  # of one person
SOCKETS_MAX: Final = 4_000  # of one process
REST_AFTER_S: Final = 20.0  # a table whose last onlooker has gone finishes its round, then rests
COUNT_AGAIN_S: Final = 1.0  # between two looks at what was counted before this process came
ROOM: Final = "_room"  # where a house keeps it


class Room:
    """The live side of a house. Tables at which nobody looks rest between rounds."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.hubs: dict[str, Hub] = {}
        self.rows: dict[str, TableRow] = {}
        self.unregistered: set[str] = set()  # tables of the journal that no server has opened
        self.edges = Edges(self._edges_known, house.sums)
        self.cashier = Cashier(house, self.purse_changed)
        self.sockets: Counter[str] = Counter()
        self.version = 0  # of the lobby: grows whenever something in it may have changed
        self.changed = asyncio.Event()
        self.on_attach: list[Callable[[Hub], None]] = []
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._purses: set[str] = set()
        self._work: set[asyncio.Task[None]] = set()
        self._closing = False
        self._counting: asyncio.Task[None] | None = None

    # -- tables -----------------------------------------------------------------------------------

    def attach(self, runner: Runner) -> None:
        """Follow a table that runs here."""
        name = runner.keeper.name
        if name in self.hubs:
            self.hubs[name].close()
        hub = self.hubs[name] = Hub(runner, self.edges, self._table_changed, self.house.clock.now())
        hub.hear(lambda happened: self._happened(name, happened))
        runner.rest(resting=True)
        for told in self.on_attach:
            told(hub)
        self._table_changed(name)
        self._begin(self._look_up(name))
        hub.lost = lambda: self._lost(hub)
        live = runner.keeper.live
        if len(live.recent) < min(RECENT, live.number):  # loaded from a snapshot
            self._begin(self._recall(hub, live.table, live.number))
        self._count_sessions(hub)

    def _lost(self, hub: Hub) -> None:
        """More has happened at once than a table has at hand: somebody may have left, too."""
        self.cashier.look_at(hub.name)
        self._begin(self._recall(hub, hub.table, hub.number))
        self._count_sessions(hub)

    def _count_sessions(self, hub: Hub) -> None:
        if hub.sessions.waits and is_open(self.house) and self._counting is None:
            self._counting = self._begin(self._count())

    async def _look_up(self, name: str) -> None:
        """Find out whose table it is: another process may have opened it, and it may be private."""
        if await self.row(name) is None:
            self.unregistered.add(name)
        self._table_changed(name)

    async def _recall(self, hub: Hub, table: Table, number: int) -> None:
        hub.remember(await asyncio.to_thread(recall, self.house.journal, table, number))

    async def _count(self) -> None:
        """Bring what players did before this process came: one task for all tables."""
        follower = history_of(self.house).follower
        while waiting := [hub for hub in self.hubs.values() if hub.sessions.waits]:
            await asyncio.to_thread(follower.fresh, FRESH_S)
            for hub in waiting:
                tally = follower.tally(hub.name)
                if tally is not None and tally.number >= hub.first - 1:
                    hub.sessions.begin_from(tally.number, tally.sessions)
                    hub.look()
                elif table_stream(hub.name) in follower.trouble():  # nobody will ever know
                    hub.sessions.begin_from(0, {})
            await asyncio.sleep(COUNT_AGAIN_S)
        self._counting = None

    def _begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = self._loop.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    def _happened(self, name: str, happened: Happened) -> None:
        if isinstance(happened.event, past.PlayerLeft | past.ChipsCashed):
            self.cashier.look_at(name)

    def _table_changed(self, _: str) -> None:
        self.version += 1
        self.changed.set()

    async def row(self, table: str) -> TableRow | None:
        """Give what the registry says of a table; rows never change."""
        if table not in self.rows:
            found = await asyncio.to_thread(self.house.registry.get, table)
            if found is not None:
                self.rows[table] = found
        return self.rows.get(table)

    async def commands(self, hub: Hub) -> Commands:
        """Give who obeys at a table; at a solo table only its owner sits down."""
        row = await self.row(hub.name)
        only = row.owner if row is not None and row.kind == "solo" else ""
        return Commands(self.house, self.cashier, hub, only=only)

    # -- sockets ----------------------------------------------------------------------------------

    def full(self, human: Human) -> Bye | None:
        """Say why somebody may open no more sockets."""
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

    def join(self, hub: Hub, client: Client) -> None:
        """Let a client look on: the table wakes up."""
        hub.clients.add(client)
        if (timer := self._waiting.pop(hub.name, None)) is not None:
            timer.cancel()
        hub.runner.rest(resting=False)
        client.wake.set()

    def part(self, hub: Hub, client: Client) -> None:
        """Let a client go; a table without any rests soon."""
        hub.clients.discard(client)
        if not hub.clients and not self._closing and hub.name not in self._waiting:
            self._waiting[hub.name] = self._loop.call_later(REST_AFTER_S, self._rest, hub)

    def _rest(self, hub: Hub) -> None:
        self._waiting.pop(hub.name, None)
        if not hub.clients:
            hub.runner.rest(resting=True)

    # -- purses and edges -------------------------------------------------------------------------

    def purse_changed(self, person: str) -> None:
        """A purse has changed: whoever is shown it is shown the new one. For any thread."""
        with suppress(RuntimeError):  # the loop may be closed
            self._loop.call_soon_threadsafe(self._purse_changed, person)

    def _purse_changed(self, person: str) -> None:
        shown = any(c.human.id == person for hub in self.hubs.values() for c in hub.clients)
        if not shown or person in self._purses or self._closing:
            return
        self._purses.add(person)
        self._begin(self._read_purse(person))

    async def _read_purse(self, person: str) -> None:
        self._purses.discard(person)
        cents = await asyncio.to_thread(self.house.purses.balance, person)
        for hub in self.hubs.values():
            for client in hub.clients:
                if client.human.id == person and client.purse != cents:
                    client.purse = cents
                    client.version = -1
                    client.wake.set()

    def _edges_known(self) -> None:
        """A table's edges were worked out: the lobby may show them. Called by another thread."""
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
        for hub in self.hubs.values():
            hub.close()


def room_of(house: House) -> Room:
    """Give the room of a house that has been opened."""
    found = vars(house).get(ROOM)
    if not isinstance(found, Room):
        raise TypeError("the live tables of this house have not been opened")
    return found


@asynccontextmanager
async def open_room(house: House) -> AsyncIterator[Room]:
    """Follow every table of the house, pay out chips, and close it all in the end."""
    room = Room(house)
    vars(house)[ROOM] = room
    for row in await asyncio.to_thread(house.registry.all):
        room.rows[row.table] = row
    for runner in list(house.pit.tables.values()):
        room.attach(runner)
    house.pit.on_table = room.attach
    cashier = asyncio.create_task(room.cashier.run(), name="cashier")
    try:
        yield room
    finally:
        house.pit.on_table = None
        cashier.cancel()
        await asyncio.gather(cashier, return_exceptions=True)
        await room.close()

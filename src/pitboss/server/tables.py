"""The tables of this server: the standing public ones, and those that people open for themselves.

A table at which nobody looks rests between rounds (`Runner.rest`): its bots would otherwise play
for ever and fill the journal. It wakes with the first socket that joins it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from string import ascii_lowercase
from typing import Final

from pitboss.journal import JournalError
from pitboss.odds import GameError
from pitboss.pit import Bot, Style
from pitboss.pit.exhibition import NAMES
from pitboss.pit.founding import opening_commands
from pitboss.round import Refusal
from pitboss.rules import UnknownRuleSetError, all_rule_sets, rule_set
from pitboss.server.door import let_in, new_key
from pitboss.server.houses import checked_options, table_house
from pitboss.server.live.cards import standing_house
from pitboss.server.live.hub import Hub
from pitboss.server.live.room import Room, open_room
from pitboss.server.paces import NORMAL
from pitboss.server.problems import Turned
from pitboss.server.state import House
from pitboss.server.store.people import Human
from pitboss.server.store.tables import TableRow
from pitboss.server.sums import SumsError
from pitboss.server.wire.people import AddBot, OpenTable
from pitboss.table import House as TableHouse
from pitboss.table import Table, TableReason, rules_of
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_FLOOR
from pitboss.table.state import Standing

PUBLIC: Final = "public"
SOLO: Final = "solo"
LETTERS: Final = 16  # of a private table's name, so that no two have the same
TABLES_EACH: Final = 3  # that one person may have open
SWEEP_S: Final = 60.0
IDLE_SEAT_MS: Final = 1_800_000  # a seat of a public table that does nothing is given up
IDLE_OWN_MS: Final = 2 * 3_600_000  # at a table of one's own it may wait longer
IDLE_TABLE_MS: Final = 24 * 3_600_000  # a table of one's own at which nothing happens
# The first needs no plan, so that a table is alive at once; the others have to learn the game.
STANDING_BOTS: Final = ((5, Style.RANDOM), (2, Style.SIMPLE), (4, Style.OPTIMAL))

_LOG: Final = logging.getLogger(__name__)


class Tables:
    """Opens tables and closes those that are forgotten."""

    def __init__(self, house: House, room: Room) -> None:
        self._house = house
        self._room = room
        self._over: dict[str, int] = {}
        self._coming: set[asyncio.Task[None]] = set()
        self._opening = asyncio.Lock()  # so that two requests at once do not pass a bound

    # -- the standing tables ----------------------------------------------------------------------

    async def open_standing(self) -> None:
        """Open one public table for each rule set, or open it again; then seat the bots.

        Bots that count take a while to learn the game, so that they come last.
        """
        places = [chosen.name for chosen in all_rule_sets()]
        for number, place in enumerate(places, 1):
            name, now = f"{place}-1", self._house.clock.now()
            row = TableRow(name, f"Table {number}", PUBLIC, "", place, NORMAL, now)
            await self._register(row)
            await self._found(name, standing_house(place))
        for n, (seat, style) in enumerate(STANDING_BOTS if self._house.config.bots else ()):
            for number, place in enumerate(places, 1):
                bot = Bot(NAMES[(3 * number + n) % len(NAMES)], style)
                await self._bot(f"{place}-1", bot, seat)
                self._room.edges.of_tables(standing_house(place))  # behind the first plan

    async def _register(self, row: TableRow) -> None:
        await asyncio.to_thread(self._house.registry.add, row)
        self._room.rows.setdefault(row.table, row)

    async def _found(self, name: str, rules: TableHouse) -> None:
        """Set a table up, or bring it back when it was closed; one that is there stays as it is."""
        there = self._house.pit.table(name)
        if there is None or there.house is None:
            answer = await self._house.pit.found(name, rules, AUTOMATIC_FLOOR)
            if answer.refusal is not None:
                raise _turned(answer.refusal)
        elif there.standing == Standing.CLOSED:
            for n, (command, by) in enumerate(
                opening_commands(rules_of(there.house), AUTOMATIC_FLOOR)
            ):
                await self._house.pit.ask(name, f"open/{there.rounds}/{there.at}/{n}", command, by)

    async def _bot(self, name: str, bot: Bot, seat: int | None) -> Refusal | None:
        table = self._house.pit.table(name)
        if table is None or any(s.player == bot.label for s in table.seats.values()):
            return None
        if table.house is not None:
            await self._house.learning.teach(bot.style, table.house)
        answer = await self._house.pit.seat_bot(name, bot, seat)
        return answer.refusal

    # -- tables of one's own ----------------------------------------------------------------------

    async def open(self, human: Human, asked: OpenTable) -> TableRow:
        """Open a private or solo table. Raises `Turned`."""
        try:
            chosen = rule_set(asked.rules)
        except UnknownRuleSetError as error:
            raise Turned(422, "rules", str(error)) from None
        rules = table_house(chosen, checked_options(asked.options))
        async with self._opening:
            self._check_bounds(human)
            letters = "".join(secrets.choice(ascii_lowercase) for _ in range(LETTERS))
            name = f"{chosen.name}-{letters}"
            title = f"{human.name}'s table"
            now = self._house.clock.now()
            row = TableRow(name, title, asked.kind, human.id, chosen.name, NORMAL, now, new_key())
            await self._register(row)
            await self._found(name, rules)
        bots = self._bots(name, rules, min(asked.bots, rules_of(rules).seats - 1), asked.style)
        if self._house.learning.knows(Style(asked.style), rules):
            await bots
        else:  # nobody waits for bots that have yet to learn the game
            task = asyncio.create_task(bots)
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)
        return row

    async def _bots(self, name: str, rules: TableHouse, count: int, style: str) -> None:
        """Seat bots at a table of one's own, from its last place on."""
        with suppress(GameError, SumsError):
            for n in range(count):
                await self._bot(name, Bot(NAMES[n], Style(style)), rules_of(rules).seats - n)

    async def leave(self) -> None:
        """Wait for no bot that is still to come."""
        for task in tuple(self._coming):
            task.cancel()
        await asyncio.gather(*self._coming, return_exceptions=True)

    def _check_bounds(self, human: Human) -> None:
        own = [row for row in self._room.rows.values() if row.owner and self._is_open(row)]
        mine = [row for row in own if row.owner == human.id]
        if len(mine) >= TABLES_EACH:
            text = f"you have {TABLES_EACH} tables open; close one first"
            raise Turned(409, "too-many-tables", text)
        if len(own) >= self._house.config.tables_max:
            raise Turned(503, "full", "there is no room for another table; try again later")

    def _is_open(self, row: TableRow) -> bool:
        table = self._house.pit.table(row.table)
        return table is not None and table.standing != Standing.CLOSED

    async def add_bot(self, human: Human, name: str, asked: AddBot) -> None:
        """Let a bot take a place at a table of one's own; raises `Turned`."""
        row = await self.owned(human, name)
        table = self._house.pit.table(row.table)
        taken = {seat.player for seat in table.seats.values()} if table is not None else set()
        style = Style(asked.style)
        bots = [bot for word in NAMES if (bot := Bot(word, style)).label not in taken]
        if not bots:
            raise Turned(409, "too-many-bots", "every bot of this style sits here already")
        try:
            refusal = await self._bot(row.table, bots[0], asked.seat)
        except GameError as error:
            raise Turned(422, "rules", str(error)) from None
        except SumsError as error:
            raise Turned(503, "sums", f"{error}; try again in a moment") from None
        if refusal is not None:
            raise _turned(refusal)

    async def owned(self, human: Human, name: str) -> TableRow:
        """Give the row of a table that belongs to this person; raises `Turned`."""
        row = await self._room.row(name)
        await let_in(self._house, human, row, name)
        if row is None or row.owner != human.id:
            raise Turned(403, "not-yours", "only who opened this table may do that")
        return row

    async def close(self, human: Human, name: str) -> None:
        """Close a table of one's own: a round being played is played to its end."""
        row = await self.owned(human, name)
        await self._close(row.table, f"closed by {human.name}")

    async def _close(self, name: str, reason: str) -> None:
        table = self._house.pit.table(name)
        if table is None or table.standing in (Standing.CLOSED, Standing.NEW) or table.closing:
            return
        stamp = f"close/{table.rounds}/{table.at}"
        for seat in tuple(table.seats.values()):
            leave = ask.Leave(seat.number)
            await self._house.pit.ask(name, f"{stamp}/{seat.number}", leave, AUTOMATIC_FLOOR)
        await self._house.pit.ask(name, stamp, ask.CloseTable(reason), AUTOMATIC_FLOOR)

    # -- what is forgotten ------------------------------------------------------------------------

    async def run(self) -> None:
        """Look for forgotten seats and tables for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self.sweep()
            except (JournalError, Turned) as error:
                _LOG.warning("forgotten tables wait: %s", error)

    async def sweep(self) -> None:
        """Close tables of one's own at which nothing happens; free seats that do nothing."""
        now = self._house.clock.now()
        for name, hub in tuple(self._room.hubs.items()):
            table = self._house.pit.table(name)
            row = self._room.rows.get(name)
            if table is None or table.standing in (Standing.NEW, Standing.CLOSED):
                continue
            own = row is not None and bool(row.owner)
            if own and not hub.clients and now - table.at > IDLE_TABLE_MS:
                await self._close(name, "nobody has been here for a day")
            elif not (own and hub.clients):
                await self._free_seats(hub, table, now - (IDLE_OWN_MS if own else IDLE_SEAT_MS))
        await self.mark_over()

    async def mark_over(self) -> None:
        """Remember which tables of one's own are closed for good: they are not rebuilt again."""
        for name, runner in tuple(self._house.pit.tables.items()):
            table, number, row = runner.table, runner.keeper.live.number, self._room.rows.get(name)
            empty = table.standing == Standing.CLOSED and table.round is None and not table.seats
            if row is None or not row.owner or not empty or self._over.get(name) == number:
                continue
            await asyncio.to_thread(self._room.cashier.pay_out, name)
            if await asyncio.to_thread(self._room.cashier.is_paid, name, number):
                await asyncio.to_thread(self._house.registry.add_over, name, number)
                self._over[name] = number

    async def _free_seats(self, hub: Hub, table: Table, before: int) -> None:
        for seat in tuple(table.seats.values()):
            acted = max(hub.sessions.acted(seat.player), hub.since)
            if not seat.bot and not seat.leaving and acted < before:
                id_ = f"idle/{acted}/{seat.number}/{table.rounds}"
                await self._house.pit.ask(hub.name, id_, ask.Leave(seat.number), AUTOMATIC_FLOOR)


def _turned(refusal: Refusal) -> Turned:
    taken = refusal.reason in (TableReason.SEAT_TAKEN, TableReason.NO_SUCH_PLACE)
    status = 409 if taken else 422
    return Turned(status, str(refusal.reason), refusal.text, clauses=refusal.cite.clauses)


@asynccontextmanager
async def open_tables(house: House) -> AsyncIterator[Tables]:
    """Open the live room and the standing tables; both go on until the server stops."""
    async with open_room(house) as room:
        tables = Tables(house, room)
        vars(house)["_tables"] = tables
        tasks = [asyncio.create_task(tables.run(), name="forgotten tables")]
        if house.config.standing:
            tasks.append(asyncio.create_task(_stand(tables), name="standing tables"))
        try:
            yield tables
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await tables.leave()
            with suppress(JournalError):
                await tables.mark_over()


async def _stand(tables: Tables) -> None:
    """Open the standing tables beside everything else: bots take a moment to learn the game."""
    try:
        await tables.open_standing()
    except (Turned, JournalError, SumsError):
        _LOG.exception("the standing tables could not be opened")


def tables_of(house: House) -> Tables:
    """Give the tables of a house that has been opened."""
    found = vars(house).get("_tables")
    if not isinstance(found, Tables):
        raise TypeError("the tables of this house have not been opened")
    return found

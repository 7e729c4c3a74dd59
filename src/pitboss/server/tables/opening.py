"""The tables of this server: the standing public ones, and those that people open for themselves.

A table without a client rests between rounds (`TableTask.rest`): its bots would otherwise play for
ever and fill the journal. It wakes with the first socket that joins it.
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
from pitboss.pit import Bot, Clock, Pit, Style
from pitboss.pit.bot_tables import NAMES
from pitboss.round import Refusal
from pitboss.rules import UnknownRuleSetError, all_rule_sets, rule_set
from pitboss.rules.changes import RuleChanges
from pitboss.server.auth.table_access import TableAccess, new_key
from pitboss.server.config import Config
from pitboss.server.http.problems import Turned
from pitboss.server.store.people import Human
from pitboss.server.store.tables import TableDirectory, TableRow
from pitboss.server.tables.default_rules import checked_options, standing_house, table_house
from pitboss.server.tables.pace import NORMAL
from pitboss.server.wire.people import AddBot, OpenTable
from pitboss.server.worker.bot_plans import BotPlans
from pitboss.server.worker.edges import Edges
from pitboss.server.worker.process import WorkerError
from pitboss.table import RulesChoice, TableReason, rules_of
from pitboss.table import command as ask
from pitboss.table.banking import bankers_needed
from pitboss.table.people import AUTOMATIC_FLOOR
from pitboss.table.rules_choice import is_of_the_lab
from pitboss.table.state import Standing
from pitboss.table.timetable import opening_commands

PUBLIC: Final = "public"
SOLO: Final = "solo"
LETTERS: Final = 16  # random letters of a private table's name
TABLES_EACH: Final = 3  # private tables that one person may have open
LESSON_S: Final = 3.0  # longest wait for bots to learn the game when a table is opened
# The first needs no plan, so that a table is alive at once; the others have to learn the game.
STANDING_BOTS: Final = ((5, Style.RANDOM), (2, Style.SIMPLE), (4, Style.OPTIMAL))

_LOG: Final = logging.getLogger(__name__)


class HouseTables:
    """Opens the standing tables, and tables for people; closes the latter for their owners."""

    def __init__(
        self,
        config: Config,
        clock: Clock,
        pit: Pit,
        directory: TableDirectory,
        access: TableAccess,
        bot_plans: BotPlans,
        edges: Edges,
    ) -> None:
        self._config = config
        self._clock = clock
        self._pit = pit
        self._directory = directory
        self._access = access
        self._bot_plans = bot_plans
        self._edges = edges
        self._coming: set[asyncio.Task[None]] = set()
        self._opening = asyncio.Lock()  # so that two requests at once do not pass a limit

    # -- the standing tables ----------------------------------------------------------------------

    async def open_standing(self) -> None:
        """Open one public table for each rule set, or open it again; then seat the bots.

        Bots that count take a while to learn the game, so that they come last.
        """
        places = [chosen.name for chosen in all_rule_sets()]
        for number, place in enumerate(places, 1):
            name, now = f"{place}-1", self._clock.now()
            row = TableRow(name, f"Table {number}", PUBLIC, "", place, NORMAL, now)
            await self._directory.add(row)
            await self._found(name, standing_house(place))
        for n, (seat, style) in enumerate(STANDING_BOTS if self._config.bots else ()):
            for number, place in enumerate(places, 1):
                bot = Bot(NAMES[(3 * number + n) % len(NAMES)], style)
                await self._bot(f"{place}-1", bot, seat)
                self._edges.of_tables(standing_house(place))  # behind the first plan

    async def _found(self, name: str, rules: RulesChoice) -> None:
        """Set a table up, or bring it back when it was closed; one that is there stays as it is."""
        there = self._pit.table(name)
        if there is None or there.identity.rules is None:
            answer = await self._pit.found(name, rules, AUTOMATIC_FLOOR)
            if answer.refusal is not None:
                raise _turned(answer.refusal)
        elif there.status.standing == Standing.CLOSED:
            for n, (command, by) in enumerate(
                opening_commands(rules_of(there.identity.rules), AUTOMATIC_FLOOR)
            ):
                await self._pit.ask(name, f"open/{there.rounds}/{there.clock.at}/{n}", command, by)

    async def _bot(self, name: str, bot: Bot, seat: int | None) -> Refusal | None:
        table = self._pit.table(name)
        if table is None or any(s.player == bot.label for s in table.seats.values()):
            return None
        if table.identity.rules is not None:
            await self._bot_plans.teach(bot.style, table.identity.rules)
        answer = await self._pit.seat_bot(name, bot, seat)
        return answer.refusal

    # -- private tables ---------------------------------------------------------------------------

    async def open(
        self, human: Human, asked: OpenTable, lab: RuleChanges | None = None
    ) -> TableRow:
        """Open a private or solo table; `lab` are changes to its rules. Raises `Turned`."""
        try:
            chosen = rule_set(asked.rules)
        except UnknownRuleSetError as error:
            raise Turned(422, "rules", str(error)) from None
        rules = table_house(chosen, checked_options(asked.options), lab)
        async with self._opening:
            self._check_bounds(human)
            letters = "".join(secrets.choice(ascii_lowercase) for _ in range(LETTERS))
            name = f"{chosen.name}-{letters}"
            title = f"{human.name}'s {'lab table' if is_of_the_lab(rules) else 'table'}"
            now = self._clock.now()
            row = TableRow(name, title, asked.kind, human.id, chosen.name, NORMAL, now, new_key())
            await self._directory.add(row)
            await self._found(name, rules)
        needed = bankers_needed(rules_of(rules)) if asked.kind == SOLO else 0
        style = await self._ready_style(Style(asked.style), rules) if needed else Style(asked.style)
        count = min(max(asked.bots, needed), rules_of(rules).seats - 1)
        bots = self._bots(name, rules, count, style)
        if self._bot_plans.knows(style, rules):
            await bots
        else:  # bots that have yet to learn the game come later
            task = asyncio.create_task(bots)
            self._coming.add(task)
            task.add_done_callback(self._coming.discard)
        return row

    async def _ready_style(self, style: Style, rules: RulesChoice) -> Style:
        """Return the style asked for, if bots learn it within LESSON_S; else random play.

        Where players bank, a solo table needs bots at once.
        """
        try:
            async with asyncio.timeout(LESSON_S):
                await self._bot_plans.teach(style, rules)
        except (TimeoutError, GameError, WorkerError):
            return Style.RANDOM
        return style

    async def _bots(self, name: str, rules: RulesChoice, count: int, style: Style) -> None:
        """Seat bots at a private table, from its last seat on."""
        with suppress(GameError, WorkerError):
            for n in range(count):
                await self._bot(name, Bot(NAMES[n], style), rules_of(rules).seats - n)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the standing tables beside everything else: bots take a moment to learn the game."""
        standing = asyncio.create_task(self._stand(), name="standing tables")
        try:
            yield
        finally:
            standing.cancel()
            await asyncio.gather(standing, return_exceptions=True)
            await self._leave()

    async def _stand(self) -> None:
        if not self._config.standing:
            return
        try:
            await self.open_standing()
        except (Turned, JournalError, WorkerError):
            _LOG.exception("the standing tables could not be opened")

    async def _leave(self) -> None:
        """Cancel the tasks of bots that are still to come."""
        for task in tuple(self._coming):
            task.cancel()
        await asyncio.gather(*self._coming, return_exceptions=True)

    def _check_bounds(self, human: Human) -> None:
        own = [row for row in self._directory.rows.values() if row.owner and self._is_open(row)]
        mine = [row for row in own if row.owner == human.id]
        if len(mine) >= TABLES_EACH:
            text = f"you have {TABLES_EACH} tables open; close one first"
            raise Turned(409, "too-many-tables", text)
        if len(own) >= self._config.tables_max:
            raise Turned(503, "full", "there is no room for another table; try again later")

    def _is_open(self, row: TableRow) -> bool:
        table = self._pit.table(row.table)
        return table is not None and table.status.standing != Standing.CLOSED

    async def add_bot(self, human: Human, name: str, asked: AddBot) -> None:
        """Seat a bot at a private table, for its owner; raises `Turned`."""
        row = await self.owned(human, name)
        table = self._pit.table(row.table)
        taken = {seat.player for seat in table.seats.values()} if table is not None else set()
        style = Style(asked.style)
        bots = [bot for word in NAMES if (bot := Bot(word, style)).label not in taken]
        if not bots:
            raise Turned(409, "too-many-bots", "all bots of this style sit here already")
        try:
            refusal = await self._bot(row.table, bots[0], asked.seat)
        except GameError as error:
            raise Turned(422, "rules", str(error)) from None
        except WorkerError as error:
            raise Turned(503, "sums", f"{error}; try again in a moment") from None
        if refusal is not None:
            raise _turned(refusal)

    async def owned(self, human: Human, name: str) -> TableRow:
        """Return the row of a table that belongs to this person; raises `Turned`."""
        row = await self._directory.row(name)
        await self._access.let_in(human, row, name)
        if row is None or row.owner != human.id:
            raise Turned(403, "not-yours", "only the person who opened this table may do that")
        return row

    async def close(self, human: Human, name: str) -> None:
        """Close a private table for its owner: a round being played is played to its end."""
        row = await self.owned(human, name)
        await self.close_table(row.table, f"closed by {human.name}")

    async def close_table(self, name: str, reason: str) -> None:
        """Ask everybody to leave a table and close it; one that is closing is left alone."""
        table = self._pit.table(name)
        if (
            table is None
            or table.status.standing in (Standing.CLOSED, Standing.NEW)
            or table.status.closing
        ):
            return
        stamp = f"close/{table.rounds}/{table.clock.at}"
        for seat in tuple(table.seats.values()):
            leave = ask.Leave(seat.number)
            await self._pit.ask(name, f"{stamp}/{seat.number}", leave, AUTOMATIC_FLOOR)
        await self._pit.ask(name, stamp, ask.CloseTable(reason), AUTOMATIC_FLOOR)


def _turned(refusal: Refusal) -> Turned:
    taken = refusal.reason in (TableReason.SEAT_TAKEN, TableReason.NO_SUCH_PLACE)
    status = 409 if taken else 422
    return Turned(status, str(refusal.reason), refusal.text, clauses=refusal.cite.clauses)

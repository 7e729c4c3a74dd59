"""The pit: any number of tables on one journal, each in its own task; append before tell."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from pitboss.journal import Journal, Listening, Unavailable, Unfit
from pitboss.journal.admission import STREAM_BYTES_MAX, check_name
from pitboss.journal.errors import Damaged
from pitboss.pit.answer import Answer, PitReason
from pitboss.pit.bot_seats import THINKING_MS, BotReady, always
from pitboss.pit.bots import Bot
from pitboss.pit.cashier import Cashier
from pitboss.pit.chance import Chance, SystemChance
from pitboss.pit.clock import Clock, SystemClock
from pitboss.pit.command_handler import HOUSE_IDS, TOLD_IDS, CommandHandler
from pitboss.pit.replica import Replica
from pitboss.pit.streams import TABLES, table_name
from pitboss.pit.table_task import RETRY_FIRST_S, RETRY_LAST_S, TableTask, fault_of
from pitboss.round.refusal import refuse
from pitboss.table import Command, Person, Role, RulesChoice, Table, rules_of
from pitboss.table import command as ask
from pitboss.table.seating import free_seats
from pitboss.table.timetable import Pace, opening_commands

THREADS: Final = 8  # that wait for the store; a table waits for its own appends only


class Pit:
    """Runs tables. Use as an async context: on entering, every table of the journal is rebuilt.

    All but those that are `over`, by their name and the number of their last event. With `resting`
    no table begins a round before it is woken.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        clock: Clock | None = None,
        chance: Chance | None = None,
        pace: Pace | None = None,
        pace_of: Callable[[str], Pace | None] | None = None,
        threads: int = THREADS,
        thinking: int = THINKING_MS,
        ready: BotReady = always,
        over: Callable[[str, int], bool] | None = None,
        resting: bool = False,
    ) -> None:
        self._journal = journal
        self._clock = clock or SystemClock()
        self._chance = chance or SystemChance()
        self._pace = pace or Pace()
        self._pace_of = pace_of or (lambda _: None)
        self.on_table: Callable[[TableTask], None] | None = (
            None  # told of each table that is taken up
        )
        self._threads = ThreadPoolExecutor(threads, "pit") if threads else None
        self._thinking = thinking
        self._ready = ready
        self._over = over or (lambda _name, _number: False)
        self._resting = resting
        self._table_tasks: dict[str, TableTask] = {}
        self.cashier = Cashier(journal, self._replica)
        self._broken: dict[str, str] = {}
        self._listening: Listening | None = None
        self._closing = False
        self._taking: dict[str, asyncio.Future[TableTask | None]] = {}
        self._heard: dict[str, int] = {}
        self._away: set[str] = set()  # of the broken ones, those whose store was away
        self._retrying: dict[str, asyncio.Task[None]] = {}
        self._founders: Counter[str] = Counter()

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()

        def tell(stream: str, number: int) -> None:
            with suppress(RuntimeError):  # the loop may be closing
                loop.call_soon_threadsafe(self._written, stream, number)

        self._listening = self._journal.listen(tell)
        for stream, head in self._journal.heads(TABLES).items():
            if self._over(table_name(stream), head.number):
                continue  # closed for good: nobody pays for it at every start
            if self._away:  # nobody waits for a store that is away, table after table
                self._put_off(table_name(stream), "the store is away", None)
            else:
                await self._take(table_name(stream))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._listening is not None:
            self._listening.close()
        self._closing = True
        retrying = tuple(self._retrying.values())
        for task in retrying:
            task.cancel()
        await asyncio.gather(*retrying, return_exceptions=True)
        await asyncio.gather(*self._taking.values())
        await asyncio.gather(*(table_task.stop() for table_task in self._table_tasks.values()))
        if self._threads is not None:
            self._threads.shutdown(wait=True)

    # -- tables -----------------------------------------------------------------------------------

    @property
    def tables(self) -> Mapping[str, TableTask]:
        """The tables that run here, by name."""
        return self._table_tasks

    def table(self, name: str) -> Table | None:
        """Return the state of a table."""
        table_task = self._table_tasks.get(name)
        return table_task.table if table_task else None

    def _replica(self, name: str) -> Replica | None:
        task = self._table_tasks.get(name)
        return task.handler.replica if task is not None and not task.failed else None

    def stopped(self) -> dict[str, str]:
        """Return which tables are stopped, and why; the others run on.

        One whose store was away when it was to be rebuilt is tried again until it runs.
        """
        failed = {
            name: table_task.failed
            for name, table_task in self._table_tasks.items()
            if table_task.failed
        }
        return {**self._broken, **failed}

    async def found(
        self,
        name: str,
        house: RulesChoice,
        by: Person,
        *,
        pace: Pace | None = None,
        open_it: bool = True,
        provable: bool = True,
    ) -> Answer:
        """Set a table up and, with `open_it`, bring its decks and open it."""
        try:
            check_name("table", name, STREAM_BYTES_MAX - len(TABLES))
        except Unfit as error:
            return Answer(f"found/{name}", refusal=refuse(PitReason.NOT_A_COMMAND, str(error)))
        self._founders[name] += 1
        try:
            set_up = ask.SetUp(name, house, provable)
            return await self._founded(set_up, by, pace, open_it=open_it)
        finally:
            self._founders[name] -= 1
            if not self._founders[name]:
                del self._founders[name]
                await self._drop_unfounded(name)

    async def _founded(
        self, set_up: ask.SetUp, by: Person, pace: Pace | None, *, open_it: bool
    ) -> Answer:
        name, house = set_up.table, set_up.house
        known = name in self._broken
        table_task = self._table_tasks.get(name) or await self._take(name, pace)
        if table_task is None:
            text = f"table {name} cannot be kept: {self._broken.get(name, '')}"
            reason = PitReason.STORE_DOWN if name in self._away else PitReason.TABLE_STOPPED
            if not known:  # whether there is such a table, the journal has not said
                self._broken.pop(name, None)
                self._away.discard(name)
            return Answer(f"found/{name}", refusal=refuse(reason, text))
        answer = await table_task.ask(f"found/{name}", set_up, by)
        if not answer.ok or not open_it:
            return answer
        for n, (command, person) in enumerate(opening_commands(rules_of(house), by)):
            step = await table_task.ask(f"found/{name}/{n}", command, person)
            if not step.ok:
                return step
        return answer

    async def _drop_unfounded(self, name: str) -> None:
        """Keep no table that nobody has set up."""
        table_task = self._table_tasks.get(name)
        if table_task is not None and table_task.handler.replica.number == 0:
            del self._table_tasks[name]
            await table_task.stop()

    async def seat_bot(self, name: str, bot: Bot, seat: int | None = None) -> Answer:
        """Let a bot take a free place; it buys its chips itself."""
        table_task = self._table_tasks.get(name)
        if table_task is None or table_task.table.identity.rules is None:
            return self._no_table(f"bot/{name}", name)
        rules = rules_of(table_task.table.identity.rules)
        free = free_seats(table_task.table, rules)
        place = seat or (free[0] if free else 1)
        await asyncio.to_thread(bot.prepare, rules)
        person = Person(bot.label, Role.PLAYER)
        number = table_task.handler.replica.number
        sit = ask.Sit(place, bot.label, bot=True)
        return await table_task.ask(f"bot/{bot.name}/{number}/sit", sit, person)

    async def ask(self, name: str, id_: str, command: Command, by: Person) -> Answer:
        """Send a command to a table and return its answer."""
        table_task = self._table_tasks.get(name)
        if id_.startswith((HOUSE_IDS, TOLD_IDS)):
            text = f"ids that begin with {HOUSE_IDS} or {TOLD_IDS} are the house's own"
            return Answer(id_, refusal=refuse(PitReason.COMMAND_ID, text))
        if table_task is None:
            return self._no_table(id_, name)
        return await table_task.ask(id_, command, by)

    def _no_table(self, id_: str, name: str) -> Answer:
        text = f"there is no table {name[:60]} here"
        return Answer(id_, refusal=refuse(PitReason.NO_SUCH_TABLE, text))

    # -- keeping tables ---------------------------------------------------------------------------

    async def _take(self, name: str, pace: Pace | None = None) -> TableTask | None:
        """Rebuild a table and run it, unless it runs by now."""
        if name in self._table_tasks:
            return self._table_tasks[name]
        return await asyncio.shield(self._taken(name, pace))

    def _taken(self, name: str, pace: Pace | None = None) -> asyncio.Future[TableTask | None]:
        """Start to rebuild a table, once for all concurrent callers."""
        if name not in self._taking:
            task = asyncio.ensure_future(self._rebuilt(name, pace))
            self._taking[name] = task
            task.add_done_callback(lambda _: self._taking.pop(name, None))
        return self._taking[name]

    async def _rebuilt(self, name: str, pace: Pace | None) -> TableTask | None:
        """Rebuild a table; report it if that fails."""
        try:
            handler = await asyncio.to_thread(
                CommandHandler, self._journal, name, self._clock, self._chance, self.cashier
            )
        except Exception as error:  # a table that cannot be read must not stop the others
            why = fault_of(error)
            self._broken[name] = why
            self._away.discard(name)
            if isinstance(error, Unavailable) and not isinstance(error, Damaged):
                self._put_off(name, why, pace)
            return None
        self._broken.pop(name, None)
        self._away.discard(name)
        pace = pace or self._pace_of(name) or self._pace
        table_task = TableTask(
            handler, self._chance, pace, self._threads, self._thinking, self._ready
        )
        table_task.resting = self._resting
        self._table_tasks[name] = table_task
        if self.on_table is not None:
            self.on_table(table_task)
        table_task.start()
        table_task.written(self._heard.pop(name, 0))  # what came while it was being rebuilt
        return table_task

    def _put_off(self, name: str, why: str, pace: Pace | None) -> None:
        """Report a table whose store is away, and see to it that it is tried again."""
        self._broken[name] = why
        self._away.add(name)
        if name not in self._retrying and not self._closing:
            task = asyncio.ensure_future(self._retry(name, pace))
            self._retrying[name] = task
            task.add_done_callback(lambda _: self._retrying.pop(name, None))

    async def _retry(self, name: str, pace: Pace | None) -> None:
        """Rebuild a table when its store is back; retry with growing delays."""
        wait_s = RETRY_FIRST_S
        while name in self._away:
            await asyncio.sleep(wait_s)
            wait_s = min(RETRY_LAST_S, 2 * wait_s)
            if name in self._away:
                await self._take(name, pace)

    def _written(self, stream: str, number: int) -> None:
        """Handle a stream that has grown: another process wrote, or a table is new here."""
        name = table_name(stream)
        table_task = self._table_tasks.get(name)
        if table_task is not None:
            table_task.written(number)
        elif stream.startswith(TABLES) and not (name in self._broken or self._closing):
            self._heard[name] = max(number, self._heard.get(name, 0))
            self._taken(name)

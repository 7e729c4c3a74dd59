"""Runs one table in the pit: its queue, its clock, its bots; a failure stops this table alone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from pitboss.journal import BrokenChain, JournalError
from pitboss.journal.codec import CodecError
from pitboss.pit.answer import Answer, PitReason
from pitboss.pit.bot_seats import THINKING_MS, BotReady, always, bot_due
from pitboss.pit.chance import Chance
from pitboss.pit.command_handler import HOUSE_IDS, CommandHandler
from pitboss.round import Broken
from pitboss.round.refusal import refuse
from pitboss.round.state import Phase
from pitboss.table import Command, Person, Table, rules_of
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_FLOOR, HouseReason
from pitboss.table.timetable import Due, Pace, due

QUEUE_MAX: Final = 256  # commands that wait for one table; beyond that a client is told to wait
RESUME_WITHIN_MS: Final = 3_600_000  # a round interrupted for longer is voided and refunded
RETRY_FIRST_S: Final = 0.05  # after the store was down; doubled up to the longest wait
RETRY_LAST_S: Final = 1.0  # a table goes on about as soon as its store is back
STAND_BY_MS: Final = 1_000  # of silence, after which a table that another process dealt is ours
FOLLOW_S: Final = 0.25  # how seldom a table is read on that others deal and nobody here looks at
SECOND_OF_RECOVERY: Final = "recovery"

HOUSE_REFUSED_MAX: Final = (
    20  # refusals in a row before the table stops: the house's own commands must succeed
)
# A taken id: a bot has made up its mind in another process too, and that one was faster.
NOT_IN_VAIN: Final = (PitReason.STORE_DOWN, PitReason.ID_TAKEN, PitReason.OVERTAKEN)

UNREADABLE: Final = (CodecError, BrokenChain)  # to try again does not help: the table stops

_LOG: Final = logging.getLogger(__name__)
OnChange = Callable[[Table, int], None]
T = TypeVar("T")


@dataclass(slots=True)
class _Asked:
    id: str
    command: Command
    by: Person
    answer: asyncio.Future[Answer]


class TableTask:
    """One table's task. Commands are obeyed in turn; the house's own come on their timers."""

    def __init__(
        self,
        handler: CommandHandler,
        chance: Chance,
        pace: Pace,
        threads: ThreadPoolExecutor | None,
        thinking: int = THINKING_MS,
        ready: BotReady = always,
    ) -> None:
        self.handler = handler
        self.pace = pace
        self.failed: str = ""
        self.resting = False  # nobody looks on: no new round is begun until somebody does
        self._chance = chance
        self._threads = threads
        self._thinking = thinking
        self._ready = ready
        self._bot: Due | None = None
        self._bot_at = -1
        self._in_vain = 0
        self._behind = False
        self._heard_at = 0  # when the table was last seen to go on
        self._following: asyncio.TimerHandle | None = None
        self._stopping = False
        self._in_hand: _Asked | None = None
        self._queue: asyncio.Queue[_Asked] = asyncio.Queue(QUEUE_MAX)
        self._awake = asyncio.Event()
        self._told: list[OnChange] = []
        self._retry_s = 0.0
        self._resumed = handler.now() if handler.table.round is not None else 0
        # A round that was interrupted for too long is voided; any other goes on as it was.
        too_long = self._is_played() and handler.now() - handler.table.clock.at > RESUME_WITHIN_MS
        self._interrupted = handler.table.rounds if too_long else 0
        self._task: asyncio.Task[None] | None = None

    @property
    def table(self) -> Table:
        """Return the state of the table."""
        return self.handler.table

    def start(self) -> None:
        """Start the task."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.handler.name}")

    async def stop(self) -> None:
        """Finish the current command, answer the waiting ones, keep a snapshot."""
        self._stopping = True
        self._awake.set()
        if self._following is not None:
            self._following.cancel()
        if self._task is not None:
            await self._task
        self._refuse_waiting(PitReason.TABLE_STOPPED, "the pit is closing")
        if not self.failed:
            self.handler.keep_snapshot()

    def tell(self, told: OnChange) -> Callable[[], None]:
        """Call `told(table, number)` after every change; returns how to end that."""
        self._told.append(told)
        return lambda: self._told.remove(told)

    def rest(self, *, resting: bool) -> None:
        """Let the table rest between rounds, as one does at which nobody looks; or wake it."""
        if self.resting != resting:
            self.resting = resting
            self._awake.set()

    def following(self) -> Due | None:
        """Return what the house does next and when: what a clock on the table shows."""
        return self._next_of_house()

    def look(self) -> None:
        """Read the clock again, which may have been set."""
        self._awake.set()

    def learnt(self) -> None:
        """Ask the bots again: one that was not ready may be by now."""
        self._bot_at = -1
        self._awake.set()

    def written(self, number: int) -> None:
        """Read on when the stream has grown to `number`, unless this process wrote it."""
        if number <= self.handler.replica.number:
            return
        self._behind = True
        if not self.resting:
            self._awake.set()
        elif self._following is None and not self._stopping:
            self._following = asyncio.get_running_loop().call_later(FOLLOW_S, self._follow)

    def _follow(self) -> None:
        self._following = None
        self._awake.set()

    async def ask(self, id_: str, command: Command, by: Person) -> Answer:
        """Queue a command and wait for its answer."""
        if self.failed or self._stopping:
            return Answer(id_, refusal=refuse(PitReason.TABLE_STOPPED, self._why()))
        asked = _Asked(id_, command, by, asyncio.get_running_loop().create_future())
        try:
            self._queue.put_nowait(asked)
        except asyncio.QueueFull:
            text = f"{QUEUE_MAX} commands wait for this table; try again"
            return Answer(id_, refusal=refuse(PitReason.TABLE_BUSY, text))
        self._awake.set()
        return await asked.answer

    def _why(self) -> str:
        return f"table {self.handler.name} is stopped: {self.failed or 'the pit is closing'}"

    # -- the task ---------------------------------------------------------------------------------

    async def _run(self) -> None:
        try:
            while not self._stopping:
                await asyncio.sleep(0)  # other tables have their turn, however busy this one is
                await self._wait()
                self._awake.clear()
                if self._behind or self._retry_s:
                    await self._catch_up()
                while not self._queue.empty():
                    await self._obey_next()
                if not self._stopping:
                    await self._obey_due()
        except Exception as error:  # any error stops this table; the others run on
            self.failed = fault_of(error)
            _LOG.exception("table %s is stopped", self.handler.name)
            self._refuse_waiting(PitReason.TABLE_STOPPED, self._why())
            self._tell_all()

    def _refuse_waiting(self, reason: PitReason, text: str) -> None:
        waiting = [self._in_hand] if self._in_hand is not None else []
        while not self._queue.empty():
            waiting.append(self._queue.get_nowait())
        for asked in waiting:
            if not asked.answer.done():
                asked.answer.set_result(Answer(asked.id, refusal=refuse(reason, text)))

    async def _wait(self) -> None:
        """Wait for a command, another process's append, or the next timer."""
        seconds = self._retry_s or self._seconds_left()
        if seconds is None:
            await self._awake.wait()
        elif seconds > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._awake.wait()

    def _next(self) -> Due | None:
        if self.resting and self.table.round is None:
            return None
        house, bot = self._next_of_house(), self._next_of_bots()
        first = bot if house is None or (bot is not None and bot.at <= house.at) else house
        if first is None or not self.handler.dealt_elsewhere:
            return first
        # Somebody else deals: that process has its time first, and this one goes on if it died.
        return replace(first, at=max(first.at, self._heard_at) + STAND_BY_MS)

    def _next_of_bots(self) -> Due | None:
        """Decide for a bot once for each state of the table, not each time it is asked."""
        if self._bot_at != self.handler.replica.number:
            self._bot_at = self.handler.replica.number
            chance, thinking, step = self._chance, self._thinking, self.pace.step
            self._bot = bot_due(self.table, chance, thinking, self._ready, step)
        return self._bot

    def _next_of_house(self) -> Due | None:
        if self._interrupted == self.table.rounds and self._is_played():
            calls = ask.CallOff(HouseReason.INTERRUPTED, SECOND_OF_RECOVERY)
            return Due(calls, AUTOMATIC_FLOOR, self.table.clock.at)
        following = due(self.table, self.pace, self.handler.now())
        if following is None or not isinstance(following.command, ask.TimeOut):
            return following
        # After a restart a player gets their full time once more.
        fresh = self._resumed + self._time_out_ms() if self._resumed else 0
        return Due(following.command, following.by, max(following.at, fresh))

    def _is_played(self) -> bool:
        """Return whether there is a round that is neither settled nor given up."""
        round_ = self.table.round
        return round_ is not None and round_.phase != Phase.SETTLED and round_.void is None

    def _time_out_ms(self) -> int:
        house = self.table.identity.rules
        return rules_of(house).whole("decision.timeout") * 1000 if house else 0

    def _seconds_left(self) -> float | None:
        following = self._next()
        if following is None:
            return None
        return max(0, following.at - self.handler.now()) / 1000

    async def _catch_up(self) -> None:
        before = self.handler.replica.number
        self._behind = False
        try:
            await self._ran(self.handler.catch_up)
        except UNREADABLE:
            raise
        except JournalError:
            self._back_off()
            return
        self._retry_s = 0.0
        if self.handler.replica.number != before:
            self._heard_at = self.handler.now()
            self._tell_all()

    def _back_off(self) -> None:
        self._retry_s = min(RETRY_LAST_S, 2 * self._retry_s or RETRY_FIRST_S)

    async def _ran(self, work: Callable[..., T], *given: object) -> T:
        """Run a blocking call of the store in a thread, so that other tables go on."""
        if self._threads is None:
            return work(*given)
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *given)

    async def _obey_next(self) -> None:
        asked = self._in_hand = self._queue.get_nowait()
        answer = await self._answer(asked.id, asked.command, asked.by)
        self._in_hand = None
        if not asked.answer.done():
            asked.answer.set_result(answer)

    async def _answer(self, id_: str, command: Command, by: Person) -> Answer:
        before = self.handler.replica.number
        try:
            answer = await self._ran(self.handler.obey, id_, command, by)
            self._retry_s = 0.0
        except UNREADABLE:
            raise
        except JournalError as error:
            self._back_off()
            answer = Answer(id_, refusal=refuse(PitReason.STORE_DOWN, str(error)))
        if self.handler.replica.number != before:  # also what others wrote, and was read on the way
            self._heard_at = self.handler.now()
            self._tell_all()
        return answer

    async def _obey_due(self) -> None:
        following = self._next()
        if following is not None and not self._retry_s and following.at <= self.handler.now():
            await self._house(following)

    async def _house(self, following: Due) -> None:
        """Obey the house's own command; two processes make the same id, so it counts once."""
        word = type(following.command).__name__.lower()
        id_ = f"{HOUSE_IDS}{self.handler.replica.number}/{word}"
        answer = await self._answer(id_, following.command, following.by)
        if answer.refusal is None or answer.refusal.reason in NOT_IN_VAIN:
            self._in_vain = 0
            return
        self._in_vain += 1
        if self._bot is not None and self._bot.command is following.command:
            self._bot = None
        self._back_off()
        if self._in_vain >= HOUSE_REFUSED_MAX:
            raise Broken(f"{word} is due but refused: {answer.refusal.text}")

    def _tell_all(self) -> None:
        for told in tuple(self._told):
            try:
                told(self.table, self.handler.replica.number)
            except Exception:  # one viewer's fault is not the table's
                _LOG.exception("a viewer of table %s failed", self.handler.name)


def fault_of(error: Exception) -> str:
    """Return why a table stopped, for the floor and for the person who mends it."""
    if isinstance(error, Broken | JournalError):
        return str(error)
    return f"a fault of the program ({type(error).__name__}: {error})"

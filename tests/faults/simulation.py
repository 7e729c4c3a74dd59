"""A casino floor in one thread, all from one seed: tables, players, clocks, stores, kills.

Two servers keep the same tables on one journal that misbehaves. Clients send commands with ids of
their own, again when no answer comes, late, twice and out of order. Every few steps the journal
is held against what the clients were told; at the end all rounds are played out, and proved.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Final

from pitboss.audit.verify import verify
from pitboss.journal import POINTS, Journal, Unavailable, Uncertain, open_journal
from pitboss.journal.sql.sqlite import SqliteJournal
from pitboss.pit.bot_seats import bot_due
from pitboss.pit.bots import Bot, Style
from pitboss.pit.command_handler import HOUSE_IDS, CommandHandler
from pitboss.pit.replica import load
from pitboss.pit.streams import table_name, table_stream
from pitboss.table import Command, Person, Role, Table
from pitboss.table import command as ask
from pitboss.table.state import Standing
from pitboss.table.timetable import Due, Pace, due
from tests.faults.acks import Acks, Sent
from tests.faults.faulty import FaultyJournal
from tests.faults.floor import ALONE, FLOOR, LINKED, Plan
from tests.faults.players import fill_purses, wishes
from tests.faults.witness import Witness
from tests.pit.hands import HandClock, SeededChance

HOUR: Final = 3_600_000
PACE: Final = Pace(betting=2_000, bank=2_000, step=100, result=100, between=100)
LOOK_EVERY: Final = 40  # steps
STUCK: Final = 600  # commands, and a round is still not over
UNLIMITED: Final = 1 << 30  # pages of a SQLite file


class Killed(BaseException):
    """The server that was at work is gone, in the middle of an append."""


@dataclass(slots=True)
class Server:
    """A process that keeps tables, until it is killed."""

    clock: HandClock = field(default_factory=HandClock)
    handlers: dict[str, CommandHandler] = field(default_factory=dict)


@dataclass(slots=True)
class Figures:
    """What a simulation came to."""

    steps: int = 0
    rounds: int = 0
    events: int = 0
    awards: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)


class Simulation:
    """One floor from one seed; `run` raises where anything is lost, doubled or changed."""

    def __init__(
        self,
        seed: int,
        path: Path | None = None,
        *,
        steps: int = 500,
        handler: type[CommandHandler] = CommandHandler,
    ) -> None:
        self.seed, self.steps = seed, steps
        self.step = 0
        self.chance = random.Random(seed)
        self.plans = self._choose()
        self.figures = Figures()
        self.acks = Acks()
        self.witness = Witness(self.acks)
        self._path = path
        self._handler = handler
        self._source = SeededChance(seed + 1)
        self._armed: tuple[str, int] | None = None
        self._full = 0
        self._ids = count(1)
        self._outbox: list[tuple[int, Sent]] = []
        self._history: list[Sent] = []
        self.journal = FaultyJournal(self._open(), random.Random(seed + 2))
        self.journal.meanwhile = self._somebody_else
        self.servers = (Server(), Server())

    def _choose(self) -> tuple[Plan, ...]:
        """Two or three tables: often two of them on the link."""
        if self.chance.random() < 0.6:
            return *self.chance.sample(LINKED, 2), self.chance.choice(ALONE)
        return tuple(self.chance.sample((*ALONE, LINKED[0]), 2))

    def _open(self) -> Journal:
        return open_journal(self._path or "memory:", at_point=self._at_point)

    # -- running ----------------------------------------------------------------------------------

    def run(self) -> Figures:
        """Play all steps, then play out and prove; an error says which seed and step it was."""
        try:
            self._found()
            while self.step < self.steps:
                self.step += 1
                self._do_something()
                if self.step % LOOK_EVERY == 0:
                    self.witness.look(self.journal.inner)
            self._finish()
            return self._tally()
        except Exception as error:
            store = " --store sqlite" if self._path else ""
            again = f"python -m tests.faults {self.seed} --steps {self.steps}{store}"
            error.add_note(f"seed {self.seed}, step {self.step}; again: {again}")
            raise
        finally:
            self.journal.close()

    def _found(self) -> None:
        """Set the tables up, through faults as well: whoever gets no answer asks again."""
        fill_purses(self.journal.inner)
        for plan in self.plans:
            for id_, command, by in plan.founding():
                self._insist(self.acks.send(Sent(plan.name, id_, command, by)))
            bot = Bot("b1", Style.RANDOM).label
            person = Person(bot, Role.PLAYER)
            self._insist(self._sent(plan.name, ask.Sit(3, bot, bot=True), person))

    def _insist(self, sent: Sent) -> None:
        for _ in range(100):
            if self._deliver(sent, self.chance.choice(self.servers)):
                return
        raise AssertionError(f"{sent} gets no answer")

    def _do_something(self) -> None:
        """One thing by chance; time goes on a little with each."""
        chance = self.chance
        for server in self.servers:
            server.clock.at += chance.choice((0, 10, 100, 1_000))
        roll = chance.random()
        if self._full and self.step > self._full:
            self._room(UNLIMITED)
            self._full = 0
        if roll < 0.45:
            self._house(self._any_table(), chance.choice(self.servers))
        elif roll < 0.80:
            self._people()
        elif roll < 0.83:
            self._floor()
        elif roll < 0.88 and self._history:
            again = chance.choice(self._history[-chance.choice((5, 50, 500)) :])
            self._deliver(again, chance.choice(self.servers))
        elif roll < 0.91:
            self._restart(chance.choice(self.servers))
        elif roll < 0.94:
            self._armed = chance.choice(POINTS), chance.randint(1, 4)
        elif roll < 0.96:
            jump = chance.choice((-HOUR, -1_000, 60_000, HOUR // 2, 5 * HOUR))
            chance.choice(self.servers).clock.at += jump
        elif roll < 0.97:
            for handler in chance.choice(self.servers).handlers.values():
                handler.keep_snapshot()
        elif roll < 0.98 and self._path and not self._full:
            self._full = self.step + 20
            self._room(0)
        self._post()

    def _any_table(self) -> str:
        return self.chance.choice(self.plans).name

    def _table(self, name: str) -> Table:
        """The table as it truly stands; people at it see that, in good time."""
        stream = table_stream(name)
        known = self.witness.tables.get(name)
        if known is None:
            return load(self.journal.inner, stream).table
        live = known.live
        return live.read_on(self.journal.inner.read(stream, live.number)).table

    # -- clients ----------------------------------------------------------------------------------

    def _people(self) -> None:
        """Somebody wishes something; it goes out at once, late, or twice."""
        name = self._any_table()
        table = self._table(name)
        wanted = list(wishes(table, self.chance))
        if table.status.standing == Standing.PAUSED:
            wanted.append((ask.ResumeTable(), FLOOR))
        if not wanted:
            self._house(name, self.chance.choice(self.servers))
            return
        for command, by in self.chance.sample(wanted, self.chance.randint(1, len(wanted))):
            sent = self._sent(name, command, by)
            late = self.chance.random() < 0.1
            self._outbox.append((self.step + (self.chance.randint(1, 30) if late else 0), sent))
            if self.chance.random() < 0.05:
                self._outbox.append((self.step + self.chance.randint(0, 10), sent))

    def _sent(self, name: str, command: Command, by: Person) -> Sent:
        sent = self.acks.send(Sent(name, f"c{next(self._ids)}", command, by))
        self._history.append(sent)
        return sent

    def _floor(self) -> None:
        """The floor steps in."""
        name = self._any_table()
        orders: tuple[Command, ...] = (
            ask.CallOff("a dispute", "Ben"),
            ask.PauseTable("a break"),
            ask.OrderShuffle(),
            ask.OrderRecut(20),
            ask.Announce("good luck"),
        )
        self._outbox.append((self.step, self._sent(name, self.chance.choice(orders), FLOOR)))

    def _post(self) -> None:
        """Deliver what is due, in any order; without an answer it is sent again, or given up."""
        ready = [sent for at, sent in self._outbox if at <= self.step]
        self._outbox = [(at, sent) for at, sent in self._outbox if at > self.step]
        self.chance.shuffle(ready)
        for sent in ready:
            answered = self._deliver(sent, self.chance.choice(self.servers))
            if not answered and self.chance.random() < 0.9:
                self._outbox.append((self.step + self.chance.randint(1, 5), sent))

    # -- servers ----------------------------------------------------------------------------------

    def _deliver(self, sent: Sent, server: Server) -> bool:
        """Bring a command to a server; tells whether the client got an answer."""

        def job() -> None:
            handler = self._kept(server, sent.table)
            self.acks.answer(sent.table, handler.obey(sent.id, sent.command, sent.by))

        return self._done(job, server)

    def _house(self, name: str, server: Server) -> None:
        """Let a server do what it believes to be due, under the id that any server would give."""

        def job() -> None:
            handler = self._kept(server, name)
            following = self._due(handler, server)
            if following is not None and following.at <= server.clock.at:
                word = type(following.command).__name__.lower()
                id_ = f"{HOUSE_IDS}{handler.replica.number}/{word}"
                self.acks.answer(name, handler.obey(id_, following.command, following.by))
            elif following is None or self.chance.random() < 0.3:
                handler.catch_up()
            else:
                server.clock.at = following.at  # time goes by, and nobody did anything

        self._done(job, server)

    def _done(self, job: Callable[[], None], server: Server) -> bool:
        """A server that is killed has forgotten everything; one without its store says so."""
        try:
            job()
        except Killed:
            server.handlers.clear()
            return False
        except (Unavailable, Uncertain):
            return False
        return True

    def _due(self, handler: CommandHandler, server: Server) -> Due | None:
        bot = bot_due(handler.table, self._source, thinking=0)
        house = due(handler.table, PACE, server.clock.at)
        if bot is None or house is None:
            return bot or house
        return bot if bot.at <= house.at else house

    def _kept(self, server: Server, name: str) -> CommandHandler:
        if name not in server.handlers:
            handler = self._handler(self.journal, name, server.clock, self._source)
            self._same_as_ever(handler)
            server.handlers[name] = handler
        return server.handlers[name]

    def _same_as_ever(self, handler: CommandHandler) -> None:
        """With or without a snapshot, and whoever folded it: the table is the same."""
        stream = table_stream(handler.name)
        whole = load(self.journal.inner, stream, use_snapshot=False)
        mine = handler.replica.read_on(self.journal.inner.read(stream, handler.replica.number))
        assert replace(mine, hash=whole.hash) == whole, f"{stream} is rebuilt as another"

    def _somebody_else(self, stream: str) -> None:
        """Between decision and append, the other server does something at the same table."""
        self._house(table_name(stream), self.chance.choice(self.servers[1:]))

    def _restart(self, server: Server) -> None:
        self.figures.kills["restart"] += 1
        server.handlers.clear()
        if self._path and self.chance.random() < 0.3:
            self._room(UNLIMITED)
            self.journal.inner.close()
            self.journal.inner = self._open()
            for other in self.servers:
                other.handlers.clear()

    def _at_point(self, point: str) -> None:
        if self._armed is None or self._armed[0] != point:
            return
        left = self._armed[1] - 1
        self._armed = (point, left) if left else None
        if not left:
            self.figures.kills[point] += 1
            raise Killed

    def _room(self, pages: int) -> None:
        """A disk that is really full: SQLite may not take one page more than it has."""
        if isinstance(self.journal.inner, SqliteJournal):
            self.figures.faults["disk full"] += not pages
            self.journal.inner._writer.execute(f"PRAGMA max_page_count = {pages}")

    # -- the end ----------------------------------------------------------------------------------

    def _finish(self) -> None:
        """No more faults: every client gets its answer, every round comes to its end."""
        self.journal.calm, self._armed = True, None
        self._room(UNLIMITED)
        for server in self.servers:
            server.handlers.clear()
        for _, sent in self._outbox:
            assert self._deliver(sent, self.servers[0]), f"{sent.key} gets no answer"
        for sent in self.chance.sample(self._history, min(50, len(self._history))):
            self._deliver(sent, self.servers[1])  # what was answered is answered the same
        for plan in self.plans:
            self._play_out(plan.name)
        self.witness.look(self.journal.inner)
        self.witness.prove_meters(self.journal.inner)
        report = verify(self.journal.inner)
        assert report.clean, "\n".join(found.line() for found in report.findings)

    def _play_out(self, name: str) -> None:
        server = self.servers[0]
        handler = self._kept(server, name)
        for _ in range(STUCK):
            if handler.table.round is None:
                return
            wanted = list(wishes(handler.table, self.chance))
            for command, by in wanted:
                self._deliver(self._sent(name, command, by), server)
            following = self._due(handler, server)
            if following is None and not wanted:
                break
            if following is not None:
                server.clock.at = max(server.clock.at, following.at)
                self._house(name, server)
        raise AssertionError(f"{name} is stuck in {handler.table.round}")

    def _tally(self) -> Figures:
        figures = self.figures
        figures.steps, figures.events = self.steps, self.witness.events
        figures.rounds, figures.awards = self.witness.rounds, len(self.witness.awards)
        figures.faults += self.journal.seen
        figures.refused = self.acks.refused
        return figures

"""A process that runs a pit at full speed, says what it was answered, and is killed for it.

Every line goes to a file with one write before the next thing happens: what the file holds was
truly sent, answered or shown, however the process ended.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import threading
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final, NoReturn

from pitboss.journal import Journal, open_journal
from pitboss.journal.codec import decode_order, encode_order
from pitboss.journal.port import POINTS
from pitboss.pit import command_handler as handler
from pitboss.pit.answer import Answer, PitReason
from pitboss.pit.chance import SystemChance
from pitboss.pit.clock import SystemClock
from pitboss.pit.command_handler import CommandHandler
from pitboss.pit.pit import Pit
from pitboss.pit.table_task import TableTask
from pitboss.table import Order, Person, Role, Table
from pitboss.table import command as ask
from pitboss.table.timetable import Pace
from tests.faults.acks import Acks, Given, Sent, digest_of, felt_of
from tests.faults.floor import Plan
from tests.faults.players import anybody, fill_purses, wishes

FULL_SPEED: Final = Pace(betting=30, bank=30, step=0, result=0, between=0)
SNAPSHOT_EVERY: Final = 60  # events: a restart is quick, and snapshots are part of what is killed
THREADS: Final = 4
LOOK_AGAIN_S: Final = 0.02  # where nothing changed; a wish may have come to nothing
KILL_POINTS: Final = (*POINTS, "answered")  # and one of the client's: answered, not yet noted
BOT: Final = "b1 (bot, random)"


@dataclass(slots=True)
class Trigger:
    """Kills this process when it comes to a point for the `left`th time."""

    point: str = ""
    left: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, point: str) -> None:
        if point != self.point:
            return
        with self._lock:
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


class Diary:
    """What a worker's clients have sent and what they were told, line by line."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def write(self, *words: object) -> None:
        os.write(self._file, ("\t".join(map(str, words)) + "\n").encode())


def read_diary(path: Path, acks: Acks) -> tuple[dict[tuple[str, str], Sent], list[str]]:
    """Enter a diary into the clients' book; what has no answer yet, and what went wrong."""
    waiting: dict[tuple[str, str], Sent] = {}
    wrong: list[str] = []
    text = path.read_text() if path.exists() else ""
    for line in text.split("\n")[:-1]:  # a line without an end was never fully said
        kind, *words = line.split("\t")
        match kind, words:
            case "sent", [table, id_, order]:
                asked = decode_order(order.encode())
                sent = acks.send(Sent(table, id_, asked.command, asked.by))
                waiting[sent.key] = sent
            case "yes", [table, id_, first, last, said]:
                waiting.pop((table, id_), None)
                acks.took((table, id_), Given(int(first), int(last), said))
            case "no", [table, id_, reason]:
                acks.refused[reason] += 1
                if (table, id_) in acks.given:
                    wrong.append(f"{table} {id_} was obeyed and is now refused: {reason}")
                if reason != PitReason.STORE_DOWN:
                    waiting.pop((table, id_), None)
            case "told", [table, number, felt]:
                before = acks.told.setdefault((table, int(number)), felt)
                if before != felt:
                    wrong.append(f"{table} {number} was shown in two ways")
            case "wrong", [what]:
                wrong.append(what)
            case _:
                wrong.append(f"unreadable: {line}")
    return waiting, wrong


@dataclass(slots=True)
class Crowd:
    """The clients of one table in this process: they see it change and send what they wish."""

    pit: Pit
    table_task: TableTask
    diary: Diary
    trigger: Trigger
    chance: random.Random
    ids: Iterable[str]
    here: Callable[[str], bool] = anybody
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def name(self) -> str:
        return self.table_task.handler.name

    async def play(self, waiting: Sequence[Sent]) -> None:
        """Ask again what has no answer; then play on and on."""
        self.table_task.tell(self.told)
        await asyncio.gather(*(self.ask(sent) for sent in waiting))
        while not self.table_task.failed:
            self.changed.clear()
            table = self.table_task.table
            await asyncio.gather(
                *(
                    self.ask(self.noted(Sent(self.name, next(iter(self.ids)), command, by)))
                    for command, by in wishes(table, self.chance, self.here)
                )
            )
            try:
                await asyncio.wait_for(self.changed.wait(), LOOK_AGAIN_S)
            except TimeoutError:
                continue
        self.diary.write("wrong", f"table {self.name} is stopped: {self.table_task.failed}")

    def noted(self, sent: Sent) -> Sent:
        order = encode_order(Order(sent.command, sent.by, 0)).decode()
        self.diary.write("sent", sent.table, sent.id, order)
        return sent

    async def ask(self, sent: Sent) -> None:
        while True:
            answer = await self.pit.ask(sent.table, sent.id, sent.command, sent.by)
            self.trigger("answered")
            self.note(answer)
            if answer.refusal is None or answer.refusal.reason != PitReason.STORE_DOWN:
                return
            await asyncio.sleep(LOOK_AGAIN_S)

    def note(self, answer: Answer) -> None:
        if answer.refusal is not None:
            self.diary.write("no", self.name, answer.id, answer.refusal.reason.value)
        elif answer.events:
            said = digest_of(answer.events)
            self.diary.write("yes", self.name, answer.id, answer.first, answer.last, said)
        else:
            self.diary.write("no", self.name, answer.id, "nothing-to-do")

    def told(self, table: Table, number: int) -> None:
        self.diary.write("told", self.name, number, felt_of(table))
        self.changed.set()


def found(journal: Journal, plans: Iterable[Plan], *, bots: bool = True) -> None:
    """Set all tables up and seat a bot at each; fill the purses."""
    fill_purses(journal)
    for plan in plans:
        kept = CommandHandler(journal, plan.name, SystemClock(), SystemChance())
        sit = f"bot/{plan.name}", ask.Sit(3, BOT, bot=True), Person(BOT, Role.PLAYER)
        for id_, command, by in (*plan.founding(), *((sit,) if bots else ())):
            answer = kept.obey(id_, command, by)
            if not answer.ok:
                raise RuntimeError(f"{plan.name}: {answer.refusal}")


async def _run(
    journal: Journal,
    diary: Diary,
    trigger: Trigger,
    waiting: Sequence[Sent],
    seed: str,
    here: Callable[[str], bool],
) -> None:
    ids = (f"{seed}.{n}" for n in count(1))
    async with Pit(journal, pace=FULL_SPEED, thinking=0, threads=THREADS) as pit:
        if stopped := pit.stopped():
            diary.write("wrong", f"stopped: {stopped}")
        crowds = [
            Crowd(pit, table_task, diary, trigger, random.Random(f"{seed} {name}"), ids, here)
            for name, table_task in pit.tables.items()
        ]
        await asyncio.gather(
            *(crowd.play([s for s in waiting if s.table == crowd.name]) for crowd in crowds)
        )


def work(
    where: str,
    diary_path: Path,
    trigger: Trigger,
    waiting: Sequence[Sent],
    seed: str,
    here: Callable[[str], bool] = anybody,
) -> NoReturn:
    """Run until somebody kills this process; does not return."""
    diary = Diary(diary_path)
    logging.disable(logging.CRITICAL)  # a store that goes away has much to say
    vars(handler)["SNAPSHOT_EVERY"] = SNAPSHOT_EVERY  # of this process only, which is soon dead
    try:
        with open_journal(where, at_point=trigger) as journal:
            asyncio.run(_run(journal, diary, trigger, waiting, seed, here))
        diary.write("wrong", "the worker came to an end")
    except BaseException:
        diary.write("wrong", traceback.format_exc().replace("\n", " | ").replace("\t", " "))
    os._exit(3)

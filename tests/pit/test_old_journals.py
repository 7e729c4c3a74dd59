"""A journal of an earlier version is opened by the pit, played on, and proved again."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from pitboss.audit.verify import verify
from pitboss.journal import Journal, open_journal
from pitboss.pit import Bot, Pit, Style
from pitboss.pit.bot_tables import AT_ONCE
from pitboss.pit.streams import TABLES
from pitboss.round.engine import ENGINE
from pitboss.table import Table, rules_of
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_FLOOR, Person
from pitboss.table.state import Standing
from pitboss.table.timetable import opening_commands
from tests.journal.old import OLD_JOURNALS, unpacked
from tests.pit.hands import FLOOR, SeededChance
from tests.waiting import WAIT_S_MAX

ROUNDS = 2  # that are played on
BOTS = 2
AN_HOUR_MS = 3_600_000
A_STEP_MS = 100


@dataclass(slots=True)
class HurriedClock:
    """A clock that goes on by a step whenever somebody looks, so that nobody waits."""

    at: int

    def now(self) -> int:
        self.at += A_STEP_MS
        return self.at


@dataclass(slots=True)
class Manager:
    """Somebody of the floor who gets every table going again."""

    pit: Pit
    asked: int = 0

    async def ask(self, name: str, command: ask.Command, by: Person = FLOOR) -> None:
        """Ask for something that may well be refused at this table."""
        self.asked += 1
        await self.pit.ask(name, f"again/{self.asked}", command, by)

    def table(self, name: str) -> Table:
        table = self.pit.table(name)
        assert table is not None
        return table

    async def open_again(self, name: str) -> None:
        """Open what is closed, end what was paused or held, mend what is broken, seat two bots."""
        if self.table(name).status.standing == Standing.CLOSED and self.table(name).round is None:
            house = self.table(name).identity.rules
            assert house is not None
            for command, by in opening_commands(rules_of(house), FLOOR):
                await self.ask(name, command, by)
        if self.table(name).status.held:
            await self.ask(name, ask.ReleaseTable())
        if self.table(name).status.standing == Standing.PAUSED:
            await self.ask(name, ask.ResumeTable())
        if self.table(name).device.down or self.table(name).device.broken:
            await self.ask(name, ask.RepairDevice())
        for seat in tuple(self.table(name).seats.values()):
            if not seat.bot and not seat.leaving:
                await self.ask(name, ask.Leave(seat.number), AUTOMATIC_FLOOR)
        bots = [seat.player for seat in self.table(name).seats.values() if seat.bot]
        free = [n for n in range(1, 7) if n not in self.table(name).seats]
        for seat_number in free[: BOTS - len(bots)]:
            await self.pit.seat_bot(name, Bot(f"B{seat_number}", Style.RANDOM), seat_number)


async def play_on(journal: Journal) -> None:
    names = [stream.removeprefix(TABLES) for stream in journal.heads(TABLES)]
    last = max(entry.at for name in names for entry in journal.read(TABLES + name))
    clock = HurriedClock(last + AN_HOUR_MS)
    pit = Pit(journal, clock=clock, chance=SeededChance(), pace=AT_ONCE, threads=0, thinking=0)
    async with pit, asyncio.timeout(WAIT_S_MAX):
        manager = Manager(pit)
        before = {name: manager.table(name).rounds for name in names}
        while any(manager.table(name).rounds < before[name] + ROUNDS for name in names):
            assert pit.stopped() == {}
            for name in names:
                await manager.open_again(name)
            await asyncio.sleep(0.05)
        assert {manager.table(name).identity.engine for name in names} == {ENGINE}


@pytest.mark.parametrize("packed", OLD_JOURNALS, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_table_of_an_old_journal_plays_on(packed: Path, tmp_path: Path) -> None:
    with open_journal(unpacked(packed, tmp_path)) as journal:
        before = verify(journal)

        asyncio.run(play_on(journal))
        after = verify(journal)

    assert after.findings == ()
    assert after.remarks == before.remarks
    assert after.rounds >= before.rounds + ROUNDS

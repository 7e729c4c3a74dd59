"""Tables in the terminal for tests: seeded cards, a clock by hand, prices without a worker."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from pitboss.cli.play import Options
from pitboss.cli.play.coach import AsksOdds, CoachMode
from pitboss.cli.play.screen import PlayApp
from pitboss.cli.play.start import read_table
from pitboss.cli.play.table import SoloTable
from pitboss.rules import Chips
from pitboss.server.worker.process import Question
from pitboss.server.worker.service import Priority
from tests.pit.hands import HandClock, SeededChance
from tests.waiting import wait_until_async

PICTURES: Final = Path(__file__).parent / "pictures"
WRITES: Final = "PITBOSS_PICTURES"  # where it is set, pictures are written and not compared
T = TypeVar("T")


class DirectOdds:
    """Answers in this process, at once: nothing is left to time."""

    async def ask(self, question: Question[T], priority: Priority) -> T:
        return question.answer(lambda _done, _parts: None)

    def is_first_use(self, priority: Priority) -> bool:
        return False


class SilentOdds:
    """Never answers, as while kernels are compiled for the first time."""

    async def ask(self, question: Question[T], priority: Priority) -> T:
        await wait_until_async(lambda: False)
        raise AssertionError

    def is_first_use(self, priority: Priority) -> bool:
        return True


def app_of(
    rules: str = "maryland",
    *,
    seats: str | None = None,
    chips: int = 50_000,
    coach: CoachMode = "off",
    odds: AsksOdds | None = None,
    seed: int = 3,
) -> PlayApp:
    """Make the program with cards from a seed."""
    asked = read_table(Options(rules=rules, seats=seats))
    chance, clock = SeededChance(seed), HandClock()
    table = SoloTable(asked.choice, asked.bots, chance=chance, clock=clock)
    return PlayApp(table, odds or DirectOdds(), chips=Chips(chips), ante=Chips(1_000), coach=coach)


@asynccontextmanager
async def running(app: PlayApp, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    """Run the program without a terminal."""
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def press(pilot: Pilot[None], keys: Iterable[str]) -> None:
    """Press keys one after the other, each when the one before has been dealt with."""
    for key in keys:
        await pilot.press(key)
        await pilot.pause()


def text(app: App[None], where: str) -> str:
    """Return what stands in one part of the screen."""
    return str(app.query_one(where, Static).content)


def looks_as_before(app: PlayApp, name: str, tmp_path: Path) -> None:
    """Compare the screen with its picture, or write that where PITBOSS_PICTURES is set."""
    drawn, kept = app.export_screenshot(), PICTURES / f"{name}.svg"
    if os.environ.get(WRITES):
        kept.write_text(drawn, encoding="utf-8")
    now = tmp_path / kept.name
    now.write_text(drawn, encoding="utf-8")
    assert drawn == kept.read_text(encoding="utf-8"), f"compare {now} with {kept}; {WRITES}=1 keeps"

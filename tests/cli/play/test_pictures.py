"""Pictures of the table in the terminal: PITBOSS_PICTURES=1 writes them again, to be looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from pitboss.cli.play.screen import PlayApp
from tests.cli.play.screens import app_of, looks_as_before, press, running
from tests.waiting import wait_until_async

WIDE = (100, 30)
SMALLEST = (80, 24)


def picture(
    app: PlayApp,
    name: str,
    keys: Sequence[str],
    tmp_path: Path,
    size: tuple[int, int] = WIDE,
    ready: Callable[[], object] = lambda: True,
) -> None:
    async def play() -> None:
        async with running(app, size) as pilot:
            await press(pilot, keys)
            await wait_until_async(ready)
            await pilot.pause()
            looks_as_before(app, name, tmp_path)

    asyncio.run(play())


@pytest.mark.parametrize(
    ("name", "rules", "keys"),
    [
        ("bets", "maryland", ["down", "right"]),
        ("refused", "catfish-bend", ["3", "space"]),
        ("settled", "south-dakota", ["space", "c", "c", "1"]),
        ("bank-offered", "california", []),
    ],
)
def test_the_table_looks_as_before(
    name: str, rules: str, keys: Sequence[str], tmp_path: Path
) -> None:
    picture(app_of(rules), name, keys, tmp_path, SMALLEST)


def test_four_colours_on_a_light_ground(tmp_path: Path) -> None:
    picture(app_of(), "light", ["d", "t", "space", "c"], tmp_path)


@pytest.mark.slow
def test_the_coach_before_a_choice(tmp_path: Path) -> None:
    app = app_of(coach="before")

    picture(app, "coach-before", ["space", "c"], tmp_path, WIDE, lambda: app.says.asked)


@pytest.mark.slow
def test_the_coach_after_a_hand(tmp_path: Path) -> None:
    app = app_of(coach="after")

    picture(app, "coach-after", ["space", "4"], tmp_path, WIDE, lambda: app.says.split)

"""A small load over real sockets: every command is answered, every player sees every round.

How fast that is, `make bench NAMES=sockets` measures; here only that nothing is lost.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from typing import Final

import pytest

from tests.bench.sockets_load import Load, Plan
from tests.bench.sockets_player import Player
from tests.server.serving import Served, quick
from tests.server.stacked_decks import ROUTES as STACKED
from tests.waiting import WAIT_S_MAX

ROUNDS: Final = 3
SEATS: Final = 3
TABLES: Final = 2
OBEYED: Final = 1 + 2 * ROUNDS  # of each player: to sit, then a wager and a decision in each round


@dataclass(frozen=True)
class Shown:
    """A moment at which every player had the newest view: rounds by table, lines by player."""

    played: dict[str, int]
    seen: dict[str, int]
    lines: dict[str, list[list[int]]]


async def played(served: Served) -> tuple[Load, Shown]:
    """Play a few rounds at every table, then wait for every answer and for the last view."""
    load = Load(Plan([served.origin], [os.getpid()], "smoke", seats=SEATS))
    try:
        await load.grow(TABLES)
        async with asyncio.timeout(WAIT_S_MAX):
            while min(one.obeyed for one in players(load)) < OBEYED:  # noqa: ASYNC110  # counted, not told
                await asyncio.sleep(0.02)
            await load.rest()
            while (shown := all_shown(served, load)) is None:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        return load, shown
    finally:
        await load.close()


def players(load: Load) -> list[Player]:
    """The seats, as what they are."""
    return [socket for socket in load.sockets if isinstance(socket, Player)]


def is_shown(served: Served, player: Player) -> bool:
    """Tell whether a player has the newest view of their table."""
    return player.newest == served.services.pit.tables[player.table].handler.replica.number


def rounds_of(served: Served) -> dict[str, int]:
    return {name: task.table.rounds for name, task in served.services.pit.tables.items()}


def all_shown(served: Served, load: Load) -> Shown | None:
    """Return what is played and seen if every player has the newest view of their table.

    The tables go on in a thread of their own: a round may begin while we look.
    """
    before = rounds_of(served)
    shown = all(is_shown(served, one) for one in players(load))
    if not shown or rounds_of(served) != before:
        return None
    lines = {
        table: [list(one.lines) for one in players(load) if one.table == table] for table in before
    }
    return Shown(before, dict(load.tally.rounds), lines)


@pytest.mark.slow
def test_a_small_load_loses_nothing() -> None:
    with Served(quick(), more=STACKED) as served:
        load, shown = asyncio.run(played(served))
        tally = load.tally

    assert len(players(load)) == TABLES * SEATS
    assert not load.lost()
    assert tally.answered == tally.asked
    assert not tally.refused
    assert not any(player.repeated for player in players(load))
    assert tally.answered >= TABLES * SEATS * OBEYED
    assert shown.seen == shown.played
    for logs in shown.lines.values():
        together = max(log[0] for log in logs)  # the first line that the last comer was shown
        assert all(log == sorted(log) for log in logs)
        assert len({tuple(n for n in log if n >= together) for log in logs}) == 1

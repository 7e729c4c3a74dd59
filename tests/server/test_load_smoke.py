"""A small load over real sockets: every command is answered, every player sees every round.

How fast that is, `make bench NAMES=sockets` measures; here only that nothing is lost.
"""

from __future__ import annotations

import asyncio
import os
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


async def played(served: Served) -> Load:
    """Play a few rounds at every table, then wait for every answer and for the last view."""
    load = Load(Plan([served.origin], [os.getpid()], "smoke", seats=SEATS))
    try:
        await load.grow(TABLES)
        async with asyncio.timeout(WAIT_S_MAX):
            while min(one.obeyed for one in players(load)) < OBEYED:  # noqa: ASYNC110  # counted, not told
                await asyncio.sleep(0.02)
            await load.rest()
            while not all(is_shown(served, one) for one in players(load)):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        return load
    finally:
        await load.close()


def players(load: Load) -> list[Player]:
    """The seats, as what they are."""
    return [socket for socket in load.sockets if isinstance(socket, Player)]


def is_shown(served: Served, player: Player) -> bool:
    """Tell whether a player has the newest view of their table."""
    return player.newest == served.services.pit.tables[player.table].handler.replica.number


@pytest.mark.slow
def test_a_small_load_loses_nothing() -> None:
    with Served(quick(), more=STACKED) as served:
        load = asyncio.run(played(served))
        tally = load.tally
        journals = {
            name: table_task.table.rounds for name, table_task in served.services.pit.tables.items()
        }

    assert len(players(load)) == TABLES * SEATS
    assert not load.lost()
    assert tally.answered == tally.asked
    assert not tally.refused
    assert not any(player.repeated for player in players(load))
    assert tally.answered >= TABLES * SEATS * OBEYED
    assert tally.rounds == journals
    for table in journals:
        logs = [player.lines for player in players(load) if player.table == table]
        together = max(log[0] for log in logs)  # the first line that the last comer was shown
        assert all(log == sorted(log) for log in logs)
        assert len({tuple(n for n in log if n >= together) for log in logs}) == 1

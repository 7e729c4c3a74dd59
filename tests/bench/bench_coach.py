"""Coaches at the table: what tables wait for with coaches on and off, in one run.

`make bench NAMES=coach`. Twenty tables with one thinking player each, so that the coach may speak
at any time. A coach that is on asks `/api/tables/TABLE/coach` whenever a page would: when its seat
is asked, has decided, and when the hand is over. Windows with coaches off and on follow in turn.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from typing import Final

import msgspec

from tests.bench.bench_decision_http import Line, beside, warm
from tests.bench.beside_tables import measure_server
from tests.bench.sockets_load import Load, Plan, Window, part
from tests.bench.sockets_player import Player

TABLES: Final = 20
THINK_S: Final = (0.3, 1.0)  # between being asked and acting
WINDOW_S: Final = 6.0
PAIRS: Final = 6  # windows with coaches off and on, in turn
RATIO_MAX: Final = 1.15  # of the tables' p99, with coaches over without
AGAIN_S: Final = 0.5  # after which a page asks again where the coach is not ready


class _Priced(msgspec.Struct):
    street: str


class _Said(msgspec.Struct):
    asked: _Priced | None = None
    over: bool = False
    waiting: str = ""


_DECODE: Final = msgspec.json.Decoder(_Said).decode


class Coaches:
    """The coaches of all players, and how long their answers took, by what they were about."""

    def __init__(self, origin: str) -> None:
        self.taken: dict[str, list[float]] = {"deal": [], "flop": [], "river": [], "after": []}
        self.waited = 0  # answers that said: not yet
        self._origin = origin

    async def follow(self, player: Player, number: int) -> None:
        """Ask at every new moment of one player's table, for ever.

        Not at the first: twenty pages do not open their coaches in the same millisecond.
        """
        line = Line(self._origin, f"10.3.0.{number}", player.cookie)
        last = player.moment
        try:
            while True:
                player.viewed.clear()
                if player.moment != last:
                    last = player.moment
                    await self._ask(line, player.table)
                await player.viewed.wait()
        finally:
            await line.close()

    async def _ask(self, line: Line, table: str) -> None:
        while True:
            begun = time.perf_counter()
            status = await line.get(f"/api/tables/{table}/coach")
            took = time.perf_counter() - begun
            if status != 200:
                raise RuntimeError(f"the coach answers {status}: {line.body[:200]!r}")
            said = _DECODE(line.body)
            if not said.waiting:
                break
            self.waited += 1
            await asyncio.sleep(AGAIN_S)
        if said.asked is not None:
            self.taken[said.asked.street].append(took)
        elif said.over:
            self.taken["after"].append(took)


async def measure(origin: str, pid: int) -> None:
    """Seat the players, then measure windows with coaches off and on."""
    line = Line(origin)
    await warm(line)
    await line.close()
    load = Load(Plan([origin], [pid], "solo", THINK_S, seats=1))
    coaches = Coaches(origin)
    try:
        await load.grow(TABLES)
        await _first_answers(load, coaches)
        await _windows(load, coaches)
        await load.rest()
        lost = load.lost()
        print(f"{len(lost)} sockets lost{': ' + lost[0] if lost else ''}")
    finally:
        await load.close()


async def _first_answers(load: Load, coaches: Coaches) -> None:
    """Let coaches ask for a while that is not counted: values before the cards are solved once."""
    await beside(load, _on(load, coaches))
    for taken in coaches.taken.values():
        taken.clear()
    coaches.waited = 0


def _on(load: Load, coaches: Coaches) -> list[asyncio.Task[None]]:
    players = [one for one in load.sockets if isinstance(one, Player)]
    return [asyncio.create_task(coaches.follow(one, n)) for n, one in enumerate(players, 1)]


async def _windows(load: Load, coaches: Coaches) -> None:
    off: list[float] = []
    on: list[float] = []
    ratios: list[float] = []
    print(f"\n{'tables':<14}{'actions/s':>10}{'p50 ms':>8}{'p99 ms':>8}{'server':>8}{'this':>6}")
    for _ in range(PAIRS):
        plain, taken = await beside(load, [])
        off += taken
        _show("coaches off", plain)
        window, taken = await beside(load, _on(load, coaches))
        on += taken
        _show("coaches on", window)
        ratios.append(window.p99 / plain.p99)
    print(
        f"p99 of table answers: {part(off, 0.99):.1f} ms off, {part(on, 0.99):.1f} ms on; ratio "
        f"{part(on, 0.99) / part(off, 0.99):.2f}, at most {RATIO_MAX} is due; by pair "
        f"{', '.join(f'{one:.2f}' for one in ratios)}, median {statistics.median(ratios):.2f}"
    )
    print(f"\n{'coach':<14}{'answers':>10}{'p50 ms':>8}{'p99 ms':>8}")
    for name, taken in coaches.taken.items():
        print(f"{name:<14}{len(taken):>10}{part(taken, 0.5):>8.1f}{part(taken, 0.99):>8.1f}")
    print(f"{coaches.waited} answers said that they were still being counted")


def _show(name: str, window: Window) -> None:
    print(
        f"{name:<14}{window.actions:>10.1f}{window.p50:>8.1f}{window.p99:>8.1f}"
        f"{window.cpu_share:>8.0%}{window.client_share:>6.0%}"
    )


def main() -> None:
    """Print all figures; about two minutes."""
    think = f"{THINK_S[0]} to {THINK_S[1]} s"
    measure_server(f"{TABLES} tables, a player thinks for {think}", measure)


if __name__ == "__main__":
    main()

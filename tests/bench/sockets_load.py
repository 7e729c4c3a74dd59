"""Tables full of players over real sockets, and what they wait for while more tables are added."""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from tests.bench.sockets_player import Echoed, Player, Tally

SEATS: Final = 3
SETTLE_S: Final = 0.7  # after new players have sat down, before the clock runs
AT_A_TIME: Final = 4  # tables that are opened together
QUIET_S_MAX: Final = 20.0  # for outstanding answers at the end
TICK: Final = os.sysconf("SC_CLK_TCK")
# Nobody is hurried: bets close when all have bet. Cards take the time that `step` says.
AT_ONCE: Final = {"betting": None, "bank": None, "step": 0, "result": 0, "between": 0}
LIVELY: Final = {"betting": None, "bank": None, "step": 300, "result": 1_500, "between": 300}


@dataclass(frozen=True, slots=True)
class Plan:
    """How to load: `origins` take tables in turn, or with `mixed` the seats of every table."""

    origins: Sequence[str]
    pids: Sequence[int]
    prefix: str
    think: tuple[float, float] | None = None
    seats: int = SEATS
    rules: str = "maryland"
    deflate: bool = True
    mixed: bool = False


@dataclass(slots=True)
class Window:
    """What was measured while so many tables were played; rates a second, times in ms."""

    tables: int
    seconds: float
    actions: float
    views: float
    rounds: float
    p50: float
    p95: float
    p99: float
    view_p50: float
    view_p99: float
    cpu_ms: float  # of the servers, for each action
    cpu_share: float  # of one core
    client_share: float
    view_bytes: float
    views_an_action: float  # that one socket gets
    count: int
    refused: dict[str, int] = field(default_factory=dict)


def cpu_s(pids: Sequence[int]) -> float:
    """Processor seconds of processes by now."""
    used = 0
    for pid in pids:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        used += int(after_name[11]) + int(after_name[12])
    return used / TICK


def part(times: Sequence[float], share: float) -> float:
    """Give the time that this share of all did not exceed, in milliseconds."""
    if not times:
        return float("nan")
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Load:
    """Players at tables of a server; grows, is measured, and ends with every answer heard."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tally = Tally()
        self.sockets: list[Player | Echoed] = []
        self._tables = 0

    async def grow(self, tables: int) -> None:
        """Open tables until there are so many, and seat players at them."""
        async with httpx.AsyncClient(base_url=self.plan.origins[0], timeout=60) as http:
            me = await http.get("/api/me")
            headers = {"x-csrf": me.json()["csrf"], "origin": self.plan.origins[0]}
            first, self._tables = self._tables + 1, max(tables, self._tables)
            for begin in range(first, tables + 1, AT_A_TIME):
                numbers = range(begin, min(begin + AT_A_TIME, tables + 1))
                await asyncio.gather(*(self._open(http, headers, n) for n in numbers))

    async def _open(self, http: httpx.AsyncClient, headers: dict[str, str], number: int) -> None:
        plan, name = self.plan, f"{self.plan.prefix}-{number}"
        pace = LIVELY if plan.think else AT_ONCE
        own = {"pace": {**pace, "clock": False}, "provable": True}
        body = {"name": name, "rules": plan.rules, **own}
        answer = await http.post("/api/testing/tables", json=body, headers=headers)
        if answer.status_code != 201:
            raise RuntimeError(f"no table: {answer.text}")
        players = [
            Player(name, seat, self.tally, plan.think, keep=(number, seat) == (1, 1))
            for seat in range(1, plan.seats + 1)
        ]
        for player in players:
            which = player.seat if plan.mixed else number
            await _come(player, plan.origins[which % len(plan.origins)], deflate=plan.deflate)
        self.sockets += players

    async def grow_bare(self, tables: int) -> None:
        """As `grow`, at a bare server: the turn goes round each table."""
        while self._tables < tables:
            self._tables += 1
            table = f"{self.plan.prefix}-{self._tables}"
            seats = [Echoed(table, self.tally) for _ in range(self.plan.seats)]
            for seat, following in zip(seats, [*seats[1:], seats[0]], strict=True):
                seat.following = following
                await seat.open(self.plan.origins[0], deflate=self.plan.deflate)
            self.sockets += seats
            await seats[0].turn()

    async def measure(self, seconds: float) -> Window:
        """Measure for a while."""
        await asyncio.sleep(SETTLE_S)
        tally = self.tally
        tally.to_answer.clear()
        tally.to_view.clear()
        refused = Counter(tally.refused)
        views, size, rounds = tally.views, tally.view_bytes, sum(tally.rounds.values())
        used, mine, begun = cpu_s(self.plan.pids), time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        took = time.perf_counter() - begun
        used = cpu_s(self.plan.pids) - used
        count = len(tally.to_answer)
        seen = tally.views - views
        return Window(
            tables=self._tables,
            seconds=took,
            actions=count / took,
            views=seen / took,
            rounds=(sum(tally.rounds.values()) - rounds) / took,
            p50=part(tally.to_answer, 0.50),
            p95=part(tally.to_answer, 0.95),
            p99=part(tally.to_answer, 0.99),
            view_p50=part(tally.to_view, 0.50),
            view_p99=part(tally.to_view, 0.99),
            cpu_ms=1000 * used / count if count else float("nan"),
            cpu_share=used / took,
            client_share=(time.process_time() - mine) / took,
            view_bytes=(tally.view_bytes - size) / seen if seen else float("nan"),
            views_an_action=seen / count / self.plan.seats if count else float("nan"),
            count=count,
            refused=dict(tally.refused - refused),
        )

    async def rest(self) -> None:
        """Ask nothing new, and wait until everything asked has been answered."""
        for socket in self.sockets:
            socket.resting = True
        until = time.monotonic() + QUIET_S_MAX
        while self.tally.asked != self.tally.answered and time.monotonic() < until:  # noqa: ASYNC110  # counted, not told
            await asyncio.sleep(0.02)

    def lost(self) -> list[str]:
        """List the sockets that the server let go, with its reason."""
        return [f"{one.table}: {one.lost}" for one in self.sockets if one.lost]

    async def close(self) -> None:
        """Hang up everywhere."""
        await asyncio.gather(*(socket.close() for socket in self.sockets))


async def _come(player: Player, origin: str, *, deflate: bool) -> None:
    """Sit down; another process of the house may not know the table yet."""
    for _ in range(100):
        with suppress(TimeoutError):
            await asyncio.wait_for(player.come(origin, deflate=deflate), 60)
        if not player.lost:
            return
        player.lost = ""
        await player.close()
        await asyncio.sleep(0.05)
    raise RuntimeError(f"no seat at {player.table}")

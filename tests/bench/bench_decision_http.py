"""Decisions over HTTP beside tables of thinking players: what each waits for, in one run.

`make bench NAMES=decision_http`. The server is a process of its own, with a rate limit for each
address, and the odds service has processes of its own; players, coaches and the clients that are
timed are in this one, on the same cores. Cards are new each time, so that no answer comes from the
cache; only a coach before the flop, who has seen two cards, asks one of 169 questions.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode, urlsplit

from pitboss.cards import DECK, cards_text
from tests.bench.beside_tables import measure_server
from tests.bench.sockets_load import Load, Plan, Window, part

TABLES: Final = 20
THINK_S: Final = (0.3, 1.0)  # between being asked and acting
WINDOW_S: Final = 6.0
PAIRS: Final = 8  # windows without coaches and with them, in turn
RATIO_MAX: Final = 1.15  # of the tables' p99, with coaches over without
FLOOD_A_SECOND: Final = 1_000
FLOOD_LINES: Final = 8  # connections of the flood
FLOOD_FROM: Final = "203.0.113.9"  # another address than the players'
SEED: Final = 15


@dataclass(frozen=True, slots=True)
class Spot:
    """A decision: how many cards are seen, how often it is asked, and the p99 it may take."""

    name: str
    board: int
    dead: int
    count: int
    due_ms: float

    def path(self, chance: random.Random) -> str:
        """Return the address of a question with new cards."""
        cards = chance.sample(DECK, 2 + self.board + self.dead)
        query = {"hole": cards[:2], "board": cards[2 : 2 + self.board]}
        query["dead"] = cards[2 + self.board :]
        return "/api/odds/decision?" + urlencode({k: cards_text(v) for k, v in query.items() if v})


RIVER: Final = Spot("river", 5, 0, 600, 25)
FLOP: Final = Spot("flop", 3, 0, 600, 25)
DEAL: Final = Spot("deal", 0, 0, 200, 150)
MEASURED: Final = (
    RIVER,
    Spot("river, 4 dead", 5, 4, 300, 25),
    FLOP,
    Spot("flop, 4 dead", 3, 4, 300, 25),
    Spot("deal, 2 dead", 0, 2, 200, 150),
    Spot("deal, 10 dead", 0, 10, 200, 150),
)
COACHED: Final = (DEAL, FLOP, RIVER)  # what a coach asks, in equal parts


class Line:
    """One connection that asks one thing at a time; a plain client costs less than the server.

    Without an address, which a rate limit holds for, each question comes from another one.
    """

    def __init__(self, origin: str, address: str = "", cookie: str = "") -> None:
        self.body = b""  # of the last answer
        self._at = urlsplit(origin)
        self._address = address
        self._cookie = f"\r\ncookie: {cookie}" if cookie else ""
        self._asked = 0
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def get(self, path: str) -> int:
        """Ask, read the whole answer, and return its status."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._at.hostname, self._at.port)
        reader, writer = self._streams
        self._asked += 1
        address = self._address or f"10.1.{self._asked >> 8 & 255}.{self._asked & 255}"
        head = f"GET {path} HTTP/1.1\r\nhost: {self._at.netloc}\r\nx-forwarded-for: {address}"
        writer.write(f"{head}{self._cookie}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = int(head.partition("content-length:")[2].partition("\r\n")[0])
        self.body = await reader.readexactly(length)
        if "connection: close" in head:
            await self.close()
        return int(head.split(maxsplit=2)[1])

    async def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def warm(line: Line) -> None:
    """Wait until the odds service has compiled what decisions need."""
    chance = random.Random(SEED)
    while True:
        statuses = [await line.get(spot.path(chance)) for spot in MEASURED]
        if set(statuses) == {200}:
            return
        await asyncio.sleep(1)


async def timed(line: Line, spot: Spot, chance: random.Random) -> list[float]:
    """Ask one question after the other, and return how long each took."""
    taken = []
    for _ in range(spot.count):
        path = spot.path(chance)
        begun = time.perf_counter()
        status = await line.get(path)
        taken.append(time.perf_counter() - begun)
        if status != 200:
            raise RuntimeError(f"{spot.name}: {status}")
        await asyncio.sleep(0.002)
    return taken


async def decisions(origin: str) -> None:
    """Print what each kind of decision waits for."""
    line, chance = Line(origin), random.Random(SEED)
    columns = f"{'asked':>6}{'p50 ms':>8}{'p99 ms':>8}{'due':>6}{'p99/due':>9}"
    print(f"\n{'decision over HTTP':<20}{columns}")
    for spot in MEASURED:
        taken = await timed(line, spot, chance)
        p99 = part(taken, 0.99)
        print(
            f"{spot.name:<20}{len(taken):>6}{part(taken, 0.5):>8.1f}{p99:>8.1f}{spot.due_ms:>6.0f}"
            f"{p99 / spot.due_ms:>9.2f}"
        )
    await line.close()


async def coach(origin: str, pause_s: float, number: int) -> None:
    """Ask what a coach of one player asks, for ever."""
    line, chance = Line(origin, f"10.2.0.{number}"), random.Random(f"{SEED} {number}")
    try:
        while True:
            await asyncio.sleep(chance.uniform(0.5, 1.5) * pause_s)
            await line.get(chance.choice(COACHED).path(chance))
    finally:
        await line.close()


async def flood(origin: str, answers: Counter[int], number: int) -> None:
    """Ask more than anybody may, for ever: this line's part of the questions a second."""
    line, chance = Line(origin, FLOOD_FROM), random.Random(f"flood {number}")
    due = time.perf_counter()
    try:
        while True:
            due = max(due + FLOOD_LINES / FLOOD_A_SECOND, time.perf_counter() - 1.0)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            with suppress(OSError, EOFError):
                answers[await line.get(FLOP.path(chance))] += 1
                continue
            await line.close()
    finally:
        await line.close()


async def beside(load: Load, tasks: Sequence[asyncio.Task[None]]) -> tuple[Window, list[float]]:
    """Measure the tables while tasks run, and end them."""
    try:
        window = await load.measure(WINDOW_S)
        return window, list(load.tally.to_answer)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def tables(load: Load, origin: str) -> None:
    """Print what tables wait for without coaches, with them, and in a flood; in turn."""
    without: list[float] = []
    with_: list[float] = []
    ratios: list[float] = []
    flooded: Counter[int] = Counter()
    print(f"\n{'tables':<16}{'actions/s':>10}{'p50 ms':>8}{'p99 ms':>8}{'server':>8}{'this':>6}")

    def show(name: str, window: Window) -> None:
        print(
            f"{name:<16}{window.actions:>10.1f}{window.p50:>8.1f}{window.p99:>8.1f}"
            f"{window.cpu_share:>8.0%}{window.client_share:>6.0%}"
        )

    for _ in range(PAIRS):
        plain, taken = await beside(load, [])
        without += taken
        show("alone", plain)
        seats = len(load.sockets)
        pause_s = seats / plain.actions  # a question for every action
        coaches = [asyncio.create_task(coach(origin, pause_s, n)) for n in range(seats)]
        window, taken = await beside(load, coaches)
        with_ += taken
        show("with coaches", window)
        ratios.append(window.p99 / plain.p99)
    ratio = part(with_, 0.99) / part(without, 0.99)
    print(
        f"p99 of table answers: {part(without, 0.99):.1f} ms alone, {part(with_, 0.99):.1f} ms "
        f"with coaches; ratio {ratio:.2f}, at most {RATIO_MAX} is due; by pair "
        f"{', '.join(f'{one:.2f}' for one in ratios)}, median {statistics.median(ratios):.2f}"
    )
    others = {share: part(with_, share) / part(without, share) for share in (0.5, 0.9, 0.95)}
    print("the same ratio of " + ", ".join(f"p{100 * k:.0f} {v:.2f}" for k, v in others.items()))
    begun = time.perf_counter()
    asking = [asyncio.create_task(flood(origin, flooded, n)) for n in range(FLOOD_LINES)]
    window, taken = await beside(load, asking)
    show("in a flood", window)
    rate = sum(flooded.values()) / (time.perf_counter() - begun)
    print(
        f"flood: {rate:.0f} questions a second from one address, answered "
        f"{dict(flooded.most_common())}; p99 of table answers {part(taken, 0.99):.1f} ms, "
        f"{part(taken, 0.99) / part(without, 0.99):.2f} times that alone"
    )


async def measure(origin: str, pid: int) -> None:
    """Seat the players, then measure everything beside them."""
    line = Line(origin)
    await warm(line)
    await line.close()
    load = Load(Plan([origin], [pid], "coached", THINK_S))
    try:
        await load.grow(TABLES)
        await decisions(origin)
        await tables(load, origin)
        await load.rest()
        lost = load.lost()
        print(f"{len(lost)} sockets lost{': ' + lost[0] if lost else ''}")
    finally:
        await load.close()


def main() -> None:
    """Print all figures; about three minutes."""
    think = f"{THINK_S[0]} to {THINK_S[1]} s"
    measure_server(f"{TABLES} tables of 3 players who think for {think}", measure)


if __name__ == "__main__":
    main()

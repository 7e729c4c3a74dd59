"""The lab beside tables of thinking players: how long a bound and an exact value take.

`make bench NAMES=lab`. A designer changes one line after the other: each variant is new, so that no
answer comes from the cache. The bound is asked for first and the exact value after it, as the page
does. Windows with the lab at rest and in use follow in turn; what tables wait for is a ratio.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import time
from typing import Any, Final
from urllib.parse import quote

from tests.bench.bench_decision_http import Line, beside, warm
from tests.bench.beside_tables import measure_server
from tests.bench.sockets_load import Load, Plan, part

TABLES: Final = 20
THINK_S: Final = (0.3, 1.0)  # between being asked and acting
PAIRS: Final = 4  # windows with the lab at rest and in use, in turn
VARIANTS: Final = 60  # timed, one after the other
BOUND_MS: Final = 50
EXACT_MS: Final = 1_000
RATIO_MAX: Final = 1.15  # of the tables' p99, with the lab in use over without
LOOK_S: Final = 0.3  # at a figure, before the next change
AGAIN_S: Final = 0.05  # after which a value that is being counted is asked for again
SEED: Final = 16
HANDS: Final = ("straight-flush", "four-of-a-kind", "full-house", "flush", "straight")


def new_variant(chance: random.Random) -> str:
    """Return a variant of Maryland's game that hardly anybody has asked for: three other lines."""
    pays = {
        hand: f"{chance.randint(1, 60)} to {chance.randint(1, 4)}"
        for hand in chance.sample(HANDS, 3)
    }
    return quote(json.dumps({"pays": pays}))


class Designer:
    """Asks for variants as the page does, and keeps how long each answer took, in seconds."""

    def __init__(self, origin: str) -> None:
        self.bounds: list[float] = []
        self.exacts: list[float] = []
        self.above = 0  # bounds above the exact value: there must be none
        self._line = Line(origin)
        self._chance = random.Random(SEED)

    async def change(self) -> None:
        """Ask for the bound and the exact value of a new variant."""
        variant = new_variant(self._chance)
        bound, taken = await self._there(f"/api/lab/bound?variant={variant}")
        self.bounds.append(taken)
        exact, taken = await self._there(f"/api/lab/exact?variant={variant}")
        self.exacts.append(taken)
        self.above += bound["ev"]["decimal"] > exact["ev"]["decimal"] + 1e-15

    async def work(self) -> None:
        """Change one line after the other, for ever."""
        try:
            while True:
                await self.change()
                await asyncio.sleep(LOOK_S)
        finally:
            await self.close()

    async def close(self) -> None:
        """Hang up."""
        await self._line.close()

    async def _there(self, path: str) -> tuple[Any, float]:  # Any: JSON
        begun = time.perf_counter()
        while True:
            status = await self._line.get(path)
            found = json.loads(self._line.body)
            if status != 200:
                raise RuntimeError(f"{status}: {found}")
            if found["figures"] is not None:
                return found["figures"], time.perf_counter() - begun
            await asyncio.sleep(AGAIN_S)


def show(name: str, taken: list[float], due_ms: float) -> None:
    """Print how long answers took, and what is due."""
    p50, p95, p99 = (part(taken, share) for share in (0.5, 0.95, 0.99))
    print(
        f"{name:<14}{len(taken):>6}{p50:>9.1f}{p95:>9.1f}{p99:>9.1f}{due_ms:>8.0f}"
        f"{p95 / due_ms:>9.2f}"
    )


async def answers(origin: str) -> None:
    """Print what a designer waits for while the tables play."""
    designer = Designer(origin)
    await designer.change()  # compiles, and solves the place's own game for the bounds
    designer.bounds.clear()
    designer.exacts.clear()
    for _ in range(VARIANTS):
        await designer.change()
        await asyncio.sleep(LOOK_S)
    await designer.close()
    columns = f"{'asked':>6}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'due':>8}{'p95/due':>9}"
    print(f"\n{'lab over HTTP':<14}{columns}")
    show("bound", designer.bounds, BOUND_MS)
    show("exact value", designer.exacts, EXACT_MS)
    print(f"{designer.above} bounds above the exact value")


async def tables(load: Load, origin: str) -> None:
    """Print what tables wait for with the lab at rest and in use, in turn."""
    without: list[float] = []
    with_: list[float] = []
    ratios: list[float] = []
    for _ in range(PAIRS):
        plain, taken = await beside(load, [])
        without += taken
        window, taken = await beside(load, [asyncio.create_task(Designer(origin).work())])
        with_ += taken
        ratios.append(window.p99 / plain.p99)
    ratio = part(with_, 0.99) / part(without, 0.99)
    print(
        f"p99 of table answers: {part(without, 0.99):.1f} ms with the lab at rest, "
        f"{part(with_, 0.99):.1f} ms in use; ratio {ratio:.2f}, at most {RATIO_MAX} is due; by "
        f"pair {', '.join(f'{one:.2f}' for one in ratios)}, median {statistics.median(ratios):.2f}"
    )


async def measure(origin: str, pid: int) -> None:
    """Seat the players, then measure beside them."""
    line = Line(origin)
    await warm(line)
    await line.close()
    load = Load(Plan([origin], [pid], "designed", THINK_S))
    try:
        await load.grow(TABLES)
        await answers(origin)
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

"""Players over real sockets: what they wait for, how many tables are held, what a table costs.

The servers are processes of their own on this machine; the players are in this one. A ladder adds
tables until one answer in a hundred takes 100 ms or longer. "bare" is a server on the same
framework that decides nothing, stores nothing and sends as many bytes for each command as ours.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from pitboss.journal import open_journal
from pitboss.pit.streams import TABLES
from tests.bench.sockets_load import Load, Plan, Window
from tests.bench.sockets_server import Running, pitboss, started
from tests.postgres import PostgresServer

STEPS: Final = (1, 2, 5, 10, 20, 50, 100, 200)  # tables
STEPS_THINKING: Final = (5, 10, 20, 50, 100, 200)  # fewer would not act often enough to be timed
LIMIT_MS: Final = 100.0
WINDOW_S: Final = 3.0
THINK_S: Final = (0.3, 1.0)  # between being asked and acting
AT_ONCE_S_MAX: Final = 20.0  # for a ladder of players who do not think
THINK_S_MAX: Final = 35.0
BENCH_S_MAX: Final = 420.0  # no step is begun later
TABLES_FEW: Final = 10
TABLES_MANY: Final = 110
HEAD: Final = (
    f"  {'tables':>6}{'actions/s':>10}{'views/s':>9}{'rounds/s':>9}{'p50 ms':>8}{'p95':>7}"
    f"{'p99':>7}{'view p99':>9}{'CPU ms an action':>18}{'server':>8}{'players':>8}"
)


@dataclass(slots=True)
class Ladder:
    """The windows of one case, the last one perhaps too slow; and what its first seat saw."""

    windows: list[Window] = field(default_factory=list)
    views: list[bytes] = field(default_factory=list)
    unanswered: int = 0
    lost: list[str] = field(default_factory=list)

    @property
    def held(self) -> Window | None:
        """The largest step whose answers were quick enough."""
        return max((w for w in self.windows if w.p99 < LIMIT_MS), key=_tables, default=None)

    def at(self, tables: int) -> Window | None:
        """The window with so many tables."""
        return next((w for w in self.windows if w.tables == tables), None)


def _tables(window: Window) -> int:
    return window.tables


def _slowness(window: Window) -> float:
    return window.p99


async def climb(plan: Plan, until: float, *, bare: bool = False) -> Ladder:
    """Add tables and measure until it is too slow, or the time is over."""
    load, ladder = Load(plan), Ladder()
    until = min(until, time.monotonic() + (THINK_S_MAX if plan.think else AT_ONCE_S_MAX))
    try:
        for tables in STEPS_THINKING if plan.think else STEPS:
            await (load.grow_bare(tables) if bare else load.grow(tables))
            window = await load.measure(WINDOW_S)
            if not window.p99 < LIMIT_MS:  # once more: the machine may have been elsewhere
                window = min(window, await load.measure(WINDOW_S), key=_slowness)
            ladder.windows.append(window)
            ladder.lost = load.lost()
            if not ladder.windows[-1].p99 < LIMIT_MS or ladder.lost or time.monotonic() > until:
                break
        await load.rest()
        ladder.views = load.tally.kept
        ladder.unanswered = load.tally.asked - load.tally.answered
        return ladder
    finally:
        await load.close()


def show(title: str, ladder: Ladder) -> None:
    """Print a ladder, a line a step."""
    print(f"\n{title}\n{HEAD}")
    for w in ladder.windows:
        print(
            f"  {w.tables:6}{w.actions:10.1f}{w.views:9.0f}{w.rounds:9.1f}{w.p50:8.1f}{w.p95:7.1f}"
            f"{w.p99:7.1f}{w.view_p99:9.1f}{w.cpu_ms:18.2f}{w.cpu_share:8.0%}{w.client_share:8.0%}"
            f"{'  ' + str(w.refused) if w.refused else ''}"
        )
    last = ladder.windows[-1]
    held = f"{ladder.held.tables} held" if ladder.held else "none held"
    more = "" if last.p99 >= LIMIT_MS or ladder.lost else ", and the time was over"
    sent = f"{last.views_an_action:.1f} views a socket and action"
    print(f"  {sent}, {last.view_bytes:.0f} bytes each")
    print(f"  {held} with p99 below {LIMIT_MS:.0f} ms{more}; {ladder.unanswered} unanswered")
    for lost in ladder.lost[:3]:
        print(f"  lost {lost}")


def both(title: str, servers: Sequence[Running], until: float, *, mixed: bool = False) -> Ladder:
    """Climb with players who do not think, then with such as do; the first ladder."""
    origins, pids = [one.origin for one in servers], [one.pid for one in servers]
    word = "".join(letter for letter in title.lower() if letter.isalnum())
    fast = asyncio.run(climb(Plan(origins, pids, f"{word}-fast", mixed=mixed), until))
    show(f"{title}, players act at once", fast)
    slow = asyncio.run(climb(Plan(origins, pids, f"{word}-slow", THINK_S, mixed=mixed), until))
    show(f"{title}, players think for {THINK_S[0]} to {THINK_S[1]} s", slow)
    return fast


def memory(server: Running) -> None:
    """Print what an open table takes while nobody is there."""
    with httpx.Client(base_url=server.origin, timeout=60) as http:
        headers = {"x-csrf": http.get("/api/me").json()["csrf"], "origin": server.origin}
        sizes = []
        for first, last in ((0, TABLES_FEW), (TABLES_FEW, TABLES_MANY)):
            for number in range(first, last):
                body = {"name": f"idle-{number}", "provable": True}
                http.post("/api/testing/tables", json=body, headers=headers).raise_for_status()
            time.sleep(1)
            sizes.append(server.rss_kib())
    each = (sizes[1] - sizes[0]) / (TABLES_MANY - TABLES_FEW)
    print(
        f"memory: {sizes[0] / 1024:.0f} MiB with {TABLES_FEW} open tables, {sizes[1] / 1024:.0f} "
        f"with {TABLES_MANY}: {each:.0f} KiB a table"
    )


@contextmanager
def bare(folder: Path, ours: Ladder) -> Iterator[Running]:
    """Run the bare server, with our own views to send."""
    stored = folder / "views.json"
    stored.write_text(json.dumps([view.decode() for view in ours.views]))
    window = ours.windows[-1]
    with started("tests.bench.sockets_echo", str(stored), str(window.views_an_action)) as running:
        yield running


def compare(ours: Ladder, other: Ladder) -> None:
    """Print ours as a share of the bare server, with as many tables."""
    for window in other.windows:
        mine = ours.at(window.tables)
        if mine is not None:
            print(
                f"  {window.tables} tables: ours {mine.actions / window.actions:.2f} of the "
                f"actions a second, {mine.p50 / window.p50:.1f} times the p50, "
                f"{mine.cpu_ms / window.cpu_ms:.1f} times the CPU an action"
            )


def size_of(db: Path) -> int:
    """Add up the files of a SQLite store, the people's and the logs beside them included."""
    return sum(path.stat().st_size for path in db.parent.glob(f"{db.stem}*"))


def journal_of(db: Path, before: int) -> None:
    """Print what a round is in the journal, of all tables that were played."""
    rounds = events = commits = size = 0
    with open_journal(db) as journal:
        for stream in journal.heads(TABLES):
            begun = False
            for entry in journal.read(stream):
                begun = begun or entry.name.startswith("round-begun/")
                if begun:
                    rounds += entry.name.startswith("round-begun/")
                    events += 1
                    commits += entry.size is not None
                    size += len(entry.data) + len(entry.cause or b"") + len(entry.hash)
    disk = size_of(db) - before
    print(
        f"journal: {rounds} rounds; each is {events / rounds:.1f} rows in {commits / rounds:.1f} "
        f"commits, {size / rounds:.0f} bytes of them, {disk / rounds:.0f} more on disk"
    )


def main() -> None:
    """Print all figures; under eight minutes on a machine with nothing else to do."""
    begun = time.monotonic()
    until = begun + BENCH_S_MAX
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        load = Path("/proc/loadavg").read_text().split()[0]
        print(f"3 seats a table, Maryland; load of the machine before: {load}")
        db = folder / "pit.db"
        with pitboss(str(db)) as server:
            memory(server)
            before = size_of(db)
            ours = both("SQLite, one process", [server], until)
            print(f"memory: {server.rss_kib() / 1024:.0f} MiB afterwards")
        journal_of(db, before)
        with bare(folder, ours) as server:
            plan = Plan([server.origin], [server.pid], "bare")
            echoed = asyncio.run(climb(plan, until, bare=True))
            show("bare server, players act at once", echoed)
            compare(ours, echoed)
        url = stack.enter_context(PostgresServer(fsync=True)).fresh()
        first = stack.enter_context(pitboss(url))
        both("PostgreSQL, one process", [first], until)
        second = stack.enter_context(pitboss(url))
        both("PostgreSQL, two processes", [first, second], until)
    print(f"\n{time.monotonic() - begun:.0f} s in all")


if __name__ == "__main__":
    main()

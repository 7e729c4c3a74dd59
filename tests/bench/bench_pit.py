"""Runs tables of bots: what a round costs, how that grows with tables, and how a table loads.

Shares are of the same rounds decided in memory, with no journal, no clock and no task.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from pitboss.journal import Journal, open_journal
from pitboss.pit import Pit, Style, load
from pitboss.pit.bot_seats import bot_due
from pitboss.pit.bot_tables import AT_ONCE, open_tables, play_rounds
from pitboss.pit.replica import keep
from pitboss.round import Refusal
from pitboss.rules import all_rule_sets, rule_set
from pitboss.table import Order, Table, decide, evolve
from pitboss.table import command as ask
from pitboss.table.timetable import Pace, due
from tests.pit.hands import SeededChance

SEATS = 3
TABLES = (1, 4, 16, 64)
ROUNDS = 320  # in all, shared by the tables
EVENTS = 100_000


def main() -> None:
    """Print rounds per second, their growth, and the cost of loading a table."""
    out = sys.stdout.write
    plain = _plain_rounds_s()
    out(f"\n{SEATS} random bots a table, {ROUNDS} rounds\n")
    out(f"{'decided in memory, no journal':34}{plain:8.0f} rounds/s\n")
    with tempfile.TemporaryDirectory() as folder:
        for tables in TABLES:
            for store in ("memory:", str(Path(folder, f"{tables}.db"))):
                rate = _pit_rounds_s(store, tables)
                word = "memory" if store == "memory:" else "SQLite"
                out(f"{f'{tables} tables on {word}':34}{rate:8.0f} rounds/s{rate / plain:8.2f}\n")
        _loading(Path(folder))


def _plain_rounds_s() -> float:
    """Play by decide and evolve alone: the least that a round costs."""
    chance = SeededChance()
    journal = open_journal("memory:")
    asyncio.run(_opened(journal))
    table = load(journal, "table/catfish-bend 1").table
    begun, first, at = time.perf_counter(), table.rounds, table.clock.at
    while table.rounds < first + ROUNDS:
        step = bot_due(table, chance, 0) or due(table, AT_ONCE)
        if step is None:
            raise RuntimeError("the table waits for somebody")
        command = (
            ask.OpenRound(chance.secret()) if step.command == ask.OpenRound() else step.command
        )
        at = max(at, step.at)
        table = _after(table, Order(command, step.by, at))
    return ROUNDS / (time.perf_counter() - begun)


def _after(table: Table, order: Order) -> Table:
    decision = decide(table, order)
    if isinstance(decision, Refusal):
        raise RuntimeError(decision.text)
    for event in decision:
        table = evolve(table, event, order.at)
    return table


async def _opened(journal: Journal) -> None:
    waiting = Pace(between=10**9)
    async with Pit(journal, pace=waiting, thinking=0, threads=0) as pit:
        names = await open_tables(pit, [rule_set("catfish-bend")], 1, SEATS, Style.RANDOM)
        seats = pit.tables[names[0]].table.seats
        while not all(seat.chips for seat in seats.values()):
            seats = pit.tables[names[0]].table.seats
            await asyncio.sleep(0)


def _pit_rounds_s(store: str, tables: int) -> float:
    async def play(journal: Journal) -> float:
        threads = 0 if store == "memory:" else 8
        async with Pit(journal, pace=AT_ONCE, thinking=0, threads=threads) as pit:
            names = await open_tables(pit, all_rule_sets(), tables, SEATS, Style.RANDOM)
            begun = time.perf_counter()
            played = await play_rounds(pit, names, max(1, ROUNDS // tables))
            return sum(played.values()) / (time.perf_counter() - begun)

    with open_journal(store) as journal:
        return asyncio.run(play(journal))


def _loading(folder: Path) -> None:
    """Load one table of many events, from its first one and from a snapshot."""
    out = sys.stdout.write
    with open_journal(folder / "long.db") as journal:
        number = asyncio.run(_long(journal))
        stream = "table/catfish-bend 1"
        begun = time.perf_counter()
        whole = load(journal, stream, use_snapshot=False)
        whole_s = time.perf_counter() - begun
        if not keep(journal, whole):
            raise RuntimeError("the snapshot was not kept")
        begun = time.perf_counter()
        short = load(journal, stream)
        short_s = time.perf_counter() - begun
        if short.table != whole.table:
            raise RuntimeError("the snapshot gives another table")
    out(f"\nloading a table of {number:,} events on SQLite\n")
    out(f"{'from its first event':34}{whole_s:8.2f} s{whole_s / number * 1e6:8.1f} us an event\n")
    out(f"{'from a snapshot':34}{short_s:8.4f} s{whole_s / short_s:8.0f} times as fast\n")


async def _long(journal: Journal) -> int:
    async with Pit(journal, pace=AT_ONCE, thinking=0) as pit:
        names = await open_tables(pit, [rule_set("catfish-bend")], 1, SEATS, Style.RANDOM)
        stream = f"table/{names[0]}"
        while journal.head(stream).number < EVENTS:  # noqa: ASYNC110  # a journal has no such event
            await asyncio.sleep(0.5)
        return journal.head(stream).number


if __name__ == "__main__":
    main()

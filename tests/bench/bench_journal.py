"""Appends a second of both durable stores, beside the bare database with the same fsync and bytes.

"bare" writes the same rows into a table with the same columns and key and commits each turn: no
command ids, no chain, no heads, no notices. Rounds of all cases alternate, so that a noisy machine
is noisy for all of them; rates are medians.
"""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from pitboss.journal import Draft, Journal, Turn, Write, open_journal
from pitboss.journal.admit import row_of
from pitboss.journal.chain import seal, start
from pitboss.journal.sqlite_file import connect
from tests.postgres import PostgresServer

ROUNDS = 7
ROUND_S = 0.5
EVENTS = 3
APPENDERS = 8
STREAMS = (1, 10, 100, 1000)

DATA = b'{"seat":3,"wagers":{"ante":500,"blind":500,"trips":100},"note":"' + b"x" * 300 + b'"}'
CAUSE = b'{"who":"player/3f9a","command":"place-bets","ante":500,"blind":500,"trips":100}'
COLUMNS = "stream text, number bigint, name text, at bigint, size int, command text"
TABLE = f"CREATE TABLE bare ({COLUMNS}, cause {{b}}, data {{b}}, hash {{b}}, PRIMARY KEY (stream, number))"
INSERT = "INSERT INTO bare VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

Step = Callable[[], None]
_turns = count(1)


def turn() -> Turn:
    draft = Draft("bets-placed/1", DATA)
    return Turn(f"3f9a0c1e-{next(_turns):012}", CAUSE, 1_700_000_000_000, (draft,) * EVENTS)


def bare_rows(stream: str) -> Iterator[list[tuple[Any, ...]]]:
    for after in count(0, EVENTS):
        head = start(stream)
        yield [
            (*row[:1], row[1] + after, *row[2:]) for row in map(row_of, seal(stream, head, turn()))
        ]


def bare_sqlite(path: Path) -> Step:
    connection = connect(path, "rwc")
    for pragma in ("journal_mode = WAL", "synchronous = FULL"):
        connection.execute(f"PRAGMA {pragma}")
    connection.execute(TABLE.format(b="blob"))
    rows = bare_rows("bare")

    def step() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(INSERT, next(rows))
        connection.execute("COMMIT")

    return step


def bare_postgres(url: str, name: str = "bare") -> Step:
    connection = psycopg.connect(url)
    rows = bare_rows(name)
    insert = INSERT.replace("?", "%s").encode()

    def step() -> None:
        connection.cursor().executemany(insert, next(rows))
        connection.commit()

    return step


def ours(journal: Journal, prefix: str, streams: int = 1) -> Step:
    """One append a call, to each of `streams` in turn."""
    numbers = [0] * streams
    turns = count()

    def step() -> None:
        which = next(turns) % streams
        journal.append(Write(f"{prefix}/{which}", numbers[which], turn()))
        numbers[which] += EVENTS

    return step


def rate(*steps: Step) -> float:
    """Calls a second of all `steps` together, each in a thread of its own."""
    begin = time.perf_counter()
    until = begin + ROUND_S
    done = [0] * len(steps)

    def run(which: int) -> None:
        while time.perf_counter() < until:
            steps[which]()
            done[which] += 1

    threads = [threading.Thread(target=run, args=(which,)) for which in range(len(steps))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - begin)


def measure(cases: dict[str, list[Step]]) -> dict[str, float]:
    """Median rate of each case, in alternating rounds."""
    rates: dict[str, list[float]] = {name: [] for name in cases}
    for name, steps in cases.items():
        rate(*steps)  # warm up: prepared statements, files of full size
    for _ in range(ROUNDS):
        for name, steps in cases.items():
            rates[name].append(rate(*steps))
    return {name: statistics.median(values) for name, values in rates.items()}


def show(title: str, rates: dict[str, float], base: str) -> None:
    print(f"\n{title}")
    for name, value in rates.items():
        print(f"  {name:<34}{value:9,.0f} a second {value / rates[base]:7.2f} of {base}")


def many(journal: Journal, prefix: str) -> list[Step]:
    return [ours(journal, f"{prefix}{which}") for which in range(APPENDERS)]


def growth(journal: Journal) -> dict[str, list[Step]]:
    return {f"{n} streams": [ours(journal, f"grow{n}", n)] for n in STREAMS}


def main() -> None:
    """Print both stores' figures."""
    print(f"turns of {EVENTS} events, {len(DATA)} bytes each; fsync on")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        journal = stack.enter_context(open_journal(folder / "journal.db"))
        cases = {
            "bare, 1 appender": [bare_sqlite(folder / "bare.db")],
            "ours, 1 appender": [ours(journal, "one")],
            f"ours, {APPENDERS} appenders": many(journal, "many"),
        }
        show("SQLite", measure(cases), "bare, 1 appender")
        show("SQLite, ours, 1 appender", measure(growth(journal)), "1 streams")

    with ExitStack() as stack:
        server = stack.enter_context(PostgresServer(fsync=True))
        bare_url = server.fresh()
        with psycopg.connect(bare_url) as connection:
            connection.execute(TABLE.format(b="bytea").encode())
        journal = stack.enter_context(open_journal(server.fresh()))
        cases = {
            "bare, 1 appender": [bare_postgres(bare_url)],
            "ours, 1 appender": [ours(journal, "one")],
            f"bare, {APPENDERS} connections": [
                bare_postgres(bare_url, f"bare{which}") for which in range(APPENDERS)
            ],
            f"ours, {APPENDERS} appenders": many(journal, "many"),
        }
        show("PostgreSQL", measure(cases), "bare, 1 appender")
        show("PostgreSQL, ours, 1 appender", measure(growth(journal)), "1 streams")


if __name__ == "__main__":
    main()

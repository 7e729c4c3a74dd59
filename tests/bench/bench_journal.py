"""Appends a second of both durable stores, beside the bare database with the same fsync and bytes.

"bare" writes the same rows into a table with the same columns and key and commits each turn: no
command ids, no chain, no heads, no notices. Short rounds of all cases alternate, so that a noisy
machine is noisy for all of them; rates and shares are medians over the rounds.
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
from pitboss.journal.admission import row_of
from pitboss.journal.chain import seal, start
from pitboss.journal.sql.sqlite_file import connect
from tests.postgres import PostgresServer

ROUNDS = 40
ROUND_S = 0.1
EVENTS = 3
APPENDERS = 8
STREAMS = (1, 10, 100, 1000)

DATA = b'{"seat":3,"wagers":{"ante":500,"blind":500,"trips":100},"note":"' + b"x" * 300 + b'"}'
CAUSE = b'{"who":"player/3f9a","command":"place-bets","ante":500,"blind":500,"trips":100}'
TABLE = (
    "CREATE TABLE bare (stream text, number bigint, name text, at bigint, size int, command text, "
    "cause {b}, data {b}, hash {b}, PRIMARY KEY (stream, number))"
)
INSERT = "INSERT INTO bare VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

Step = Callable[[], None]
_turns = count(1)


def turn() -> Turn:
    draft = Draft("bets-placed/1", DATA)
    return Turn(f"3f9a0c1e-{next(_turns):012}", CAUSE, 1_700_000_000_000, (draft,) * EVENTS)


def bare_rows(stream: str) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of turn after turn, as the journal would write them, made beforehand."""
    entries = seal(stream, start(stream), turn())
    for after in count(0, EVENTS):
        yield [row_of(entry._replace(number=entry.number + after)) for entry in entries]


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
        while not done[which] or time.perf_counter() < until:  # at least one, however slow
            steps[which]()
            done[which] += 1

    threads = [threading.Thread(target=run, args=(which,)) for which in range(len(steps))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - begin)


def measure(cases: dict[str, list[Step]]) -> dict[str, list[float]]:
    """Rates of each case, in short alternating rounds."""
    rates: dict[str, list[float]] = {name: [] for name in cases}
    for steps in cases.values():
        rate(*steps)  # warm up: prepared statements, files of full size
    for _ in range(ROUNDS):
        for name, steps in cases.items():
            rates[name].append(rate(*steps))
    return rates


def show(title: str, rates: dict[str, list[float]]) -> None:
    """Medians, and how each case compares with the first in the same round."""
    print(f"\n{title}")
    base = next(iter(rates))
    for name, values in rates.items():
        share = statistics.median(a / b for a, b in zip(values, rates[base], strict=True))
        median = statistics.median(values)
        print(f"  {name:<22}{median:9,.0f} a second {share:7.2f} of {base}")


def many(journal: Journal, prefix: str) -> list[Step]:
    return [ours(journal, f"{prefix}{which}") for which in range(APPENDERS)]


def growth(journal: Journal) -> dict[str, list[Step]]:
    return {f"{n} stream{'s' * (n > 1)}": [ours(journal, f"grow{n}", n)] for n in STREAMS}


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
        show("SQLite", measure(cases))
        show("SQLite, ours, 1 appender", measure(growth(journal)))

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
        show("PostgreSQL", measure(cases))
        show("PostgreSQL, ours, 1 appender", measure(growth(journal)))


if __name__ == "__main__":
    main()

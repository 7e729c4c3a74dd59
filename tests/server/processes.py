"""Server processes of their own on one PostgreSQL, and what must add up whatever they did."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import httpx
from sqlalchemy import func, select

from pitboss.audit.verify import verify
from pitboss.journal import open_journal
from pitboss.ledger.accounts import CAGE
from pitboss.pit.live import load
from pitboss.pit.streams import TABLES
from pitboss.server.store.database import open_database
from pitboss.server.store.schema import MOVES, PENDING, PURSES
from tests.server.serving import Visitor

WAIT_S_MAX: Final = 90.0
PACE: Final = {"betting": None, "step": 30, "result": 100, "between": 50, "clock": False}
GIVEN: Final = ("grant", "refill")
Json = dict[str, Any]  # Any: JSON


class Process:
    """A `pitboss serve` of its own; what it logs goes to a file."""

    def __init__(self, url: str, folder: Path, name: str) -> None:
        self._log = (folder / f"{name}.log").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pitboss.cli", "serve", "--port", "0", "--db", url, "--no-bots",
             "--testing", "--no-limits", "--no-edges"],
            stdout=subprocess.PIPE, stderr=self._log, text=True,
            env={**os.environ, "XDG_DATA_HOME": str(folder)},
        )  # fmt: skip
        self.origin = ""

    def ready(self) -> None:
        """Wait until it says where it is."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("pitboss: http"), line + self.log()
        self.origin = line.strip().removeprefix("pitboss: ")

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read()

    def end(self, how: signal.Signals) -> int:
        """Signal it and wait until it is gone."""
        self.process.send_signal(how)
        return self.process.wait(WAIT_S_MAX)

    def close(self) -> None:
        with self.process:
            self.process.kill()
        self._log.close()


def until(wanted: Callable[[], bool], what: str) -> None:
    """Wait for something that comes by itself."""
    deadline = time.monotonic() + WAIT_S_MAX
    while not wanted():
        assert time.monotonic() < deadline, f"never {what}"
        time.sleep(0.05)


def at(process: Process, visitor: Visitor) -> Visitor:
    """The same browser, with the same cookie, at another process."""
    moved = Visitor(process.origin)
    moved.client.cookies = httpx.Cookies(visitor.client.cookies)
    return moved


def open_table(one: Process, two: Process, table: str) -> None:
    """Open a table in one process; the other hears of it."""
    with Visitor(one.origin) as visitor, Visitor(two.origin) as other:
        asked = {"name": table, "provable": True, "pace": PACE, "rules": "maryland"}
        answer = visitor.post("/api/testing/tables", asked)
        assert answer.status_code == 201, answer.text
        other.me()
        there = f"/api/tables/{table}"
        until(lambda: other.get(there).status_code == 200, "known to the other process")


def add_up(url: str) -> None:
    """Verify the journal, and hold every purse and every chip against it."""
    with open_journal(url, read_only=True) as journal:
        report = verify(journal)
        assert not report.findings, report.findings
        books = [load(journal, stream).books for stream in journal.heads(TABLES)]
    database = open_database(url)
    try:
        with database.begin() as connection:
            purses = int(connection.execute(select(func.sum(PURSES.c.cents))).scalar_one())
            moved = int(connection.execute(select(func.sum(MOVES.c.cents))).scalar_one())
            given = select(func.sum(MOVES.c.cents)).where(MOVES.c.why.in_(GIVEN))
            grants = int(connection.execute(given).scalar_one())
            pending = connection.execute(select(func.count()).select_from(PENDING)).scalar_one()
    finally:
        database.close()
    assert pending == 0
    assert purses == moved
    assert all(book.trial_balance() == 0 for book in books)
    # What the cages of all tables have paid out, less what was bought, is what purses gained.
    assert purses == grants + sum(int(book.of(CAGE)) for book in books)


def pending_chips(url: str) -> bool:
    """Whether chips have left tables that are in no purse yet."""
    try:
        add_up(url)
    except AssertionError:
        return True
    return False

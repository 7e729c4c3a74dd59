"""Server processes of their own on one PostgreSQL, and what must add up whatever they did."""

from __future__ import annotations

from typing import Any, Final

import httpx

from pitboss.audit.verify import verify
from pitboss.journal import open_journal
from pitboss.ledger.accounts import CAGE
from pitboss.pit.replica import load
from pitboss.pit.streams import TABLES
from tests.server.serving import Visitor
from tests.server_process import ServerProcess
from tests.waiting import wait_until

PACE: Final = {"betting": None, "step": 30, "result": 100, "between": 50, "clock": False}
GIVEN: Final = ("grant", "refill")
Json = dict[str, Any]  # Any: JSON


def at(process: ServerProcess, visitor: Visitor) -> Visitor:
    """The same browser, with the same cookie, at another process."""
    moved = Visitor(process.origin)
    moved.client.cookies = httpx.Cookies(visitor.client.cookies)
    return moved


def open_table(one: ServerProcess, two: ServerProcess, table: str) -> None:
    """Open a table in one process; the other hears of it."""
    with Visitor(one.origin) as visitor, Visitor(two.origin) as other:
        asked = {"name": table, "provable": True, "pace": PACE, "rules": "maryland"}
        answer = visitor.post("/api/testing/tables", asked)
        assert answer.status_code == 201, answer.text
        other.me()
        there = f"/api/tables/{table}"
        wait_until(lambda: other.get(there).status_code == 200, "known to the other process")


def add_up(url: str) -> None:
    """Verify the journal, and hold every purse and every chip against it."""
    with open_journal(url, read_only=True) as journal:
        report = verify(journal)
        assert not report.findings, report.findings
        books = [load(journal, stream).books for stream in journal.heads(TABLES)]
        assert sum(report.accounts.values()) == 0
    assert all(book.trial_balance() == 0 for book in books)
    # What the cages of all tables have paid out, less what was bought, is what purses gained.
    assert report.accounts[CAGE] == -sum(int(book.of(CAGE)) for book in books)

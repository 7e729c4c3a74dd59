"""The house's own database: many threads, one connection, and an end that waits for them."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from pitboss.journal import CannotOpen, Unavailable
from pitboss.pit import SystemChance, SystemClock
from pitboss.server.store.database import open_database
from pitboss.server.store.passwords import CHEAP, Passwords
from pitboss.server.store.people import People
from tests.waiting import WAIT_S_MAX

COUNT = text("WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n WHERE i < 20000) "
             "SELECT count(*) FROM n")  # fmt: skip


def test_a_database_is_closed_when_the_transaction_on_it_is_over() -> None:
    database = open_database("memory:")
    begun, ended = threading.Event(), threading.Event()

    def work() -> None:
        with database.begin() as connection:
            begun.set()
            until = time.monotonic() + 0.3
            while time.monotonic() < until:  # most of it without Python's lock
                connection.execute(COUNT)
            ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(WAIT_S_MAX)
    database.close()

    assert ended.is_set()
    thread.join(WAIT_S_MAX)


def test_who_comes_after_the_end_is_told_so() -> None:
    database = open_database("memory:")
    database.close()

    with pytest.raises(Unavailable, match="is closed"), database.begin():
        pass


def test_what_a_statement_was_given_stays_out_of_its_error() -> None:
    database = open_database("memory:")
    secret = "the key of a private table"  # noqa: S105  # of nobody real
    wrong = text("INSERT INTO house_version VALUES (:key, :key)")
    with pytest.raises(Unavailable) as raised, database.begin() as connection:
        connection.execute(wrong, {"key": secret})

    assert secret not in str(raised.value)
    assert secret not in str(raised.value.__cause__)
    database.close()


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("DROP TABLE house_people", "house_people is missing"),
        ("DROP TABLE house_names", "house_names is missing"),
    ],
)
def test_a_table_that_is_gone_is_noticed_at_the_start(
    tmp_path: Path, statement: str, said: str
) -> None:
    where = str(tmp_path / "pit.db")
    database = open_database(where)
    People(database, SystemClock(), SystemChance(), Passwords(CHEAP)).guest()
    database.close()
    open_database(where).close()
    with closing(sqlite3.connect(tmp_path / "pit-people.db")) as store, store:
        store.execute("PRAGMA foreign_keys = OFF")
        store.execute(statement)

    with pytest.raises(CannotOpen, match=said):
        open_database(where)


def test_people_are_their_owners_alone(tmp_path: Path) -> None:
    database = open_database(str(tmp_path / "pit.db"))

    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    database.close()

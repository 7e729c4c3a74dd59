"""The house's own database: many threads, one connection, and an end that waits for them."""

from __future__ import annotations

import threading
import time

import pytest
from sqlalchemy import text

from pitboss.journal import Unavailable
from pitboss.server.store.database import open_database

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
    assert begun.wait(10)
    database.close()

    assert ended.is_set()
    thread.join(10)


def test_who_comes_after_the_end_is_told_so() -> None:
    database = open_database("memory:")
    database.close()

    with pytest.raises(Unavailable, match="is closed"), database.begin():
        pass

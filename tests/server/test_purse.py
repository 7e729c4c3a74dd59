"""Purses: every move once, none below nothing, whoever asks at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pitboss.journal import open_journal
from pitboss.pit import SystemChance, SystemClock
from pitboss.server.store.database import Database, open_database
from pitboss.server.store.passwords import CHEAP, Passwords
from pitboss.server.store.people import People
from pitboss.server.store.purse import GRANT_CENTS, REFILL_BELOW_CENTS, IdTaken, Purses
from pitboss.server.store.tables import Registry, TableRow


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    where = str(tmp_path / "pit.db")
    if request.param == "postgres":
        where = request.getfixturevalue("postgres_url")
    open_journal(where).close()
    made = open_database(where)
    yield made
    made.close()


@pytest.fixture
def purses(database: Database) -> Purses:
    return Purses(database, SystemClock())


@pytest.fixture
def person(database: Database) -> str:
    return People(database, SystemClock(), SystemChance(), Passwords(CHEAP)).guest().id


def test_a_move_happens_once(purses: Purses, person: str) -> None:
    for _ in range(3):
        assert purses.move("buy-in/1", person, -30_000, "buy-in")

    assert purses.balance(person) == GRANT_CENTS - 30_000


def test_a_purse_does_not_fall_below_nothing(purses: Purses, person: str) -> None:
    assert not purses.move("a", person, -GRANT_CENTS - 1, "buy-in")
    assert purses.balance(person) == GRANT_CENTS
    assert purses.find("a") is None
    assert purses.move("a", person, -GRANT_CENTS, "buy-in")
    assert purses.balance(person) == 0


def test_an_id_that_says_something_else_is_a_mistake(purses: Purses, person: str) -> None:
    purses.move("a", person, -1, "buy-in")

    with pytest.raises(IdTaken):
        purses.move("a", person, -2, "buy-in")


def test_nobody_has_no_purse(purses: Purses) -> None:
    assert purses.balance("nobody") == 0


def test_a_pending_move_waits_for_its_other_half(purses: Purses, person: str) -> None:
    purses.move("a", person, -100, "buy-in", table="maryland-1")
    purses.move("b", person, -100, "buy-in", table="maryland-1")
    purses.settled("a")

    waiting = purses.pending()

    assert [(move.id, move.cents, move.table) for move in waiting] == [("b", -100, "maryland-1")]
    assert purses.pending(before=0) == ()
    assert purses.find("a") is not None


def test_a_purse_is_the_sum_of_its_moves(database: Database, purses: Purses, person: str) -> None:
    for n, cents in enumerate((-500, 20_000, -119_500, -1, 3)):
        purses.move(f"m{n}", person, cents, "test")

    with database.begin() as connection:
        (total,) = connection.exec_driver_sql("SELECT sum(cents) FROM house_moves").one()
    assert purses.balance(person) == total == 3


def test_a_refill_is_for_who_has_little(purses: Purses, person: str) -> None:
    assert not purses.refill(person, 0)
    purses.move("a", person, REFILL_BELOW_CENTS - 1 - GRANT_CENTS, "test")
    assert not purses.refill(person, 1)
    assert purses.refill(person, 0)
    assert purses.balance(person) == REFILL_BELOW_CENTS - 1 + GRANT_CENTS
    assert not purses.refill(person, 0)


@pytest.mark.parametrize("round_", range(3))
def test_what_is_asked_at_the_same_time_happens_once(
    purses: Purses, person: str, round_: int
) -> None:
    purses.move("less", person, -GRANT_CENTS + 100, "test")
    with ThreadPoolExecutor(8) as threads:
        refills = list(threads.map(lambda _: purses.refill(person, 0), range(8)))
        assert any(refills)
        assert purses.balance(person) == GRANT_CENTS + 100
        same = list(threads.map(lambda _: purses.move("x", person, -50, "test"), range(16)))
        assert all(same)
        assert purses.balance(person) == GRANT_CENTS + 50
        takes = threads.map(lambda n: purses.move(f"t{n}", person, -40_000, "test"), range(16))
        assert sum(takes) == 2
    assert purses.balance(person) == GRANT_CENTS + 50 - 80_000


def test_a_table_is_entered_once(database: Database) -> None:
    registry = Registry(database)
    row = TableRow("maryland-1", "Table 1", "public", "", "maryland", "normal", 5)

    assert registry.add(row)
    assert not registry.add(TableRow("maryland-1", "Other", "solo", "x", "maryland", "fast", 6))

    assert registry.get("maryland-1") == row
    assert registry.get("none") is None
    assert registry.all() == (row,)

"""A database of version 1, whose purses stood outside the journal, opens and loses no chip.

`version_1` was written by a server of that version: two guests played two rounds and a few buy-ins
through the API; each of them still sits somewhere, and three guests never sat down.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pitboss.audit.verify import verify
from pitboss.journal import CannotOpen, Journal, Unavailable, Write, open_journal
from pitboss.ledger.purse import ChipsCarriedOver
from pitboss.pit import SystemChance, SystemClock
from pitboss.server.services import open_services
from pitboss.server.store.carry_over import carry_over
from pitboss.server.store.database import open_database
from pitboss.server.store.schema import VERSION
from pitboss.server.wire import ask as wire
from tests.server.serving import quick

FOLDER = Path(__file__).parent / "version_1"
TOLD: dict[str, Any] = json.loads((FOLDER / "house.json").read_text())  # Any: JSON
PURSES: dict[str, int] = {person["name"]: person["purse"] for person in TOLD["people"]}
ANN, BEN, EVE = PURSES
GUESTS = 5
ALL = sum(PURSES.values()) + 2 * 100_000  # two of them only opened the tables
CHANCE = SystemChance()


@pytest.fixture
def in_files(tmp_path: Path) -> str:
    for name in ("house.db", "house-people.db"):
        (tmp_path / name).write_bytes(lzma.decompress((FOLDER / f"{name}.xz").read_bytes()))
    return str(tmp_path / "house.db")


@pytest.fixture(params=["in_files", "in_postgres"])
def where(request: pytest.FixtureRequest) -> str:
    """Where the database of version 1 lies: each test runs on both stores."""
    return str(request.getfixturevalue(request.param))


@pytest.fixture
def in_postgres(in_files: str, postgres_url: str) -> str:
    """The same database in a PostgreSQL, row by row and under the definitions of version 1."""
    open_journal(postgres_url).close()
    with psycopg.connect(postgres_url) as target:
        for file in (Path(in_files), people_file(in_files)):
            with closing(sqlite3.connect(file)) as source:
                copy_tables(source, target)
    return postgres_url


def copy_tables(source: sqlite3.Connection, target: psycopg.Connection) -> None:
    """Copy the rows, and the people's tables; the journal has made its own."""
    made = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name <> 'journal_version'"
    for name, sql in source.execute(made).fetchall():
        if not name.startswith("journal_"):
            ours = sql.replace("BLOB", "BYTEA").replace("INTEGER", "BIGINT")  # 64 bits in SQLite
            target.execute(ours.encode())
        rows = source.execute(f"SELECT * FROM {name}")  # noqa: S608  # a name of the file's own
        columns = [f'"{column[0]}"' for column in rows.description]
        places = ", ".join(["%s"] * len(columns))
        insert = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})"  # noqa: S608  # too
        # As text, which PostgreSQL reads by the column's type: SQLite has 0 for false.
        copied = ([str(v) if isinstance(v, int) else v for v in row] for row in rows)
        target.cursor().executemany(insert.encode(), copied)


def people_file(where: str) -> Path:
    return Path(where).with_name("house-people.db")


def asked(where: str, *statements: str) -> list[tuple[Any, ...]]:  # Any: what is asked for
    """Run statements on the people's tables, and return the rows of the last one."""
    if where.startswith("postgresql"):
        with psycopg.connect(where) as database:
            for statement in statements:
                cursor = database.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []
    with closing(sqlite3.connect(people_file(where))) as store, store:
        for statement in statements:
            rows = store.execute(statement).fetchall()
        return rows


def carried(where: str, journal: Journal | None = None) -> int:
    with journal or open_journal(where) as opened:
        database = open_database(where)
        try:
            return carry_over(database, opened, SystemClock(), CHANCE)
        finally:
            database.close()


def opening(where: str) -> dict[str, int]:
    """What the purses were opened with, by name."""
    names: dict[str, str] = dict(asked(where, "SELECT id, name FROM house_people"))
    found = {}
    with open_journal(where, read_only=True) as journal:
        for stream in journal.heads("purse/"):
            first = next(iter(journal.read(stream)))
            assert first.name == "chips-carried-over/1"
            event = ChipsCarriedOver(**json.loads(first.data))
            found[names[event.purse]] = int(event.chips)
    assert sum(found.values()) == ALL
    return {name: chips for name, chips in found.items() if name in PURSES}


def test_purses_are_carried_over_once_and_the_old_tables_are_gone(where: str) -> None:
    assert carried(where) == GUESTS
    assert carried(where) == 0

    assert opening(where) == PURSES
    assert asked(where, "SELECT version FROM house_version") == [(VERSION,)]
    for name in ("purses", "moves", "pending", "paid", "asking", "concluded"):
        with pytest.raises((sqlite3.OperationalError, psycopg.errors.UndefinedTable)):
            asked(where, f"SELECT 1 FROM house_{name}")  # noqa: S608  # a name of this test
    with open_journal(where, read_only=True) as journal:
        report = verify(journal)
    assert report.clean, report.findings
    assert report.accounts == {
        "carried over": -ALL,
        "purses": ALL,
        "gift": 0,
        "cage": 0,
    }


def test_people_play_on_and_take_their_chips_along(where: str) -> None:
    async def play() -> None:
        async with open_services(quick(where)) as services:
            live = services.live
            for name, table in ((ANN, "old-table"), (BEN, "old-iowa")):
                human = services.people.by_name(name)
                assert human is not None
                assert services.purses.balance(human.id) == PURSES[name]
                seat = services.pit.tables[table].table.seat_of(name)
                assert seat is not None
                assert seat.purse == human.id
                commands = await live.commands(live.feeds[table])
                bought = await commands.obey(human, wire.Do("id-buy-01", wire.BuyIn(700)))
                assert bought.ok
                assert (await commands.obey(human, wire.Do("id-bye-01", wire.Leave()))).ok

                assert (
                    services.purses.balance(human.id) == PURSES[name] + TOLD["seats"][table][name]
                )
            eve = services.people.by_name(EVE)
            assert eve is not None
            assert services.purses.balance(eve.id) == PURSES[EVE]
            assert verify(services.journal).clean

    asyncio.run(play())


class Dying:
    """A journal whose process is killed before the `left`th append."""

    def __init__(self, journal: Journal, left: int) -> None:
        self._journal = journal
        self._left = left

    def __getattr__(self, name: str) -> object:
        return getattr(self._journal, name)

    def __enter__(self) -> Dying:
        return self

    def __exit__(self, *_: object) -> None:
        self._journal.close()

    def append(self, *writes: Write) -> None:
        if self._left == 0:
            raise Unavailable("killed")
        self._left -= 1
        self._journal.append(*writes)


@pytest.mark.parametrize("appends", range(GUESTS + 2))
def test_a_crash_half_way_is_finished_at_the_next_start(where: str, appends: int) -> None:
    with pytest.raises(Unavailable):
        carried(where, Dying(open_journal(where), appends))  # type: ignore[arg-type]  # as a journal

    assert carried(where) == GUESTS
    assert opening(where) == PURSES
    with open_journal(where, read_only=True) as journal:
        assert verify(journal).clean


def test_a_buy_in_that_reached_no_table_goes_back(where: str) -> None:
    asked(
        where,
        "INSERT INTO house_moves SELECT 'buy/old-table/lost', person, -900, 'buy-in', 1 "
        "FROM house_moves WHERE id LIKE 'buy/old-table/%' LIMIT 1",
        "INSERT INTO house_pending VALUES ('buy/old-table/lost', 'old-table')",
        "UPDATE house_purses SET cents = cents - 900 WHERE person = "
        "(SELECT person FROM house_moves WHERE id = 'buy/old-table/lost')",
    )

    carried(where)

    assert opening(where) == PURSES


def test_a_buy_in_that_reached_its_table_does_not(where: str) -> None:
    """The server had died before it concluded the buy-in: the chips are on the table."""
    asked(
        where,
        "INSERT INTO house_pending SELECT id, 'old-table' FROM house_moves "
        "WHERE id LIKE 'buy/old-table/%'",
    )

    carried(where)

    assert opening(where) == PURSES


def test_chips_that_had_left_a_table_unpaid_are_added(where: str) -> None:
    """The server had died before it paid out what somebody took along."""
    assert len(asked(where, "SELECT id FROM house_moves WHERE id LIKE 'out/%'")) == 3
    asked(
        where,
        "UPDATE house_purses SET cents = cents - (SELECT coalesce(sum(m.cents), 0) FROM "
        "house_moves m WHERE m.person = house_purses.person AND m.id LIKE 'out/%')",
        "DELETE FROM house_moves WHERE id LIKE 'out/%'",
        "UPDATE house_paid SET number = 1",
    )

    carried(where)

    assert opening(where) == PURSES


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE house_purses SET cents = cents + 1", "not what their moves add up to"),
        ("DELETE FROM house_purses", "not what their moves add up to"),
        ("ALTER TABLE house_moves RENAME TO gone", "house_moves is missing"),
    ],
)
def test_purses_that_were_tampered_with_are_not_carried_over(
    where: str, statement: str, said: str
) -> None:
    asked(where, statement)

    with pytest.raises(CannotOpen, match=said):
        carried(where)
    with open_journal(where, read_only=True) as journal:
        assert journal.heads("purse/") == {}

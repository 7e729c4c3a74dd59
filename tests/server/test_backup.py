"""Copies of a house that is being played in: no chip is lost or made, in one file or two."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

from pitboss.audit.finding import AuditReport
from pitboss.audit.verify import verify
from pitboss.cli import run
from pitboss.journal import open_journal
from pitboss.ledger.purse import GRANT
from pitboss.server.live.tables import LiveTables
from pitboss.server.services import Services
from pitboss.server.store.backup import back_up
from pitboss.server.store.people import Human
from pitboss.server.wire import ask as wire
from tests.audit.tamper import raw
from tests.server.test_buying import do, opened, total

PEOPLE = 4


def proved(path: Path) -> AuditReport:
    with open_journal(str(path), read_only=True) as journal:
        return verify(journal)


async def come_and_go(live: LiveTables, human: Human, seed: int, enough: asyncio.Event) -> None:
    """Sit, buy, cash and leave, over and over."""
    chance, number = random.Random(seed), 0
    while not enough.is_set():
        number += 1
        asked: list[wire.Ask] = [
            wire.Sit(0, chance.randrange(100, 30_000)),
            wire.BuyIn(chance.randrange(100, 30_000)),
            wire.CashOut(chance.randrange(100, 30_000)),
            wire.Leave(),
        ]
        await do(live, human, f"go-{seed}-{number:05}", chance.choice(asked))


async def copies_while_people_play(
    services: Services, live: LiveTables, folder: Path, count: int
) -> None:
    people = [services.people.guest() for _ in range(PEOPLE)]
    enough = asyncio.Event()
    playing = [
        asyncio.create_task(come_and_go(live, human, n, enough)) for n, human in enumerate(people)
    ]
    try:
        for n in range(count):
            (folder / str(n)).mkdir()
            for _ in range(20):  # so that something is always under way
                await asyncio.sleep(0)
            await asyncio.to_thread(back_up, folder / "pit.db", folder / str(n))
    finally:
        enough.set()
        await asyncio.gather(*playing)


def test_a_copy_made_during_play_neither_loses_nor_makes_a_chip(tmp_path: Path) -> None:
    async def first() -> None:
        async with opened(str(tmp_path / "pit.db")) as (services, live):
            await copies_while_people_play(services, live, tmp_path, 8)

    async def restored(path: Path) -> None:
        async with opened(str(path)) as (services, _live):
            with services.database.begin() as connection:
                names = connection.exec_driver_sql("SELECT name FROM house_people").scalars().all()
            people = [
                human for name in names if (human := services.people.by_name(name)) is not None
            ]
            assert total(services, people) == GRANT * len(people) == GRANT * PEOPLE

    asyncio.run(first())
    for n in range(8):
        copy = tmp_path / str(n) / "pit.db"
        assert proved(copy).clean
        assert {path.stat().st_mode & 0o777 for path in copy.parent.iterdir()} == {0o600}
        asyncio.run(restored(copy))
        report = proved(copy)
        assert report.clean
        assert sum(report.accounts.values()) == 0


@pytest.fixture
def house_file(tmp_path: Path) -> Path:
    """A house in which somebody has bought, cashed and left."""

    async def play() -> None:
        async with opened(str(tmp_path / "pit.db")) as (services, live):
            ann, ben = services.people.guest(), services.people.guest()
            for n, human in enumerate((ann, ben), 1):
                assert (await do(live, human, f"id-sit-0{n}", wire.Sit(n, 30_000))).ok
                assert (await do(live, human, f"id-buy-0{n}", wire.BuyIn(5_000))).ok
                assert (await do(live, human, f"id-out-0{n}", wire.CashOut(1_000))).ok
            assert (await do(live, ann, "id-bye-01", wire.Leave())).ok
            refused = await do(live, ann, "id-sit-09", wire.Sit(2, 7_000))
            assert not refused.ok

    asyncio.run(play())
    return tmp_path / "pit.db"


def test_purses_are_proved_with_the_journal(
    house_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["audit", "verify", str(house_file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    accounts = {"gift": "-2000.00", "purses": "1660.00", "cage": "340.00", "carried over": "0.00"}
    assert (told["clean"], told["accounts"]) == (True, accounts)  # Ben has the rest before him

    assert run(["audit", "verify", str(house_file)]) == 0
    assert "2 purses, in double entry" in " ".join(capsys.readouterr().out.split())


def test_a_purse_that_was_changed_in_the_file_is_found(
    house_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with raw(house_file) as rows:
        rows.execute(
            "UPDATE journal_events SET data = "
            "CAST(replace(CAST(data AS TEXT), '100000', '900000') AS BLOB) "
            "WHERE name = 'chips-granted/1'"
        )

    assert run(["audit", "verify", str(house_file)]) == 1
    assert "event 1 (chips-granted/1): chain" in " ".join(capsys.readouterr().out.split())


def test_a_copy_is_written_over_nothing(
    house_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copies = tmp_path / "copies"
    assert run(["backup", str(copies), "--db", str(house_file)]) == 2
    copies.mkdir()
    assert run(["backup", str(copies), "--db", str(house_file)]) == 0
    assert sorted(path.name for path in copies.iterdir()) == ["pit-people.db", "pit.db"]
    assert run(["backup", str(copies), "--db", str(house_file)]) == 2
    assert run(["backup", str(copies), "--db", str(tmp_path / "none.db")]) == 2
    assert run(["backup", str(copies), "--db", "postgresql://nowhere/db"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert [line.startswith("pitboss: ") for line in said] == [True] * 4

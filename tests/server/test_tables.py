"""Tables of the server: standing, forgotten, rested and paced."""

from __future__ import annotations

import asyncio
from pathlib import Path

from pitboss.rules import SET_NAMES
from pitboss.server.live.room import room_of
from pitboss.server.paces import PEOPLE, pace_of_kind, pace_of_row, written
from pitboss.server.state import open_house
from pitboss.server.store.tables import TableRow
from pitboss.server.tables import IDLE_SEAT_MS, IDLE_TABLE_MS, open_tables
from pitboss.server.wire import ask as wire
from pitboss.server.wire.people import OpenTable
from pitboss.table.state import Standing
from tests.pit.hands import HandClock
from tests.server.serving import quick


def test_the_pace_of_a_table_goes_by_its_kind() -> None:
    normal, fast = quick(pace="normal"), quick(pace="fast", floor="person")

    assert pace_of_kind(normal, "public") == PEOPLE
    assert pace_of_kind(normal, "solo").betting is None
    assert not pace_of_kind(normal, "solo").clock
    assert pace_of_kind(fast, "private").betting == 8_000
    assert not pace_of_kind(fast, "private").floor


def test_a_pace_of_its_own_is_kept_in_the_registry() -> None:
    row = TableRow("t", "T", "public", "", "maryland", written({"step": 7, "strange": 1}), 0)

    pace = pace_of_row(quick(pace="fast"), row)

    assert (pace.step, pace.betting) == (7, 8_000)


def test_standing_tables_are_opened_once_and_found_again(tmp_path: Path) -> None:
    config = quick(str(tmp_path / "pit.db"), bots=False)

    async def start() -> dict[str, int]:
        async with open_house(config) as house, open_tables(house) as tables:
            await tables.open_standing()
            await tables.open_standing()
            return {
                name: runner.keeper.live.number
                for name, runner in house.pit.tables.items()
                if runner.table.standing == Standing.OPEN
            }

    first = asyncio.run(start())
    again = asyncio.run(start())

    assert set(first) == {f"{name}-1" for name in SET_NAMES}
    assert again == first


def test_a_closed_standing_table_is_opened_again() -> None:
    async def play() -> None:
        async with open_house(quick()) as house, open_tables(house) as tables:
            await tables.open_standing()
            await tables._close("maryland-1", "for a test")
            closed = house.pit.table("maryland-1")
            await tables.open_standing()
            again = house.pit.table("maryland-1")

            assert closed is not None
            assert closed.standing == Standing.CLOSED
            assert again is not None
            assert again.standing == Standing.OPEN

    asyncio.run(play())


def test_a_seat_that_does_nothing_is_given_up_and_its_chips_go_home() -> None:
    async def play() -> None:
        clock = HandClock()
        async with open_house(quick(), clock=clock) as house, open_tables(house) as tables:
            await tables.open_standing()
            room, ann = room_of(house), house.people.guest()
            commands = await room.commands(room.hubs["maryland-1"])
            assert (await commands.obey(ann, wire.Do("id-sit-01", wire.Sit(1, 5_000)))).ok
            await tables.sweep()
            assert house.pit.tables["maryland-1"].table.seat_of(ann.name) is not None

            clock.at += IDLE_SEAT_MS + 1
            await tables.sweep()

            assert house.pit.tables["maryland-1"].table.seat_of(ann.name) is None
            room.cashier.pay_out("maryland-1")
            assert house.purses.balance(ann.id) == 100_000

    asyncio.run(play())


def test_a_forgotten_private_table_is_closed_after_a_day() -> None:
    async def play() -> None:
        clock = HandClock()
        async with open_house(quick(), clock=clock) as house, open_tables(house) as tables:
            ann = house.people.guest()
            name = (await tables.open(ann, OpenTable("maryland", "private"))).table
            clock.at += IDLE_TABLE_MS // 2
            await tables.sweep()
            standing = house.pit.tables[name].table.standing
            clock.at += IDLE_TABLE_MS
            await tables.sweep()

            assert standing == Standing.OPEN
            assert house.pit.tables[name].table.standing == Standing.CLOSED

    asyncio.run(play())


def test_a_private_table_that_was_closed_is_not_rebuilt(tmp_path: Path) -> None:
    config = quick(str(tmp_path / "pit.db"))

    async def play() -> str:
        async with open_house(config) as house, open_tables(house) as tables:
            ann = house.people.guest()
            names = [
                (await tables.open(ann, OpenTable("maryland", "private"))).table for _ in "abc"
            ]
            for name in names[:2]:
                await tables.close(ann, name)
            room = room_of(house)
            commands = await room.commands(room.hubs[names[2]])
            await commands.obey(ann, wire.Do("sit-down-1", wire.Sit(1, 500)))
            return names[2]

    async def again() -> tuple[set[str], int]:
        async with open_house(config) as house, open_tables(house):
            return set(house.pit.tables), len(await asyncio.to_thread(house.registry.all))

    three = asyncio.run(play())
    found, rows = asyncio.run(again())

    assert found == {three}
    assert rows == 3

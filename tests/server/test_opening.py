"""Tables of the server: standing, forgotten, rested and paced."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from pitboss.pit import Style
from pitboss.rules import SET_NAMES
from pitboss.server.live.idle import IDLE_EMPTY_MS, IDLE_SEAT_MS, IDLE_TABLE_MS
from pitboss.server.services import open_services
from pitboss.server.store.tables import TableRow
from pitboss.server.tables.pace import PEOPLE, pace_of_kind, pace_of_row, written
from pitboss.server.wire import ask as wire
from pitboss.server.wire.people import BotStyle, OpenTable
from pitboss.table import Person, Role
from pitboss.table import command as ask
from pitboss.table.state import Standing
from tests.pit.hands import HandClock
from tests.server.serving import quick


def test_the_pace_of_a_table_goes_by_its_kind() -> None:
    normal, fast = quick(pace="normal"), quick(pace="fast", floor="person")

    assert pace_of_kind(normal, "public") == PEOPLE
    assert pace_of_kind(normal, "solo").betting is None
    for alone in (pace_of_kind(normal, "solo"), pace_of_kind(fast, "solo")):
        assert not alone.clock
        assert (alone.step, alone.result, alone.between) == (0, 0, 0)  # the page sets the speed
    assert pace_of_kind(fast, "private").betting == 8_000
    assert not pace_of_kind(fast, "private").floor


def test_a_pace_of_its_own_is_kept_in_the_registry() -> None:
    row = TableRow("t", "T", "public", "", "maryland", written({"step": 7, "strange": 1}), 0)

    pace = pace_of_row(quick(pace="fast"), row)

    assert (pace.step, pace.betting) == (7, 8_000)


def test_standing_tables_are_opened_once_and_found_again(tmp_path: Path) -> None:
    config = quick(str(tmp_path / "pit.db"), bots=False)

    async def start() -> dict[str, int]:
        async with open_services(config) as services:
            tables = services.tables
            await tables.open_standing()
            await tables.open_standing()
            return {
                name: table_task.handler.replica.number
                for name, table_task in services.pit.tables.items()
                if table_task.table.status.standing == Standing.OPEN
            }

    first = asyncio.run(start())
    again = asyncio.run(start())

    assert set(first) == {f"{name}-1" for name in SET_NAMES}
    assert again == first


def test_a_closed_standing_table_is_opened_again() -> None:
    async def play() -> None:
        async with open_services(quick()) as services:
            tables = services.tables
            await tables.open_standing()
            await tables.close_table("maryland-1", "for a test")
            closed = services.pit.table("maryland-1")
            await tables.open_standing()
            again = services.pit.table("maryland-1")

            assert closed is not None
            assert closed.status.standing == Standing.CLOSED
            assert again is not None
            assert again.status.standing == Standing.OPEN

    asyncio.run(play())


def test_a_seat_that_does_nothing_is_given_up_and_its_chips_go_home() -> None:
    async def play() -> None:
        clock = HandClock()
        async with open_services(quick(), clock=clock) as services:
            tables = services.tables
            await tables.open_standing()
            live, ann = services.live, services.people.guest()
            commands = await live.commands(live.feeds["maryland-1"])
            assert (await commands.obey(ann, wire.Do("id-sit-01", wire.Sit(1, 5_000)))).ok
            await services.idle.sweep()
            assert services.pit.tables["maryland-1"].table.seat_of(ann.name) is not None

            clock.at += IDLE_SEAT_MS + 1
            await services.idle.sweep()

            assert services.pit.tables["maryland-1"].table.seat_of(ann.name) is None
            assert services.purses.balance(ann.id) == 100_000

    asyncio.run(play())


def test_a_forgotten_private_table_is_closed_after_a_day() -> None:
    async def play() -> None:
        clock = HandClock()
        async with open_services(quick(), clock=clock) as services:
            tables = services.tables
            ann = services.people.guest()
            name, empty = [
                (await tables.open(ann, OpenTable("maryland", "private"))).table for _ in "ab"
            ]
            sit = ask.Sit(1, ann.name)
            assert (await services.pit.ask(name, "sit", sit, Person(ann.name, Role.PLAYER))).ok
            for ms, standing in ((IDLE_EMPTY_MS, Standing.OPEN), (3, Standing.CLOSED)):
                clock.at += ms - 1
                await services.idle.sweep()
                assert services.pit.tables[name].table.status.standing == Standing.OPEN
                assert services.pit.tables[empty].table.status.standing == standing
            clock.at += IDLE_TABLE_MS
            await services.idle.sweep()

            assert services.pit.tables[name].table.status.standing == Standing.CLOSED

    asyncio.run(play())


def test_a_private_table_that_was_closed_is_not_rebuilt(tmp_path: Path) -> None:
    config = quick(str(tmp_path / "pit.db"))

    async def play() -> str:
        async with open_services(config) as services:
            tables = services.tables
            ann = services.people.guest()
            names = [
                (await tables.open(ann, OpenTable("maryland", "private"))).table for _ in "abc"
            ]
            for name in names[:2]:
                await tables.close(ann, name)
            live = services.live
            commands = await live.commands(live.feeds[names[2]])
            await commands.obey(ann, wire.Do("sit-down-1", wire.Sit(1, 500)))
            return names[2]

    async def again() -> tuple[set[str], int]:
        async with open_services(config) as services:
            return set(services.pit.tables), len(await asyncio.to_thread(services.registry.all))

    three = asyncio.run(play())
    found, rows = asyncio.run(again())

    assert found == {three}
    assert rows == 3


@pytest.mark.parametrize(
    ("place", "style", "asked", "seated"),
    [
        ("california", "simple", 0, 2),
        ("royal-caribbean", "timid", 1, 2),
        ("california", "random", 4, 4),
        ("maryland", "simple", 0, 0),
    ],
)
def test_bots_who_bank_sit_at_a_solo_table_when_it_is_opened(
    place: str, style: BotStyle, asked: int, seated: int
) -> None:
    async def play() -> None:
        async with open_services(quick()) as services:
            tables = services.tables
            ann = services.people.guest()
            row = await tables.open(ann, OpenTable(place, "solo", asked, style))

            seats = services.pit.tables[row.table].table.seats
            assert [seat.bot for seat in seats.values()] == [True] * seated

    asyncio.run(play())


def test_bots_that_do_not_learn_the_game_in_time_play_at_random(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def teach(style: Style, _house: object) -> None:
        if style != Style.RANDOM:
            await asyncio.Event().wait()  # for ever

    async def play() -> None:
        async with open_services(quick()) as services:
            tables = services.tables
            monkeypatch.setattr(services.bot_plans, "teach", teach)
            monkeypatch.setattr(services.bot_plans, "knows", lambda style, _: style == Style.RANDOM)
            monkeypatch.setattr("pitboss.server.tables.opening.LESSON_S", 0.01)
            row = await tables.open(services.people.guest(), OpenTable("california", "solo"))

            seats = services.pit.tables[row.table].table.seats.values()
            assert [seat.player.endswith("(bot, random)") for seat in seats] == [True, True]

    asyncio.run(play())

"""Chips between purse and table: exactly once, whatever fails in between."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pitboss.pit import Answer, PitReason
from pitboss.pit.keeper import Keeper
from pitboss.round.refusal import refuse
from pitboss.rules import rule_set
from pitboss.server.houses import table_house
from pitboss.server.live.room import Room, open_room
from pitboss.server.purse import RETRY_MS, Cashier
from pitboss.server.state import House, open_house
from pitboss.server.store.people import Human
from pitboss.server.store.purse import GRANT_CENTS
from pitboss.server.wire import ask as wire
from pitboss.table.people import AUTOMATIC_FLOOR
from tests.pit.hands import HandClock
from tests.server.serving import quick

TABLE = "buying"


@asynccontextmanager
async def opened(db: str = "", clock: HandClock | None = None) -> AsyncIterator[tuple[House, Room]]:
    """A house with one table, at which nothing is dealt."""
    async with open_house(quick(db), clock=clock or HandClock()) as house, open_room(house) as room:
        if house.pit.table(TABLE) is None:
            rules = table_house(rule_set("maryland"), {})
            assert (await house.pit.found(TABLE, rules, AUTOMATIC_FLOOR)).ok
        yield house, room


async def do(room: Room, human: Human, id_: str, asked: wire.Ask) -> wire.Answered:
    commands = await room.commands(room.hubs[TABLE])
    return await commands.obey(human, wire.Do(id_, asked))


def total(house: House, people: list[Human]) -> int:
    """All chips of these people, in purses and at the table."""
    table = house.pit.table(TABLE)
    assert table is not None
    names = {human.name for human in people}
    chips = sum(seat.chips for seat in table.seats.values() if seat.player in names)
    return chips + sum(house.purses.balance(human.id) for human in people)


def test_a_buy_in_goes_from_the_purse_to_the_seat_and_back() -> None:
    async def play() -> None:
        async with opened() as (house, room):
            ann = house.people.guest()

            assert (await do(room, ann, "id-sit-01", wire.Sit(1, 30_000))).ok
            assert house.purses.balance(ann.id) == GRANT_CENTS - 30_000
            assert (await do(room, ann, "id-buy-01", wire.BuyIn(5_000))).ok
            assert (await do(room, ann, "id-out-01", wire.CashOut(10_000))).ok
            assert (await do(room, ann, "id-bye-01", wire.Leave())).ok
            room.cashier.pay_out(TABLE)
            room.cashier.pay_out(TABLE)

            assert house.purses.balance(ann.id) == GRANT_CENTS
            assert house.purses.pending() == ()

    asyncio.run(play())


def test_a_house_closes_in_the_moment_in_which_somebody_leaves() -> None:
    async def play() -> None:
        for ticks in range(12):  # until the cashier wakes, at any of its steps
            async with opened() as (_, room):
                await asyncio.sleep(0.02)
                room.cashier.look_at(TABLE)
                for _ in range(ticks):
                    await asyncio.sleep(0)

    async def within() -> None:
        async with asyncio.timeout(60):
            await play()

    asyncio.run(within())


def test_more_than_the_purse_holds_is_refused_and_nobody_sits() -> None:
    async def play() -> None:
        async with opened() as (house, room):
            ann = house.people.guest()

            answer = await do(room, ann, "id-sit-01", wire.Sit(1, GRANT_CENTS + 1))

            assert answer.refused is not None
            assert answer.refused.reason == "short-of-chips"
            assert house.pit.tables[TABLE].table.seat_of(ann.name) is None
            assert house.purses.balance(ann.id) == GRANT_CENTS

    asyncio.run(play())


def test_a_place_that_is_taken_costs_nothing() -> None:
    async def play() -> None:
        async with opened() as (house, room):
            ann, ben = house.people.guest(), house.people.guest()
            assert (await do(room, ann, "id-sit-01", wire.Sit(1, 1_000))).ok

            answer = await do(room, ben, "id-sit-01", wire.Sit(1, 1_000))

            assert answer.refused is not None
            assert answer.refused.reason == "seat-taken"
            assert house.purses.balance(ben.id) == GRANT_CENTS
            assert (await do(room, ben, "id-sit-02", wire.Sit(0, 1_000))).ok

    asyncio.run(play())


def test_the_same_buy_in_is_done_once_also_without_memory() -> None:
    async def play() -> None:
        async with opened() as (house, room):
            ann = house.people.guest()
            first = await do(room, ann, "id-sit-01", wire.Sit(0, 1_000))
            room.hubs[TABLE].answers.clear()  # as another process, or after a restart

            again = await do(room, ann, "id-sit-01", wire.Sit(0, 1_000))

            assert first.ok
            assert again == first
            assert total(house, [ann]) == GRANT_CENTS
            assert house.purses.balance(ann.id) == GRANT_CENTS - 1_000

    asyncio.run(play())


def test_a_buy_in_of_which_nobody_knows_is_settled_by_the_journal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play(*, made: bool) -> None:
        clock = HandClock()
        async with opened(clock=clock) as (house, room):
            ann = house.people.guest()
            assert (await do(room, ann, "id-sit-01", wire.Sit(1, 1_000))).ok
            asked = house.pit.ask

            async def uncertain(*given: object) -> Answer:
                if made:
                    await asked(*given)  # type: ignore[arg-type]
                return Answer("", refusal=refuse(PitReason.STORE_DOWN, "the reply was lost"))

            monkeypatch.setattr(house.pit, "ask", uncertain)
            answer = await do(room, ann, "id-buy-01", wire.BuyIn(5_000))
            monkeypatch.setattr(house.pit, "ask", asked)

            assert not answer.ok
            assert len(house.purses.pending()) == 1
            assert room.cashier.recover() == 0  # too early to tell
            clock.at += 10 * RETRY_MS
            assert room.cashier.recover() == 1
            assert total(house, [ann]) == GRANT_CENTS
            assert house.pit.tables[TABLE].table.seats[1].chips == (6_000 if made else 1_000)

            again = await do(room, ann, "id-buy-01", wire.BuyIn(5_000))

            assert again.ok == made  # an id whose chips went back is dead
            assert total(house, [ann]) == GRANT_CENTS

    asyncio.run(play(made=True))
    asyncio.run(play(made=False))


def test_chips_that_left_while_nobody_looked_are_paid_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = str(tmp_path / "pit.db")

    async def first() -> Human:
        async with opened(db) as (house, room):
            ann = house.people.guest()
            assert (await do(room, ann, "id-sit-01", wire.Sit(1, 1_000))).ok
            monkeypatch.setattr(room.cashier, "look_at", lambda _: None)
            assert (await do(room, ann, "id-bye-01", wire.Leave())).ok
            assert house.purses.balance(ann.id) == GRANT_CENTS - 1_000
            return ann

    async def second(ann: Human) -> None:
        async with opened(db) as (house, room):
            room.cashier.pay_out(TABLE)

            assert house.purses.balance(ann.id) == GRANT_CENTS

    asyncio.run(second(asyncio.run(first())))


@pytest.mark.parametrize("seed", range(6))
def test_no_chip_is_made_or_lost_whenever_the_server_dies(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random sitting, buying, leaving; the process dies at random points and starts again."""
    db, chance = str(tmp_path / "pit.db"), random.Random(seed)
    people: list[Human] = []
    clock = HandClock()

    async def life(number: int) -> None:
        async with opened(db, clock) as (house, room):
            room.cashier.recover(-1)
            room.cashier.pay_out(TABLE)
            if not people:
                people.extend(house.people.guest() for _ in range(4))
            assert total(house, people) == 4 * GRANT_CENTS
            for n in range(12):
                human = chance.choice(people)
                asks: list[wire.Ask] = [
                    wire.Sit(chance.randrange(4), chance.randrange(0, 120_000, 100)),
                    wire.BuyIn(chance.randrange(0, 60_000)),
                    wire.CashOut(chance.randrange(0, 60_000)),
                    wire.Leave(),
                ]
                asked = chance.choice(asks)
                id_ = f"life-{number}-{chance.randrange(n + 1):02}"
                with Dying(chance):
                    await do(room, human, id_, asked)
                clock.at += 1_000
            # The process dies here: what is pending or due stays so.
            for name in ("pay_out", "recover"):
                monkeypatch.setattr(room.cashier, name, lambda *_: 0)

    for number in range(4):
        asyncio.run(life(number))

    async def last() -> None:
        async with opened(db, clock) as (house, room):
            room.cashier.recover(-1)
            room.cashier.pay_out(TABLE)

            assert total(house, people) == 4 * GRANT_CENTS
            assert house.purses.pending() == ()

    asyncio.run(last())


class _Died(Exception):
    """The process was killed here."""


class Dying:
    """Kills what runs inside at a random point, or not at all."""

    def __init__(self, chance: random.Random) -> None:
        self._patch = pytest.MonkeyPatch()
        match chance.randrange(4):
            case 0:
                self._kill(Cashier, "_concluded")
            case 1:
                self._kill(Keeper, "obey")
            case _:
                pass

    def _kill(self, where: type, name: str) -> None:
        def die(*_: object, **__: object) -> None:
            raise _Died

        self._patch.setattr(where, name, die)

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        self._patch.undo()
        return kind is not None and issubclass(kind, _Died)

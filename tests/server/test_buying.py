"""Chips between purse and table: exactly once, whatever fails in between."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pitboss.audit.verify import verify
from pitboss.ledger.purse import GRANT, REFILL_BELOW
from pitboss.pit.cashier import Cashier
from pitboss.pit.command_handler import CommandHandler
from pitboss.rules import Chips, rule_set
from pitboss.server.live.feed import Feed
from pitboss.server.live.tables import LiveTables
from pitboss.server.services import Services, open_services
from pitboss.server.store.people import Human
from pitboss.server.tables.default_rules import table_house
from pitboss.server.wire import ask as wire
from pitboss.table.people import AUTOMATIC_FLOOR
from tests.pit.hands import HandClock
from tests.server.serving import quick

TABLE = "buying"


@asynccontextmanager
async def opened(
    db: str = "", clock: HandClock | None = None
) -> AsyncIterator[tuple[Services, LiveTables]]:
    """A house with one table, at which nothing is dealt."""
    async with open_services(quick(db), clock=clock or HandClock()) as services:
        if services.pit.table(TABLE) is None:
            rules = table_house(rule_set("maryland"), {})
            assert (await services.pit.found(TABLE, rules, AUTOMATIC_FLOOR)).ok
        yield services, services.live


async def do(live: LiveTables, human: Human, id_: str, asked: wire.Ask) -> wire.Answered:
    commands = await live.commands(live.feeds[TABLE])
    return await commands.obey(human, wire.Do(id_, asked))


def total(services: Services, people: list[Human]) -> int:
    """All chips of these people, in purses and at the table."""
    table = services.pit.table(TABLE)
    assert table is not None
    names = {human.name for human in people}
    chips = sum(seat.chips for seat in table.seats.values() if seat.player in names)
    return chips + sum(services.purses.balance(human.id) for human in people)


def test_a_buy_in_goes_from_the_purse_to_the_seat_and_back() -> None:
    async def play() -> None:
        async with opened() as (services, live):
            ann = services.people.guest()

            assert (await do(live, ann, "id-sit-01", wire.Sit(1, 30_000))).ok
            assert services.purses.balance(ann.id) == GRANT - 30_000
            assert (await do(live, ann, "id-buy-01", wire.BuyIn(5_000))).ok
            assert (await do(live, ann, "id-out-01", wire.CashOut(10_000))).ok
            assert (await do(live, ann, "id-bye-01", wire.Leave())).ok

            assert services.purses.balance(ann.id) == GRANT
            assert verify(services.journal).clean

    asyncio.run(play())


def test_more_than_the_purse_holds_is_refused_and_nobody_sits() -> None:
    async def play() -> None:
        async with opened() as (services, live):
            ann = services.people.guest()

            answer = await do(live, ann, "id-sit-01", wire.Sit(1, GRANT + 1))

            assert answer.refused is not None
            assert answer.refused.reason == "short-of-chips"
            assert services.pit.tables[TABLE].table.seat_of(ann.name) is None
            assert services.purses.balance(ann.id) == GRANT

    asyncio.run(play())


def test_a_place_that_is_taken_costs_nothing() -> None:
    async def play() -> None:
        async with opened() as (services, live):
            ann, ben = services.people.guest(), services.people.guest()
            assert (await do(live, ann, "id-sit-01", wire.Sit(1, 1_000))).ok

            answer = await do(live, ben, "id-sit-01", wire.Sit(1, 1_000))

            assert answer.refused is not None
            assert answer.refused.reason == "seat-taken"
            assert services.purses.balance(ben.id) == GRANT
            assert (await do(live, ben, "id-sit-02", wire.Sit(0, 1_000))).ok

    asyncio.run(play())


def test_the_same_buy_in_is_done_once_also_without_memory() -> None:
    async def play() -> None:
        async with opened() as (services, live):
            ann = services.people.guest()
            first = await do(live, ann, "id-sit-01", wire.Sit(0, 1_000))
            live.feeds[TABLE].answers.clear()  # as another process, or after a restart

            again = await do(live, ann, "id-sit-01", wire.Sit(0, 1_000))

            assert first.ok
            assert again == first
            assert total(services, [ann]) == GRANT
            assert services.purses.balance(ann.id) == GRANT - 1_000

    asyncio.run(play())


def test_a_place_under_the_id_of_a_buy_in_brings_no_chips_back() -> None:
    async def play() -> None:
        async with opened() as (services, live):
            ann = services.people.guest()
            assert (await do(live, ann, "id-sit-01", wire.Sit(1, 1_000))).ok
            assert (await do(live, ann, "id-buy-01", wire.BuyIn(5_000))).ok
            for id_ in ("id-buy-01", "id-sit-01"):
                live.feeds[TABLE].answers.clear()  # pushed out by a thousand others

                answer = await do(live, ann, id_, wire.Sit(2, 5_000))

                assert not answer.ok
                assert total(services, [ann]) == GRANT

    asyncio.run(play())


def test_a_buy_in_under_the_id_of_another_command_costs_nothing() -> None:
    async def play() -> None:
        async with opened() as (services, live):
            ann = services.people.guest()
            assert (await do(live, ann, "id-sit-01", wire.Sit(1, 1_000))).ok
            assert (await do(live, ann, "id-out-01", wire.CashOut(100))).ok
            live.feeds[TABLE].answers.clear()

            answer = await do(live, ann, "id-out-01", wire.BuyIn(5_000))

            assert answer.refused is not None
            assert answer.refused.reason == "id-taken"
            assert total(services, [ann]) == GRANT

    asyncio.run(play())


@pytest.mark.parametrize("feeds", [1, 2])
def test_two_places_at_once_under_one_id_are_one_buy_in(
    feeds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def at_once(_self: Feed, _id: str) -> AsyncIterator[None]:
        yield  # as in two processes, which know nothing of each other's sockets

    async def play() -> None:
        async with opened() as (services, live):
            for n in range(20):
                ann = services.people.guest()
                sits = (wire.Sit(seat, 1_000) for seat in (1, 2))
                answers = await asyncio.gather(*(do(live, ann, f"id-sit-{n}", s) for s in sits))

                assert any(answer.ok for answer in answers)
                assert (await do(live, ann, "id-bye-01", wire.Leave())).ok
                assert services.purses.balance(ann.id) == GRANT

    if feeds == 2:
        monkeypatch.setattr(Feed, "one_at_a_time", at_once)
    asyncio.run(play())


@pytest.mark.parametrize("processes", [1, 2])
def test_a_refill_at_the_moment_of_a_buy_in_or_a_leave_is_refused(processes: int) -> None:
    """Finding A7: no chips are overlooked on their way, whoever asks at the same time."""

    async def play() -> None:
        async with opened() as (services, live):
            # A second process knows nothing of this one's tables but what the journal says.
            cashier = services.purses if processes == 1 else Cashier(services.journal)

            async def refilled(human: Human) -> bool:
                return await asyncio.to_thread(cashier.refill, human.id, 1)

            for n in range(20):
                ann = services.people.guest()
                sits = do(live, ann, f"id-sit-{n:02}", wire.Sit(1, GRANT))
                answer, *filled = await asyncio.gather(sits, refilled(ann), refilled(ann))
                assert answer.ok
                leaves = do(live, ann, f"id-bye-{n:02}", wire.Leave())
                answer, *more = await asyncio.gather(leaves, refilled(ann), refilled(ann))
                assert answer.ok
                assert not any((*filled, *more))
                assert services.purses.balance(ann.id) == GRANT

    asyncio.run(play())


def test_a_refill_is_for_a_person_with_few_chips_in_purse_and_on_tables() -> None:
    async def play() -> None:
        async with opened() as (services, live):
            ann, ben = services.people.guest(), services.people.guest()
            services.purses.carry_over(ben.id, Chips(REFILL_BELOW - 1), 1)
            assert (await do(live, ann, "id-sit-01", wire.Sit(1, GRANT))).ok

            assert not services.purses.refill(ann.id, 1)
            assert services.purses.refill(ben.id, 1)
            assert not services.purses.refill(ben.id, 1)

            assert services.purses.balance(ben.id) == REFILL_BELOW - 1 + GRANT
            assert verify(services.journal).clean

    asyncio.run(play())


@pytest.mark.parametrize("seed", range(6))
def test_no_chip_is_made_or_lost_whenever_the_server_dies(tmp_path: Path, seed: int) -> None:
    """Random sitting, buying, leaving; the process dies at random points and starts again."""
    db, chance = str(tmp_path / "pit.db"), random.Random(seed)
    people: list[Human] = []
    clock = HandClock()

    async def life(number: int) -> None:
        async with opened(db, clock) as (services, live):
            if not people:
                people.extend(services.people.guest() for _ in range(4))
            assert total(services, people) == 4 * GRANT
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
                    await do(live, human, id_, asked)
                clock.at += 1_000

    for number in range(4):
        asyncio.run(life(number))

    async def last() -> None:
        async with opened(db, clock) as (services, _live):
            assert total(services, people) == 4 * GRANT
            report = verify(services.journal)
            assert report.clean
            assert sum(report.accounts.values()) == 0

    asyncio.run(last())


class _Died(Exception):
    """The process was killed here."""


class Dying:
    """Kills what runs inside at a random point, or not at all."""

    def __init__(self, chance: random.Random) -> None:
        self._patch = pytest.MonkeyPatch()
        match chance.randrange(4):
            case 0:
                self._kill(Cashier, "writes")
            case 1:
                self._kill(CommandHandler, "obey")
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

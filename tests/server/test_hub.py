"""Views are shared, newest wins, slow clients go, and a table at which nobody looks rests."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from pitboss.cards import card_text
from pitboss.pit import Bot, Style
from pitboss.pit.exhibition import AT_ONCE
from pitboss.pit.keeper import Keeper
from pitboss.pit.live import RECENT
from pitboss.round import command as round_ask
from pitboss.round.state import Phase
from pitboss.round.view import Role as Role_
from pitboss.round.view import Viewer
from pitboss.rules import Chips, Wager, rule_set
from pitboss.server.houses import table_house
from pitboss.server.live import line
from pitboss.server.live import socket as sockets
from pitboss.server.live.client import Client
from pitboss.server.live.edges import Edges
from pitboss.server.live.hub import Hub
from pitboss.server.live.room import Room, open_room
from pitboss.server.state import House, open_house
from pitboss.server.store.people import Human
from pitboss.server.wire.table import View
from pitboss.table import Command, Person, Role, Table
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_DEALER, AUTOMATIC_FLOOR
from pitboss.table.timetable import Pace
from pitboss.table.view import view
from tests.server.rounds import seen_cards
from tests.server.serving import quick

TABLE = "hub"


class Wire:
    """A socket whose other side takes messages only while it is open."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []  # Any: JSON
        self.open = asyncio.Event()
        self.open.set()
        self.inbox: asyncio.Queue[str] = asyncio.Queue()
        self.scope: dict[str, Any] = {"state": {}}  # Any: as ASGI has it
        self.closed = 0

    async def send_data(self, data: str, mode: str) -> None:
        assert mode == "text"
        await self.open.wait()
        self.sent.append(json.loads(data))

    async def receive_data(self, mode: str) -> str:
        assert mode == "text"
        return await self.inbox.get()

    async def close(self, code: int, reason: str) -> None:
        self.closed = code

    def of(self, kind: str) -> list[dict[str, Any]]:  # Any: JSON
        return [message for message in self.sent if message["type"] == kind]


@asynccontextmanager
async def opened(rules: str = "maryland") -> AsyncIterator[tuple[House, Room, Hub]]:
    async with open_house(quick()) as house, open_room(house) as room:
        made = table_house(rule_set(rules), {})
        assert (await house.pit.found(TABLE, made, AUTOMATIC_FLOOR, pace=AT_ONCE)).ok
        yield house, room, room.hubs[TABLE]


async def talk(house: House, room: Room, hub: Hub, wire: Wire) -> None:
    client = Client(house.people.guest(), 0, 0)
    commands = await room.commands(hub)
    await sockets._Talk(wire, house, room, hub, client, commands).run()  # type: ignore[arg-type]


async def eventually(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not wanted():  # noqa: ASYNC110  # whatever it is, it tells nobody
            await asyncio.sleep(0.01)


def run(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


async def announce(house: House, n: int) -> None:
    answer = await house.pit.ask(TABLE, f"say-{n}", ask.Announce(f"word {n}"), AUTOMATIC_FLOOR)
    assert answer.ok


def test_a_slow_client_gets_the_newest_view_with_every_line() -> None:
    async def play() -> None:
        async with opened() as (house, room, hub):
            wire = Wire()
            talking = asyncio.create_task(talk(house, room, hub, wire))
            await eventually(lambda: len(wire.of("view")) >= 1)
            wire.open.clear()
            known = len(wire.of("view"))
            for n in range(50):
                await announce(house, n)
            wire.open.set()
            await eventually(lambda: wire.of("view")[-1]["number"] == hub.number)

            views = wire.of("view")[known:]
            lines = [line["text"] for view in views for line in view["lines"]]
            assert len(views) <= 3
            assert [text for text in lines if "word" in text] == [
                f"Floor says: word {n}" for n in range(50)
            ]
            assert [m["text"] for m in views[-1]["messages"]][-1] == "Floor says: word 49"
            talking.cancel()

    run(play)


def test_what_another_process_did_at_once_is_looked_up_in_the_journal() -> None:
    async def play() -> None:
        async with opened() as (house, room, hub):
            ann = Person("Ann", Role.PLAYER)
            await house.pit.ask(TABLE, "sit", ask.Sit(1, ann.name), ann)
            hub.runner.rest(resting=False)
            await eventually(lambda: hub.table.round is not None)
            wire = Wire()
            talking = asyncio.create_task(talk(house, room, hub, wire))
            await eventually(lambda: len(wire.of("view")) >= 1)
            other = Keeper(house.journal, TABLE, house.clock, house.chance)
            for n in range(3 * RECENT):  # all of it before this process looks again
                assert other.obey(f"say-{n}", ask.Announce(f"word {n}"), AUTOMATIC_FLOOR).ok

            await eventually(lambda: any("word 95" in text.decode() for _, text in hub._lines))

            lines = [json.loads(text)["text"] for _, text in hub._lines]
            said = [text for text in lines if "word" in text]
            assert said == [f"Floor says: word {n}" for n in range(3 * RECENT)][-len(said) :]
            assert len(said) > RECENT
            talking.cancel()

    run(play)


def test_a_client_that_takes_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "SLOW_S", 0.05)

    async def play() -> None:
        async with opened() as (house, room, hub):
            wire = Wire()
            talking = asyncio.create_task(talk(house, room, hub, wire))
            await eventually(lambda: len(wire.of("view")) >= 1)
            wire.open.clear()
            await announce(house, 1)

            await asyncio.wait_for(talking, 10)

            assert wire.closed == line.CLOSE_AGAIN
            assert not hub.clients

    run(play)


def test_a_face_is_worked_out_once_for_all_who_see_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []
    honest = Hub._shown

    def counted(self: Hub, name: str) -> object:
        made.append(name)
        return honest(self, name)

    monkeypatch.setattr(Hub, "_shown", counted)

    async def play() -> None:
        async with opened() as (house, _, hub):
            ann = house.people.guest()
            sit = ask.Sit(1, ann.name)
            assert (await house.pit.ask(TABLE, "sit-1", sit, Person(ann.name, Role.PLAYER))).ok
            clients = [Client(house.people.guest(), n, 0) for n in range(20)]
            clients += [Client(ann, 0, 0), Client(ann, 0, 0)]
            made.clear()

            texts = [hub.message(client) for client in clients]

            assert sorted(made) == sorted(["", ann.name])
            views = [msgspec.json.decode(text, type=View) for text in texts]
            assert [view.you.purse for view in views[:20]] == list(range(20))
            assert views[-1].you.seat == 1

    run(play)


def test_a_table_rests_until_somebody_looks_and_rests_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pitboss.server.live.room.REST_AFTER_S", 0.05)

    async def play() -> None:
        async with opened() as (house, room, hub):
            assert (await house.pit.seat_bot(TABLE, Bot("Ann", Style.RANDOM))).ok
            await asyncio.sleep(0.2)
            assert hub.runner.table.rounds == 0

            client = Client(house.people.guest(), 0, 0)
            room.join(hub, client)
            await eventually(lambda: hub.runner.table.rounds > 2)
            room.part(hub, client)
            await eventually(lambda: hub.runner.resting and hub.runner.table.round is None)
            rounds = hub.runner.table.rounds
            await asyncio.sleep(0.2)

            assert hub.runner.table.rounds == rounds

    run(play)


def test_who_takes_a_seat_after_the_round_sees_nothing_of_the_last_player() -> None:
    async def play() -> None:
        async with opened() as (house, room, hub):
            hub.runner.pace = Pace(step=0, result=60_000, between=0)
            room.join(hub, Client(house.people.guest(), 0, 0))
            ann, ben = house.people.guest(), house.people.guest()
            one = Person(ann.name, Role.PLAYER)
            assert (await house.pit.ask(TABLE, "a1", ask.Sit(1, ann.name), one)).ok
            assert (await house.pit.ask(TABLE, "a2", ask.BuyIn(1, Chips(50_000)), one)).ok
            await eventually(lambda: hub.runner.table.round is not None)
            bets = round_ask.PlaceBets(1, {Wager.ANTE: Chips(500), Wager.BLIND: Chips(500)})
            assert (await house.pit.ask(TABLE, "a3", bets, one)).ok
            acts: list[Command] = [round_ask.Check(1), round_ask.Check(1), round_ask.Fold(1)]
            for n, act in enumerate(acts):
                await eventually(lambda: _turn(hub) == 1)
                assert (await house.pit.ask(TABLE, f"act-{n}", act, one)).ok
            await eventually(lambda: _view(hub, ann.name).hand.phase == "settled")
            cards = _view(hub, ann.name).hand.seats[0].cards
            assert len(cards) == 2

            assert (await house.pit.ask(TABLE, "a4", ask.Leave(1), one)).ok
            two = Person(ben.name, Role.PLAYER)
            assert (await house.pit.ask(TABLE, "b1", ask.Sit(1, ben.name), two)).ok

            seat = _view(hub, ben.name).hand.seats[0]
            assert seat.player == ben.name
            assert (seat.cards, seat.spots) == ((), ())
            end = await house.pit.ask(TABLE, "end", ask.EndRound(), AUTOMATIC_DEALER)
            assert end.ok
            last = _view(hub, ben.name).last
            mine = _view(hub, ann.name).last
            assert last is not None
            assert last.seats[0].cards == ()
            assert mine is not None
            assert mine.seats[0].cards == cards

    def _view(hub: Hub, name: str) -> View:
        human = Human("x", name, guest=True, roles=("player",), last_login=None)
        client = Client(human, 0, 0)
        return msgspec.json.decode(hub.message(client), type=View)

    def _turn(hub: Hub) -> int | None:
        return _view(hub, "").hand.turn

    run(play)


CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
SYMBOL = re.compile("(10|[2-9JQKA])([♠♥♦♣])")
SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


@pytest.mark.slow
def test_no_byte_of_any_view_names_a_card_before_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bots play on a real pit; whatever their seats and an onlooker are sent is looked through."""
    monkeypatch.setattr(Edges, "of_seat", lambda *_: None)  # five sums a round, of no card

    async def play() -> None:
        async with opened() as (house, room, hub):
            for n in range(1, 5):
                assert (await house.pit.seat_bot(TABLE, Bot(f"B{n}", Style.RANDOM), n)).ok
            names = ["", *(Bot(f"B{n}", Style.RANDOM).label for n in range(1, 5))]
            people = {name: Client(_human(name), 0, 1) for name in names}
            looked = _Looked(hub, people)
            hub.runner.tell(lambda table, _: looked.look(table))
            room.join(hub, Client(house.people.guest(), 0, 0))

            await eventually(lambda: hub.runner.table.rounds >= 12)

            assert looked.failed == []
            assert looked.views > 500
            assert looked.cards > 1_000

    run(play)


def _human(name: str) -> Human:
    return Human("x", name, guest=True, roles=("player",), last_login=None)


class _Looked:
    """Looks through every view of every viewer."""

    def __init__(self, hub: Hub, people: dict[str, Client]) -> None:
        self.hub = hub
        self.people = people
        self.failed: list[str] = []
        self.views = self.cards = 0
        self.last: dict[str, set[str]] = {}

    def look(self, table: Table) -> None:
        for name, client in self.people.items():
            text = self.hub.message(client).decode()
            seat = table.seat_of(name)
            viewer = Viewer(Role_.SEAT, seat.number) if seat else Viewer(Role_.PUBLIC)
            now = {card_text(card) for card in seen_cards(view(table, viewer).round)}
            named = set(CARD.findall(text)) | {
                f"{rank.replace('10', 'T')}{SUITS[suit]}" for rank, suit in SYMBOL.findall(text)
            }
            if not named <= now | self.last.get(name, set()):
                self.failed.append(f"{name}: {named - now} in {text}")
            if table.round is not None and table.round.phase == Phase.SETTLED:
                self.last[name] = now
            elif table.round is not None and table.round.phase != Phase.BETTING:
                self.last[name] = set()
            self.views += 1
            self.cards += len(named)

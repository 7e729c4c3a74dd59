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
from pitboss.pit.bot_tables import AT_ONCE
from pitboss.pit.command_handler import CommandHandler
from pitboss.pit.replica import RECENT
from pitboss.round import command as round_ask
from pitboss.round.state import Phase
from pitboss.round.view import Viewer, ViewerRole
from pitboss.rules import Chips, Wager, rule_set
from pitboss.server.live import connection as line
from pitboss.server.live import socket as sockets
from pitboss.server.live.feed import Feed
from pitboss.server.live.outbox import Outbox
from pitboss.server.live.tables import LiveTables
from pitboss.server.services import Services, open_services
from pitboss.server.store.people import Human
from pitboss.server.tables.default_rules import table_house
from pitboss.server.wire.table import View
from pitboss.server.worker.edges import Edges
from pitboss.table import Command, Person, Role, Table
from pitboss.table import command as ask
from pitboss.table.people import AUTOMATIC_DEALER, AUTOMATIC_FLOOR
from pitboss.table.timetable import Pace
from pitboss.table.view import view
from tests.server.rounds import seen_cards
from tests.server.serving import quick
from tests.waiting import WAIT_S_MAX

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
async def opened(rules: str = "maryland") -> AsyncIterator[tuple[Services, LiveTables, Feed]]:
    async with open_services(quick()) as services:
        live = services.live
        made = table_house(rule_set(rules), {})
        assert (await services.pit.found(TABLE, made, AUTOMATIC_FLOOR, pace=AT_ONCE)).ok
        yield services, live, live.feeds[TABLE]


async def talk(services: Services, live: LiveTables, feed: Feed, wire: Wire) -> None:
    outbox = Outbox(services.people.guest(), 0, 0)
    commands = await live.commands(feed)
    await sockets._Talk(wire, live, feed, outbox, commands).run()  # type: ignore[arg-type]


async def eventually(wanted: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT_S_MAX):
        while not wanted():  # noqa: ASYNC110  # whatever it is, it tells nobody
            await asyncio.sleep(0.01)


def run(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


async def announce(services: Services, n: int) -> None:
    answer = await services.pit.ask(TABLE, f"say-{n}", ask.Announce(f"word {n}"), AUTOMATIC_FLOOR)
    assert answer.ok


def test_a_slow_client_gets_the_newest_view_with_every_line() -> None:
    async def play() -> None:
        async with opened() as (services, live, feed):
            wire = Wire()
            talking = asyncio.create_task(talk(services, live, feed, wire))
            await eventually(lambda: len(wire.of("view")) >= 1)
            wire.open.clear()
            known = len(wire.of("view"))
            for n in range(50):
                await announce(services, n)
            wire.open.set()
            await eventually(lambda: wire.of("view")[-1]["number"] == feed.number)

            views = wire.of("view")[known:]
            lines = [line["text"] for view in views for line in view["lines"]]
            assert len(views) <= 3
            assert [text for text in lines if "word" in text] == [
                f"The floor says: word {n}" for n in range(50)
            ]
            assert [m["text"] for m in views[-1]["messages"]][-1] == "The floor says: word 49"
            talking.cancel()

    run(play)


def test_what_another_process_did_at_once_is_looked_up_in_the_journal() -> None:
    async def play() -> None:
        async with opened() as (services, live, feed):
            ann = Person("Ann", Role.PLAYER)
            await services.pit.ask(TABLE, "sit", ask.Sit(1, ann.name), ann)
            feed.table_task.rest(resting=False)
            await eventually(lambda: feed.table.round is not None)
            wire = Wire()
            talking = asyncio.create_task(talk(services, live, feed, wire))
            await eventually(lambda: len(wire.of("view")) >= 1)
            other = CommandHandler(services.journal, TABLE, services.clock, services.chance)
            for n in range(3 * RECENT):  # all of it before this process looks again
                assert other.obey(f"say-{n}", ask.Announce(f"word {n}"), AUTOMATIC_FLOOR).ok

            await eventually(lambda: any("word 95" in text.decode() for _, text in feed._lines))

            lines = [json.loads(text)["text"] for _, text in feed._lines]
            said = [text for text in lines if "word" in text]
            assert said == [f"The floor says: word {n}" for n in range(3 * RECENT)][-len(said) :]
            assert len(said) > RECENT
            talking.cancel()

    run(play)


def test_a_client_that_takes_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "SLOW_S", 0.05)

    async def play() -> None:
        async with opened() as (services, live, feed):
            wire = Wire()
            talking = asyncio.create_task(talk(services, live, feed, wire))
            await eventually(lambda: len(wire.of("view")) >= 1)
            wire.open.clear()
            await announce(services, 1)

            await asyncio.wait_for(talking, WAIT_S_MAX)

            assert wire.closed == line.CLOSE_AGAIN
            assert not feed.outboxes

    run(play)


def test_a_face_is_worked_out_once_for_all_who_see_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[str] = []
    honest = Feed._shown

    def counted(self: Feed, name: str) -> object:
        made.append(name)
        return honest(self, name)

    monkeypatch.setattr(Feed, "_shown", counted)

    async def play() -> None:
        async with opened() as (services, _, feed):
            ann = services.people.guest()
            sit = ask.Sit(1, ann.name)
            assert (await services.pit.ask(TABLE, "sit-1", sit, Person(ann.name, Role.PLAYER))).ok
            outboxes = [Outbox(services.people.guest(), n, 0) for n in range(20)]
            outboxes += [Outbox(ann, 0, 0), Outbox(ann, 0, 0)]
            made.clear()

            texts = [feed.message(outbox) for outbox in outboxes]

            assert sorted(made) == sorted(["", ann.name])
            views = [msgspec.json.decode(text, type=View) for text in texts]
            assert [view.you.purse for view in views[:20]] == list(range(20))
            assert views[-1].you.seat == 1

    run(play)


def test_a_table_rests_until_somebody_looks_and_rests_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pitboss.server.live.tables.REST_AFTER_S", 0.05)

    async def play() -> None:
        async with opened() as (services, live, feed):
            assert (await services.pit.seat_bot(TABLE, Bot("Ann", Style.RANDOM))).ok
            await asyncio.sleep(0.2)
            assert feed.table_task.table.rounds == 0

            outbox = Outbox(services.people.guest(), 0, 0)
            live.join(feed, outbox)
            await eventually(lambda: feed.table_task.table.rounds > 2)
            live.part(feed, outbox)
            await eventually(
                lambda: feed.table_task.resting and feed.table_task.table.round is None
            )
            rounds = feed.table_task.table.rounds
            await asyncio.sleep(0.2)

            assert feed.table_task.table.rounds == rounds

    run(play)


def test_who_takes_a_seat_after_the_round_sees_nothing_of_the_last_player() -> None:
    async def play() -> None:
        async with opened() as (services, live, feed):
            feed.table_task.pace = Pace(step=0, result=60_000, between=0)
            live.join(feed, Outbox(services.people.guest(), 0, 0))
            ann, ben = services.people.guest(), services.people.guest()
            one = Person(ann.name, Role.PLAYER)
            assert (await services.pit.ask(TABLE, "a1", ask.Sit(1, ann.name), one)).ok
            assert (await services.pit.ask(TABLE, "a2", ask.BuyIn(1, Chips(50_000)), one)).ok
            await eventually(lambda: feed.table_task.table.round is not None)
            bets = round_ask.PlaceBets(1, {Wager.ANTE: Chips(500), Wager.BLIND: Chips(500)})
            assert (await services.pit.ask(TABLE, "a3", bets, one)).ok
            acts: list[Command] = [round_ask.Check(1), round_ask.Check(1), round_ask.Fold(1)]
            for n, act in enumerate(acts):
                await eventually(lambda: _turn(feed) == 1)
                assert (await services.pit.ask(TABLE, f"act-{n}", act, one)).ok
            await eventually(lambda: _view(feed, ann.name).hand.phase == "settled")
            cards = _view(feed, ann.name).hand.seats[0].cards
            assert len(cards) == 2

            assert (await services.pit.ask(TABLE, "a4", ask.Leave(1), one)).ok
            two = Person(ben.name, Role.PLAYER)
            assert (await services.pit.ask(TABLE, "b1", ask.Sit(1, ben.name), two)).ok

            seat = _view(feed, ben.name).hand.seats[0]
            assert seat.player == ben.name
            assert (seat.cards, seat.spots) == ((), ())
            end = await services.pit.ask(TABLE, "end", ask.EndRound(), AUTOMATIC_DEALER)
            assert end.ok
            last = _view(feed, ben.name).last
            mine = _view(feed, ann.name).last
            assert last is not None
            assert last.seats[0].cards == ()
            assert mine is not None
            assert mine.seats[0].cards == cards

    def _view(feed: Feed, name: str) -> View:
        human = Human("x", name, guest=True, roles=("player",), last_login=None)
        outbox = Outbox(human, 0, 0)
        return msgspec.json.decode(feed.message(outbox), type=View)

    def _turn(feed: Feed) -> int | None:
        return _view(feed, "").hand.turn

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
        async with opened() as (services, live, feed):
            for n in range(1, 5):
                assert (await services.pit.seat_bot(TABLE, Bot(f"B{n}", Style.RANDOM), n)).ok
            names = ["", *(Bot(f"B{n}", Style.RANDOM).label for n in range(1, 5))]
            people = {name: Outbox(_human(name), 0, 1) for name in names}
            looked = _Looked(feed, people)
            feed.table_task.tell(lambda table, _: looked.look(table))
            live.join(feed, Outbox(services.people.guest(), 0, 0))

            await eventually(lambda: feed.table_task.table.rounds >= 12)

            assert looked.failed == []
            assert looked.views > 500
            assert looked.cards > 1_000

    run(play)


def _human(name: str) -> Human:
    return Human("x", name, guest=True, roles=("player",), last_login=None)


class _Looked:
    """Looks through every view of every viewer."""

    def __init__(self, feed: Feed, people: dict[str, Outbox]) -> None:
        self.feed = feed
        self.people = people
        self.failed: list[str] = []
        self.views = self.cards = 0
        self.last: dict[str, set[str]] = {}

    def look(self, table: Table) -> None:
        for name, outbox in self.people.items():
            text = self.feed.message(outbox).decode()
            seat = table.seat_of(name)
            viewer = Viewer(ViewerRole.SEAT, seat.number) if seat else Viewer(ViewerRole.PUBLIC)
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

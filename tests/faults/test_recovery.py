"""After a restart: the same cards, the same chips, and no table that dies in silence."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Mapping

import pytest

from pitboss.audit.verify import verify
from pitboss.journal import POINTS, Head, Journal, Snapshot, Unavailable, Uncertain, Write
from pitboss.journal.memory import MemoryJournal
from pitboss.pit.answer import PitReason
from pitboss.pit.command_handler import HOUSE_IDS, CommandHandler
from pitboss.pit.pit import Pit
from pitboss.pit.replica import load
from pitboss.pit.streams import link_stream
from pitboss.pit.table_task import RESUME_WITHIN_MS
from pitboss.round import Broken
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.state import Parcel, Phase
from pitboss.rules import Chips, Wager
from pitboss.table import Person, Role, Table
from pitboss.table import command as ask
from pitboss.table.state import Standing
from pitboss.table.timetable import Pace, due
from tests.faults.acks import Acks, Sent, felt_of
from tests.faults.floor import ALL, ALONE, FLOOR, LINK, LINKED, Plan
from tests.faults.jackpot import Lucky
from tests.faults.players import fill_purses, wishes
from tests.faults.simulation import Killed
from tests.faults.witness import Witness
from tests.faults.worker import FULL_SPEED, found
from tests.pit.hands import HandClock, SeededChance
from tests.waiting import wait_until_async

HOUR = 3_600_000
PACE = Pace(betting=100, bank=100, step=0, result=0, between=0)
ANN = Person("Ann", Role.PLAYER)
BETS = {Wager.ANTE: Chips(10_00), Wager.BLIND: Chips(10_00)}


# -- one handler -----------------------------------------------------------------------------------


@pytest.mark.parametrize("plan", ALL, ids=lambda plan: plan.name)
def test_a_restart_after_any_command_changes_no_card_and_no_chip(plan: Plan) -> None:
    journal, clock, chance = MemoryJournal(), HandClock(), random.Random(7)
    fill_purses(journal)
    acks = Acks()
    witness = Witness(acks)
    steps = list(plan.founding())
    felt = ""
    for n in range(400):
        handler = CommandHandler(
            journal, plan.name, clock, SeededChance(n)
        )  # no process lives longer
        assert felt in ("", felt_of(handler.table))
        if steps:
            id_, command, by = steps.pop(0)
        elif wanted := list(wishes(handler.table, chance)):
            command, by = chance.choice(wanted)
            id_ = f"c{n}"
        elif (following := due(handler.table, PACE, clock.at)) is not None:
            clock.at = max(clock.at, following.at)
            id_, command, by = f"{HOUSE_IDS}{n}/due", following.command, following.by
        if not id_.startswith(HOUSE_IDS):  # to those the shell adds secrets and readings
            acks.send(Sent(plan.name, id_, command, by))
        acks.answer(plan.name, handler.obey(id_, command, by))
        felt = felt_of(handler.table)
        if n % 3 == 0:
            handler.keep_snapshot()

    witness.look(journal)

    assert witness.rounds >= 3
    decks = witness.tables[plan.name].decks
    assert all(len(loaded) == 1 for loaded in decks.values()), "a round has one deck"


class Pointed(MemoryJournal):
    """A journal whose server is killed at a point of the next append."""

    def __init__(self) -> None:
        super().__init__(self.reached)
        self.point = ""

    def reached(self, point: str) -> None:
        if point == self.point:
            self.point = ""
            raise Killed


@pytest.mark.parametrize("point", POINTS)
def test_killed_between_the_shuffle_and_the_deal_the_same_cards_are_dealt(point: str) -> None:
    journal = Pointed()
    handler = locked(journal)
    shuffled = handler.obey("shuffle", *must_be_due(handler))
    (loaded,) = shuffled.events
    assert isinstance(loaded, round_past.DeckLoaded)
    while isinstance(must_be_due(handler)[0], round_ask.CutDeck):
        handler.obey("cut", *must_be_due(handler))
    assert handler.table.round is not None
    stub = handler.table.round.stub
    deal, dealer = must_be_due(handler)

    journal.point = point
    with pytest.raises(Killed):
        handler.obey("deal", deal, dealer)
    after = CommandHandler(journal, handler.name, HandClock(), SeededChance(99))
    answer = after.obey("deal", deal, dealer)

    dealt = [card for parcel in events(answer.events) for card in parcel.cards]
    assert tuple(dealt) == stub[: len(dealt)]
    assert after.table.round is not None
    assert after.table.round.stub == stub[len(dealt) :]
    assert load(journal, after.replica.stream, use_snapshot=False).table == after.table


def test_who_cannot_know_whether_it_was_written_says_so_and_asks_again() -> None:
    class Gone(MemoryJournal):
        trouble = False

        def append(self, *writes: Write) -> None:
            super().append(*writes)
            if self.trouble:
                raise Uncertain("the answer was lost")

        def read(self, *given, **named):  # type: ignore[no-untyped-def]  # as its parent
            if self.trouble:
                raise Unavailable("away")
            return super().read(*given, **named)

    journal = Gone()
    handler = opened(journal)
    journal.trouble = True

    with pytest.raises(Uncertain):
        handler.obey("buy", ask.BuyIn(1, Chips(5_00)), ANN)
    journal.trouble = False
    handler.obey("leave", ask.Leave(1), ANN)
    again = handler.obey("buy", ask.BuyIn(1, Chips(5_00)), ANN)

    assert again.ok, "it was obeyed, though the seat is empty by now"
    assert journal.find(handler.replica.stream, "buy") is not None


def test_a_command_id_of_any_allowed_length_can_win_the_jackpot() -> None:
    journal, plan = MemoryJournal(), LINKED[1]
    handler = CommandHandler(journal, plan.name, HandClock(), SeededChance())
    for id_, command, by in plan.founding():
        assert handler.obey(id_, command, by).ok
    lucky = Lucky(handler, "é" * 48)  # 96 bytes, and a few for a number

    lucky.to_the_payment()
    handler._reading = None  # as after a restart: the meters are read once more, under another id
    lucky.to_the_end()

    (paid,) = list(journal.read(link_stream(LINK)))[1:]
    assert paid.name == "link-paid/1"
    assert verify(journal).clean


# -- the pit --------------------------------------------------------------------------------------


class Moody(MemoryJournal):
    """A journal that can be down."""

    down = False

    def append(self, *writes: Write) -> None:
        if self.down:
            raise Unavailable("down")
        super().append(*writes)


def test_a_round_interrupted_for_too_long_is_voided_though_the_store_is_down_at_first() -> None:
    journal, clock = Moody(), HandClock()
    handler = locked(journal)
    chips = handler.table.seats[1].chips + 20_00
    clock.at = handler.table.clock.at + RESUME_WITHIN_MS + 1
    journal.down = True

    async def play() -> None:
        async with pit(journal, clock) as running:
            await asyncio.sleep(0.1)
            journal.down = False
            await wait_until_async(lambda: called_off(journal))
            await wait_until_async(lambda: phase(running) in (None, Phase.BETTING))
            assert table_of(running).seats[1].chips == chips
            assert running.stopped() == {}

    asyncio.run(play())


def test_a_table_left_for_a_night_changes_its_deck_and_goes_on() -> None:
    journal, clock = MemoryJournal(), HandClock()
    handler = locked(journal, ALONE[0])
    while handler.table.round is not None:  # to the end of the round, and no further
        command, by = must_be_due(handler)
        late = 10 * 60_000 if isinstance(command, ask.TimeOut) else 0
        slow = CommandHandler(
            journal, handler.name, HandClock(handler.table.clock.at + late), SeededChance()
        )
        slow.obey(f"n{slow.replica.number}", command, by)
        handler = slow
    rounds, decks = handler.table.rounds, handler.table.decks.at_table
    clock.at = handler.table.clock.at + 9 * HOUR

    async def play() -> None:
        async with pit(journal, clock) as running:
            await wait_until_async(lambda: table_of(running).rounds > rounds)
            assert table_of(running).decks.at_table != decks
            assert running.stopped() == {}

    asyncio.run(play())


def test_a_viewer_that_fails_stops_neither_the_table_nor_other_viewers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    seen: list[int] = []

    def fail(table: Table, number: int) -> None:
        raise RuntimeError("a planted bug")

    async def play() -> None:
        journal = MemoryJournal()
        opened(journal)
        async with pit(journal, HandClock()) as running:
            table_task = running.tables["cb"]
            table_task.tell(fail)
            table_task.tell(lambda table, number: seen.append(number))
            answer = await running.ask("cb", "say", ask.Announce("hello"), FLOOR)
            assert answer.ok
            assert answer.last in seen
            assert running.stopped() == {}

    with caplog.at_level(logging.ERROR):
        asyncio.run(play())

    assert "a planted bug" in caplog.text


def test_a_timer_that_meets_a_bug_stops_its_own_table_and_says_so() -> None:
    class Bug(MemoryJournal):
        at = ""

        def append(self, *writes: Write) -> None:
            if any(write.stream == self.at for write in writes):
                raise Broken("a planted bug")
            super().append(*writes)

    journal = Bug()
    found(journal, ALONE[:3])
    journal.at = "table/cb"

    async def play() -> None:
        async with Pit(journal, pace=FULL_SPEED, threads=0, thinking=0) as running:
            # Nobody asked: it was the bot's turn.
            await wait_until_async(lambda: "cb" in running.stopped())
            rounds = [running.tables[name].table.rounds for name in ("md", "ca")]
            await wait_until_async(lambda: running.tables["md"].table.rounds > rounds[0] + 1)
            assert running.stopped() == {"cb": "a planted bug"}
            refused = await running.ask("cb", "x", ask.Announce("hello"), FLOOR)
            assert refused.refusal is not None
            assert refused.refusal.reason == PitReason.TABLE_STOPPED
        journal.at = ""
        async with Pit(journal, pace=FULL_SPEED, threads=0, thinking=0) as running:
            await wait_until_async(lambda: running.tables["cb"].table.rounds > 1)

    asyncio.run(play())


def test_who_is_refused_after_others_wrote_sees_what_they_wrote() -> None:
    class Deaf(MemoryJournal):
        def _ring(self, heads: Mapping[str, Head]) -> None:
            pass  # every notice is lost

    async def play() -> None:
        journal, seen = Deaf(), []
        opened(journal)
        async with pit(journal, HandClock()) as here, pit(journal, HandClock()) as there:
            there.tables["cb"].tell(lambda table, number: seen.append(table.status.standing))
            assert (await here.ask("cb", "p1", ask.PauseTable("a break"), FLOOR)).ok
            again = await there.ask("cb", "p2", ask.PauseTable("a break"), FLOOR)
            assert again.refusal is not None
            assert seen == [Standing.PAUSED]

    asyncio.run(play())


def test_a_table_that_others_write_to_while_the_pit_starts_is_rebuilt_once() -> None:
    loads: Counter[str] = Counter()

    class Chatty(MemoryJournal):
        """Another process writes at the very moment when this one looks which tables there are."""

        def heads(self, prefix: str = "") -> Mapping[str, Head]:
            heads = super().heads(prefix)
            for tell in self._notifier._tells.values():
                for stream, head in heads.items():
                    tell(stream, head.number)
            return heads

        def snapshot(self, stream: str, shape: str) -> Snapshot | None:
            loads[stream] += 1
            return super().snapshot(stream, shape)

    journal = Chatty()
    opened(journal)
    loads.clear()

    async def play() -> None:
        async with pit(journal, HandClock()) as running:
            await asyncio.sleep(0.05)
            assert list(running.tables) == ["cb"]

    asyncio.run(play())

    assert loads == {"table/cb": 1}


# -- helpers --------------------------------------------------------------------------------------


def opened(journal: Journal, plan: Plan = ALONE[2]) -> CommandHandler:
    """A table with one player."""
    handler = CommandHandler(journal, plan.name, HandClock(), SeededChance())
    for id_, command, by in plan.founding():
        assert handler.obey(id_, command, by).ok
    assert handler.obey("sit", ask.Sit(1, ANN.name), ANN).ok
    assert handler.obey("chips", ask.BuyIn(1, Chips(1_000_00)), ANN).ok
    return handler


def locked(journal: Journal, plan: Plan = ALONE[2]) -> CommandHandler:
    """A table whose bets are closed and whose cards are not brought yet."""
    handler = opened(journal, plan)
    for n in range(50):
        round_ = handler.table.round
        if round_ is not None and round_.phase == Phase.LOCKED:
            return handler
        if round_ is not None and not round_.spots:
            assert handler.obey("bet", round_ask.PlaceBets(1, BETS), ANN).ok
        assert handler.obey(f"h{n}", *must_be_due(handler)).ok
    raise AssertionError("the bets are never closed")


def must_be_due(handler: CommandHandler) -> tuple[ask.Command, Person]:
    following = due(handler.table, Pace(betting=None, step=0, result=0, between=0))
    assert following is not None
    return following.command, following.by


def events(dealt: tuple[object, ...]) -> list[Parcel]:
    (event,) = dealt
    assert isinstance(event, round_past.PacketsDealt)
    return list(event.parcels)


def pit(journal: Journal, clock: HandClock) -> Pit:
    quick = Pace(betting=None, step=0, result=0, between=0)
    return Pit(journal, clock=clock, chance=SeededChance(), pace=quick, threads=0, thinking=0)


def table_of(running: Pit) -> Table:
    (name,) = running.tables
    table = running.table(name)
    assert table is not None
    return table


def phase(running: Pit) -> Phase | None:
    round_ = table_of(running).round
    return round_.phase if round_ is not None else None


def called_off(journal: Journal) -> bool:
    return any(entry.name == "round-called-off/1" for entry in journal.read("table/cb"))

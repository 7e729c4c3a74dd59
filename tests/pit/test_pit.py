"""The pit: tables side by side, timers that never die silently, recovery, bots, bounds."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.journal import (
    Draft,
    Entry,
    Journal,
    Snapshot,
    Turn,
    Unavailable,
    Write,
    open_journal,
)
from pitboss.journal.memory import MemoryJournal
from pitboss.pit import Bot, Pit, PitReason, Style, SystemClock
from pitboss.pit import table_task as runner_file
from pitboss.pit.bot_tables import AT_ONCE, exhibition_rules, open_tables, play_rounds
from pitboss.pit.clock import Clock
from pitboss.pit.replica import load
from pitboss.round import command as round_ask
from pitboss.round.state import Phase
from pitboss.rules import SET_NAMES, Chips, Wager, all_rule_sets, rule_set
from pitboss.table import command as ask
from pitboss.table import rules_of
from pitboss.table.state import Standing
from pitboss.table.timetable import Pace
from tests.pit.hands import FLOOR, START, HandClock, SeededChance, house, player
from tests.waiting import WAIT_S_MAX, wait_until_async

PATIENT = Pace(betting=None, bank=None, step=0, result=0, between=0, clock=True)
BETS = {Wager.ANTE: Chips(1_000), Wager.BLIND: Chips(1_000)}


def pit_on(journal: Journal, clock: Clock | None = None, pace: Pace = PATIENT) -> Pit:
    return Pit(
        journal, clock=clock or HandClock(), chance=SeededChance(), pace=pace, threads=0, thinking=0
    )


async def seated(pit: Pit, name: str = "T1", players: int = 2) -> None:
    assert (await pit.found(name, house(), FLOOR)).ok
    for n in range(1, players + 1):
        assert (await pit.ask(name, f"sit{n}", ask.Sit(n, f"p{n}"), player(n))).ok
        assert (await pit.ask(name, f"buy{n}", ask.BuyIn(n, Chips(500_000)), player(n))).ok


def phase(pit: Pit, name: str = "T1") -> Phase | None:
    table = pit.table(name)
    return table.round.phase if table is not None and table.round is not None else None


@pytest.mark.parametrize("name", SET_NAMES)
def test_bots_play_rounds_by_themselves_under_every_rule_book(name: str) -> None:
    async def play() -> dict[str, int]:
        journal = open_journal("memory:")
        async with pit_on(journal, pace=AT_ONCE) as pit:
            names = await open_tables(pit, [rule_set(name)], 1, 3, Style.RANDOM)
            played = await play_rounds(pit, names, 5)
            assert pit.stopped() == {}
            table = pit.table(names[0])
            assert table is not None
            assert table.status.standing == Standing.CLOSED
            assert all(seat.bot and "bot" in seat.player for seat in table.seats.values())
            return played

    assert all(count >= 5 for count in asyncio.run(play()).values())


def test_an_exhibition_offers_what_each_place_knows() -> None:
    for chosen in all_rule_sets():
        rules, options = exhibition_rules(chosen)
        assert (Wager.PROGRESSIVE in rules.tables) == ("progressive" in options)


def test_a_seat_that_does_not_decide_in_time_checks_and_at_the_river_folds() -> None:
    async def play() -> list[str]:
        journal, clock = open_journal("memory:"), HandClock()
        async with pit_on(journal, clock) as pit:
            await seated(pit, players=1)
            await wait_until_async(lambda: phase(pit) == Phase.BETTING)
            await pit.ask("T1", "b1", round_ask.PlaceBets(1, BETS), player(1))
            while phase(pit) != Phase.SETTLED:
                clock.at += 1_000
                pit.tables["T1"].look()
                await asyncio.sleep(0)
            return [entry.name for entry in journal.read("table/T1") if "timed" in entry.name]

    async def bounded() -> list[str]:
        async with asyncio.timeout(WAIT_S_MAX):
            return await play()

    assert asyncio.run(bounded()) == ["timed-out/1"] * 3


def test_players_who_have_asked_to_leave_are_waited_for_once() -> None:
    async def play() -> int:
        journal, clock = open_journal("memory:"), HandClock()
        async with asyncio.timeout(WAIT_S_MAX), pit_on(journal, clock) as pit:
            await seated(pit)
            await wait_until_async(lambda: phase(pit) == Phase.BETTING)
            for n in (1, 2):
                await pit.ask("T1", f"b{n}", round_ask.PlaceBets(n, BETS), player(n))
            await wait_until_async(lambda: phase(pit) == Phase.DECIDING)
            for n in (1, 2):
                assert (await pit.ask("T1", f"l{n}", ask.Leave(n), player(n))).ok
            begun = clock.at
            while phase(pit) == Phase.DECIDING:
                clock.at += 1_000
                pit.tables["T1"].look()
                await asyncio.sleep(0)
            return clock.at - begun

    waited = asyncio.run(play())
    rules = rules_of(house())
    assert waited <= 2 * rules.whole("decision.timeout") * 1_000 + 30_000


class Sick(MemoryJournal):
    """A journal that cannot be written for one stream, in one way."""

    def __init__(self, stream: str, error: Exception) -> None:
        super().__init__()
        self.stream, self.error, self.sick = stream, error, False

    def append(self, *writes: Write) -> None:
        if self.sick and any(write.stream == self.stream for write in writes):
            raise self.error
        super().append(*writes)


def test_a_table_that_fails_is_stopped_kept_and_reported_and_the_others_run_on() -> None:
    async def play() -> None:
        journal = Sick("table/T1", RuntimeError("planted"))
        async with pit_on(journal) as pit:
            await seated(pit, "T1")
            await seated(pit, "T2")
            number = journal.head("table/T1").number
            journal.sick = True

            answer = await pit.ask("T1", "x", ask.BuyIn(1, Chips(5)), player(1))

            assert answer.refusal is not None
            assert answer.refusal.reason == PitReason.TABLE_STOPPED
            assert "planted" in pit.stopped()["T1"]
            again = await pit.ask("T1", "y", ask.BuyIn(1, Chips(5)), player(1))
            assert again.refusal is not None
            assert (await pit.ask("T2", "x", ask.BuyIn(1, Chips(5)), player(1))).ok
            assert list(pit.stopped()) == ["T1"]
            assert journal.head("table/T1").number >= number
        journal.sick = False
        async with pit_on(journal) as pit:
            assert (await pit.ask("T1", "x", ask.BuyIn(1, Chips(5)), player(1))).ok

    asyncio.run(play())


def test_a_store_that_is_down_for_a_while_costs_nothing() -> None:
    async def play() -> None:
        journal = Sick("table/T1", Unavailable("down"))
        async with pit_on(journal) as pit:
            await seated(pit)
            await wait_until_async(lambda: phase(pit) == Phase.BETTING)
            journal.sick = True
            answer = await pit.ask("T1", "b", round_ask.PlaceBets(1, BETS), player(1))
            assert answer.refusal is not None
            assert answer.refusal.reason == PitReason.STORE_DOWN
            journal.sick = False
            assert (await pit.ask("T1", "b", round_ask.PlaceBets(1, BETS), player(1))).ok
            assert pit.stopped() == {}

    asyncio.run(play())


@pytest.mark.parametrize(
    ("bent", "why"),
    [
        ({"at": 7}, "its hash does not fit"),
        ({"name": "unheard-of/1"}, "its hash does not fit"),
        ({"number": 9}, "stands in its place"),
    ],
)
def test_a_table_one_of_whose_events_was_changed_is_not_dealt_any_more(
    bent: dict[str, Any],  # Any: a field of an entry
    why: str,
) -> None:
    class Changed(MemoryJournal):
        changed = False

        def keep_snapshot(self, snapshot: Snapshot) -> bool:
            return False  # all events are read at every start

        def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Entry]:
            for entry in super().read(stream, after, limit):
                is_it = self.changed and stream == "table/T1" and entry.number == 4
                yield entry._replace(**bent) if is_it else entry

    async def play() -> None:
        journal = Changed()
        async with pit_on(journal) as pit:
            await seated(pit, "T1")
            await seated(pit, "T2")
        journal.changed = True
        async with pit_on(journal) as pit:
            assert list(pit.tables) == ["T2"]
            assert why in pit.stopped()["T1"]

    asyncio.run(play())


def test_a_table_to_which_something_unreadable_is_written_stops() -> None:
    async def play() -> None:
        journal = MemoryJournal()
        async with pit_on(journal) as pit:
            await seated(pit, "T1")
            await seated(pit, "T2")
            turn = Turn("foreign", b"{}", 0, (Draft("unheard-of/1", b"{}"),))
            journal.append(Write("table/T1", journal.head("table/T1").number, turn))
            await wait_until_async(lambda: "T1" in pit.stopped())

            assert "unheard-of/1" in pit.stopped()["T1"]
            assert (await pit.ask("T2", "x", ask.BuyIn(1, Chips(5)), player(1))).ok
        async with pit_on(journal) as pit:  # and it cannot be rebuilt, which stops no other
            assert "unheard-of/1" in pit.stopped()["T1"]
            assert (await pit.ask("T2", "y", ask.BuyIn(1, Chips(5)), player(1))).ok

    asyncio.run(play())


def test_more_commands_than_a_queue_holds_are_told_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runner_file, "QUEUE_MAX", 3)

    async def play() -> list[object]:
        async with pit_on(open_journal("memory:")) as pit:
            await seated(pit)
            asked = [pit.ask("T1", f"n{n}", ask.BuyIn(1, Chips(1)), player(1)) for n in range(10)]
            answers = await asyncio.gather(*asked)
            return [a.refusal.reason for a in answers if a.refusal is not None]

    reasons = asyncio.run(play())
    assert reasons
    assert set(reasons) == {PitReason.TABLE_BUSY}


def test_strangers_tables_and_the_houses_ids_are_refused() -> None:
    async def play() -> None:
        async with pit_on(open_journal("memory:")) as pit:
            await seated(pit)
            no_table = await pit.ask("T9", "x", ask.BuyIn(1, Chips(1)), player(1))
            assert no_table.refusal is not None
            assert no_table.refusal.reason == PitReason.NO_SUCH_TABLE
            house_id = await pit.ask("T1", "house/1/deal", ask.BuyIn(1, Chips(1)), player(1))
            assert house_id.refusal is not None
            assert house_id.refusal.reason == PitReason.COMMAND_ID

    asyncio.run(play())


def test_nothing_is_told_before_it_is_durable() -> None:
    told: list[tuple[int, int]] = []

    async def play() -> None:
        journal = open_journal("memory:")
        async with pit_on(journal) as pit:
            await seated(pit)
            end = pit.tables["T1"].tell(
                lambda _table, number: told.append((number, journal.head("table/T1").number))
            )
            await pit.ask("T1", "x", ask.BuyIn(1, Chips(5)), player(1))
            end()

    asyncio.run(play())
    assert told
    assert all(number <= durable for number, durable in told)


async def _played_to_the_flop(journal: Journal, clock: Clock) -> None:
    async with pit_on(journal, clock) as pit:
        await seated(pit, players=1)
        await wait_until_async(lambda: phase(pit) == Phase.BETTING)
        await pit.ask("T1", "b1", round_ask.PlaceBets(1, BETS), player(1))
        await wait_until_async(lambda: phase(pit) == Phase.DECIDING)


@dataclass(slots=True)
class Machine:
    """A machine whose clock may be set; its ticks pass whatever that says."""

    at: int = START
    passed: int = 0

    def now(self) -> int:
        return self.at + self.passed

    def ticks(self) -> int:
        return self.passed


async def _times_out(pit: Pit, clock: Machine) -> None:
    """Let time pass until the seat that is asked has had its time."""
    number = pit.tables["T1"].handler.replica.number
    async with asyncio.timeout(WAIT_S_MAX):
        while pit.tables["T1"].handler.replica.number == number:
            clock.passed += 1_000
            assert clock.passed < 10 * 60_000, "the table waits for the clock"
            pit.tables["T1"].look()
            await asyncio.sleep(0)


def test_a_clock_that_is_set_back_holds_up_no_table() -> None:
    async def play() -> None:
        journal, clock = open_journal("memory:"), Machine()
        await _played_to_the_flop(journal, clock)
        async with pit_on(journal, clock) as pit:
            before = pit.tables["T1"].table.clock.at
            clock.at -= 3_600_000
            await _times_out(pit, clock)
            clock.at += 3_600_000  # and right again
            await _times_out(pit, clock)
        clock.at -= 3_600_000
        async with pit_on(journal, clock) as pit:  # set back over a restart
            await _times_out(pit, clock)
            assert before < pit.tables["T1"].table.clock.at <= START + clock.passed
            assert pit.stopped() == {}

    asyncio.run(play())


def test_the_clock_of_the_machine_never_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SystemClock()
    before = clock.now()
    monkeypatch.setattr("time.time_ns", lambda: (before - 3_600_000) * 1_000_000)
    assert before <= clock.now() < before + 60_000
    monkeypatch.setattr("time.time_ns", lambda: (before + 3_600_000) * 1_000_000)
    assert clock.now() >= before + 3_600_000


def test_an_interrupted_round_goes_on_with_the_same_cards_and_fresh_time() -> None:
    async def play() -> None:
        journal, clock = open_journal("memory:"), HandClock()
        await _played_to_the_flop(journal, clock)
        before = load(journal, "table/T1").table
        clock.at += 30 * 60_000  # half an hour: far beyond the time to decide

        async with pit_on(journal, clock) as pit:
            await asyncio.sleep(0.05)
            after = pit.table("T1")
            assert after is not None
            assert after.round == before.round, "the player has their full time again"
            assert (await pit.ask("T1", "p", round_ask.Play(1, 4), player(1))).ok
            await wait_until_async(lambda: phase(pit) in (None, Phase.SETTLED, Phase.BETTING))
            assert pit.stopped() == {}

    asyncio.run(play())


def test_a_round_interrupted_for_too_long_is_voided_with_full_refund() -> None:
    async def play() -> None:
        journal, clock = open_journal("memory:"), HandClock()
        await _played_to_the_flop(journal, clock)
        clock.at += runner_file.RESUME_WITHIN_MS + 1

        async with pit_on(journal, clock) as pit:
            table = pit.table("T1")
            assert table is not None
            await wait_until_async(lambda: pit.table("T1") is not table)
            await wait_until_async(lambda: phase(pit) == Phase.BETTING)
            back = pit.table("T1")
            assert back is not None
            assert back.seats[1].chips == 500_000
        names = [entry.name for entry in journal.read("table/T1")]
        assert "round-called-off/1" in names

    asyncio.run(play())


def test_a_pit_closes_and_opens_again_where_it_was(tmp_path: Path) -> None:
    async def play() -> None:
        where = tmp_path / "pit.db"
        with open_journal(where) as journal:
            async with Pit(journal, pace=AT_ONCE, thinking=0) as pit:
                names = await open_tables(pit, [rule_set("maryland")], 2, 2, Style.RANDOM)
                await play_rounds(pit, names, 3)
                before = {name: pit.table(name) for name in names}
        with open_journal(where) as journal:
            async with Pit(journal, pace=AT_ONCE, thinking=0) as pit:
                assert {name: pit.table(name) for name in names} == before
                await open_tables(pit, [rule_set("maryland")], 2, 2, Style.RANDOM)
                played = await play_rounds(pit, names, 2)
                assert all(count >= 2 for count in played.values())

    asyncio.run(play())


def test_a_pit_whose_tables_rest_begins_no_round_before_one_is_woken() -> None:
    async def play() -> None:
        journal = open_journal("memory:")
        async with pit_on(journal) as pit:
            assert (await pit.found("T1", house(), FLOOR)).ok
            sit = ask.Sit(1, "p1")
        async with Pit(journal, pace=AT_ONCE, threads=0, thinking=0, resting=True) as pit:
            assert (await pit.ask("T1", "sit", sit, player(1))).ok
            await asyncio.sleep(0.05)
            assert phase(pit) is None

            pit.tables["T1"].rest(resting=False)
            await wait_until_async(lambda: phase(pit) is not None)

    asyncio.run(play())


def test_a_bot_buys_chips_when_it_runs_out_and_a_person_never_does() -> None:
    async def play() -> list[Entry]:
        journal = open_journal("memory:")
        async with pit_on(journal, pace=AT_ONCE) as pit:
            await pit.found("T1", house(), FLOOR)
            await pit.seat_bot("T1", Bot("Rob", Style.RANDOM))
            label = Bot("Rob", Style.RANDOM).label
            table = pit.table("T1")
            assert table is not None
            assert table.seats[1].player == label
            await play_rounds(pit, ["T1"], 3)
            return list(journal.read("table/T1"))

    names = [entry.name for entry in asyncio.run(play())]
    assert "chips-bought/1" in names


def test_a_bot_that_is_not_ready_sits_out_until_it_has_learnt() -> None:
    async def play() -> tuple[int, int]:
        known: list[bool] = []
        journal = open_journal("memory:")
        async with Pit(
            journal, pace=AT_ONCE, thinking=0, ready=lambda _bot, _house: bool(known)
        ) as pit:
            await pit.found("T1", house(), FLOOR)
            await pit.seat_bot("T1", Bot("Rob", Style.RANDOM))
            await asyncio.sleep(0.1)
            before = bets(journal)
            known.append(True)
            pit.tables["T1"].learnt()
            await play_rounds(pit, ["T1"], 2)
            return before, bets(journal)

    def bets(journal: Journal) -> int:
        return sum(entry.name == "bets-placed/1" for entry in journal.read("table/T1"))

    before, after = asyncio.run(play())
    assert before == 0
    assert after >= 2


def test_a_table_that_is_over_is_not_rebuilt_until_something_is_written() -> None:
    async def play() -> list[set[str]]:
        journal = open_journal("memory:")
        async with pit_on(journal, pace=AT_ONCE) as pit:
            await pit.found("T1", house(), FLOOR, open_it=False)
            await pit.found("T2", house(), FLOOR, open_it=False)
        number = journal.head("table/T1").number
        found = []
        for over in ({"T1": number}, {"T1": number - 1}):
            async with Pit(journal, over=partial(is_over, over)) as pit:
                found.append(set(pit.tables))
        return found

    def is_over(over: dict[str, int], name: str, number: int) -> bool:
        return over.get(name) == number

    assert asyncio.run(play()) == [{"T2"}, {"T1", "T2"}]


class Away(MemoryJournal):
    """A journal that cannot be read for a while; it counts how often that was tried."""

    def __init__(self) -> None:
        super().__init__()
        self.away, self.tried = False, 0

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> Iterator[Entry]:
        if self.away:
            self.tried += 1
            raise Unavailable("planted: the store is away")
        return super().read(stream, after, limit)


def test_tables_whose_store_is_away_at_the_start_run_when_it_is_back() -> None:
    async def play() -> None:
        journal = Away()
        async with pit_on(journal) as pit:
            await seated(pit, "T1")
            await seated(pit, "T2")
        journal.away = True

        async with pit_on(journal) as pit:
            assert set(pit.stopped()) == {"T1", "T2"}
            await wait_until_async(lambda: journal.tried > 5)
            assert "planted" in pit.stopped()["T1"]
            journal.away = False
            await wait_until_async(lambda: pit.stopped() == {})

            assert set(pit.tables) == {"T1", "T2"}
            assert (await pit.ask("T1", "buy", ask.BuyIn(1, Chips(100)), player(1))).ok

    asyncio.run(play())


def test_a_pit_closes_while_the_store_of_its_tables_is_away() -> None:
    async def play() -> None:
        journal = Away()
        async with pit_on(journal) as pit:
            await seated(pit, "T1")
        journal.away = True
        async with pit_on(journal):
            await wait_until_async(lambda: journal.tried > 2)
        tried = journal.tried
        await asyncio.sleep(3 * runner_file.RETRY_FIRST_S)
        assert journal.tried == tried

    asyncio.run(play())


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", PitReason.NOT_A_COMMAND),
        ("T\0", PitReason.NOT_A_COMMAND),
        ("T" * 1_000, PitReason.NOT_A_COMMAND),
        ("T" * 100, PitReason.COMMAND_ID),  # a name, but too long for the id of its founding
    ],
)
def test_a_table_under_a_bad_name_is_refused_and_leaves_nothing(
    name: str, reason: PitReason
) -> None:
    async def play() -> None:
        journal = open_journal("memory:")
        async with pit_on(journal) as pit:
            answer = await pit.found(name, house(), FLOOR)

            assert answer.refusal is not None
            assert answer.refusal.reason == reason
            assert dict(pit.tables) == {}
            assert pit.stopped() == {}
            assert journal.streams() == []

    asyncio.run(play())


def test_a_table_that_somebody_may_not_found_leaves_nothing_and_another_may_found_it() -> None:
    async def play() -> None:
        async with pit_on(open_journal("memory:")) as pit:
            both = await asyncio.gather(
                pit.found("T1", house(), player(1)), pit.found("T1", house(), player(2))
            )
            assert not any(answer.ok for answer in both)
            assert dict(pit.tables) == {}

            assert (await pit.found("T1", house(), FLOOR)).ok
            assert set(pit.tables) == {"T1"}

    asyncio.run(play())


def test_a_table_is_not_founded_while_the_store_is_away_and_can_be_when_it_is_back() -> None:
    async def play() -> None:
        journal = Away()
        async with pit_on(journal) as pit:
            journal.away = True
            answer = await pit.found("T1", house(), FLOOR)
            assert answer.refusal is not None
            assert answer.refusal.reason == PitReason.STORE_DOWN
            assert pit.stopped() == {}
            journal.away = False
            assert (await pit.found("T1", house(), FLOOR)).ok

    asyncio.run(play())

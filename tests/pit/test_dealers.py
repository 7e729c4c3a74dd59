"""Two processes that keep one table: one deals, the other stands by and goes on when it dies."""

from __future__ import annotations

import asyncio

from pitboss.journal import Journal, open_journal
from pitboss.pit import Bot, CommandHandler, Pit, PitReason, Style
from pitboss.pit.bot_tables import AT_ONCE
from pitboss.pit.command_handler import HOUSE_IDS
from pitboss.pit.streams import table_stream
from pitboss.pit.table_task import STAND_BY_MS
from pitboss.round import command as round_ask
from pitboss.rules import Chips
from pitboss.table import command as ask
from pitboss.table.timetable import due
from tests.pit.hands import DEALER, FLOOR, Bench, HandClock, house, player
from tests.pit.test_command_handler import BETS, Flaky, at_bets
from tests.pit.test_pit import pit_on, seated
from tests.waiting import wait_until_async


def other_keeper(bench: Bench) -> CommandHandler:
    return CommandHandler(bench.journal, bench.name, bench.clock, bench.chance)


def close_bets(handler: CommandHandler) -> tuple[str, round_ask.CloseBets]:
    return f"{HOUSE_IDS}{handler.replica.number}/closebets", round_ask.CloseBets()


def test_what_the_house_asked_of_a_table_that_went_on_is_not_asked_of_it_as_it_is_now() -> None:
    bench = at_bets()
    bench.must(round_ask.PlaceBets(1, BETS), player(1))
    late = other_keeper(bench)
    bench.must(round_ask.PlaceBets(2, BETS), player(2))

    answer = late.obey(*close_bets(late), DEALER)

    assert answer.refusal is not None
    assert answer.refusal.reason == PitReason.OVERTAKEN
    assert late.table == bench.handler.table, "it has read on, and nothing was written"
    assert not late.dealt_elsewhere, "players ask in every process; that is not dealing"
    assert late.obey(*close_bets(late), DEALER).ok


def test_who_reads_that_another_process_dealt_knows_it_until_it_deals_itself() -> None:
    bench = at_bets()
    bench.must(round_ask.PlaceBets(1, BETS), player(1))
    other = other_keeper(bench)

    assert bench.handler.obey(*close_bets(bench.handler), DEALER).ok
    other.catch_up()

    assert other.dealt_elsewhere
    assert not bench.handler.dealt_elsewhere
    assert other.obey("more", ask.BuyIn(2, Chips(500)), player(2)).ok
    assert other.dealt_elsewhere, "a player's command is no dealing"
    following = due(other.table, AT_ONCE)
    assert following is not None
    assert other.obey(f"{HOUSE_IDS}x", following.command, following.by).ok
    assert not other.dealt_elsewhere


def test_what_was_written_before_the_reply_was_lost_is_our_own_dealing() -> None:
    journal = Flaky()
    bench = Bench(journal)
    bench.opened(house())
    bench.house_steps()
    bench.must(round_ask.PlaceBets(1, BETS), player(1))
    journal.troubles = ["lost after"]

    assert bench.handler.obey(*close_bets(bench.handler), DEALER).ok
    assert not bench.handler.dealt_elsewhere


def settled(journal: Journal) -> int:
    entries = journal.read(table_stream("T1"))
    return sum(entry.name.startswith("round-settled/") for entry in entries)


def elsewhere(pit: Pit) -> bool:
    return pit.tables["T1"].handler.dealt_elsewhere


def test_of_two_pits_one_deals_and_the_other_goes_on_after_a_bounded_silence() -> None:
    async def play() -> None:
        journal, clock = open_journal("memory:"), HandClock()
        async with pit_on(journal, clock, AT_ONCE) as stays:
            async with pit_on(journal, clock, AT_ONCE) as goes:
                assert (await goes.found("T1", house(), FLOOR)).ok
                await wait_until_async(lambda: "T1" in stays.tables)
                assert (await goes.seat_bot("T1", Bot("Bob", Style.RANDOM))).ok
                await wait_until_async(lambda: settled(journal) >= 5)
                await wait_until_async(lambda: elsewhere(stays) and not elsewhere(goes))
            number = journal.head(table_stream("T1")).number
            await wait_until_async(lambda: stays.tables["T1"].handler.replica.number == number)
            await asyncio.sleep(0.05)
            assert journal.head(table_stream("T1")).number == number, "its time has not come"

            before = settled(journal)
            clock.at += STAND_BY_MS
            stays.tables["T1"].look()
            await wait_until_async(lambda: settled(journal) >= before + 2)
            assert not elsewhere(stays)
            assert stays.stopped() == {}

    asyncio.run(play())


def test_a_table_nobody_here_looks_at_is_followed_all_the_same() -> None:
    async def play() -> None:
        journal, clock = open_journal("memory:"), HandClock()
        async with pit_on(journal, clock) as one, pit_on(journal, clock) as two:
            await seated(one)
            await wait_until_async(lambda: "T1" in two.tables)
            two.tables["T1"].rest(resting=True)
            await wait_until_async(lambda: one.table("T1") == two.table("T1"))
            assert (await one.ask("T1", "more", ask.BuyIn(1, Chips(500)), player(1))).ok
            await wait_until_async(lambda: one.table("T1") == two.table("T1"))

    asyncio.run(play())

"""What a table seldom is: without somebody who is away, without a bank, stopped."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Browser, expect

from pitboss.journal.codec import encode_event
from pitboss.rules import Chips
from pitboss.table.event import ChipsBought
from tests.browser.room import Room
from tests.server_process import ServerProcess
from tests.waiting import WAIT_S_MAX

pytestmark = pytest.mark.slow

# A fact that cannot be: chips for a seat where nobody sits, behind the last event of the table.
FOREIGN = """
    INSERT INTO journal_events (stream, number, name, at, data, hash)
    SELECT stream, number + 1, ?, at, ?, hash FROM journal_events
    WHERE stream = ? ORDER BY number DESC LIMIT 1
"""
AHEAD = "UPDATE journal_heads SET number = number + 1 WHERE stream = ?"


def test_a_player_whose_time_is_up_is_away_until_they_bet_again(room: Room) -> None:
    options = {"decision.timeout": 5, "abandon.timeout": 1}  # seconds: the least that there may be
    table = room.open("maryland", options=options, pace={"clock": True})
    late, watcher, boss = room.guest(), room.guest(), room.boss()
    late.sit(table, 2)
    watcher.see(f"/t/{table}")
    boss.see(f"/floor?table={table}")

    late.deal(ante=1000)

    seat = watcher.region(f"Seat 2, {late.name}")
    floor = boss.region(table).get_by_role("row").filter(has_text=late.name)
    for place in (seat, late.mine, floor):
        expect(place).to_contain_text("away")
    late.settled(1, -2000, ante=-1000, blind=-1000)  # checked twice, then folded
    late.button("Next hand · $20").click()
    for place in (seat, floor):
        expect(place).not_to_contain_text("away")


@pytest.mark.full
def test_a_bank_that_nobody_takes_goes_round_and_no_hand_is_dealt(room: Room) -> None:
    table = room.open("royal-caribbean")
    one, two = room.guest(), room.guest()
    one.sit(table, 1)
    two.sit(table, 2)
    name = two.name

    one.button("Pass").click()
    expect(one.region("Your decision")).to_contain_text(f"{name} is offered the bank")
    two.button("Pass").click()

    log = one.page.get_by_role("complementary", name="Coach, settlement and log")
    expect(log).to_contain_text(f"{name} declines the bank")
    expect(log).to_contain_text("No hand is dealt: nobody banks")
    expect(one.region("Your decision")).to_contain_text("The bank is offered to you")
    expect(two.region("Your decision")).to_contain_text(f"{one.name} is offered the bank")
    one.take_bank(50000)
    expect(two.region("Your bets")).to_be_visible()


@pytest.mark.full
def test_a_bank_leaves_the_fee_in_front_of_its_player(room: Room) -> None:
    table = room.open("california")
    banker = room.guest()
    banker.sit(table, 3)

    stake = banker.page.get_by_label("Stake, at least")
    stake.fill("$500")
    expect(banker.region("Your decision")).to_contain_text("At most $498; the fee may be $2")
    expect(banker.button("Take the bank")).to_be_disabled()
    banker.take_bank(49800)

    expect(banker.mine).to_contain_text("bank $498 of $498")


@pytest.mark.full
def test_bets_leave_the_fee_in_front_of_their_player(room: Room) -> None:
    table = room.open("california")
    banker, player = room.guest(), room.guest()
    banker.sit(table, 3)
    banker.take_bank(40000)
    player.sit(table, 4, 5_000)

    player.wager(ante=2500)

    said = "This bet is $50, with a fee of up to $1; you have $50."
    expect(player.region("Your bets")).to_contain_text(said)
    player.button("Buy in $1 and deal").click()
    player.has(0)


@pytest.mark.full
def test_a_table_that_has_stopped_says_so_to_players_and_to_the_floor(
    own_house: ServerProcess, browser: Browser
) -> None:
    room = Room(own_house, browser, "stopped")  # the reports of the floor cannot count such a table
    table = room.open("maryland", pace={"step": 10_000})  # until the dealer closes the bets
    player, boss = room.guest(), room.boss()
    player.sit(table, 2)
    player.deal(ante=1000)

    with closing(sqlite3.connect(room.house.folder / "pit.db", timeout=WAIT_S_MAX)) as store, store:
        store.execute(FOREIGN, (*encode_event(ChipsBought(5, Chips(100))), f"table/{table}"))
        store.execute(AHEAD, (f"table/{table}",))

    said = "This table is stopped; every chip is safe, and the floor has been told"
    expect(player.page.get_by_role("main")).to_contain_text(said)
    boss.see(f"/floor?table={table}")
    alert = boss.page.get_by_role("article", name="Table stopped").filter(has_text=table)
    expect(alert).to_contain_text("The table has stopped and deals no more")
    expect(boss.region(table)).to_contain_text("Stopped:")
    expect(player.button("Take back")).to_have_count(0)
    player.has(48000)
    assert room.close() == []

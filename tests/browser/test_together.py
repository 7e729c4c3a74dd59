"""Several browsers, lost connections, restarts: everybody sees one game, and only their part."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from playwright.sync_api import TimeoutError as TooSlow

from tests.browser.people import names, wait_for_cards
from tests.browser.room import Room
from tests.server_process import ServerProcess

pytestmark = pytest.mark.slow

LOST = "WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED"


def test_two_browsers_see_the_same_board_and_not_each_others_cards(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "Ks 7d", 5: "Qc Jh"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    one, two = room.guest(), room.guest()
    one.sit(table, 2)
    two.sit(table, 5)
    one.deal(ante=1000)
    two.deal(ante=1000)
    one.act("Check")
    two.act("Check")

    flop = ["King of hearts", "9 of diamonds", "4 of clubs"]
    expect(one.button(re.compile("^Bet 2×"))).to_be_visible()
    for person in (one, two):
        group = person.page.get_by_role("group", name="Community cards", exact=True)
        wait_for_cards(group, flop)
    assert one.hole() == ["King of spades", "7 of diamonds"]
    assert two.hole() == ["Queen of clubs", "Jack of hearts"]
    for person, other in ((one, two), (two, one)):
        seat = person.region(f"Seat {other.seat}, {other.name}")
        expect(seat).to_contain_text("2 cards face down")
        assert not set(other.hole()) & set(names(person.page.get_by_role("main")))
        html = person.page.content()
        assert not any(card in html for card in other.hole())

    one.act("Bet 2×")
    two.act("Check", "Fold")
    one.settled(1, 3000, ante=1000, blind=0, play=2000)
    two.settled(1, -2000, ante=-1000, blind=-1000)
    wait_for_cards(two.region(f"Seat 2, {one.name}"), ["King of spades", "7 of diamonds"])


def test_a_lost_connection_comes_back_in_the_middle_of_a_round(room: Room) -> None:
    room.forgive(LOST)
    table = room.open("maryland")
    room.lay({2: "Ks 7d", 5: "Qc Jh"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    one, two = room.guest(), room.guest()
    cut = two.breakable()
    one.sit(table, 2)
    two.sit(table, 5)
    one.deal(ante=1000)
    two.deal(ante=1000)
    wait_for_cards(two.mine, ["Queen of clubs", "Jack of hearts"])

    two.context.set_offline(True)
    cut()
    main = two.page.get_by_role("main")
    expect(main).to_contain_text("Connection lost.")
    one.act("Check")
    expect(one.region("Your decision")).not_to_contain_text("Your turn")
    two.context.set_offline(False)
    with suppress(TooSlow):  # the page tries by itself too, and may have been quicker
        two.button("Try now").click(timeout=2_000)

    expect(main).not_to_contain_text("Connection lost.")
    two.act("Check")
    one.act("Bet 2×")
    two.act("Check", "Bet 1× · $10")
    wait_for_cards(two.mine, ["Queen of clubs", "Jack of hearts"])
    two.settled(1, -3000, ante=-1000, blind=-1000, play=-1000)
    one.settled(1, 3000, ante=1000, blind=0, play=2000)


@pytest.mark.full
def test_a_round_survives_a_restart_of_the_server(
    own_house: ServerProcess, browser: Browser, tmp_path: Path
) -> None:
    room = Room(own_house, browser, "restarted")
    room.forgive(LOST)
    table = room.open("maryland")
    room.lay({2: "Ks 7d"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    player = room.guest()
    player.sit(table, 2)
    player.deal(ante=1000, trips=500)
    player.act("Check")
    expect(player.button(re.compile("^Bet 2×"))).to_be_visible()

    assert own_house.stop() == 0
    main = player.page.get_by_role("main")
    expect(main).to_contain_text("Connection lost.")
    own_house.start()

    expect(main).not_to_contain_text("Connection lost.")
    assert player.hole() == ["King of spades", "7 of diamonds"]
    assert player.cards("Community cards")[:3] == ["King of hearts", "9 of diamonds", "4 of clubs"]
    player.act("Bet 2× · $20")
    player.settled(1, 2500, ante=1000, blind=0, play=2000, trips=-500)
    assert not room.close()

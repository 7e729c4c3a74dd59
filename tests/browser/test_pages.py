"""Every page in light and dark: no serious finding of axe, no error in the console."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.browser.room import Room

pytestmark = pytest.mark.slow

# By who sees them and on what: an address, and words that stand there once all of it is shown;
# "{}" is the name of the table.
PAGES: Final = {
    "players": {
        "/": "Play now",
        "/t/{}": "Next hand",
        "/hands": "{}",
        "/h/{}/1": "Step by step",
        "/rules": "South Dakota",
        "/rules/maryland": "Choices of the operator",
        "/rules/maryland/california": "are the same",
        "/verify": "Check",
        "/account": "Make an account",
    },
    "staff": {
        "/floor": "{}",
        "/floor?table={}": "Rounds in the last hour",
        "/floor?table={}&do=declare": "What happened",
        "/floor?tab=reports": "Drop",
        "/floor?tab=people": "Everybody is a player",
        "/audit": "{}",
        "/audit/{}/1": "Settlement",
    },
    "phone": {
        "/": "Play now",
        "/t/{}": "Sit",
        "/hands": "played no hand yet",
        "/h/{}/1": "Step by step",
        "/rules/maryland": "Choices of the operator",
        "/floor?table={}": "Rounds in the last hour",
    },
}


@pytest.mark.parametrize("group", PAGES)
def test_every_page_is_for_everybody(room: Room, group: str) -> None:
    table = room.open("maryland", provable=True)
    player = room.guest()
    viewer = player if group == "players" else room.boss(phone=group == "phone")
    player.sit(table, 2)
    player.deal(ante=1000, trips=500)
    player.act("Bet 4×")
    expect(player.slip(1)).to_be_visible()

    found: list[str] = []
    for path, words in PAGES[group].items():
        page = viewer.see(path.format(table))
        shown = page.get_by_text(words.format(table)).locator("visible=true")
        expect(shown.first).to_be_visible()
        found += findings(page, path)

    assert not found, "\n".join(found)


def test_the_table_of_a_player_is_for_everybody_in_every_phase(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "Ks 7d"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    player = room.guest()
    player.sit(table, 2)
    found: list[str] = []

    expect(player.region("Your bets")).to_be_visible()
    found += findings(player.page, "bets")
    player.deal(ante=1000, trips=500)
    expect(player.button(re.compile("^Check"))).to_be_visible()
    found += findings(player.page, "decision")
    player.act("Bet 4×")
    player.settled(1, 4500, ante=1000, blind=0, play=4000, trips=-500)
    found += findings(player.page, "settled")

    assert not found, "\n".join(found)


def test_a_stranger_plays_after_one_click(room: Room) -> None:
    player = room.guest()
    player.see("/")

    player.button("Play now").click()

    expect(player.region("Your bets")).to_be_visible()
    player.deal(ante=1000)
    player.act("Check", "Check", "Fold")
    expect(player.slip(1)).to_contain_text("Net")


def test_a_private_table_is_found_by_its_link(room: Room) -> None:
    host, friend = room.guest(), room.guest()
    page = host.see("/")
    form = host.region("Open a table of your own")

    form.get_by_role("radio", name="Private").check()
    form.get_by_label("Bots").select_option("none")
    form.get_by_role("button", name="Open the table").click()
    link = form.get_by_label("Link to your table").input_value()
    friend.page.goto(link)
    page.goto(link)

    friend.button("Sit here, seat 2").click()
    friend.button(re.compile("^Sit down · ")).click()
    expect(host.region(f"Seat 2, {friend.name}")).to_be_visible()

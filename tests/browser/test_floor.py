"""What the floor does from its console while people play: validation, Envy, an irregularity."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.room import Room

pytestmark = pytest.mark.slow


def test_a_straight_flush_waits_for_the_floor_and_the_neighbour_gets_envy(room: Room) -> None:
    table = room.open("maryland", options={"progressive": "A"}, pace={"floor": False})
    room.lay({1: "8h 9h", 3: "Qs Js"}, dealer="Kd Ks", board="5h 6h 7h Kc 2d")
    winner, neighbour, boss = room.guest(), room.guest(), room.boss()
    winner.sit(table, 1)
    neighbour.sit(table, 3)

    winner.deal(ante=1000, progressive=100)
    neighbour.deal(ante=1000, progressive=100)
    winner.act("Bet 4× · $40")
    neighbour.act("Check", "Check", "Bet 1× · $10")

    expect(winner.region("Your decision")).to_contain_text("floor")
    boss.see("/floor")
    alert = boss.page.get_by_role("article", name="Jackpot to validate").filter(has_text=table)
    alert.get_by_role("button", name=re.compile("^Validate and pay")).click()
    expect(alert).to_be_hidden()

    # S-MD-29 with the least meter there is: a tenth of $10,000, of which the stake is a dollar.
    neighbour.settled(1, 26900, ante=-1000, blind=-1000, play=-1000, progressive=-100, envy=30000)
    winner.settled(1, 154901, ante=1000, blind=50000, play=4000, progressive=99901)


def test_an_irregularity_shows_its_remedy_before_the_floor_declares_it(room: Room) -> None:
    table = room.open("maryland", options={"dealing": "shoe"})
    room.lay({2: "Ks Jd"}, dealer="3s 3d", board="Kh 9d 4c 2s 7h")
    player, boss = room.guest(), room.boss()
    player.sit(table, 2)
    player.deal(ante=1000, trips=500)
    player.act("Check")
    expect(player.button(re.compile("^Bet 2×"))).to_be_visible()

    boss.see(f"/floor?table={table}&do=declare")
    panel = boss.region("Declare an irregularity")
    panel.get_by_label("What happened").select_option("dealer-card-exposed")
    preview = boss.region("Remedy preview")
    expect(preview).to_contain_text("Maryland")
    expect(preview.get_by_role("button", name="Clause MD-13.F").first).to_be_visible()
    expect(boss.region("Chips that move")).to_contain_text("$20")  # Ante and Blind
    expect(player.button(re.compile("^Bet 2×"))).to_be_visible()  # a preview does nothing
    boss.hold(panel.get_by_role("button", name="Hold to declare"))

    # S-MD-41: Ante and Blind go back, the board is finished for Trips, which a pair loses.
    player.settled(1, -500, ante=0, blind=0, trips=-500)
    expect(player.page.get_by_role("main")).to_contain_text("MD-13.F")


def test_a_player_is_told_that_the_floor_is_for_others(room: Room) -> None:
    player = room.guest()

    for path in ("/floor", "/audit"):
        player.see(path)

        expect(player.page.get_by_role("main")).to_contain_text("role")

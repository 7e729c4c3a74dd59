"""Tips for the dealer, under the one rule book where they are wagers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import dollars
from tests.browser.room import Room

pytestmark = pytest.mark.slow


def test_a_tip_rides_with_each_wager_and_what_it_wins_is_the_dealers(room: Room) -> None:
    table = room.open("south-dakota", options={"trips": "UTH-01"})
    room.lay({2: "Js 7c"}, dealer="Kd 2h", board="8h 9d Tc 2s Kh")
    player = room.guest()
    player.sit(table, 2)

    player.wager(ante=1000, trips=500)
    tips = player.page.get_by_role("group", name="Tip for the dealer")
    for wager in ("Ante", "Blind", "Trips"):
        tips.get_by_role("button", name=f"More tip on {wager}").click()
        expect(tips.get_by_role("group", name=f"Tip on {wager}: $1")).to_be_visible()
    player.button("Deal · $28").click()
    player.button("Bet 3× · $30").hover()  # it is offered, without a tip at first
    player.page.keyboard.press("g")
    expect(player.page.get_by_role("checkbox", name="Tip with Play")).to_be_checked()
    player.button("Bet 3× · $30 + $3 tip").click()

    # As S-SD-10, with a dollar on each spot and three behind: the wagers bring $70, $6 are given.
    slip = player.slip(1)
    expect(slip).to_contain_text("+$64")
    given = slip.get_by_role("table", name="Tips (already in your net)")
    for wager, cents in {"Ante": 200, "Blind": 200, "Trips": 500, "Play": 600}.items():
        row = given.get_by_role("row").filter(has_text=f"{wager} tip")
        expect(row.get_by_role("cell").last).to_have_text(dollars(cents))
    player.has(50000 + 6400)

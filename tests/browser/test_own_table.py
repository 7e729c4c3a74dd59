"""A table of one's own with other paytables than the usual, from the form in the lobby."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.room import Room

pytestmark = pytest.mark.slow

# What the meters of each Progressive of Maryland begin with.
METERS: Final = {
    "B": {"Major": "$1,000", "Minor": "$250"},
    "C": {"Mega": "$10,000", "Major": "$1,000", "Minor": "$250"},
    "D": {"Mega": "$10,000", "Major": "$1,000", "Minor": "$250"},
}


def see_meters(viewer: Person, paytable: str) -> None:
    """See every meter of a Progressive with its name."""
    sign = viewer.region("Progressive")
    for name, begins in METERS[paytable].items():
        expect(sign.get_by_text(re.compile(rf"^{name}\s*{re.escape(begins)}"))).to_be_visible()


@pytest.mark.full
def test_a_solo_table_with_another_progressive_shows_its_meters_and_plays_it(room: Room) -> None:
    player = room.guest()
    page = player.see("/")
    form = player.region("Open your own table")
    form.get_by_role("radio", name=re.compile("^Solo")).check()
    form.get_by_label("Rule book").select_option(label="Maryland")
    form.get_by_label("Bots").select_option("none")
    form.get_by_text("Paytables", exact=True).click()
    form.get_by_label("Progressive").select_option("B")

    form.get_by_role("button", name="Open and go there").click()

    see_meters(player, "B")
    player.deal(ante=1000, progressive=100)
    player.act("Check", "Check", "Fold")
    slip = player.slip(1)
    expect(slip.get_by_role("rowheader", name="Progressive")).to_be_visible()
    expect(slip.get_by_role("row", name=re.compile("^Net "))).to_be_visible()
    page.keyboard.press("p")
    posted = page.get_by_role("dialog", name="Paytables")
    expect(posted.get_by_role("table", name="Progressive B")).to_be_visible()
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})  # no sign beside the board there
    for name in METERS["B"]:
        # The desktop's felt, which names it twice, may still be there for a moment.
        expect(page.get_by_role("main").get_by_text(name, exact=True)).to_have_count(1)
        expect(page.get_by_role("main").get_by_text(name, exact=True)).to_be_visible()


@pytest.mark.parametrize("paytable", ["C", "D"])
def test_every_meter_of_a_progressive_has_its_name(room: Room, paytable: str) -> None:
    table = room.open("maryland", options={"progressive": paytable})
    viewer = room.guest()
    viewer.see(f"/t/{table}")

    see_meters(viewer, paytable)

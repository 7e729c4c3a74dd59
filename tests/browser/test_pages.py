"""Every page in light and dark: no serious finding of axe, no error in the console."""

from __future__ import annotations

import re
from typing import Any, Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # no types
from playwright.sync_api import Page, expect

from tests.browser.room import Room

pytestmark = pytest.mark.slow

GRAVE: Final = ("serious", "critical")
# What a page says is the same in light and dark: there only the colours are looked at again.
ASKED: Final[dict[Literal["light", "dark"], dict[str, Any]]] = {  # Any: axe's own options
    "light": {"resultTypes": ["violations"], "preload": False},
    "dark": {
        "resultTypes": ["violations"],
        "preload": False,
        "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    },
}


def findings(page: Page, where: str) -> list[str]:
    """Serious and critical findings of axe, each with the first element it is about."""
    told: list[str] = []
    for scheme, options in ASKED.items():
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options=options).response["violations"]
        told += [
            f"{where}, {scheme}: {one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}"
            for one in found
            if one["impact"] in GRAVE
        ]
    return told


# By who sees them and on what; "{}" is the name of the table.
PAGES: Final = {
    "players": ("/", "/t/{}", "/hands", "/h/{}/1", "/rules", "/rules/maryland",
                "/rules/maryland/california", "/verify", "/account"),
    "staff": ("/floor", "/floor?table={}", "/floor?table={}&do=declare", "/floor?tab=reports",
              "/floor?tab=people", "/audit", "/audit/{}/1"),
    "phone": ("/", "/t/{}", "/hands", "/h/{}/1", "/rules/maryland", "/floor?table={}"),
}  # fmt: skip


@pytest.mark.parametrize("group", PAGES)
def test_every_page_is_for_everybody(room: Room, group: str) -> None:
    table = room.open("maryland", provable=True)
    boss, player = room.boss(phone=group == "phone"), room.guest()
    player.sit(table, 2)
    player.deal(ante=1000, trips=500)
    player.act("Bet 4×")
    expect(player.slip(1)).to_be_visible()

    found: list[str] = []
    for path in PAGES[group]:
        page = boss.see(path.format(table))
        page.wait_for_load_state("networkidle")
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

"""History, replay, export, a link to share, and a hand verified by the browser itself."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.room import Room

pytestmark = pytest.mark.slow


def test_a_hand_is_replayed_exported_and_verified_and_a_stranger_sees_it_too(
    room: Room, tmp_path: Path
) -> None:
    table = room.open("maryland", provable=True)
    player, stranger = room.guest(), room.guest()
    player.sit(table, 2)
    player.deal(ante=1000, trips=500)
    player.act("Check", "Check", "Bet 1×")
    hole = player.hole()
    expect(player.slip(1).get_by_role("link", name=re.compile("^Verify this hand"))).to_be_visible()
    net = _net(player.slip(1).inner_text())

    page = player.see("/hands")
    row = page.get_by_role("row").filter(has_text=table)
    expect(row).to_contain_text(net)
    row.get_by_role("link").first.click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("hand 1")
    verdict = player.region("Verify this hand").get_by_role("status")
    expect(verdict).to_contain_text("Verified")
    expect(verdict).to_contain_text("shares nothing with the server")
    player.button("First step").click()
    expect(page.get_by_role("slider", name="Step")).to_have_value("1")
    player.button("Last step").click()
    expect(page.get_by_role("slider", name="Step")).to_have_attribute(
        "aria-valuetext", re.compile(r"^Step (\d+) of \1:")
    )
    replayed = player.region("Replay")
    expect(replayed).to_be_visible()
    with page.expect_download() as loading:
        page.get_by_role("link", name="JSON").click()
    loading.value.save_as(tmp_path / "hand.json")
    assert json.loads((tmp_path / "hand.json").read_text())
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.button("Copy a link to share").click()
    expect(player.button("Link copied")).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")

    stranger.page.goto(link)
    expect(stranger.page.get_by_role("main")).to_contain_text("Shared with you, as seat 2 saw it")
    expect(stranger.region("Verify this hand").get_by_role("status")).to_contain_text("Verified")
    for card in hole:
        expect(stranger.page.get_by_role("img", name=card, exact=True).first).to_be_visible()


def test_a_hand_of_somebody_else_is_not_told(room: Room) -> None:
    room.forgive("404|403")
    table = room.open("maryland")
    room.lay({2: "Ks 7d"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    player, other = room.guest(), room.guest()
    player.sit(table, 2)
    player.deal(ante=1000)
    player.act("Check", "Check", "Fold")
    player.settled(1, -2000, ante=-1000, blind=-1000)
    expect(player.button("Next hand · $20")).to_be_enabled()  # paid is not over; this is

    other.see(f"/h/{table}/1")

    expect(other.page.get_by_role("heading", level=1)).to_be_visible()
    assert "King of spades" not in other.page.content()


def _net(slip: str) -> str:
    found = re.findall(r"[+−]?\$[\d,.]+", slip)
    return str(found[-1])

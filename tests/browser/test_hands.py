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
    player.page.clock.install()
    player.sit(table, 2)
    player.deal(ante=1000, trips=500)
    player.act("Check", "Check", "Bet 1×")
    hole = player.hole()
    expect(player.slip(1).get_by_role("link", name=re.compile("^Verify this hand"))).to_be_visible()
    net = _net(player.slip(1).inner_text())

    page = player.see("/hands")
    row = page.get_by_role("row").filter(has_text=table)
    expect(row).to_contain_text(net)
    page.get_by_label("Search").fill("no such thing")
    expect(page.get_by_text("No hands match.")).to_be_visible()  # without Enter
    page.get_by_label("Search").fill("")
    expect(row).to_contain_text(net)
    box = row.bounding_box()
    assert box is not None
    row.click(position={"x": box["width"] - 20, "y": box["height"] / 2})  # all of it leads

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
    with player.still():
        player.button("Copy share link").click()
        expect(player.button("Link copied")).to_be_visible()
        link: str = page.evaluate("navigator.clipboard.readText()")
        player.button("Copy the proof").click()
        expect(player.button("Copied")).to_be_visible()
        proof: str = page.evaluate("navigator.clipboard.readText()")
    page = player.see("/verify")
    page.get_by_label("Proof").fill(proof)
    player.button("Check this proof").click()
    expect(page.get_by_role("status").filter(has_text="Verified")).to_be_visible()
    page.get_by_label("Proof").fill(proof.replace('"cut": ', '"cut": 1'))
    expect(page.get_by_text("Verified")).to_have_count(0)  # what was checked is not there any more
    player.button("Check this proof").click()
    expect(page.get_by_role("status").filter(has_text="Not verified")).to_be_visible()
    page.get_by_label("Proof").fill(" ")
    player.button("Check this proof").click()
    expect(page.get_by_role("alert").filter(has_text="Paste a proof first.")).to_be_visible()

    stranger.page.goto(link)
    expect(stranger.page.get_by_role("main")).to_contain_text("Shared with you, as seat 2 saw it")
    verdict = stranger.region("Verify this hand").get_by_role("status")
    expect(verdict).to_contain_text("Verified")
    expect(verdict).to_contain_text("cannot say when the seal was made")
    seat = stranger.page.get_by_role("listitem", name=re.compile(f"^Seat 2, {player.name}$"))
    expect(seat).to_be_visible()
    expect(stranger.page.get_by_text("Your seat")).to_have_count(0)
    for card in hole:
        expect(stranger.page.get_by_role("img", name=card, exact=True).first).to_be_visible()


def test_a_browser_cuts_by_itself_and_finds_its_cut_in_the_proof(room: Room) -> None:
    table = room.open("maryland", provable=True)
    player = room.guest()
    player.sit(table, 2)
    expect(player.button("You cut when you bet")).to_be_visible()
    player.deal(ante=1000)
    expect(player.button("Your cut is in it")).to_be_visible()
    player.act("Check", "Check", "Bet 1×")
    player.slip(1).get_by_role("link", name=re.compile("^Verify this hand")).click()

    proof = player.region("Verify this hand")
    expect(proof.get_by_role("status")).to_contain_text("sealed before the bets closed")
    expect(proof).to_contain_text("The cut of seat 2 is the one that this browser sent.")
    expect(proof).to_contain_text("All cuts are as this browser saw them when bets closed.")


@pytest.mark.full
def test_a_house_that_swaps_a_cut_is_told_of_at_once_and_in_the_proof(room: Room) -> None:
    table = room.open("maryland", provable=True)
    player = room.guest()
    player.swap_cuts("00" * 32)
    player.sit(table, 2)
    player.deal(ante=1000)

    warned = player.page.get_by_role("main").or_(player.region("Your decision"))
    expect(warned.get_by_text("does not use the cut that your browser sent").first).to_be_visible()
    player.act("Check", "Check", "Bet 1×")
    player.slip(1).get_by_role("link", name=re.compile("^Verify this hand")).click()

    verdict = player.region("Verify this hand").get_by_role("status")
    expect(verdict).to_contain_text("Not verified")
    expect(verdict).to_contain_text("From seat 2 this browser sent the cut")


@pytest.mark.full
def test_who_wants_no_cut_switches_it_off(room: Room) -> None:
    table = room.open("maryland", provable=True)
    player = room.guest()
    player.sit(table, 2)
    player.button("You cut when you bet").click()
    dialog = player.page.get_by_role("dialog", name="Your cut")
    expect(dialog.get_by_role("button", name="Done")).to_be_visible()  # it cuts all the same
    dialog.get_by_label("Cut every hand for me when I bet").uncheck()
    dialog.get_by_role("button", name="Not now").click()
    player.deal(ante=1000)
    player.act("Check", "Check", "Bet 1×")
    player.slip(1).get_by_role("link", name=re.compile("^Verify this hand")).click()

    proof = player.region("Verify this hand")
    expect(proof).to_contain_text("No seat added a cut")
    expect(proof.get_by_role("status")).to_contain_text("Verified")


@pytest.mark.full
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

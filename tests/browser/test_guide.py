"""The guided first hand: beside what it talks about, by keyboard, on a phone; once, and again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.browser.room import Room
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

BOARD = "5h Jd 8s 2c 9d"


def test_a_first_visit_gets_one_guided_hand_that_follows_the_play(room: Room) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks 5d"}, "Qh Jc", BOARD)
    player = room.guest(guided=False)
    page = player.see(f"/t/{table}")
    guide, keys = player.region("Guided hand"), page.keyboard
    title = guide.get_by_role("heading")
    expect(title).to_have_text("Take a seat")
    player.sit(table, 3)

    for circle in ("The Ante", "The Blind", "Play"):
        expect(title).to_have_text(circle)
        guide.get_by_role("button", name="Next").focus()
        keys.press("Enter")
    expect(title).to_have_text("The other spots")
    expect(page.get_by_role("status")).to_contain_text("Guide: The Blind. Always as much")
    assert findings(page, "the guide at the bets") == []
    player.deal(ante=1000)
    expect(title).to_have_text("Before the flop")
    expect(guide).to_contain_text("bet 4× or 3× the Ante on Play, or check")
    player.ready()
    keys.press("c")
    expect(title).to_have_text("On the flop")
    player.ready()
    keys.press("2")
    expect(title).to_have_text("How it is paid")
    assert findings(page, "the guide at the end") == []
    guide.get_by_role("button", name="Done").focus()
    keys.press("Enter")

    expect(guide).to_have_count(0)
    player.see(f"/t/{table}")
    expect(player.button(re.compile("^Next hand"))).to_be_visible()
    expect(guide).to_have_count(0)


@pytest.mark.full
def test_the_guide_is_skipped_by_key_and_comes_again_from_how_to_play(room: Room) -> None:
    table = room.open("maryland")
    player = room.guest(guided=False)
    page = player.see(f"/t/{table}")
    guide = player.region("Guided hand")
    guide.get_by_role("button", name="Skip the guide").focus()
    page.keyboard.press("Escape")
    expect(guide).to_have_count(0)
    page.reload()
    expect(page.get_by_role("main")).to_be_visible()
    expect(guide).to_have_count(0)

    player.see("/how-to-play")
    player.button("Play one hand with a guide").click()
    player.see(f"/t/{table}")

    expect(guide).to_contain_text("Take a seat")


@pytest.mark.full
def test_on_a_phone_the_guide_leaves_the_cards_and_the_controls_free(room: Room) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks 5d"}, "Qh Jc", BOARD)
    player = room.guest(phone=True, guided=False)
    page = player.see(f"/t/{table}")
    player.button("Sit here, seat 3").tap()
    page.get_by_label("Amount").fill("500")
    player.button(re.compile(r"^Sit down · \$500")).tap()
    guide = player.region("Guided hand")
    expect(guide).to_contain_text("The Ante")
    player.region("Your bets").get_by_role("button", name="More Ante").tap()
    player.button(re.compile(r"^Deal · \$20")).tap()
    expect(guide).to_contain_text("Before the flop")

    def free() -> bool:
        """Tell whether the guide's card lies between the board and your cards."""
        card, cards = guide.bounding_box(), player.region("Your cards").bounding_box()
        board = page.get_by_role("group", name="Community cards").bounding_box()
        assert card is not None
        assert cards is not None
        assert board is not None
        return board["y"] + board["height"] <= card["y"] and (
            card["y"] + card["height"] <= cards["y"]
        )

    wait_until(free)
    assert findings(page, "the guide on a phone") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for word, title in (("Check", "flop"), ("Check", "river"), ("Bet 1×", "How it is paid")):
        player.button(re.compile(f"^{word}")).tap()
        expect(guide).to_contain_text(title)
        wait_until(free, title)

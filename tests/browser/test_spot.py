"""A link to any spot: answered by keyboard, changed in the editor, on a phone, with mistakes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.browser.room import Room

pytestmark = pytest.mark.slow

FLOP = "/spot?hole=Ks5d&flop=5hJd8s"


def test_a_link_to_a_spot_hides_its_answer_until_it_is_given(room: Room) -> None:
    player = room.guest()
    page = player.see(FLOP)
    answer, asked = player.region("Answer"), page.get_by_role("group", name="What would you do?")
    expect(asked.get_by_role("button")).to_have_text([re.compile("^Check"), re.compile("^Bet 2×")])
    expect(page.get_by_role("img", name="Your cards: king of spades, five of d")).to_be_visible()
    expect(answer.get_by_role("row")).to_have_count(0)
    assert findings(page, "a spot") == []

    page.keyboard.press("c")
    expect(answer).to_contain_text("You checked: it costs $2.22")
    expect(answer).to_contain_text("0.222 Antes; Bet 2× is best")
    expect(answer.get_by_role("row").filter(has_text="best")).to_contain_text("+$1.25")
    answer.get_by_text("5 cards improve your hand").click()
    expect(answer.get_by_role("img", name=re.compile("five of clubs"))).to_be_visible()
    assert findings(page, "an answer") == []

    grid = page.get_by_role("grid", name="Pick cards")
    grid.get_by_role("gridcell", name="Ace of spades").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    player.button("Seen elsewhere").click()
    grid.get_by_role("gridcell", name="King of hearts").press("Space")

    expect(page).to_have_url(re.compile(r"/spot\?hole=Ks5d&flop=5hJd8s&dead=Kh$"))
    expect(answer.get_by_role("row")).to_have_count(0)
    expect(player.button("Copy link")).to_be_visible()
    player.button(re.compile("^Show the answer")).click()
    expect(answer).to_contain_text("is best")


@pytest.mark.full
def test_a_bad_link_says_in_one_line_what_would_be_right(room: Room) -> None:
    room.forgive("400")
    player = room.guest(phone=True)
    for query, line in (
        ("hole=Ks5d&flop=5hJd8s&turn=2c", "The board has 4 cards; give none before the flop"),
        ("hole=Ks5d&dead=Ks", "The king of spades is in your hand and seen elsewhere"),
        ("hole=Ks5d&rules=atlantis", "Rules: "),
        ("hole=Ks5d&blind=Z", "has no Blind paytable"),
    ):
        page = player.see(f"/spot?{query}")
        expect(page.get_by_role("status").filter(has_text=line)).to_be_visible()
    page = player.see("/spot")
    page.get_by_label("Your cards", exact=True).fill("A♠ 10h")
    page.get_by_label("Board", exact=True).fill("2c 3c zz")
    page.get_by_label("Board", exact=True).blur()

    expect(page.get_by_text("“zz” is no card; write the king of spades as Ks")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/spot\?hole=AsTh$"))
    assert findings(page, "the editor on a phone") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

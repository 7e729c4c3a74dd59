"""The coach at the table and in a finished hand: by keyboard, on a phone, beside other people."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.axe import findings
from tests.browser.room import Room

pytestmark = pytest.mark.slow

BOARD = "5h Jd 8s 2c 9d"


def test_the_coach_prices_each_choice_before_it_is_made_and_the_hand_after_it(room: Room) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks 5d"}, "Qh Jc", BOARD)
    player, stranger = room.guest(), room.guest()
    player.sit(table, 3)
    coach, keys = player.region("Coach"), player.page.keyboard
    when = coach.get_by_role("group", name="When the coach speaks")
    expect(when.get_by_role("button", name="Off")).to_have_attribute("aria-pressed", "true")

    keys.press("e")
    keys.press("e")
    expect(when.get_by_role("button", name="Before")).to_have_attribute("aria-pressed", "true")
    player.deal(ante=1000)
    expect(coach).to_contain_text("Betting 4× is best.")
    rows = coach.get_by_role("row")
    expect(rows.filter(has_text="best")).to_contain_text(re.compile(r"^\s*Bet 4×.*−\$1\.18", re.S))
    expect(rows.filter(has_text="Check")).to_contain_text("−$1.51")
    expect(coach.get_by_role("img")).to_have_accessible_name(re.compile(r"^Win 51\.3 %, tie"))
    keys.press("c")
    expect(coach).to_contain_text("Before the flop you checked")
    expect(coach).to_contain_text("−$0.34")
    expect(coach).to_contain_text("all 1,070,190 deals")
    assert findings(player.page, "the coach at the table") == []
    keys.press("2")
    expect(coach).to_contain_text("The cards brought")
    expect(coach).to_contain_text("On the flop you bet 2×")

    page = player.see(f"/h/{table}/1")
    review = player.region("Coach")
    expect(review).to_contain_text("your choices cost $0.34")
    review.locator("summary").filter(has_text="Before the flop you checked").focus()
    keys.press("Enter")
    chosen = review.get_by_role("row").filter(has_text="chosen").locator("visible=true")
    expect(chosen).to_contain_text(re.compile(r"Check.*−0\.151", re.S))
    assert findings(page, "the coach in a hand") == []
    answer = player.context.request.get(f"{player.origin}/api/hands/{table}/1")
    stranger.see(f"/s/{answer.json()['share']}")
    expect(stranger.region("Coach")).to_contain_text("the choices cost $0.34")


def test_seen_cards_and_another_strategy_change_what_the_coach_says(room: Room) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks 5d"}, "Qh Jc", BOARD)
    player = room.guest()
    player.sit(table, 3)
    coach, keys = player.region("Coach"), player.page.keyboard
    coach.get_by_role("button", name="Before").click()
    player.deal(ante=1000)
    expect(coach).to_contain_text("Betting 4× is best.")

    coach.get_by_text("Cards you have seen").first.focus()
    keys.press("Enter")
    field = coach.get_by_label("Cards you have seen elsewhere")
    field.focus()
    for typed, line in (("Kx", "“Kx” is no card."), ("5d", "5♦ lies open on the table")):
        field.fill(typed)
        keys.press("Enter")
        expect(coach.get_by_role("alert")).to_contain_text(line)
    field.fill("kh")
    keys.press("Enter")
    expect(coach).to_contain_text("Checking is best.")
    expect(coach).to_contain_text("1 card seen elsewhere cannot come.")
    expect(coach.get_by_role("alert")).to_have_count(0)
    assert findings(player.page, "seen cards") == []

    coach.get_by_label("Graded against").select_option("Simple strategy")
    expect(coach).to_contain_text("Simple strategy: Bet 4×.")
    keys.press("Escape")
    player.act("Check")
    expect(coach).to_contain_text("Simple strategy: Bet 4×")
    player.button("Take out King of hearts").click()
    expect(field).to_be_focused()
    expect(coach.locator("summary").filter(has_text="Before the flop")).to_contain_text("−$0.34")
    player.see(f"/t/{table}")
    expect(player.region("Coach").get_by_label("Graded against")).to_have_value("simple")


@pytest.mark.full
def test_the_list_of_hands_shows_what_choices_cost_in_all(room: Room) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks 5d"}, "Qh Jc", BOARD)
    player = room.guest()
    player.sit(table, 3)
    player.deal(ante=1000)
    player.act("Check", "Bet 2×")
    expect(player.slip(1)).to_be_visible()

    page = player.see("/hands")
    career = player.region("What your choices cost")
    expect(career).to_contain_text("your choices cost $0.34")
    ladder = career.get_by_role("table", name="Cost per 100 hands, in Antes")
    expect(ladder.get_by_role("row").filter(has_text="Simple strategy")).to_contain_text("0.25")
    expect(ladder.get_by_role("row").filter(has_text="You")).to_contain_text("3.35")
    streets = career.get_by_role("table", name="By street")
    expect(streets.get_by_role("row").filter(has_text="Before the flop")).to_contain_text("$0.34")
    expect(career.get_by_role("table", name="Sums after so many hands")).to_be_attached()
    career.get_by_role("button", name="All hands").focus()
    page.keyboard.press("Enter")
    expect(career.get_by_role("button", name="All hands")).to_have_attribute("aria-pressed", "true")
    hands = player.region("Hands")
    expect(hands.get_by_role("row").nth(1)).to_contain_text("−$0.34")
    assert findings(page, "the career") == []


def test_beside_other_people_the_coach_speaks_after_the_hand(room: Room) -> None:
    table = room.open("maryland")
    room.lay({1: "Ks 5d", 2: "2s 3s"}, "Qh Jc", BOARD)
    one, two = room.guest(), room.guest()
    one.sit(table, 1)
    two.sit(table, 2)
    coach = one.region("Coach")
    coach.get_by_role("button", name="Before").click()
    one.deal(ante=1000)
    two.deal(ante=1000)

    expect(coach).to_contain_text("the coach speaks after the hand")
    expect(coach.get_by_role("row")).to_have_count(0)
    one.act("Bet 4×")
    two.act("Bet 4×")

    expect(coach).to_contain_text("Before the flop you bet 4×")
    expect(coach).to_contain_text("your choices cost nothing")


def test_a_phone_has_the_coach_in_one_line_and_in_a_sheet(room: Room) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks 5d"}, "Qh Jc", BOARD)
    player = room.guest(phone=True)
    page = player.see(f"/t/{table}")
    player.button("Sit here, seat 3").tap()
    page.get_by_label("Amount").fill("500")
    player.button(re.compile(r"^Sit down · \$500")).tap()
    bets = player.region("Your bets")
    bets.get_by_role("button", name="More Ante").tap()

    player.button("Menu").tap()
    player.button("Coach, settlement and log").tap()
    player.region("Coach").get_by_role("button", name="Before").tap()
    player.button("Close").tap()
    player.button(re.compile(r"^Deal · \$20")).tap()
    peek = player.button(re.compile(r"^Coach: Bet 4× −\$1\.18 · Bet 3× −\$1\.84 · Check −\$1\.51$"))
    expect(peek).to_be_visible()
    assert findings(page, "the coach on a phone") == []
    peek.tap()
    expect(player.region("Coach")).to_contain_text("Betting 4× is best.")
    assert findings(page, "the coach in a sheet") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

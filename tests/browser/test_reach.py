"""Everybody can play: by keyboard alone, on a phone, by ear, without motion, in four colours."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import wait_for_cards
from tests.browser.room import Room

pytestmark = pytest.mark.slow

# Every text that was added to the polite live region, in order; and what was written over.
LISTEN: Final = """() => {
  window.heard = [];
  window.overwritten = 0;
  const region = document.querySelector('[role=status][aria-live=polite]');
  new MutationObserver((changes) => {
    for (const change of changes) {
      if (change.type === 'characterData') window.overwritten += 1;
      for (const node of change.addedNodes) {
        const text = node.textContent.trim();
        if (text) window.heard.push(text);
      }
    }
  }).observe(region, { childList: true, characterData: true, subtree: true });
}"""


def focus(page: Page, name: str, role: str = "button") -> None:
    """Press Tab until something of this name has the focus."""
    target = page.get_by_role(role, name=re.compile(name)).first  # type: ignore[arg-type]  # a role
    for _ in range(80):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {name}")


def test_a_round_by_keyboard_alone(room: Room) -> None:
    table = room.open("maryland")
    room.lay({3: "Ks 7d"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    player = room.guest()
    page = player.see(f"/t/{table}")
    expect(player.button("Sit here, seat 3")).to_be_visible()

    focus(page, "^Sit here, seat 3")
    page.keyboard.press("Enter")
    focus(page, "^Amount", "textbox")
    page.keyboard.type("500")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Take a seat")).to_be_hidden()
    player.seat, player.chips = 3, 50_000
    player.ready()
    focus(page, "^More Ante")
    page.keyboard.press("Enter")
    focus(page, "^More Trips")
    page.keyboard.press("Enter")
    expect(player.button(re.compile(r"^Deal · \$25"))).to_be_enabled()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    expect(player.button(re.compile("^Bet 4×"))).to_be_enabled()
    page.keyboard.press("c")
    expect(player.button(re.compile("^Bet 2×"))).to_be_enabled()
    page.keyboard.press("2")

    player.settled(1, 2500, ante=1000, blind=0, play=2000, trips=-500)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    expect(player.button(re.compile("^Change bets"))).to_be_enabled()
    page.keyboard.press("b")
    expect(player.region("Your bets")).to_be_visible()


def test_a_round_on_a_phone_with_a_finger(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "Ks 7d"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    player = room.guest(phone=True)
    page = player.see(f"/t/{table}")

    player.button("Sit here, seat 2").tap()
    page.get_by_label("Amount").fill("500")
    player.button(re.compile(r"^Sit down · \$500")).tap()
    bets = player.region("Your bets")
    bets.get_by_role("button", name="More Ante").tap()
    bets.get_by_role("button", name="More Trips").tap()
    player.button(re.compile(r"^Deal · \$25")).tap()
    wait_for_cards(player.region("Your cards"), ["King of spades", "7 of diamonds"])
    player.button(re.compile(r"^Bet 4×.*\$40")).tap()

    expect(player.region("Your decision")).to_contain_text("+$45")
    player.button("Menu").tap()
    player.button("Coach, settlement and log").tap()
    expect(player.slip(1)).to_contain_text("+$45")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "the page scrolls sideways"


def test_the_ear_hears_each_event_once(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "Ks 7d"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    player = room.guest()
    player.sit(table, 2)
    player.page.evaluate(LISTEN)

    player.deal(ante=1000, trips=500)
    player.act("Check", "Check", "Bet 1×")
    player.settled(1, 1500, ante=1000, blind=0, play=1000, trips=-500)
    last = player.page.get_by_role("status").filter(has_text="Hand 2.")
    expect(last).to_have_count(1)

    heard: list[str] = player.page.evaluate("heard")
    assert player.page.evaluate("overwritten") == 0
    told = " ".join(heard)
    for once in (
        "Your bets are down.",
        "No more bets.",
        "Your cards: king of spades, seven of diamonds.",
        "Flop: king of hearts, nine of diamonds, four of clubs.",
        "River: two of spades, seven of hearts.",
        "You play 1 time, 10 dollars.",
        "Dealer: nine of spades, queen of diamonds: pair of nines.",
    ):
        assert told.count(once) == 1, (once, heard)
    assert told.count("You check.") == 2
    assert told.count("Your turn: ") == 3
    # The showdown is one announcement: what it came to, with what, and every wager.
    result = [text for text in heard if "15 dollars" in text]
    assert len(result) == 1, heard
    assert result[0].startswith(
        "You win 15 dollars: two pair, kings and sevens against pair of nines. "
        "Ante and Play win, Blind pushes, Trips loses."
    ), heard


def focused(page: Page) -> str:
    """The name of what has the focus; "" where nothing has."""
    found: str = page.evaluate(
        """() => {
          const one = document.activeElement;
          return one === document.body ? '' : one.getAttribute('aria-label') ?? one.textContent;
        }"""
    )
    return found


@pytest.mark.full
def test_the_keyboard_keeps_its_place_through_a_whole_hand(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "Ks 7d"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    player = room.guest()
    player.sit(table, 2)
    player.wager(ante=1000)
    dock = player.region("Your decision")

    for button, then in (
        ("Deal", "Bet 4×"), ("Check", "Bet 2×"), ("Check", "Bet 1×"), ("Bet 1×", "Next hand"),
        ("Next hand", "Bet 4×"),
    ):  # fmt: skip
        player.button(re.compile(f"^{button}")).focus()
        player.page.keyboard.press("Enter")
        expect(dock).to_be_focused()
        expect(player.button(re.compile(f"^{then}"))).to_be_enabled()
        expect(dock).to_be_focused()  # Tab goes on to the next decision
    player.page.keyboard.press("Tab")
    assert "Check" in focused(player.page)


def test_a_table_is_entered_with_the_focus_in_it_and_the_bar_can_be_skipped(room: Room) -> None:
    table = room.open("maryland")
    player = room.guest()
    player.sit(table, 2)
    page = player.see("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the page")
    expect(skip).to_be_focused()
    box = skip.bounding_box()
    assert box is not None
    assert box["width"] > 60  # it is seen while it has the focus
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.get_by_role("link", name=re.compile(f": {table}, Maryland")).first.click()
    expect(player.button(re.compile("^Deal"))).to_be_visible()
    expect(page.get_by_role("main")).to_be_focused()
    page.reload()
    expect(player.button(re.compile("^Deal"))).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to your bets and decisions")).to_be_focused()
    page.keyboard.press("Enter")

    expect(player.region("Your bets")).to_be_focused()


@pytest.mark.full
def test_the_hurry_is_told_once_and_taken_back(room: Room) -> None:
    table = room.open("maryland", options={"decision.timeout": 60}, pace={"clock": True})
    player = room.guest()
    page = player.page
    page.clock.install()
    player.sit(table, 2)
    player.deal(ante=1000)
    expect(player.button(re.compile("^Check"))).to_be_enabled()
    urgent = page.locator("p[role=alert]")
    told = [""]
    until = page.evaluate("Date.now()") + 70_000

    with player.still():
        while len(told) < 3 and page.evaluate("Date.now()") < until:
            page.clock.run_for(1_000)
            said = urgent.inner_text()
            told += [said] if said != told[-1] else []

    assert told == ["", "10 seconds left.", ""]


@pytest.mark.full
def test_settings_are_kept_and_a_deck_of_four_colours_has_four(room: Room) -> None:
    table = room.open("maryland")
    room.lay({2: "Ks 7d"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    player = room.guest()
    player.sit(table, 2)
    player.deal(ante=1000)
    player.act("Check")
    board = player.page.get_by_role("group", name="Community cards", exact=True)
    wait_for_cards(board, ["King of hearts", "9 of diamonds", "4 of clubs"])

    def colours() -> set[str]:
        shown = [*player.hole(), "King of hearts", "9 of diamonds", "4 of clubs"]
        cards = [player.page.get_by_role("img", name=name, exact=True).first for name in shown]
        return {card.evaluate("card => getComputedStyle(card).color") for card in cards}

    assert len(colours()) == 2
    player.button("Four-colour deck").click()
    assert len(colours()) == 4
    player.button("Menu").click()
    menu = player.page.get_by_role("dialog", name="Menu")
    menu.get_by_role("group", name="Theme").get_by_role("button", name="Dark").click()
    menu.get_by_role("group", name="Speed").get_by_role("button", name="Fast").click()
    player.page.reload()

    wait_for_cards(board, ["King of hearts", "9 of diamonds", "4 of clubs"])
    assert len(colours()) == 4
    player.button("Menu").click()
    for group, choice in (("Theme", "Dark"), ("Speed", "Fast"), ("Deck", "Four colours")):
        pressed = menu.get_by_role("group", name=group).get_by_role("button", name=choice)
        expect(pressed).to_have_attribute("aria-pressed", "true")


@pytest.mark.full
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_cards_move_only_for_who_wants_motion(room: Room, motion: str) -> None:
    table = room.open("maryland")
    room.lay({2: "Ks 7d"}, dealer="9s Qd", board="Kh 9d 4c 2s 7h")
    player = room.guest(reduced_motion=motion)
    player.sit(table, 2)
    player.page.evaluate(
        """() => {
          window.moved = 0;
          const look = () => {
            window.moved += document.getAnimations()
              .filter((one) => Number(one.effect?.getComputedTiming().duration) > 50).length;
            requestAnimationFrame(look);
          };
          look();
        }"""
    )

    player.deal(ante=1000)
    player.act("Bet 4×")

    player.settled(1, 5000, ante=1000, blind=0, play=4000)
    moved: int = player.page.evaluate("moved")
    assert (moved > 0) == (motion == "no-preference")

"""The training room: drills by keyboard and on a phone, the examination and its replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import findings
from tests.browser.people import Person
from tests.browser.room import Room

pytestmark = pytest.mark.slow

DONE = re.compile(": done$")
# What the drill waits for and where it stands, once something may be pressed: a choice, the way on
# after a refutation, or nothing more; and other than before.
READY = """(before) => {
  const free = (one) => one.getAttribute('aria-disabled') !== 'true';
  const choice = document.querySelector('[role=group][aria-label="What would you do?"] button');
  const onward = [...document.querySelectorAll('button')]
    .find((one) => one.textContent.startsWith('Go on'));
  if (document.querySelector('#h-result')) return 'over';
  const pressed = onward ?? choice;
  if (!pressed || !free(pressed)) return false;
  const now = (onward ? 'wrong' : 'asked') + document.querySelector('header .score').textContent;
  return now !== before && now;
}"""


def turn(page: Page, before: str = "") -> str:
    """Wait until the drill waits for something else, and return for what and where."""
    found: str = page.wait_for_function(READY, arg=before).json_value()
    return found


def start(player: Person, kind: str) -> Page:
    """Choose a drill in the training room and start it, by keyboard."""
    page = player.see("/train")
    page.get_by_role("radio", name=re.compile(rf"^{re.escape(kind)}")).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=kind, exact=True)).to_be_visible()
    return page


def answer_all(page: Page, key: str = "") -> int:
    """Answer every spot with a key, or the largest bet; how many were told to be wrong."""
    wrong = 0
    now = turn(page)
    while now != "over":
        told = now.startswith("wrong")
        wrong += told
        if told:
            page.keyboard.press("Space")
        elif key:
            page.keyboard.press(key)
        else:
            page.get_by_role("group", name="What would you do?").get_by_role("button").last.click()
        now = turn(page, now)
    return wrong


def test_a_drill_by_keyboard_shows_refutations_and_goes_on_after_a_reload(room: Room) -> None:
    player = room.guest()
    page = start(player, "4× or check")
    now = turn(page)
    expect(page.get_by_text("Spot 1 of 10", exact=True)).to_be_visible()
    assert findings(page, "a drill") == []

    while now.startswith("asked"):  # until a check is wrong: with ten hands one should bet
        page.keyboard.press("c")
        now = turn(page, now)
    if now.startswith("wrong"):
        side = player.region("Not the best")
        expect(side).to_contain_text("You checked: it costs")
        expect(side.get_by_role("row").filter(has_text="best")).to_contain_text("Bet 4×")
        expect(side.get_by_role("button", name=re.compile("^Go on"))).to_be_focused()
        assert findings(page, "a refutation") == []
        page.reload()
    answered = page.get_by_text(re.compile(r"of \d+ right")).first
    expect(answered).not_to_contain_text("of 0 right")
    answer_all(page)

    expect(page.get_by_role("heading", name=DONE)).to_be_visible()
    expect(page.get_by_text("by how often such spots are dealt")).to_be_visible()
    page.get_by_role("link", name="Every spot, priced").click()
    expect(player.region("Every decision").get_by_role("listitem")).to_have_count(10)
    expect(player.region("Prices").get_by_role("row").first).to_be_attached()
    page.get_by_role("link", name="Train", exact=True).click()
    expect(player.region("Where you stand")).to_contain_text("10 answers")


def test_starting_hands_are_marked_with_arrow_keys(room: Room) -> None:
    player = room.guest()
    page = start(player, "Starting hands")
    grid = page.get_by_role("grid", name="Hands to bet with")
    grid.get_by_role("gridcell", name="Pair of aces").focus()

    page.keyboard.press("Space")
    for _ in range(12):
        page.keyboard.press("Shift+ArrowRight")
    marked = grid.get_by_role("gridcell", selected=True)
    expect(marked).to_have_count(13)
    expect(marked.last).to_have_accessible_name("Ace-two suited")
    expect(player.button("Answer")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Enter")

    expect(player.region("Not all right")).to_contain_text("0 marked wrongly")
    expect(grid.get_by_role("gridcell", name="Pair of kings, missed")).to_be_visible()
    expect(grid.get_by_role("gridcell", name="Ace-king suited, right")).to_be_visible()
    assert findings(page, "a grid of hands") == []


@pytest.mark.full
def test_outs_are_marked_on_a_phone(room: Room) -> None:
    player = room.guest(phone=True)
    page = player.see("/train")
    page.get_by_role("radio", name=re.compile("^Outs")).tap()
    page.get_by_role("group", name="Cards seen").get_by_role("button", name="2").tap()
    player.button("Start").tap()
    expect(page.get_by_text("2 cards seen elsewhere in each")).to_be_visible()
    grid = page.get_by_role("grid", name="Cards that improve your hand")
    free = grid.locator("[role=gridcell]:not([aria-disabled])")
    expect(free).to_have_count(45)

    for cell in range(45):
        free.nth(cell).tap()
    expect(grid.get_by_role("gridcell", selected=True)).to_have_count(45)
    expect(player.button("Answer")).to_have_attribute("aria-disabled", "false")
    player.button("Answer").tap()

    expect(player.region("Not all right")).to_contain_text("marked wrongly")
    expect(grid.get_by_role("gridcell", name=re.compile("marked wrongly$")).first).to_be_visible()
    assert findings(page, "outs on a phone") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.full
def test_an_examination_says_nothing_before_its_end_and_anybody_can_replay_it(room: Room) -> None:
    room.forgive("429")
    player, stranger = room.guest(), room.guest(phone=True)
    page = player.see("/train")
    player.button("Take the examination").click()
    turn(page)
    expect(page.get_by_text("An examination says nothing before its end")).to_be_visible()
    expect(page.get_by_text("of 0 right")).to_have_count(0)

    assert answer_all(page, "4") == 0  # nothing was told to be wrong

    expect(page.get_by_role("heading", name="Examination: done")).to_be_visible()
    path = page.get_by_role("link", name="Every spot, priced").get_attribute("href")
    other = stranger.see(str(path))
    expect(stranger.region("Every decision")).to_contain_text("Before the flop: Bet 4×")
    stranger.region("Every decision").get_by_role("button", name="Wrong").tap()
    expect(stranger.region("Prices").get_by_role("row").first).to_be_attached()
    assert findings(other, "a replay on a phone") == []
    assert other.evaluate("document.documentElement.scrollWidth") <= 390
    stranger.button("Answer the same spots").tap()
    expect(other.get_by_role("heading", name="Examination")).to_be_visible()


@pytest.mark.full
def test_the_daily_ten_mistakes_and_own_data(room: Room) -> None:
    player = room.guest()
    page = player.see("/train/mistakes")
    page.get_by_label("Keep my mistakes and ask them again").check()
    expect(page.get_by_text("No mistake is kept yet.")).to_be_visible()
    assert findings(page, "mistakes") == []
    page.get_by_role("link", name="Training room").click()
    player.button("Start today’s ten").click()

    answer_all(page)

    assert findings(page, "the end of a drill") == []
    page.get_by_role("link", name="Every spot, priced").click()
    expect(player.region("Prices").get_by_role("row").first).to_be_attached()
    assert findings(page, "every spot") == []
    page.get_by_role("link", name="Training room").click()
    expect(player.region("The daily ten")).to_contain_text("Done for today")
    expect(player.region("The daily ten")).to_contain_text("1 day in a row")
    expect(player.region("Your mistakes")).to_contain_text("kept")
    assert findings(page, "the training room") == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download it all").click()
    assert saved.value.suggested_filename == "pitboss-training.json"
    player.button("Delete it all").click()
    dialog = page.get_by_role("dialog", name="Delete your training?")
    dialog.get_by_role("button", name="Delete it all").click()
    expect(player.region("Where you stand")).to_contain_text("After your first drill")

"""The training room: drills by keyboard and on a phone, the examination and its replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import findings
from tests.browser.people import Person
from tests.browser.room import Room

pytestmark = pytest.mark.slow

DONE = re.compile(": done$")
# Something may be pressed now: a choice, the way on after a refutation, or the drill is over.
READY = """() => {
  const free = (one) => one.getAttribute('aria-disabled') !== 'true';
  const choices = document.querySelector('[role=group][aria-label="What would you do?"] button');
  const onward = [...document.querySelectorAll('button')]
    .find((one) => one.textContent.startsWith('Go on'));
  if (document.querySelector('#h-result')) return 'over';
  if (onward) return free(onward) && 'wrong';
  return choices && free(choices) && 'asked';
}"""


def state_of(page: Page) -> str:
    """Wait until the drill waits for the learner, and return for what: asked, wrong or over."""
    found: str = page.wait_for_function(READY).json_value()
    return found


def start(player: Person, kind: str) -> Page:
    """Choose a drill in the training room and start it, by keyboard."""
    page = player.see("/train")
    page.get_by_role("radio", name=re.compile(rf"^{re.escape(kind)}")).focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=kind, exact=True)).to_be_visible()
    return page


def answer_all(page: Page, key: str) -> int:
    """Answer every spot with one key, and go on after each mistake; how many were wrong."""
    wrong = 0
    while (state := state_of(page)) != "over":
        before = place(page).text_content()
        wrong += state == "wrong"
        page.keyboard.press("Space" if state == "wrong" else key)
        page.wait_for_function(
            """([before, ready]) => document.querySelector('#h-result')
              || document.querySelector('header .score')?.textContent !== before
              || eval(ready)() === 'wrong'""",
            arg=[before, READY],
        )
    return wrong


def place(page: Page) -> Locator:
    """Where the drill stands: "Spot 3 of 10"."""
    return page.locator("header .score")


def test_a_drill_by_keyboard_shows_refutations_and_goes_on_after_a_reload(room: Room) -> None:
    player = room.guest()
    page = start(player, "4× or check")
    assert state_of(page) == "asked"
    expect(page.get_by_text("Spot 1 of 10")).to_be_visible()
    assert findings(page, "a drill") == []

    while state_of(page) == "asked":  # until a check is wrong: not all hands check
        page.keyboard.press("c")
        page.wait_for_timeout(20)
    if state_of(page) == "wrong":
        side = player.region("Not the best")
        expect(side).to_contain_text("You checked: it costs")
        expect(side.get_by_role("row").filter(has_text="best")).to_contain_text("Bet 4×")
        expect(side.get_by_role("button", name=re.compile("^Go on"))).to_be_focused()
        assert findings(page, "a refutation") == []
        page.reload()
    answered = page.get_by_text(re.compile(r"of \d+ right")).first
    expect(answered).not_to_contain_text("of 0 right")
    answer_all(page, "4")

    expect(page.get_by_role("heading", name=DONE)).to_be_visible()
    expect(page.get_by_text("by how often such spots are dealt")).to_be_visible()
    assert findings(page, "the end of a drill") == []
    page.get_by_role("link", name="Every spot, priced").click()
    expect(player.region("Every decision").get_by_role("listitem")).to_have_count(10)
    expect(player.region("Prices").get_by_role("row").first).to_be_attached()
    assert findings(page, "every spot") == []
    page.get_by_role("link", name="Train", exact=True).click()
    expect(player.region("Where you stand")).to_contain_text("10 answers")
    assert findings(page, "the training room") == []


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
    page.get_by_text("Mark the cards that improve your hand.").tap()
    player.button("Start").tap()
    grid = page.get_by_role("grid", name="Cards that improve your hand")
    free = grid.locator("[role=gridcell]:not([aria-disabled])")
    expect(free).to_have_count(47)

    for cell in range(47):
        free.nth(cell).tap()
    expect(grid.get_by_role("gridcell", selected=True)).to_have_count(47)
    expect(player.button("Answer")).to_have_attribute("aria-disabled", "false")
    player.button("Answer").tap()

    expect(player.region("Not all right")).to_contain_text("marked wrongly")
    expect(grid.get_by_role("gridcell", name=re.compile("marked wrongly$")).first).to_be_visible()
    assert findings(page, "outs on a phone") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.full
def test_an_examination_says_nothing_before_its_end_and_anybody_can_replay_it(room: Room) -> None:
    room.forgive("503|429")
    player, stranger = room.guest(), room.guest(phone=True)
    page = player.see("/train")
    player.button("Take the examination").click()
    assert state_of(page) == "asked"
    expect(page.get_by_text("An examination says nothing before its end")).to_be_visible()
    expect(page.get_by_text("of 0 right")).to_have_count(0)

    assert answer_all_exam(page) == 0  # nothing was told to be wrong

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


def answer_all_exam(page: Page) -> int:
    """Bet 4x in every hand, or what is there; how many spots were told to be wrong."""
    wrong = 0
    while (state := state_of(page)) != "over":
        wrong += state == "wrong"
        before = place(page).text_content()
        page.keyboard.press("4")
        page.wait_for_function(
            """(before) => document.querySelector('#h-result')
              || document.querySelector('header .score')?.textContent !== before""",
            arg=before,
        )
    return wrong


@pytest.mark.full
def test_the_daily_ten_mistakes_and_own_data(room: Room) -> None:
    player = room.guest()
    page = player.see("/train/mistakes")
    page.get_by_label("Keep my mistakes and ask them again").check()
    expect(page.get_by_text("No mistake is kept yet.")).to_be_visible()
    assert findings(page, "mistakes") == []
    page.get_by_role("link", name="Training room").click()
    player.button("Start today’s ten").click()

    while state_of(page) != "over":
        state = state_of(page)
        before = place(page).text_content()
        if state == "wrong":
            page.keyboard.press("Space")
        else:
            page.get_by_role("group", name="What would you do?").get_by_role("button").last.click()
        page.wait_for_function(
            """([before, ready]) => document.querySelector('#h-result')
              || document.querySelector('header .score')?.textContent !== before
              || eval(ready)() === 'wrong'""",
            arg=[before, READY],
        )

    page.get_by_role("link", name="Training room").last.click()
    expect(player.region("The daily ten")).to_contain_text("Done for today")
    expect(player.region("The daily ten")).to_contain_text("1 day in a row")
    expect(player.region("Your mistakes")).to_contain_text("kept")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download it all").click()
    assert saved.value.suggested_filename == "pitboss-training.json"
    player.button("Delete it all").click()
    dialog = page.get_by_role("dialog", name="Delete your training?")
    dialog.get_by_role("button", name="Delete it all").click()
    expect(player.region("Where you stand")).to_contain_text("After your first drill")

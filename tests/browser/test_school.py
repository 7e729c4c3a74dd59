"""The dealer school: a lesson by keyboard, an examination on a phone, a class and its teacher."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from pitboss.coach.school.catalog import draw_exercise
from pitboss.coach.school.exercise import perfect_answers
from pitboss.server.tables.default_rules import standing_house
from pitboss.table import rules_of
from tests.browser.axe import findings
from tests.browser.people import Person
from tests.browser.room import Room

pytestmark = pytest.mark.slow

SUBMISSIONS: Final = Path(__file__).resolve().parents[2] / "examples" / "submissions"
SEED: Final = 7
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
ANSWER: Final = re.compile("^Answer")
ON: Final = re.compile("^Go on")


def lesson(person: Person, *kinds: str, count: int) -> str:
    """Start a lesson whose exercises are known, and go there; its id."""
    body = {"level": "easy", "seed": SEED, "kinds": kinds, "count": count}
    made: str = person.post("/api/school/lessons", body)["id"]
    person.see(f"/school/{made}")
    return made


def key(kind: str, number: int) -> dict[str, str]:
    """Return the right answers of an exercise of such a lesson."""
    game = rules_of(standing_house("maryland"))
    return perfect_answers(draw_exercise(game, kind, seed=SEED, number=number, level="easy"))


def ready(person: Person, button: re.Pattern[str]) -> None:
    """Wait until the button that has just appeared may be pressed."""
    expect(person.button(button)).to_have_attribute("aria-disabled", "false")


def go_on(person: Person) -> None:
    """Go on from a correction by keyboard."""
    expect(person.button(ON)).to_be_focused()
    ready(person, ON)
    person.page.keyboard.press("Enter")


def write(page: Page, answers: list[str]) -> None:
    """Answer every question by keyboard, from the one that has it, and send."""
    for place, answer in enumerate(answers):
        focus = page.locator("input:focus")
        form = focus.get_attribute("type")
        if form == "radio":  # its key chooses and goes on
            every = focus.locator("xpath=ancestor::fieldset").locator("input")
            values = every.evaluate_all("all => all.map((one) => one.value)")
            page.keyboard.press(LETTERS[values.index(answer)])
            continue
        if form == "checkbox":
            page.keyboard.press("n")
        else:
            page.keyboard.type(answer)
        if place + 1 < len(answers):
            page.keyboard.press("Enter")
    page.keyboard.press("Enter")


def test_a_lesson_by_keyboard_is_corrected_with_its_clauses(room: Room) -> None:
    room.forgive("400")
    player = room.guest()
    page = player.page
    lesson(player, "amounts", count=2)
    right = list(key("amounts", 1).values())
    focus = page.locator("input:focus")
    expect(focus).to_have_accessible_name(re.compile("win or lose"))
    assert findings(page, "an exercise") == []
    ready(player, ANSWER)

    write(page, ["five", *right[1:]])  # a wrong format: one line, there; nothing is lost
    expect(focus).to_have_accessible_description(re.compile("'five' is no amount; write an amount"))
    focus.fill(right[0])
    page.reload()
    ready(player, ANSWER)
    focus.press("Enter")

    expect(page.get_by_text("Right", exact=True).first).to_be_visible()
    go_on(player)
    expect(page.get_by_text("Exercise 2", exact=True)).to_be_visible()
    ready(player, ANSWER)
    page.keyboard.type("0.01")
    player.button(ANSWER).press("Enter")
    told = page.get_by_role("main").get_by_text(re.compile("open one counts as not right"))
    expect(told).to_be_visible()
    player.button(ANSWER).press("Enter")

    wrong = page.locator(".correction").first
    expect(wrong).to_contain_text(re.compile("You: .*Right: "))
    expect(wrong.get_by_role("button", name=re.compile("^Clause MD-")).first).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Not right.")).to_have_count(1)
    assert findings(page, "a correction") == []
    go_on(player)
    expect(page.get_by_role("heading", name="Lesson done")).to_be_visible()
    page.get_by_role("link", name="School", exact=True).click()
    expect(player.region("Where you stand")).to_contain_text("1 of 2")
    assert findings(page, "the school") == []


def test_an_examination_on_a_phone_ends_with_a_certificate(room: Room) -> None:
    player = room.guest(phone=True)
    page = player.see("/school")
    player.button("Examination").tap()
    page.get_by_label("Exercises").fill("2")
    page.get_by_label("Name on the certificate").fill("Ada Quill")

    player.button("Begin: the time runs").tap()

    expect(page.get_by_role("timer")).to_contain_text("Time left")
    expect(page.get_by_text("Nothing is corrected before the end.")).to_be_visible()
    ready(player, ANSWER)
    assert findings(page, "an examination on a phone") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    player.button(ANSWER).tap()
    player.button(ANSWER).tap()  # left open
    expect(page.get_by_text("Exercise 2", exact=True)).to_be_visible()
    expect(page.locator(".correction")).to_have_count(0)
    player.button("End now").tap()
    page.get_by_role("dialog").get_by_role("button", name="End now").tap()
    expect(page.get_by_role("heading", name="Examination not passed")).to_be_visible()
    assert findings(page, "the end of an examination") == []
    page.get_by_role("link", name="Every answer, corrected").tap()
    expect(page.get_by_role("heading", name="Examination: Ada Quill")).to_be_visible()
    expect(page.locator(".correction").first).to_contain_text("You left it open")
    assert findings(page, "a result on a phone") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    link = page.get_by_role("link", name="Certificate, PDF").get_attribute("href")
    assert player.context.request.get(f"{player.origin}{link}").body().startswith(b"%PDF")


def test_a_class_has_a_code_something_to_do_and_results(room: Room) -> None:
    teacher, trainee = room.boss(), room.guest()
    page, other = teacher.see("/school"), trainee.page
    page.get_by_label("Make a class").fill(room.table)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=room.table, level=1)).to_be_visible()
    code = page.locator(".code b").inner_text()
    assign = teacher.region("Assign")
    assign.get_by_label("Name of the assignment").fill("Week 1")
    assign.get_by_role("button", name="5", exact=True).click()
    assign.get_by_role("button", name="Assign to the class").click()
    expect(page.get_by_role("list", name="Assignments")).to_contain_text("Week 1")

    trainee.see("/school")
    mine = trainee.region("Your class")
    mine.get_by_label("Join a class by its code").fill(code.lower())
    other.keyboard.press("Enter")
    mine.get_by_role("button", name="Begin Week 1").press("Enter")
    ready(trainee, ANSWER)
    trainee.button(ANSWER).press("Enter")
    trainee.button(ANSWER).press("Enter")
    go_on(trainee)
    expect(other.get_by_text("Exercise 2", exact=True)).to_be_visible()
    trainee.see("/school")
    expect(mine.get_by_role("link", name="Go on: 1 of 5 of Week 1")).to_be_visible()
    assert findings(other, "a trainee's class") == []

    page.reload()
    row = teacher.region("Results").get_by_role("row").filter(has_text=trainee.name)
    expect(row).to_contain_text("1 of 5 answered")
    assert findings(page, "a class") == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="CSV").click()
    assert trainee.name in saved.value.path().read_text()


@pytest.mark.full
def test_every_form_is_answered_by_keyboard(room: Room) -> None:
    player = room.guest()
    page = player.page
    kinds = ("hands", "chips", "dealing", "what-now", "mispay")
    lesson(player, *kinds, count=len(kinds))
    listed = player.context.request.get(f"{player.origin}/api/school/kinds").json()["kinds"]
    names = {one["title"]: one["name"] for one in listed}

    for number in range(1, len(kinds) + 1):
        expect(page.get_by_text(f"Exercise {number}", exact=True)).to_be_visible()
        ready(player, ANSWER)
        kind = names[page.get_by_role("heading", level=1).inner_text()]
        write(page, list(key(kind, number).values()))
        expect(page.get_by_text("Right", exact=True).first).to_be_visible()
        assert findings(page, kind) == []
        go_on(player)

    expect(page.get_by_role("heading", name="Lesson done")).to_be_visible()
    expect(page.get_by_text("100 %").first).to_be_visible()


@pytest.mark.full
def test_buttons_write_answers_on_a_phone(room: Room) -> None:
    player = room.guest(phone=True)
    page = player.page
    lesson(player, "hands", count=1)
    right = key("hands", 1)
    cards = next(text for name, text in right.items() if name.endswith(".best")).split()
    group = page.get_by_role("group", name="Choose five cards").first

    for card in cards:
        rank = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "T": "10"}.get(card[0], card[0])
        suit = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}[card[1]]
        group.get_by_role("button", name=f"{rank} of {suit}").tap()

    expect(page.get_by_label(re.compile("best five")).first).to_have_value(" ".join(cards))
    expect(group.locator("[aria-pressed=true]")).to_have_count(5)
    assert findings(page, "cards on a phone") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.full
def test_an_answer_of_another_tab_stands(room: Room) -> None:
    player = room.guest()
    page = player.page
    made = lesson(player, "decks", count=2)
    ready(player, ANSWER)
    player.post(f"/api/school/lessons/{made}/answers", {"number": 1, "answers": {}})

    write(page, list(key("decks", 1).values()))

    expect(page.get_by_text("before, in another tab").first).to_be_visible()
    expect(page.locator(".correction").first).to_contain_text("You left it open")


@pytest.mark.full
def test_the_house_s_own_submission_is_checked_and_practised(room: Room) -> None:
    player = room.guest()
    page = player.see("/school")
    player.button("Own submission").click()
    text = page.get_by_label("Submission (TOML)")

    text.fill((SUBMISSIONS / "broken-maryland.toml").read_text())
    expect(page.get_by_role("list", name="Problems").get_by_role("listitem").first).to_be_visible()
    assert findings(page, "problems of a submission") == []
    text.fill((SUBMISSIONS / "maryland.toml").read_text())
    expect(page.get_by_text("Accepted").or_(page.get_by_text("Unsigned"))).to_be_visible()
    player.button("Start").click()

    expect(page.get_by_text(re.compile("by Maryland, edition 1"))).to_be_visible()

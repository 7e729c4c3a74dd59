"""The lab: a line edited by keyboard, variants compared, figures copied, shared and opened."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import findings
from tests.browser.people import Person
from tests.browser.room import Room

pytestmark = pytest.mark.slow

FLUSH_2 = '/lab?v={"rules":"maryland","pays":{"flush":"2 to 1"}}'
NUMERATOR = "250,107,811,236 over 27,813,810,024,000"


def edge(person: Person, text: str) -> None:
    """Wait until the exact house edge is this."""
    tile = person.region("House edge")
    expect(tile.get_by_text("exact", exact=True)).to_be_visible()
    expect(tile.get_by_role("status")).to_have_text(text)


def clipboard(page: Page) -> str:
    found: str = page.evaluate("navigator.clipboard.readText()")
    return found


def variants(page: Page) -> list[dict[str, object]]:
    """The variants that the address names."""
    return [json.loads(text) for text in parse_qs(urlsplit(page.url).query).get("v", [])]


def test_a_line_is_edited_compared_copied_and_undone(room: Room) -> None:
    room.forgive("400")
    player = room.guest(permissions=["clipboard-read", "clipboard-write"])
    page = player.see("/lab")
    edge(player, "2.185 %")

    flush = page.get_by_label("Flush pays", exact=True)
    flush.focus()
    flush.press("ArrowDown")
    page.get_by_label("Flush for each", exact=True).fill("1")

    expect(flush).to_have_value("2")
    edge(player, "0.899 %")
    expect(page.get_by_role("img", name=NUMERATOR)).to_be_visible()
    expect(player.region("House edge")).to_contain_text("1.286 points lower than Maryland A")
    said = page.get_by_role("status").filter(has_text="House edge 0.899 %, exact.")
    expect(said).to_have_count(1)
    compare = player.region("Variants side by side")
    expect(compare.get_by_role("row", name="House edge")).to_contain_text("−1.286")
    expect(page.get_by_text("Best play is unchanged, 0 of 169 hands move")).to_be_visible()
    expect(page.get_by_text("Maryland files Blind A or B only: flush at 2 to 1")).to_be_visible()
    expect(player.button("Open as a lab table")).to_be_enabled()
    assert variants(page) == [{"rules": "maryland", "pays": {"flush": "2 to 1"}}]
    assert findings(page, "the lab") == []

    tile = player.region("House edge")
    for kind, text in (
        ("Exact fraction", "2315813067/257535278000"),
        ("Command", "pitboss lab edge --rules maryland --pay flush=2:1 --json"),
    ):
        tile.get_by_label("Copy: House edge").click()
        tile.get_by_role("button", name=kind).click()
        assert clipboard(page) == text

    flush.fill("2")
    page.get_by_label("Flush for each", exact=True).fill("0")
    expect(page.get_by_role("alert").filter(has_text="'2 to 0' cannot be paid")).to_be_visible()
    player.button("Undo").click()
    edge(player, "0.899 %")


def test_a_link_brings_variants_side_by_side_and_a_map(room: Room) -> None:
    player = room.guest()
    page = player.see(f'{FLUSH_2}&v={{"rules":"maryland","blind":"B"}}')
    edge(player, "0.899 %")
    compare = player.region("Variants side by side")
    expect(compare.get_by_role("row", name="House edge")).to_contain_text("5.913 %")
    player.button("Add variant").click()
    expect(
        compare.get_by_role("columnheader", name=re.compile("^Maryland A, flush"))
    ).to_be_visible()
    assert len(variants(page)) == 3

    grid = page.get_by_role("grid", name="Starting hands, in Antes")
    expect(grid.get_by_role("gridcell")).to_have_count(169)
    grid.get_by_role("gridcell", name="King-five offsuit: bet 4×").press("ArrowUp")
    expect(player.region("Starting hands")).to_contain_text("King-six offsuit, best: bet 4×")
    player.button("Change").click()
    expect(grid.get_by_role("gridcell", name="Pair of aces")).to_contain_text("+")

    player.button("Edit Maryland B").click()
    edge(player, "5.913 %")
    player.button("House").click()
    house = player.region("Figures")
    house.get_by_label("Ante, dollars").fill("25")
    house.get_by_label("Ante, dollars").blur()
    expect(house).to_contain_text("Largest round of a seat")
    expect(house).to_contain_text("$12,625")
    expect(house.get_by_role("img", name=re.compile("^95 of 100 shifts"))).to_be_visible()
    house.get_by_label("Main rate, %").fill("12.5")
    house.get_by_label("Main rate, %").press("Tab")
    growth = house.get_by_label(re.compile("Copy: main meter, growth"))
    expect(growth).to_contain_text("$240")  # 12.5 % of a dollar, 6 seats, 320 rounds
    expect(house).to_contain_text("10,829 rounds, 271 hours")
    assert findings(page, "the house's view") == []


def test_plots_of_a_session_and_of_seen_cards(room: Room) -> None:
    room.forgive("400")
    player = room.guest(permissions=["clipboard-read", "clipboard-write"])
    page = player.see(FLUSH_2)
    edge(player, "0.899 %")
    figures = player.region("Figures")

    player.button("Session").click()
    expect(figures.get_by_role("img", name=re.compile("^After 160 rounds"))).to_be_visible()
    figures.get_by_label(re.compile("Copy: Ruined on the way")).press("Enter")
    figures.get_by_role("button", name="Command").click()
    assert "/api/lab/session?variant=" in clipboard(page)
    assert findings(page, "a session") == []
    figures.get_by_label("Bankroll, dollars").fill("50")
    figures.get_by_label("Bankroll, dollars").blur()
    expect(figures.get_by_role("alert")).to_contain_text("do not cover a round")

    player.button("Seen").click()
    expect(figures).to_contain_text("These figures are of the usual game")
    seen = figures.get_by_role("list", name="Player’s edge by cards seen")
    seen.get_by_label(re.compile("Sees both cards of the dealer")).click()
    figures.get_by_role("button", name="Exact fraction").click()
    assert clipboard(page) == "2682750886069/6953452506000"
    assert findings(page, "seen cards") == []


def test_a_side_bet_of_ones_own_is_refused_in_one_line_and_counted(room: Room) -> None:
    room.forgive("400")
    player = room.guest()
    page = player.see("/lab")
    edge(player, "2.185 %")
    player.button("A side bet of your own").click()
    own = page.get_by_role("dialog", name="A side bet of your own")
    text = own.get_by_label("Lines, the first that fits decides")

    text.fill('[[lines]]\nown = "flsh"\npays = 3')
    own.get_by_role("button", name="Count every deal").click()
    expect(own.get_by_role("alert")).to_contain_text("did you mean flush?")
    own.get_by_label("Begin with").select_option("Pocket pair")
    own.get_by_role("button", name="Count every deal").press("Enter")

    expect(own).to_contain_text("31.674 %")
    expect(own.get_by_role("row", name=re.compile("^own cards AA"))).to_contain_text("221")
    assert findings(page, "a side bet of one's own") == []


@pytest.mark.full
def test_strategies_are_priced_in_an_edited_game(room: Room) -> None:
    player = room.guest()
    page = player.see(FLUSH_2)
    edge(player, "0.899 %")
    player.button("Strategies").click()

    rows = page.get_by_role("list", name="House edge by strategy").get_by_role("listitem")

    expect(rows.first).to_contain_text("Perfect play")
    expect(rows.first).to_contain_text("0.899 %")
    expect(rows.last).to_contain_text("Never 4x, costs 13.312 %")
    assert findings(page, "strategies") == []


def test_rules_and_side_bets_are_edited_and_a_table_opened(room: Room) -> None:
    player = room.guest()
    page = player.see('/lab?v={"rules":"maryland","blind":"B"}')
    edge(player, "5.913 %")
    player.button("Rules").click()
    page.get_by_label("Before the flop").fill("4")
    page.get_by_label("Ties", exact=True).select_option("lose")
    expect(page).to_have_url(re.compile("ties"))
    player.button("Undo").click()
    player.button("Undo").click()

    sides = player.region("Side bets")
    sides.get_by_role("button", name=re.compile("^C")).click()
    expect(sides.get_by_role("button", pressed=True, name=re.compile("^C"))).to_have_text(
        re.compile(r"3\.498 %")
    )
    player.button("Edit lines").click()
    lines = page.get_by_role("dialog")
    lines.get_by_label("Flush pays", exact=True).fill("8")
    expect(lines.get_by_role("status")).not_to_contain_text("3.498 %")
    expect(lines.get_by_role("status")).to_contain_text("House edge 0.472 %")
    player.button("As in Maryland").click()
    page.keyboard.press("Escape")

    player.button("Open as a table").click()
    expect(page).to_have_url(re.compile("/t/maryland-"))


def test_an_edited_variant_is_played_at_a_table_that_says_so(room: Room) -> None:
    player = room.guest()
    page = player.see(FLUSH_2)
    edge(player, "0.899 %")

    player.button("Save as submission").click()
    filing = page.get_by_role("dialog", name="Save as submission")
    problems = filing.get_by_role("list", name="Problems").get_by_role("listitem")
    expect(problems.first).to_contain_text("flush at 2 to 1 is not in it")
    expect(problems.first.get_by_role("button", name="Clause MD-12.B", exact=True)).to_be_visible()
    expect(filing.get_by_role("region", name="submission.toml")).to_contain_text('blind = "A"')
    expect(filing.get_by_role("link", name="Save the draft")).to_have_attribute(
        "download", re.compile("toml")
    )
    assert findings(page, "a checked submission") == []
    page.keyboard.press("Escape")

    player.button("Open as a lab table").click()

    expect(page).to_have_url(re.compile("/t/maryland-"))
    expect(page.get_by_text(re.compile(r"\blab\b")).first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lab_on_a_phone(room: Room, scheme: str) -> None:
    player = room.guest(phone=True, color_scheme=scheme)
    page = player.see(FLUSH_2)

    edge(player, "0.899 %")
    expect(page.get_by_role("grid", name="Starting hands, in Antes")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert findings(page, f"the lab on a phone, {scheme}") == []

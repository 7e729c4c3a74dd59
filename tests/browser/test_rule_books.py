"""The rules pages: what is played here, and addresses of books that are not there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.room import Room
from tests.server_process import ServerProcess

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("path", ["/rules/nope", "/rules/maryland/nope", "/rules/nope/maryland"])
def test_a_rule_book_that_is_not_there_is_told_with_those_that_are(room: Room, path: str) -> None:
    room.forgive("404")
    page = room.guest().see(path)

    main = page.get_by_role("main")
    expect(main.get_by_role("alert")).to_have_text(
        "There is no rule book of that name. There are Maryland, South Dakota, California, "
        "Catfish Bend, Iowa and Royal Caribbean."
    )
    expect(main.get_by_role("link", name="All five rule books")).to_be_visible()
    for control in ("combobox", "checkbox", "button"):
        expect(main.get_by_role(control)).to_have_count(0)


def test_a_rules_page_says_what_is_played_here(own_house: ServerProcess, browser: Browser) -> None:
    room = Room(own_house, browser, "rules")  # where only the standing tables are
    page = room.guest().see("/rules/maryland#options")

    choices = page.get_by_role("region", name="Choices of the operator")
    expect(choices).to_be_in_viewport()  # an address with a chapter leads there
    for choice, played in {
        "Six Card paytable": "A",
        "Progressive paytable": "A",
        "Minimum and maximum Ante": "$5.00 to $100.00",
        "Seconds to decide": "40 seconds",
    }.items():
        row = choices.get_by_role("row", name=re.compile(choice))
        expect(row.filter(has=page.get_by_role("cell", name=played, exact=True))).to_have_count(1)
    tables = page.get_by_role("region", name="Paytables")
    for wager, posted in {"Blind": "AB", "Trips": "ABCD", "Progressive": "ABCD"}.items():
        for name in posted:
            said = f"{wager} {name}{' Played here' if name == 'A' else ''}"
            expect(tables.get_by_role("table", name=said, exact=True)).to_be_visible()
    assert room.close() == []


def test_where_a_wager_has_one_paytable_nothing_needs_a_mark(room: Room) -> None:
    page = room.guest().see("/rules/california")

    expect(page.get_by_role("table", name="Blind", exact=True)).to_be_visible()
    expect(page.get_by_text("Played here", exact=True)).to_have_count(0)

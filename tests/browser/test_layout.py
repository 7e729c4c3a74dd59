"""What the rules want on layout and signs stands on the table's page, under each rule book."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from pitboss.rules import SET_NAMES, inscriptions, rule_set
from pitboss.server.tables.default_rules import table_house
from pitboss.table import rules_of
from tests.browser.people import Person
from tests.browser.room import Room

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("place", SET_NAMES)
def test_the_felt_has_a_place_for_every_wager_and_all_inscriptions_are_posted(
    room: Room, place: str
) -> None:
    table = room.open(place)
    rules = rules_of(table_house(rule_set(place), {}))
    person = room.guest()

    page = person.see(f"/t/{table}")

    expect(page.get_by_role("group", name="Community cards")).to_be_visible()
    expect(page.get_by_role("img", name="Chip tray")).to_be_visible()
    expect(_dealer(person)).to_be_visible()
    for wager in ("Ante", "Blind", "Play", "Trips"):
        spots = page.get_by_role("img", name=f"{wager}: no wager", exact=True)
        expect(spots).to_have_count(rules.seats)
    page.keyboard.press("p")
    posted = page.get_by_role("dialog")
    expect(posted).to_be_visible()
    text = posted.inner_text()
    missing = [s.text for s in inscriptions(rules) if s.item != "operator" and s.text not in text]
    assert missing == []
    cited = {clause for sign in inscriptions(rules) for clause in sign.cite.clauses}
    assert [clause for clause in sorted(cited) if clause not in text] == []


@pytest.mark.full
def test_the_hands_are_named_in_words_when_they_are_compared(room: Room) -> None:
    table = room.open("maryland")
    room.lay({1: "Ks 7d"}, "9s Qd", "Kh 9d 4c 2s 7h")
    person = room.guest()
    person.sit(table, 1)
    person.deal(ante=1000)

    person.act("Bet 4× · $40")

    expect(person.page.get_by_role("main")).to_contain_text(re.compile("pair of nines", re.I))
    expect(person.mine).to_contain_text(re.compile("two pair", re.I))


def _dealer(person: Person) -> Locator:
    return person.page.get_by_role("group", name=re.compile("dealer’s cards", re.I))

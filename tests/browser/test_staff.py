"""Who may do what: the administrator's link, the list of staff, roles after a question."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.people import Person
from tests.browser.room import Room
from tests.browser.test_floor import floorperson
from tests.server_process import ServerProcess

pytestmark = pytest.mark.slow


def test_the_link_of_the_administrator_works_once_and_asks_for_a_password(
    own_house: ServerProcess, browser: Browser
) -> None:
    room = Room(own_house, browser, "link")
    room.forgive("404")
    boss, late = room.guest(), room.guest()

    boss.page.goto(own_house.admin_link)
    late.page.goto(own_house.admin_link)

    said = boss.page.get_by_role("status").filter(has_text="You are administrator now.")
    expect(said).to_contain_text("Set a password below")
    expect(boss.page.get_by_label("Password", exact=True)).to_be_visible()
    expect(late.page.get_by_role("heading", name="This link has expired")).to_be_visible()
    expect(late.page.get_by_role("main")).to_contain_text("An administrator link works once")
    expect(late.page.get_by_role("link", name="All tables", exact=True)).to_be_visible()
    assert room.close() == []


@pytest.mark.full
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_roles_are_saved_after_a_question_and_stand_in_the_list(room: Room, *, phone: bool) -> None:
    boss = room.boss(phone=phone)
    name = floorperson(room, boss, f"Ada {'Small' if phone else 'Wide'}")
    boss.see("/floor?tab=people")
    change = boss.button(f"Change the roles of {name}")

    change.click()
    assert _in_panel(boss, f"Change the roles of {name}")
    boss.page.get_by_label("Auditor").check()
    boss.page.get_by_label("Floor", exact=True).uncheck()
    boss.button("Save roles").click()
    asked = boss.page.get_by_role("dialog", name=f"Save roles of {name}?")
    expect(asked).to_contain_text("Gets: Auditor")
    expect(asked).to_contain_text("Loses: Floor")
    asked.get_by_role("button", name="Cancel").click()
    row = boss.page.get_by_role("row", name=re.compile(f"^{name}"))
    expect(row.get_by_role("cell", name="Floor", exact=True)).to_be_visible()  # nothing is done yet
    boss.button("Save roles").click()
    asked.get_by_role("button", name="Save roles").click()

    expect(boss.region("Staff").get_by_role("status")).to_contain_text(
        f"Roles saved. {name}: Auditor."
    )
    expect(row.get_by_role("cell", name="Auditor", exact=True)).to_be_visible()


@pytest.mark.full
def test_an_auditor_reads_remarks_beside_what_is_proved(room: Room) -> None:
    table = room.open("maryland")
    player, boss = room.guest(), room.boss()
    player.sit(table, 2)
    player.deal(ante=1000)
    player.act("Bet 4×")
    expect(player.slip(1)).to_contain_text("Net")

    def older(route: Route) -> None:  # no round of today's engine has a remark
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "remarks": ["played by engine 1"]})

    boss.page.route(re.compile("/api/audit/rounds/"), older)
    boss.see(f"/audit/{table}/1")

    verdict = boss.page.get_by_role("status").filter(has_text="Proved")
    remarks = verdict.get_by_role("group", name="Remarks")
    expect(remarks).to_contain_text("Played by engine 1.")
    expect(boss.page.get_by_role("main")).to_contain_text("Maryland, edition 1")


def _in_panel(person: Person, button: str) -> bool:
    """Tell whether a button ends where its panel does, or before."""
    found = person.button(button).bounding_box()
    panel = person.region("Staff").bounding_box()
    assert found is not None
    assert panel is not None
    return found["x"] + found["width"] <= panel["x"] + panel["width"]

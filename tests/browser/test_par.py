"""The PAR sheet of a table: found from the console, read by section, taken home; reports too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import findings
from tests.browser.people import Person
from tests.browser.room import Room

pytestmark = pytest.mark.slow

EDGE = "50643648973/2317817502000"  # of the usual game


def downloaded(page: Page, person: Person, name: str) -> Path:
    """Take a file by keyboard: figures that come in meanwhile may move the button."""
    with page.expect_download() as download:
        person.button(name).press("Enter")
    return Path(download.value.path())


def wide(page: Page) -> bool:
    found: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return found


def test_the_floor_reads_a_sheet_and_takes_it_home(room: Room) -> None:
    room.forgive("503")  # a file that is still being made
    table = room.open("maryland")
    player, boss = room.guest(), room.boss()
    player.see("/par")
    expect(player.page.get_by_role("main")).to_contain_text("You need the floor or auditor role")

    page = boss.see(f"/floor?table={table}")
    boss.page.get_by_role("link", name="PAR sheet").click()
    sheet = page.get_by_role("article", name="PAR sheet of")
    expect(sheet.get_by_text("those that are played here")).to_be_visible()

    expect(page.get_by_label("Table", exact=True)).to_have_value(f"table/{table}")
    sections = sheet.get_by_role("region")
    assert sections.count() == sheet.get_by_role("navigation").get_by_role("listitem").count()
    expect(sheet.get_by_role("cell", name=EDGE).first).to_be_visible()
    assert findings(page, "/par") == []
    data = json.loads(downloaded(page, boss, "JSON").read_text("utf-8"))
    assert data["base_game"]["house_edge"]["fraction"] == EDGE
    assert downloaded(page, boss, "PDF").read_bytes().startswith(b"%PDF-1.7")
    expect(page.get_by_role("status").filter(has_text="The file is saved.")).to_be_visible()

    phone = room.boss(phone=True)
    phone.see(f"/par?table={table}")
    expect(phone.page.get_by_text("those that are played here")).to_be_visible()
    assert not wide(phone.page)
    assert findings(phone.page, "/par on a phone") == []


def test_the_floor_takes_its_figures_home(room: Room) -> None:
    room.open("maryland")
    boss = room.boss()
    page = boss.see("/floor?tab=reports")

    assert downloaded(page, boss, "Download XLSX").read_bytes().startswith(b"PK")

    expect(page.get_by_role("status").filter(has_text="The report is saved.")).to_be_visible()
    boss.page.set_viewport_size({"width": 390, "height": 844})
    assert not wide(page)

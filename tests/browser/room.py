"""A table with laid cards, and people with browsers of their own."""

from __future__ import annotations

import os
import re
from typing import Any, Final

from playwright.sync_api import Browser, expect

from tests.browser.people import Person
from tests.browser.stagehand import Stagehand
from tests.server_process import ServerProcess
from tests.waiting import WAIT_S_MAX

# Machines are loaded; a test that passes never waits as long.
SLOW_MS: Final = int(os.environ.get("BROWSER_WAIT_MS", 1_000 * WAIT_S_MAX))
DESKTOP: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 390, "height": 844}
# Where nothing is kept yet: what the person has chosen since stays.
GUIDED: Final = """try {
  const key = 'pitboss.settings';
  localStorage.setItem(key, localStorage.getItem(key) ?? '{"guided":true}');
} catch { /* a page without storage */ }"""

expect.set_options(timeout=SLOW_MS)


class Room:
    """What a test has: tables with laid cards, and people with browsers of their own."""

    def __init__(self, house: ServerProcess, browser: Browser, name: str) -> None:
        self.house = house
        self.browser = browser
        self.table = name
        self.stage = Stagehand(house.origin)
        self.people: list[Person] = []
        self.forgiven: list[str] = []

    def open(self, rules: str, **more: Any) -> str:  # Any: JSON
        """Open the table of this test; its name."""
        self.stage.open(self.table, rules, **more)
        return self.table

    def lay(self, seats: dict[int, str], dealer: str, board: str, box: str = "") -> None:
        """Lay the cards of the table's next round."""
        self.stage.lay(self.table, seats, dealer, board, box)

    def guest(
        self, *, phone: bool = False, guided: bool = True, **more: Any
    ) -> Person:  # Any: Playwright's options
        """Somebody new; without motion, if not said otherwise.

        With `guided` the guided first hand lies behind them already.
        """
        asked: dict[str, Any] = {
            "viewport": PHONE if phone else DESKTOP,
            "has_touch": phone,
            "is_mobile": phone,
            "reduced_motion": "reduce",
            "locale": "en-US",
        }
        context = self.browser.new_context(**{**asked, **more})
        context.set_default_timeout(SLOW_MS)
        if guided:
            context.add_init_script(GUIDED)
        person = Person(context, self.house.origin, [])
        self.people.append(person)
        return person

    def boss(self, **more: Any) -> Person:  # Any: Playwright's options
        """The administrator, made by the link that the server printed at its start."""
        kept = self.house.folder / "boss.json"
        if kept.exists():
            return self.guest(storage_state=kept, **more)
        person = self.guest(**more)
        person.page.goto(self.house.admin_link)
        expect(person.page.get_by_role("main")).to_contain_text("Administrator")
        person.context.storage_state(path=kept)
        return person

    def forgive(self, pattern: str) -> None:
        """Expect a console error: one that a test brings about on purpose."""
        self.forgiven.append(pattern)

    def close(self) -> list[str]:
        """Send everybody home; what their consoles have said."""
        troubles = [trouble for person in self.people for trouble in person.troubles]
        for person in self.people:
            person.context.close()
        self.stage.close()
        return [said for said in troubles if not any(re.search(p, said) for p in self.forgiven)]

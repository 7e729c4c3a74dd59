"""One server a test process, one Chromium while browser tests run, a fresh context each visitor."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.people import Person
from tests.browser.running import Running, Stagehand, words
from tools.chromium import find

SLOW_MS: Final = int(os.environ.get("BROWSER_WAIT_MS", "30000"))  # machines are loaded; a test that passes never waits as long
DESKTOP: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 390, "height": 844}

expect.set_options(timeout=SLOW_MS)


class Room:
    """What a test has: tables with laid cards, and people with browsers of their own."""

    def __init__(self, house: Running, browser: Browser, name: str) -> None:
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

    def guest(self, *, phone: bool = False, **more: Any) -> Person:  # Any: Playwright's options
        """Somebody new; without motion, if not said otherwise."""
        asked: dict[str, Any] = {
            "viewport": PHONE if phone else DESKTOP,
            "has_touch": phone,
            "is_mobile": phone,
            "reduced_motion": "reduce",
            "locale": "en-US",
        }
        context = self.browser.new_context(**{**asked, **more})
        context.set_default_timeout(SLOW_MS)
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
        expect(person.page.get_by_role("link", name="Floor").first).to_be_visible()
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


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with its own port and database."""
    with Running(tmp_path_factory.mktemp("house")) as running:
        yield running


# Playwright's loop counts as running for as long as it lives, so that no other test of the process
# could run one: it ends when the browser tests are done or another folder's turn comes.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright itself."""
    with sync_playwright() as made:
        yield made


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A real Chromium."""
    path = find()
    if path is None:
        pytest.fail("there is no Chromium: python -m tools.chromium")
    made = playwright.chromium.launch(executable_path=path, args=["--disable-dev-shm-usage"])
    yield made
    made.close()


@pytest.fixture
def room(house: Running, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Room]:
    """A table's name, and people; at the end no console may have said an error."""
    slug = re.sub(r"[^a-z0-9]+", "-", request.node.name.removeprefix("test_").lower())
    made = Room(house, browser, slug[:58].strip("-"))
    yield made
    troubles = made.close()
    assert not troubles, words(troubles)


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Running]:
    """A server for one test alone: to stop it and start it again."""
    with Running(tmp_path) as running:
        yield running

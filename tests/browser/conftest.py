"""One server a test process, one Chromium while browser tests run, a fresh context each visitor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.room import Room
from tests.browser.stagehand import stacked_server, words
from tests.server_process import ServerProcess
from tools.chromium import find

NAME_MAX: Final = 58  # of a table, so that it stays one in every address


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with its own port and database; bots learn the game, no edge is worked out."""
    with stacked_server(tmp_path_factory.mktemp("house"), "--only-bots") as server:
        yield server


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
def room(house: ServerProcess, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Room]:
    """A table's name, and people; at the end no console may have said an error."""
    slug = re.sub(r"[^a-z0-9]+", "-", request.node.name.removeprefix("test_").lower())
    if len(slug) > NAME_MAX:  # what tells two cases of one test apart stands at the end
        slug = f"{slug[:38]}-{slug[-18:]}"
    made = Room(house, browser, slug.strip("-"))
    yield made
    troubles = made.close()
    assert not troubles, words(troubles)


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server for one test alone: to stop it and start it again."""
    with stacked_server(tmp_path, "--no-edges") as server:
        yield server

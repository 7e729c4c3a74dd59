"""One server for the tests of a file that change nothing of each other's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from pitboss.server import services
from pitboss.server.config import STATIC
from tests.server.busy_machine import bounds_without_nice
from tests.server.players import laid_table, playing
from tests.server.scenes import TABLE, Scene
from tests.server.serving import Served, Visitor, quick
from tests.server.stacked_decks import ROUTES as STACKED
from tests.server_process import STACKED_SERVER, ServerProcess


@pytest.fixture(scope="session", autouse=True)
def _no_nice_processes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(services, "usual_bounds", bounds_without_nice)
        yield


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    """A server in memory, without rates."""
    with Served() as made:
        yield made


@pytest.fixture
def visitor(served: Served) -> Iterator[Visitor]:
    """Somebody new."""
    with served.visitor() as made:
        yield made


@pytest.fixture(scope="module")
def laid() -> Iterator[Served]:
    """A server whose decks may be laid."""
    with Served(quick(), more=STACKED) as made:
        yield made


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    with Served(quick(), more=STACKED) as served:
        laid_table(served, TABLE)
        with (
            served.visitor() as one,
            served.visitor() as two,
            served.visitor() as three,
            playing(one, TABLE) as ann,
            playing(two, TABLE) as ben,
            playing(three, TABLE) as eve,
        ):
            for seat, player in enumerate((ann, ben), 1):
                player.must("sit", seat=seat, chips=50_000)
            ann.bets()
            ben.bets()
            ann.turn()
            ben.phase("deal")
            yield Scene(served, ann, ben, eve)


@pytest.fixture
def pair(postgres_url: str, tmp_path: Path) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two processes at once, each with a port of its own."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("the browser client is not built: make web")
    with ExitStack() as stack:
        asked = (*STACKED_SERVER, "--db", postgres_url, "--no-edges")
        one, two = (
            stack.enter_context(ServerProcess(tmp_path, *asked, name=name))
            for name in ("one", "two")
        )
        yield one, two

"""One server for the tests of a file that change nothing of each other's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.serving import Served, Visitor


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

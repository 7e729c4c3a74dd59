"""Shared settings: one Hypothesis profile, a real PostgreSQL, a share of what is heavy.

Tests marked `heavy` work through the same ground as others, only more of it: minutes in all. Each
commit runs a third of them, chosen by its own id, so that some commit soon runs each; the others
are counted as deselected. `PITBOSS_HEAVY=all make test` runs every one.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.postgres import PostgresServer

settings.register_profile(
    "pitboss",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.load_profile("pitboss")

SHARES = 3  # a commit runs one share of the heavy tests
# Files that are heavy as a whole: long sums found a second and third way.
HEAVY_FILES = frozenset(
    {
        "cards/test_agreement.py",
        "cards/test_counts.py",
        "cli/test_simulate.py",
        "cli/test_solve.py",
        "faults/test_two_processes.py",
        "journal/test_journal_machine.py",
        "odds/test_decision.py",
        "odds/test_executor.py",
        "odds/test_exposure.py",
        "odds/test_levels.py",
        "odds/test_share.py",
        "pit/bots/test_plan.py",
        "table/test_seasons.py",
    }
)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the heavy tests that are not this commit's, unless they are asked for."""
    if len(config.args) == 1 and "::" in config.args[0]:
        return  # asked for by name
    commit = "" if os.environ.get("PITBOSS_HEAVY") == "all" else _commit()
    if not commit:
        return
    out = [item for item in items if _is_heavy(item) and not _is_due(item, commit)]
    if out:
        left = set(out)
        items[:] = [item for item in items if item not in left]
        config.hook.pytest_deselected(items=out)


def _is_heavy(item: pytest.Item) -> bool:
    folder, path = Path(__file__).parent, item.path
    named = path.is_relative_to(folder) and path.relative_to(folder).as_posix() in HEAVY_FILES
    return named or item.get_closest_marker("heavy") is not None


def _is_due(item: pytest.Item, commit: str) -> bool:
    return sha256(f"{commit} {item.nodeid}".encode()).digest()[0] % SHARES == 0


def _commit() -> str:
    """The id of the commit that is tested; empty where there is none, and then all is run."""
    words = ["git", "rev-parse", "HEAD"]
    try:
        done = subprocess.run(
            words, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """One server a test process, started when first asked for; quick, without fsync."""
    from tests.postgres import PostgresServer  # loads the driver, which most tests do not need

    with PostgresServer() as server:
        yield server


@pytest.fixture(scope="session")
def durable_postgres_server() -> Iterator[PostgresServer]:
    """As `postgres_server`, with fsync: for tests of what survives a crash."""
    from tests.postgres import PostgresServer

    with PostgresServer(fsync=True) as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    """The address of a fresh, empty database."""
    url = postgres_server.fresh()
    yield url
    postgres_server.drop(url)


@pytest.fixture
def durable_postgres_url(durable_postgres_server: PostgresServer) -> Iterator[str]:
    """The address of a fresh, empty database on a server with fsync."""
    url = durable_postgres_server.fresh()
    yield url
    durable_postgres_server.drop(url)

"""Shared settings: Hypothesis profiles and a real PostgreSQL.

`make test` runs the same tests with the same examples on every commit: all but those marked `full`,
which cover the same ground more thoroughly. `make test-full` runs those, and has Hypothesis look
for new examples.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.examples import NEW, SAME, SHARE, USUAL

if TYPE_CHECKING:
    from tests.postgres import PostgresServer

_COMMON = settings(
    deadline=None,  # none: a busy machine is no fault
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile(SAME, _COMMON, derandomize=True, max_examples=USUAL // SHARE)
settings.register_profile(NEW, _COMMON, max_examples=USUAL)
settings.load_profile(SAME)

# A shell starts its background jobs with SIGINT ignored, and every process of a test would inherit
# that: servers that are asked to stop would not.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
for _number in (signal.SIGTERM, signal.SIGHUP):
    if signal.getsignal(_number) == signal.SIG_IGN:
        signal.signal(_number, signal.SIG_DFL)


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

"""Shared settings: one Hypothesis profile for all, and a real PostgreSQL for who asks for it."""

from __future__ import annotations

from collections.abc import Iterator
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

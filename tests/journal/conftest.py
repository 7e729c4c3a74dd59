"""The three stores under test, and a way to open each of them again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.journal import Journal, open_journal
from tests.postgres import PostgresServer

STORES = ("memory", "sqlite", "postgres")


@pytest.fixture(scope="session")
def journal_template(postgres_server: PostgresServer) -> str:
    """A database with the journal's tables, to be copied: quicker than a migration a test."""
    postgres_server.execute("CREATE DATABASE journal_template")
    open_journal(postgres_server.url("journal_template")).close()
    return "journal_template"


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file with the journal's tables, for the same reason."""
    path = tmp_path_factory.mktemp("template") / "journal.db"
    open_journal(path).close()
    return path.read_bytes()


@pytest.fixture
def sqlite_path(sqlite_template: bytes, tmp_path: Path) -> Path:
    """A fresh SQLite journal, closed."""
    path = tmp_path / "journal.db"
    path.write_bytes(sqlite_template)
    return path


@pytest.fixture
def postgres_journal_url(postgres_server: PostgresServer, journal_template: str) -> Iterator[str]:
    """A fresh PostgreSQL journal."""
    url = postgres_server.fresh(journal_template)
    yield url
    postgres_server.drop(url)


@pytest.fixture(params=STORES)
def where(request: pytest.FixtureRequest) -> str:
    """The address of a fresh store of each kind."""
    match request.param:
        case "memory":
            return "memory:"
        case "sqlite":
            return str(request.getfixturevalue("sqlite_path"))
        case _:
            return str(request.getfixturevalue("postgres_journal_url"))


@pytest.fixture(params=["sqlite_path", "postgres_journal_url"])
def durable(request: pytest.FixtureRequest) -> str:
    """A fresh store of the kinds that can be opened again."""
    return str(request.getfixturevalue(request.param))


@pytest.fixture
def journal(where: str) -> Iterator[Journal]:
    """An open, empty journal of each kind."""
    with open_journal(where) as opened:
        yield opened

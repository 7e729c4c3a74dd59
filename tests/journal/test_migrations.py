"""The tables that the migrations make are those that `schema.py` describes, on both databases."""

from __future__ import annotations

import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.pool import NullPool

from pitboss.journal import CannotOpen, open_journal
from pitboss.journal.sql import sqlite_file as files
from pitboss.journal.sql import statements
from pitboss.journal.sql.migrations import run
from pitboss.journal.sql.migrations.run import migrate, scripts
from pitboss.journal.sql.schema import METADATA, TRIGGERS
from pitboss.journal.sql.statements import REVISIONS, VERSION_TABLE
from tests.journal.stores import fill
from tests.postgres import PostgresServer


def engine_for(where: str) -> Engine:
    if where.startswith("postgresql"):
        return create_engine(
            where.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool
        )
    return create_engine(
        "sqlite://",
        module=files.driver(),
        creator=lambda: files.connect(Path(where), "rwc"),
        poolclass=NullPool,
    )


def described(where: str) -> Engine:
    """A database made from the metadata, without migrations."""
    engine = engine_for(where)
    METADATA.create_all(engine)
    with engine.begin() as connection:
        for trigger in TRIGGERS[engine.dialect.name]:
            connection.exec_driver_sql(
                trigger.replace("%", "%%") if "plpgsql" in trigger else trigger
            )
    return engine


def catalogue(engine: Engine) -> set[tuple[Any, ...]]:
    """Everything the database knows of its tables, as text."""
    if engine.dialect.name == "sqlite":
        questions = ["SELECT type, name, sql FROM sqlite_master WHERE sql NOT LIKE '%version%'"]
    else:
        questions = [
            "SELECT table_name, column_name, data_type, collation_name, is_nullable, "
            "ordinal_position FROM information_schema.columns WHERE table_schema = 'public'",
            "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) "
            "FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
            "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
            "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
            "SELECT proname, pg_get_functiondef(oid) FROM pg_proc "
            "WHERE pronamespace = 'public'::regnamespace",
        ]
    with engine.connect() as connection:
        rows = [tuple(row) for question in questions for row in connection.execute(text(question))]
    return {row for row in rows if VERSION_TABLE not in str(row)}


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "journal.db")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def twin(request: pytest.FixtureRequest, empty: str, tmp_path: Path) -> str:
    if not empty.startswith("postgresql"):
        return str(tmp_path / "twin.db")
    server = request.getfixturevalue("postgres_server")
    assert isinstance(server, PostgresServer)
    return server.fresh()


def test_migrated_tables_are_the_described_ones(empty: str, twin: str) -> None:
    open_journal(empty).close()

    made = catalogue(engine_for(empty))

    assert made == catalogue(described(twin))
    assert len(made) > 6


def test_alembic_finds_no_difference(empty: str) -> None:
    open_journal(empty).close()

    with engine_for(empty).connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_heads() == (REVISIONS[-1],)


def test_the_list_of_revisions_is_that_of_the_migrations() -> None:
    revisions = [script.revision for script in scripts().walk_revisions()]

    assert tuple(reversed(revisions)) == REVISIONS


def test_migrating_again_changes_nothing(empty: str) -> None:
    with open_journal(empty) as journal:
        fill(journal, "table/1", 2)
    before = catalogue(engine_for(empty))

    migrate(engine_for(empty))

    assert catalogue(engine_for(empty)) == before
    with open_journal(empty) as journal:
        assert journal.head("table/1").number == 2


def test_a_migration_that_fails_leaves_nothing(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("alembic.op.create_index", fail)
    with pytest.raises(KeyboardInterrupt):
        open_journal(empty)
    monkeypatch.undo()

    assert catalogue(engine_for(empty)) == set()
    open_journal(empty).close()


NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade():
    op.create_table("journal_signatures", sa.Column("number", sa.Integer, primary_key=True))
"""


def add_a_migration(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program of tomorrow, whose tables are one step further."""
    shutil.copytree(run.scripts().dir, folder)
    (folder / "versions" / "v0002_signatures.py").write_text(NEXT)
    monkeypatch.setattr(run, "scripts", lambda: ScriptDirectory(str(folder)))
    monkeypatch.setattr(statements, "REVISIONS", ("0001", "0002"))
    monkeypatch.setattr(statements, "NEWEST", "0002")


def test_an_older_database_is_brought_up_for_a_writer_and_refused_to_a_reader(
    empty: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_journal(empty) as journal:
        fill(journal, "table/1", 2)
    add_a_migration(tmp_path / "migrations", monkeypatch)

    with pytest.raises(CannotOpen, match="older pitboss; open it once for writing"):
        open_journal(empty, read_only=True)
    with open_journal(empty) as journal:
        assert journal.head("table/1").number == 2
    with open_journal(empty, read_only=True) as journal:
        assert journal.head("table/1").number == 2
    with engine_for(empty).connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM journal_signatures")).scalar() == 0


def test_two_servers_may_start_on_an_empty_database_at_once(postgres_url: str) -> None:
    barrier = threading.Barrier(4)

    def begin(_: int) -> None:
        barrier.wait()
        open_journal(postgres_url).close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(begin, range(4)))

    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT version_num FROM journal_version").fetchall() == [
            (REVISIONS[-1],)
        ]

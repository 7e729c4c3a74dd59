"""Brings a database to the newest tables, in one transaction: all of it or nothing."""

from __future__ import annotations

from pathlib import Path

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, event, text

from pitboss.journal.sql.statements import VERSION_TABLE

# Any number will do, as long as every pitboss uses the same: two servers may start at once.
_ADVISORY_LOCK = 1346982978


def scripts() -> ScriptDirectory:
    """Return the migrations beside this file."""
    return ScriptDirectory(str(Path(__file__).parent))


def migrate(engine: Engine, to: str = "head") -> None:
    """Run what is missing up to `to`."""
    if engine.dialect.name == "sqlite":
        # The driver is left in autocommit, so a transaction begins where we say so.
        event.listen(engine, "begin", _begin)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
        _run(connection, to)


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _run(connection: Connection, to: str) -> None:
    directory = scripts()
    context = MigrationContext.configure(
        connection,
        opts={
            "version_table": VERSION_TABLE,
            "transactional_ddl": True,
            "fn": lambda revision, _: directory._upgrade_revs(to, revision),
        },
    )
    with Operations.context(context):
        context.run_migrations()

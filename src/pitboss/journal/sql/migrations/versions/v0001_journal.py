"""The journal's first tables: heads, events, tallies, snapshots."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NAME = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create everything, and the triggers that keep events as they are."""
    _create_heads()
    _create_events()
    _create_tallies()
    _create_snapshots()
    if op.get_bind().dialect.name == "sqlite":
        op.execute("PRAGMA application_id = 1346982978")  # the letters PITB, for the file's header
        _create_sqlite_triggers()
    else:
        _create_postgresql_triggers()


def _create_heads() -> None:
    op.create_table(
        "journal_heads",
        sa.Column("stream", NAME, primary_key=True),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("number >= 1", name="journal_heads_number"),
        sa.CheckConstraint("length(hash) = 32", name="journal_heads_hash"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )


def _create_events() -> None:
    op.create_table(
        "journal_events",
        sa.Column("stream", NAME, sa.ForeignKey("journal_heads.stream"), primary_key=True),
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("name", NAME, nullable=False),
        sa.Column("at", NUMBER, nullable=False),
        sa.Column("size", sa.Integer),
        sa.Column("command", NAME),
        sa.Column("cause", sa.LargeBinary),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("number >= 1", name="journal_events_number"),
        sa.CheckConstraint("at >= 0", name="journal_events_at"),
        sa.CheckConstraint("length(hash) = 32", name="journal_events_hash"),
        sa.CheckConstraint(
            "(size IS NULL) = (command IS NULL) AND (size IS NULL) = (cause IS NULL)",
            name="journal_events_turn",
        ),
        sa.CheckConstraint("size >= 1", name="journal_events_size"),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.create_index(
        "journal_events_command",
        "journal_events",
        ["stream", "command"],
        unique=True,
        sqlite_where=sa.text("command IS NOT NULL"),
        postgresql_where=sa.text("command IS NOT NULL"),
    )


def _create_tallies() -> None:
    op.create_table(
        "journal_tallies",
        sa.Column("kin", NAME, primary_key=True),
        sa.Column("stream", NAME, sa.ForeignKey("journal_heads.stream"), primary_key=True),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )


def _create_snapshots() -> None:
    op.create_table(
        "journal_snapshots",
        sa.Column("stream", NAME, primary_key=True),
        sa.Column("shape", NAME, primary_key=True),
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sqlite_strict=True,
    )


def _create_sqlite_triggers() -> None:
    op.execute(
        "CREATE TRIGGER journal_events_kept BEFORE DELETE ON journal_events "
        "BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END"
    )
    op.execute(
        "CREATE TRIGGER journal_events_fixed BEFORE UPDATE ON journal_events "
        "BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END"
    )
    op.execute(
        "CREATE TRIGGER journal_heads_kept BEFORE DELETE ON journal_heads "
        "BEGIN SELECT RAISE(ABORT, 'a stream is never deleted'); END"
    )
    op.execute(
        "CREATE TRIGGER journal_heads_forward BEFORE UPDATE ON journal_heads "
        "WHEN NEW.stream <> OLD.stream OR NEW.number <= OLD.number "
        "BEGIN SELECT RAISE(ABORT, 'a stream only grows'); END"
    )


def _create_postgresql_triggers() -> None:
    op.execute(
        "CREATE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'journal: % on % is refused', TG_OP, TG_TABLE_NAME; END $$"
    )
    op.execute(
        "CREATE TRIGGER journal_events_kept BEFORE UPDATE OR DELETE OR TRUNCATE "
        "ON journal_events FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse()"
    )
    op.execute(
        "CREATE TRIGGER journal_heads_kept BEFORE DELETE OR TRUNCATE "
        "ON journal_heads FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse()"
    )
    op.execute(
        "CREATE TRIGGER journal_heads_forward BEFORE UPDATE ON journal_heads FOR EACH ROW "
        "WHEN (NEW.stream <> OLD.stream OR NEW.number <= OLD.number) "
        "EXECUTE FUNCTION journal_refuse()"
    )

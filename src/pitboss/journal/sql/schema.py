"""The journal's tables for both databases, as the newest migration leaves them.

Only migrations and tests load this; the stores speak the SQL of `sql.py`.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

# Names sort by their bytes in both databases, as they do in Python.
NAME: Final = Text().with_variant(Text(collation="C"), "postgresql")
NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")  # 64 bits in both

METADATA: Final = MetaData()

HEADS: Final = Table(
    "journal_heads",
    METADATA,
    Column("stream", NAME, primary_key=True),
    Column("number", NUMBER, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    CheckConstraint("number >= 1", name="journal_heads_number"),
    CheckConstraint("length(hash) = 32", name="journal_heads_hash"),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)

EVENTS: Final = Table(
    "journal_events",
    METADATA,
    Column("stream", NAME, ForeignKey(HEADS.c.stream), primary_key=True),
    Column("number", NUMBER, primary_key=True),
    Column("name", NAME, nullable=False),
    Column("at", NUMBER, nullable=False),
    Column("size", Integer),
    Column("command", NAME),
    Column("cause", LargeBinary),
    Column("data", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    CheckConstraint("number >= 1", name="journal_events_number"),
    CheckConstraint("at >= 0", name="journal_events_at"),
    CheckConstraint("length(hash) = 32", name="journal_events_hash"),
    # Either all three, on the first event of a turn, or none.
    CheckConstraint(
        "(size IS NULL) = (command IS NULL) AND (size IS NULL) = (cause IS NULL)",
        name="journal_events_turn",
    ),
    CheckConstraint("size >= 1", name="journal_events_size"),
    sqlite_with_rowid=False,  # a stream lies in one piece, and is read from one end to the other
    sqlite_strict=True,
)

# The same command twice has one effect: the database itself refuses the second.
COMMANDS: Final = Index(
    "journal_events_command",
    EVENTS.c.stream,
    EVENTS.c.command,
    unique=True,
    sqlite_where=EVENTS.c.command.is_not(None),
    postgresql_where=EVENTS.c.command.is_not(None),
)

TALLIES: Final = Table(
    "journal_tallies",
    METADATA,
    Column("kin", NAME, primary_key=True),  # the group; that word is taken in SQL
    Column("stream", NAME, ForeignKey(HEADS.c.stream), primary_key=True),
    Column("number", NUMBER, nullable=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
    sqlite_strict=True,
)

SNAPSHOTS: Final = Table(
    "journal_snapshots",
    METADATA,
    Column("stream", NAME, primary_key=True),
    Column("shape", NAME, primary_key=True),
    Column("number", NUMBER, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_strict=True,
)

# What the table definitions cannot say: events and heads are never taken back.
TRIGGERS: Final = {
    "sqlite": (
        "CREATE TRIGGER journal_events_kept BEFORE DELETE ON journal_events "
        "BEGIN SELECT RAISE(ABORT, 'an event is never deleted'); END",
        "CREATE TRIGGER journal_events_fixed BEFORE UPDATE ON journal_events "
        "BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END",
        "CREATE TRIGGER journal_heads_kept BEFORE DELETE ON journal_heads "
        "BEGIN SELECT RAISE(ABORT, 'a stream is never deleted'); END",
        "CREATE TRIGGER journal_heads_forward BEFORE UPDATE ON journal_heads "
        "WHEN NEW.stream <> OLD.stream OR NEW.number <= OLD.number "
        "BEGIN SELECT RAISE(ABORT, 'a stream only grows'); END",
    ),
    "postgresql": (
        "CREATE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'journal: % on % is refused', TG_OP, TG_TABLE_NAME; END $$",
        "CREATE TRIGGER journal_events_kept BEFORE UPDATE OR DELETE OR TRUNCATE "
        "ON journal_events FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse()",
        "CREATE TRIGGER journal_heads_kept BEFORE DELETE OR TRUNCATE "
        "ON journal_heads FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse()",
        "CREATE TRIGGER journal_heads_forward BEFORE UPDATE ON journal_heads FOR EACH ROW "
        "WHEN (NEW.stream <> OLD.stream OR NEW.number <= OLD.number) "
        "EXECUTE FUNCTION journal_refuse()",
    ),
}

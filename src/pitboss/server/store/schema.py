"""Tables of people, sessions, tables and training; on both stores; times are milliseconds."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

VERSION: Final = 5  # of these tables; a newer one in a database is left alone
PURSES_IN_JOURNAL: Final = 2  # the version from which purses stand in the journal
METADATA: Final = MetaData()

# One row; its presence marks a database of pitboss.
VERSIONS: Final = Table("house_version", METADATA, Column("version", Integer, primary_key=True))

SECRETS: Final = Table(
    "house_secrets",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

PEOPLE: Final = Table(
    "house_people",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("roles", Text, nullable=False),  # words with a blank between them
    Column("password", Text),  # none: a guest
    Column("failed", Integer, nullable=False),
    Column("locked_until", BigInteger, nullable=False),
    Column("last_login", BigInteger),
    Column("this_login", BigInteger),
    Column("created", BigInteger, nullable=False),
)

# Wrong passwords in a row, by source: guessing locks out only the one who guesses.
TRIES: Final = Table(
    "house_tries",
    METADATA,
    Column("person", Text, ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("source", Text, primary_key=True),  # an address, or the id of a person who asks
    Column("failed", Integer, nullable=False),
    Column("locked_until", BigInteger, nullable=False),
)

# A name as the eye reads it belongs to one person for good.
KEYS: Final = Table(
    "house_name_keys",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("person", Text, ForeignKey(PEOPLE.c.id), nullable=False),
)

# Every name that a person ever had, as it was written.
NAMES: Final = Table(
    "house_names",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("person", Text, ForeignKey(PEOPLE.c.id), nullable=False, index=True),
    Column("since", BigInteger, nullable=False),
)

SESSIONS: Final = Table(
    "house_sessions",
    METADATA,
    Column("digest", LargeBinary, primary_key=True),  # the token itself is only in the cookie
    Column("person", Text, ForeignKey(PEOPLE.c.id), nullable=False, index=True),
    Column("seen", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
)

TOKENS: Final = Table(
    "house_tokens",
    METADATA,
    Column("digest", LargeBinary, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("used", BigInteger),
)

TABLES: Final = Table(
    "house_tables",
    METADATA,
    Column("table", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("owner", Text, nullable=False),  # the id of a person; empty: the house
    Column("rules", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Keys of private tables: their names stand in shared hands and are no secret.
TABLE_KEYS: Final = Table(
    "house_table_keys",
    METADATA,
    Column("table", Text, ForeignKey(TABLES.c.table), primary_key=True),
    Column("key", Text, nullable=False),
)

# People who have come with the right key once.
TABLE_GUESTS: Final = Table(
    "house_table_guests",
    METADATA,
    Column("table", Text, ForeignKey(TABLES.c.table), primary_key=True),
    Column("person", Text, ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("since", BigInteger, nullable=False),
)

# Private tables that were closed for good, with their last event: they are not rebuilt.
TABLES_OVER: Final = Table(
    "house_tables_over",
    METADATA,
    Column("table", Text, ForeignKey(TABLES.c.table), primary_key=True),
    Column("number", BigInteger, nullable=False),
)

# -- training, from version 3 on ------------------------------------------------------------------

# Drills of the training room; those of one day have its number. `spots` is empty until drawn.
DRILLS: Final = Table(
    "train_drills",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey(PEOPLE.c.id), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("game", Text, nullable=False),  # rule book, edition and options
    Column("strategy", Text, nullable=False),
    Column("count", Integer, nullable=False),
    Column("closeness", Text, nullable=False),
    Column("seed", BigInteger, nullable=False),
    Column("patterns", Text, nullable=False),  # JSON; of a drill of mistakes
    Column("day", Integer),
    Column("created", BigInteger, nullable=False),
    Column("finished", BigInteger),
    Column("token", Text, nullable=False, unique=True),
    Column("spots", LargeBinary),
    Column("score", Text, nullable=False),  # JSON
    Column("dead_count", Integer, nullable=False, server_default="0"),  # from version 4 on
    UniqueConstraint("person", "day"),
)

# An answer stands for good: a second one to the same spot is refused.
DRILL_ANSWERS: Final = Table(
    "train_answers",
    METADATA,
    Column("drill", Text, ForeignKey(DRILLS.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("answer", Text, nullable=False),  # JSON
    Column("at", BigInteger, nullable=False),
)

# All answers of a person added up: they outlive the drills, of which only the latest are kept.
DRILL_TOTALS: Final = Table(
    "train_totals",
    METADATA,
    Column("person", Text, ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("street", Text, primary_key=True),
    Column("answered", Integer, nullable=False),
    Column("correct", Integer, nullable=False),
    Column("cost", Text, nullable=False),  # an exact fraction of Antes
)

# Daily drills that were finished.
DRILL_DAYS: Final = Table(
    "train_days",
    METADATA,
    Column("person", Text, ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("day", Integer, primary_key=True),
    Column("answered", Integer, nullable=False),
    Column("correct", Integer, nullable=False),
    Column("cost", Text, nullable=False),
)

# People who have their mistakes kept: only those have a row.
MISTAKES_KEPT: Final = Table(
    "train_mistakes_kept",
    METADATA,
    Column("person", Text, ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("since", BigInteger, nullable=False),
)

# Patterns of spots that a person got wrong, and when each comes back.
MISTAKES: Final = Table(
    "train_mistakes",
    METADATA,
    Column("person", Text, ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("pattern", Text, primary_key=True),
    Column("cards", Text, nullable=False),  # that were asked last
    Column("wrong", Integer, nullable=False),
    Column("correct", Integer, nullable=False),
    Column("state", Integer, nullable=False),
    Column("step", Integer),
    Column("stability", Float),
    Column("difficulty", Float),
    Column("due", BigInteger, nullable=False),
    Column("last", BigInteger),
)

# -- priced hands, from version 3 on --------------------------------------------------------------

# Hands whose choices were priced, in exact cents; or that cannot be counted, or had none to make.
PRICED_HANDS: Final = Table(
    "coach_hands",
    METADATA,
    Column("table_name", Text, primary_key=True),
    Column("round", BigInteger, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", Text, ForeignKey(PEOPLE.c.id), nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
    Column("state", Text, nullable=False),  # a `PricedState`
    Column("game", Text, nullable=False),  # rule book, edition and options
    Column("ante", BigInteger, nullable=False),
    Column("before", Text, nullable=False),  # exact fractions
    Column("luck", Text, nullable=False),
    Column("cost", Text, nullable=False),
    Column("others", BigInteger, nullable=False),
    Column("net", BigInteger, nullable=False),
    Column("choices", Text, nullable=False),  # JSON: street, kind and cost of each
)

# People who have deleted their prices: hands before that are not priced again.
PRICES_FORGOTTEN: Final = Table(
    "coach_forgotten",
    METADATA,
    Column("person", Text, ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("until", BigInteger, nullable=False),
)

# Columns that a table of an earlier version lacks; each has a default.
ADDED: Final = (DRILLS.c.dead_count,)

# The tables of the first version: all of them are there, or something was taken away.
FIRST: Final = (PEOPLE, KEYS, NAMES, SESSIONS, TOKENS, SECRETS, TABLES)

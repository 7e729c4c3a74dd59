"""Tables of people, sessions and tables; SQLite and PostgreSQL; times are milliseconds."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

VERSION: Final = 2  # of these tables; a newer one in a database is left alone
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

# The tables of the first version: all of them are there, or something was taken away.
FIRST: Final = (PEOPLE, KEYS, NAMES, SESSIONS, TOKENS, SECRETS, TABLES)

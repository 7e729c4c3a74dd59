"""Tables of the dealer school, from version 5 on: lessons, answers, totals, classes."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
)

from pitboss.server.store.schema import METADATA, PEOPLE

# Classes: everybody who has the code may join.
CLASSES: Final = Table(
    "school_classes",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("teacher", Text, ForeignKey(PEOPLE.c.id), nullable=False, index=True),
    Column("title", Text, nullable=False),
    Column("code", Text, nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)

MEMBERS: Final = Table(
    "school_members",
    METADATA,
    Column("class_id", Text, ForeignKey(CLASSES.c.id), primary_key=True),
    Column("person", Text, ForeignKey(PEOPLE.c.id), primary_key=True, index=True),
    Column("joined", BigInteger, nullable=False),
)

# What a class is asked to do; its plan is JSON, and a submission is kept as it was written.
ASSIGNMENTS: Final = Table(
    "school_assignments",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("class_id", Text, ForeignKey(CLASSES.c.id), nullable=False, index=True),
    Column("title", Text, nullable=False),
    Column("plan", Text, nullable=False),  # JSON
    Column("submission", LargeBinary),  # compressed
    Column("deadline", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Lessons and examinations of one person. Of an assignment each person has one at most.
LESSONS: Final = Table(
    "school_lessons",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey(PEOPLE.c.id), nullable=False, index=True),
    Column("assignment", Text, ForeignKey(ASSIGNMENTS.c.id), index=True),
    Column("exam", Boolean, nullable=False),
    Column("candidate", Text, nullable=False),  # the name on the certificate
    Column("plan", Text, nullable=False),  # JSON
    Column("submission", LargeBinary),  # compressed
    Column("seed", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("ends", BigInteger),  # no answer is taken after it
    Column("finished", BigInteger),
    Column("passed", Boolean),  # of a finished examination
    Column("token", Text, nullable=False, unique=True),
    Column("score", Text, nullable=False),  # JSON: by kind
    UniqueConstraint("assignment", "person"),
)

# An exercise as it was shown, from the moment it was first shown; the first answer stands for good.
LESSON_ITEMS: Final = Table(
    "school_items",
    METADATA,
    Column("lesson", Text, ForeignKey(LESSONS.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("shown", LargeBinary, nullable=False),  # compressed JSON
    Column("shown_at", BigInteger, nullable=False),
    Column("answer", Text),  # JSON
    Column("correct", Boolean),
    Column("ms", BigInteger),
    Column("verdict", LargeBinary),  # compressed JSON
    Column("at", BigInteger),
)

# All answers of a person by kind and day: they outlive the lessons, of which the latest are kept.
SCHOOL_TOTALS: Final = Table(
    "school_totals",
    METADATA,
    Column("person", Text, ForeignKey(PEOPLE.c.id), primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("day", Integer, primary_key=True),
    Column("answered", Integer, nullable=False),
    Column("correct", Integer, nullable=False),
    Column("ms", BigInteger, nullable=False),
    Column("rounds", Integer, nullable=False),  # paid in this time
    Column("rounds_ms", BigInteger, nullable=False),
)

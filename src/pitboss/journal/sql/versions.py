"""Which tables a database holds: none, ours of now, ours of earlier, newer ones, or foreign."""

from __future__ import annotations

from enum import Enum
from typing import Final

from pitboss.journal.errors import CannotOpen

VERSION_TABLE: Final = "journal_version"
REVISIONS: Final = ("0001",)  # the migrations, oldest first; a test holds this list
NEWEST: Final = REVISIONS[-1]


class SchemaState(Enum):
    """What must be done before the journal can be used."""

    EMPTY = "empty"
    OLDER = "older"
    CURRENT = "current"


def shape_of(where: str, *, tables: int, revision: str | None) -> SchemaState:
    """Judge a database by its number of tables and its revision; raises `CannotOpen`."""
    if revision is None:
        if tables:
            raise CannotOpen(
                f"{where} holds other tables and no journal; name a database of its own"
            )
        return SchemaState.EMPTY
    if revision not in REVISIONS:
        raise CannotOpen(
            f"{where} was written by a newer pitboss (tables {revision}, known up to {NEWEST}); "
            "install that one or a later one"
        )
    return SchemaState.CURRENT if revision == NEWEST else SchemaState.OLDER


def check_readable(where: str, shape: SchemaState) -> None:
    """Raise `CannotOpen` unless a reader, who may change nothing, can use the tables."""
    if shape is SchemaState.EMPTY:
        raise CannotOpen(f"{where} holds no journal")
    if shape is SchemaState.OLDER:
        raise CannotOpen(
            f"{where} has the tables of an older pitboss; open it once for writing (pitboss serve)"
        )

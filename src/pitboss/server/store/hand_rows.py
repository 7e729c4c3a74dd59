"""The tables of the database that keep the index of hands, made of its rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, get_type_hints

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text

from pitboss.history.index.model import HandRow, Mark, NoticeRow, RoundRow, TotalsRow

METADATA: Final = MetaData()
NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")

# Any: an engine's types, as classes or with settings.
_KINDS: Final[dict[Any, Any]] = {str: Text, bytes: LargeBinary, int: NUMBER, int | None: NUMBER}


def _table(name: str, row: type, *keys: str, more: Sequence[Column[Any]] = ()) -> Table:
    """Make the table whose columns are the fields of a row; Any: columns of several types."""
    hints = get_type_hints(row)
    columns: list[Column[Any]] = [
        Column(
            field.name,
            _KINDS[hints[field.name]],
            primary_key=field.name in keys,
            nullable=hints[field.name] == int | None,
        )
        for field in fields(row)
    ]
    return Table(name, METADATA, *columns, *more)


HANDS: Final = _table("history_hands", HandRow, "table_name", "round", "seat")
Index("history_hands_person", HANDS.c.person, HANDS.c.at)

ROUNDS: Final = _table("history_rounds", RoundRow, "table_name", "round")
Index("history_rounds_ended", ROUNDS.c.ended)

NOTICES: Final = _table(
    "history_notices",
    NoticeRow,
    "id",
    more=(
        Column("seen_by", Text, nullable=False, server_default=""),
        Column("seen_at", NUMBER),
    ),
)
Index("history_notices_open", NOTICES.c.seen_by, NOTICES.c.at)

MARKS: Final = _table("history_marks", Mark, "table_name")

# The table as it stood at regular steps, so that an old round is not folded from the start.
STOPS: Final = _table("history_stops", Mark, "table_name", "number", "shape")

# What was counted up to the mark.
TALLIES: Final = _table("history_tallies", TotalsRow, "table_name")

"""What the index of hands keeps: rows, and the tables of the database that are made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, get_type_hints

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text

METADATA: Final = MetaData()
NUMBER: Final = BigInteger().with_variant(Integer, "sqlite")


@dataclass(frozen=True, slots=True)
class HandRow:
    """One person's hand; several values of one field stand in one text, a blank between."""

    table_name: str
    round: int
    seat: int
    person: str
    rules: str
    at: int
    cards: str
    board: str
    dealer: str
    hand: str
    dealer_hand: str
    acts: str
    staked: int
    net: int
    outcome: str
    words: str


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One finished round and where it stands in the journal."""

    table_name: str
    round: int
    rules: str
    begun: int
    ended: int
    outcome: str
    seats: int
    players: str  # one a line, with a line break around each
    house_cents: int
    best_cents: int
    incidents: str  # one a line, with a line break around each
    dealer_hand: str
    first_event: int
    last_event: int


@dataclass(frozen=True, slots=True)
class NoticeRow:
    """Something the floor is to be told, until somebody has seen it."""

    id: str
    table_name: str
    round: int
    at: int
    kind: str
    text: str
    seat: int | None
    cents: int | None
    clauses: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A table as it stood after event `number`; `shape` says by which code it was written."""

    table_name: str
    number: int
    hash: bytes
    shape: str
    data: bytes


@dataclass(frozen=True, slots=True)
class TallyRow:
    """What was counted of a table up to event `number`: see `history.tally`."""

    table_name: str
    number: int
    won: int
    fed: str  # an exact fraction
    sat: str  # the sessions of those who sit, as JSON


@dataclass(frozen=True, slots=True)
class Found:
    """What was read of one stream, ready to be kept."""

    mark: Mark
    after: int
    tally: TallyRow
    hands: Sequence[HandRow] = ()
    rounds: Sequence[RoundRow] = ()
    notices: Sequence[NoticeRow] = ()
    stops: Sequence[Mark] = ()


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

# The table as it stood every so many rounds, so that an old round is not folded from the start.
STOPS: Final = _table("history_stops", Mark, "table_name", "number", "shape")

# What was counted up to the mark.
TALLIES: Final = _table("history_tallies", TallyRow, "table_name")

"""What the index of hands keeps: plain rows, and the port of the store that keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


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
class TotalsRow:
    """What was counted of a table up to event `number`: see `totals`."""

    table_name: str
    number: int
    won: int
    fed: str  # an exact fraction
    sat: str  # the stays of those who sit, as JSON


@dataclass(frozen=True, slots=True)
class Found:
    """What was read of one stream, ready to be kept."""

    mark: Mark
    after: int
    totals: TotalsRow
    hands: Sequence[HandRow] = ()
    rounds: Sequence[RoundRow] = ()
    notices: Sequence[NoticeRow] = ()
    stops: Sequence[Mark] = ()


class IndexStore(Protocol):
    """A database of these rows, as far as it is filled here; all methods block."""

    def standing(self, table: str) -> tuple[Mark, TotalsRow] | None:
        """Return the mark of a table and what was counted up to it."""

    def keep(self, found: Found) -> bool:
        """Add rows and move the mark, all or nothing; False where another process was faster."""

    def stop_before(self, table: str, number: int, shape: str) -> Mark | None:
        """Return the last kept state of a table at or before event `number`."""

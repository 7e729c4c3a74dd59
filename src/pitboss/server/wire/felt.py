"""What is printed on one table's felt and signs: made from its rules, sent once."""

from __future__ import annotations

from msgspec import Struct

from pitboss.rules import Street, Wager
from pitboss.server.wire.words import TableKind


class PayLine(Struct, frozen=True):
    """A line of a posted paytable: the hand and what it pays, in words ("500 to 1", "10 %")."""

    hand: str
    pays: str
    short: str


class Paytable(Struct, frozen=True):
    """A posted paytable; `edge_percent` and `edge` are exact where they can be told, else empty.

    `decided_by` says which cards make its hand, where these are not all seven of a seat.
    """

    wager: Wager
    name: str
    title: str
    lines: tuple[PayLine, ...]
    envy: tuple[PayLine, ...]
    edge_percent: str
    edge: str
    edge_basis: str
    decided_by: str
    clauses: tuple[str, ...]


class Inscription(Struct, frozen=True):
    """A text that the rules want on the layout or on a sign."""

    item: str
    text: str
    clauses: tuple[str, ...]


class StreetRule(Struct, frozen=True):
    """What may be done on a street."""

    street: Street
    play: tuple[int, ...]
    check: bool
    fold: bool


class Limit(Struct, frozen=True):
    """The bounds of a wager, in cents."""

    wager: Wager
    least: int | None
    most: int | None
    step: int


class Felt(Struct, frozen=True):
    """The table as it is printed. `spots` are the wagers in the order of the layout.

    `fee_most` is the largest fee that a player may owe for a round, in cents.
    """

    table: str
    title: str
    rules: str
    rules_title: str
    edition: int
    kind: TableKind
    link: str
    seats: int
    house_banks: bool
    dealer_word: str
    spots: tuple[Wager, ...]
    tips: tuple[Wager, ...]
    paytables: tuple[Paytable, ...]
    inscriptions: tuple[Inscription, ...]
    curved: tuple[str, ...]
    limits: tuple[Limit, ...]
    fee_most: int
    streets: tuple[StreetRule, ...]
    chips: tuple[int, ...]
    box_cards: int
    decision_seconds: int | None
    policies: tuple[str, ...]
    provable: bool
    operator: str

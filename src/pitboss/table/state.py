"""A table over its many rounds: its people, decks, meters and the round being played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from pitboss.round import Round
from pitboss.rules import NOTHING, Chips
from pitboss.table.deck import Deck
from pitboss.table.house import House


class Standing(StrEnum):
    """Whether a table takes players and deals."""

    NEW = "new"
    CLOSED = "closed"
    OPEN = "open"
    PAUSED = "paused"
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at a place: chips in front of them, not those on the layout.

    `sent_away`: it was the floor that asked a `leaving` player to go, who may not stay then.
    `absent_since` is when the player was first timed out without doing anything since. `purse`: the
    id of the purse that their chips come from and go to; empty: the cage.
    """

    number: int
    player: str
    chips: Chips = NOTHING
    bot: bool = False
    leaving: bool = False
    sent_away: bool = False
    absent_since: int | None = None
    purse: str = ""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The provable shuffle of a round: what is published, what is sealed, what players added."""

    commitment: bytes
    secret: bytes
    seeds: Mapping[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Told:
    """What the supervisor was told in this round: the reason of a refusal, its facts, when."""

    seat: int
    reason: str
    facts: Mapping[str, int]
    at: int


@dataclass(frozen=True, slots=True)
class Offer:
    """The bank as it goes round: to whom it is offered now, and who has declined."""

    seat: int | None = None
    declined: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """One table. `at` and `since` are milliseconds: the last event, and the start of a wait."""

    name: str = ""
    engine: int = 0  # the one that the table, or its last round, names
    house: House | None = None
    provable: bool = True
    standing: Standing = Standing.NEW
    at: int = 0
    since: int = 0
    seats: Mapping[int, Seat] = field(default_factory=dict)
    dealer: str = ""
    # Decks.
    decks: tuple[Deck, ...] = ()
    last_deck: str = ""
    rounds_since_count: int = 0
    dealer_changed: bool = False
    shuffle_ordered: bool = False
    recut: int = 0  # the depth of a cut that the floor has ordered beside the usual one
    device_down: str = ""  # how a device that is out of order is marked
    broken: str = ""  # which one it is, where that is known: the shuffler or the shoe
    filed: House | None = None  # the rules before another way of dealing was ordered
    # Progressive. Meters of a link are only a reading; what this table has fed is exact.
    link: str = ""
    meters: Mapping[str, Fraction | None] = field(default_factory=dict)
    reserves: Mapping[str, Chips] = field(default_factory=dict)
    fed: Mapping[str, Fraction] = field(default_factory=dict)
    keyed: frozenset[int] = frozenset()
    system_ready: bool = True
    meters_read: bool = False
    # The round.
    rounds: int = 0
    round: Round | None = None
    deck: str = ""
    shuffle: Shuffle | None = None
    loads: int = 0
    timed_out: int = 0
    told: tuple[Told, ...] = ()
    offer: Offer = field(default_factory=Offer)
    banked: tuple[str, ...] = ()
    bank_seat: int = 0
    closing: str = ""
    closing_by: str = ""
    held: int = 0  # the round that the floor has stopped while it looks at an irregularity

    def seat_of(self, player: str) -> Seat | None:
        """Find where a player sits."""
        for seat in self.seats.values():
            if seat.player == player:
                return seat
        return None

    def deck_of(self, colour: str) -> Deck | None:
        """Find a deck by its colour."""
        for deck in self.decks:
            if deck.colour == colour:
                return deck
        return None

"""A table over its many rounds: its people, decks, meters and the round being played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from pitboss.round import Round
from pitboss.round.state import Phase
from pitboss.rules import NOTHING, Chips
from pitboss.table.deck import Deck
from pitboss.table.rules_choice import RulesChoice


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
class TableIdentity:
    """What a table is: its name, its rules, the engine that decides there.

    `engine` is the one that the table, or its last round, names. `provable`: the cards come from
    the provable shuffle.
    """

    name: str = ""
    engine: int = 0
    rules: RulesChoice | None = None
    provable: bool = True


@dataclass(frozen=True, slots=True)
class ToldRefusal:
    """What the supervisor was told in this round: the reason of a refusal, its facts, when."""

    seat: int
    reason: str
    facts: Mapping[str, int]
    at: int


@dataclass(frozen=True, slots=True)
class TableStatus:
    """Whether the table plays, and what the floor has ordered and was told.

    `closing` is why the table closes after this round, and `closing_by` who asked for it. `held`
    is the number of the round that the floor has stopped while it looks at an irregularity.
    """

    standing: Standing = Standing.NEW
    closing: str = ""
    closing_by: str = ""
    held: int = 0
    told: tuple[ToldRefusal, ...] = ()


@dataclass(frozen=True, slots=True)
class TableClock:
    """Times in milliseconds: the last event, the start of the present wait.

    `timed_out` is the seat whose time ran out and whose check or fold by the house is due; 0: none.
    """

    at: int = 0
    since: int = 0
    timed_out: int = 0


@dataclass(frozen=True, slots=True)
class TableDecks:
    """The decks at the table, by colour the one in the round and the last one used, their count.

    A deck is counted after some rounds, and after `dealer_changed`.
    """

    at_table: tuple[Deck, ...] = ()
    in_round: str = ""
    last: str = ""
    rounds_since_count: int = 0
    dealer: str = ""
    dealer_changed: bool = False


@dataclass(frozen=True, slots=True)
class Device:
    """The dealing devices: which is `broken`, shuffler or shoe, and how it is marked as `down`.

    `filed` are the rules in force before another way of dealing was ordered.
    """

    down: str = ""
    broken: str = ""
    filed: RulesChoice | None = None


@dataclass(frozen=True, slots=True)
class ProgressiveState:
    """The progressive system: meters of a link are only a reading; `fed` by this table is exact.

    `keyed` are the seats that the keypad shows as winners.
    """

    link: str = ""
    meters: Mapping[str, Fraction | None] = field(default_factory=dict)
    reserves: Mapping[str, Chips] = field(default_factory=dict)
    fed: Mapping[str, Fraction] = field(default_factory=dict)
    keyed: frozenset[int] = frozenset()
    system_ready: bool = True
    meters_read: bool = False


@dataclass(frozen=True, slots=True)
class BankRotation:
    """The bank as it goes round: the seat it is offered to, seats that declined in this round.

    `recent` are the players who banked the last hands, the newest last; `last_seat` is where the
    last of them sat.
    """

    offered: int | None = None
    declined: frozenset[int] = frozenset()
    recent: tuple[str, ...] = ()
    last_seat: int = 0


@dataclass(frozen=True, slots=True)
class SealedShuffle:
    """The provable shuffle of a round: what is published, what is sealed, what players added."""

    commitment: bytes
    secret: bytes
    seeds: Mapping[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ShuffleState:
    """The shuffle of the round: its sealed half, how often the deck was loaded, the floor's orders.

    `recut` is the depth of a cut that the floor has ordered beside the usual one; 0: none.
    """

    sealed: SealedShuffle | None = None
    loads: int = 0
    ordered: bool = False
    recut: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """One table, in parts that change together; `rounds` is the number of the last round begun."""

    identity: TableIdentity = TableIdentity()
    status: TableStatus = TableStatus()
    clock: TableClock = TableClock()
    seats: Mapping[int, Seat] = field(default_factory=dict)
    decks: TableDecks = TableDecks()
    device: Device = Device()
    progressive: ProgressiveState = field(default_factory=ProgressiveState)
    bank: BankRotation = BankRotation()
    shuffle: ShuffleState = ShuffleState()
    rounds: int = 0
    round: Round | None = None

    def seat_of(self, player: str) -> Seat | None:
        """Find where a player sits."""
        for seat in self.seats.values():
            if seat.player == player:
                return seat
        return None

    def chips_at(self, number: int) -> Chips:
        """Count the chips of a seat: in front of the player, on the layout and in the bank."""
        seat, round_ = self.seats.get(number), self.round
        if seat is None:
            return NOTHING
        if round_ is None or round_.phase == Phase.SETTLED:
            return seat.chips
        spot, bank = round_.spot(number), round_.bank
        laid = sum(spot.wagers.values()) + sum(spot.tips.values()) if spot is not None else 0
        stake = bank.stake if bank is not None and bank.seat == number else 0
        return Chips(seat.chips + laid + stake)

    def deck_of(self, colour: str) -> Deck | None:
        """Find a deck by its colour."""
        for deck in self.decks.at_table:
            if deck.colour == colour:
                return deck
        return None

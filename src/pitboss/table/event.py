"""What has happened at a table. All past tense, all frozen; round events stand beside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from pitboss.round import event as round_event
from pitboss.rules import Chips, Cite, Street
from pitboss.table.deck import ChecklistStep, Deck
from pitboss.table.rules_choice import RulesChoice


@dataclass(frozen=True, slots=True)
class TableSetUp:
    """The first event of a table names its engine, its rules, their edition and all options."""

    table: str
    engine: int
    house: RulesChoice
    provable: bool
    link: str
    meters: Mapping[str, Fraction]
    reserves: Mapping[str, Chips]


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """Other rules are in force; `meters` has the meters that are new, `reserves` all of them."""

    house: RulesChoice
    meters: Mapping[str, Fraction]
    reserves: Mapping[str, Chips]
    by: str


@dataclass(frozen=True, slots=True)
class DecksBrought:
    decks: tuple[Deck, ...]


@dataclass(frozen=True, slots=True)
class StepDone:
    colour: str
    step: ChecklistStep
    by: str


@dataclass(frozen=True, slots=True)
class TableOpened:
    by: str


@dataclass(frozen=True, slots=True)
class ClosingAsked:
    """The table closes when the round being played is over."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class TableClosed:
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class TablePaused:
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class TableResumed:
    by: str


@dataclass(frozen=True, slots=True)
class TableHeld:
    round: int
    by: str


@dataclass(frozen=True, slots=True)
class TableReleased:
    round: int
    by: str


@dataclass(frozen=True, slots=True)
class TableIdled:
    face_up: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class PlayerSat:
    seat: int
    player: str
    bot: bool


@dataclass(frozen=True, slots=True)
class PurseNamed:
    """Chips that this player buys come from this purse, and those they take away go to it."""

    seat: int
    purse: str


@dataclass(frozen=True, slots=True)
class LeaveAsked:
    seat: int


@dataclass(frozen=True, slots=True)
class LeaveOrdered:
    """The floor has asked a player to leave at the end of the round; only the floor could."""

    seat: int


@dataclass(frozen=True, slots=True)
class LeaveCancelled:
    """A player who had asked to leave stays."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A place is free again; the player takes along what lay in front of them."""

    seat: int
    player: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class ChipsBought:
    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class ChipsCashed:
    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class DealerTappedIn:
    name: str


@dataclass(frozen=True, slots=True)
class DeckCounted:
    colour: str
    count: int
    cite: Cite


@dataclass(frozen=True, slots=True)
class DeckTakenAway:
    """A deck leaves the table: worn, wrong in number, or by order."""

    colour: str
    reason: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class ShuffleOrdered:
    by: str


@dataclass(frozen=True, slots=True)
class RecutOrdered:
    by: str
    depth: int


@dataclass(frozen=True, slots=True)
class DeviceRepaired:
    by: str


@dataclass(frozen=True, slots=True)
class DealingChanged:
    """Cards are dealt another way: without the `broken` device, or as filed where all work."""

    method: str
    shuffle: str
    mark: str
    broken: str
    by: str


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A round has its number and its deck; the commitment is public, the secret sealed."""

    number: int
    deck: str
    commitment: bytes
    secret: bytes


@dataclass(frozen=True, slots=True)
class SeedAdded:
    seat: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class BankOffered:
    seat: int


@dataclass(frozen=True, slots=True)
class BankDeclined:
    seat: int


class NoHand(StrEnum):
    """Why no hand was dealt in a round."""

    NO_WAGER = "no-wager"
    NOBODY_BANKS = "nobody-banks"
    CALLED_OFF = "called-off"


@dataclass(frozen=True, slots=True)
class RoundCancelled:
    """No hand was dealt; nothing lies on the layout any more.

    `reason` is what was typed where the floor called the round off.
    """

    number: int
    why: NoHand
    reason: str = ""


@dataclass(frozen=True, slots=True)
class RoundCalledOff:
    number: int
    reason: str
    by: str
    second: str


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat did not decide in time and is taken to `act`: the house's policy."""

    seat: int
    street: Street
    act: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class WinnerKeyed:
    seat: int


@dataclass(frozen=True, slots=True)
class WinnerUnkeyed:
    seat: int


@dataclass(frozen=True, slots=True)
class SystemReadied:
    by: str


@dataclass(frozen=True, slots=True)
class MeterCorrected:
    meter: str
    before: Fraction
    after: Fraction
    reason: str
    by: str
    second: str


@dataclass(frozen=True, slots=True)
class SecretRevealed:
    number: int
    secret: bytes


@dataclass(frozen=True, slots=True)
class RoundEnded:
    number: int


@dataclass(frozen=True, slots=True)
class Announced:
    by: str
    text: str


@dataclass(frozen=True, slots=True)
class SupervisorTold:
    """The supervisor is told what was refused to a seat; seat 0: to the dealer."""

    seat: int
    reason: str
    facts: Mapping[str, int]
    cite: Cite


TableEvent = (
    TableSetUp
    | RulesChanged
    | DecksBrought
    | StepDone
    | TableOpened
    | ClosingAsked
    | TableClosed
    | TablePaused
    | TableResumed
    | TableHeld
    | TableReleased
    | TableIdled
    | PlayerSat
    | PurseNamed
    | LeaveAsked
    | LeaveOrdered
    | LeaveCancelled
    | PlayerLeft
    | ChipsBought
    | ChipsCashed
    | DealerTappedIn
    | DeckCounted
    | DeckTakenAway
    | ShuffleOrdered
    | RecutOrdered
    | DeviceRepaired
    | DealingChanged
    | RoundBegun
    | SeedAdded
    | BankOffered
    | BankDeclined
    | RoundCancelled
    | RoundCalledOff
    | TimedOut
    | WinnerKeyed
    | WinnerUnkeyed
    | SystemReadied
    | MeterCorrected
    | SecretRevealed
    | RoundEnded
    | Announced
    | SupervisorTold
)
Event = TableEvent | round_event.Event

"""What a person may ask of a table. All imperative, all frozen; round commands stand beside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.round import command as round_command
from pitboss.rules import NOTHING, Chips
from pitboss.table.deck import ChecklistStep, Deck
from pitboss.table.people import Person
from pitboss.table.rules_choice import RulesChoice


@dataclass(frozen=True, slots=True)
class SetUp:
    """Bring a table into being under its rules; `provable`: the cards come from the shuffle."""

    table: str
    house: RulesChoice
    provable: bool = True


@dataclass(frozen=True, slots=True)
class ChangeRules:
    """Put other options, limits or another edition in force, between rounds."""

    house: RulesChoice


@dataclass(frozen=True, slots=True)
class BringDecks:
    """Bring the decks to the table."""

    decks: tuple[Deck, ...]


@dataclass(frozen=True, slots=True)
class DoStep:
    """Do one step of the opening checklist with one deck."""

    colour: str
    step: ChecklistStep


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open the table to players."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table; a round being played is played to its end."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class PauseTable:
    """Stop new rounds; the one being played goes on."""

    reason: str


@dataclass(frozen=True, slots=True)
class ResumeTable:
    """Deal again."""


@dataclass(frozen=True, slots=True)
class HoldTable:
    """Stop the round as it stands, for as long as the floor looks at it."""


@dataclass(frozen=True, slots=True)
class ReleaseTable:
    """Let a round go on that was stopped; who is asked has the whole time again."""


@dataclass(frozen=True, slots=True)
class Idle:
    """Spread the cards on a table without players, face up where a player asks for it."""

    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a place; the player is the person who asks, or a bot that the pit seats.

    `purse` is the id of the purse that pays for this player and is paid; without one chips come
    from the cage. `chips` are bought with the place.
    """

    seat: int
    player: str
    bot: bool = False
    purse: str = ""
    chips: Chips = NOTHING


@dataclass(frozen=True, slots=True)
class NamePurse:
    """Name the purse of a player who sat down before purses stood in the journal."""

    seat: int
    purse: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give a place up, at the end of the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class KeepSeat:
    """Keep a place that one has asked to give up at the end of the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Buy chips at the table."""

    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class CashOut:
    """Take chips off the table."""

    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class TapIn:
    """A new dealer takes the table over."""

    name: str


@dataclass(frozen=True, slots=True)
class CountDeck:
    """Count a deck between rounds."""

    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class ChangeDeck:
    """Take a deck away and bring another in its place."""

    colour: str
    deck: Deck


@dataclass(frozen=True, slots=True)
class OrderShuffle:
    """The floor orders the cards shuffled, before the first card of a round."""


@dataclass(frozen=True, slots=True)
class OrderRecut:
    """The floor orders the deck cut once more, `depth` cards deep, before the first card."""

    depth: int


@dataclass(frozen=True, slots=True)
class RepairDevice:
    """The device that was out of order works again."""


@dataclass(frozen=True, slots=True)
class ChangeDealing:
    """The floor orders another method of dealing; `mark`: how the broken device is marked."""

    method: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Start a round: a fresh secret, and the reading of the meters where they are linked."""

    secret: bytes = b""
    meters: Mapping[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AddSeed:
    """A player adds chance of their own to the shuffle."""

    seat: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class ShuffleDeck:
    """Bring the deck into the order that the secret and the seeds give."""


@dataclass(frozen=True, slots=True)
class DeclineBank:
    """A seat declines the bank that it was offered."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReturnBank:
    """The player-dealer gives the bank back before the deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class CancelRound:
    """End a round in which nobody bet or nobody banks, before any card."""


@dataclass(frozen=True, slots=True)
class CallOff:
    """Void the round by decision of the floor, with a reason and a second person."""

    reason: str
    second: str


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The time of the seat whose turn it is has run out."""


@dataclass(frozen=True, slots=True)
class KeyWinner:
    """Key a Progressive winner on the keypad; a second press takes it back."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReadySystem:
    """Ready the progressive system for the next hand."""


@dataclass(frozen=True, slots=True)
class CorrectMeter:
    """Correct a meter, with a reason and a second person."""

    meter: str
    amount: Fraction
    reason: str
    second: str


@dataclass(frozen=True, slots=True)
class EndRound:
    """Clear the rack, reveal the secret, let those who leave go."""


@dataclass(frozen=True, slots=True)
class Announce:
    """Say something to the table."""

    text: str


@dataclass(frozen=True, slots=True)
class TellSupervisor:
    """Tell the supervisor what was refused to a seat; seat 0: to the dealer."""

    seat: int
    reason: str
    facts: Mapping[str, int] = field(default_factory=dict)


TableCommand = (
    SetUp
    | ChangeRules
    | BringDecks
    | DoStep
    | OpenTable
    | CloseTable
    | PauseTable
    | ResumeTable
    | HoldTable
    | ReleaseTable
    | Idle
    | Sit
    | NamePurse
    | Leave
    | KeepSeat
    | BuyIn
    | CashOut
    | TapIn
    | CountDeck
    | ChangeDeck
    | OrderShuffle
    | OrderRecut
    | RepairDevice
    | ChangeDealing
    | OpenRound
    | AddSeed
    | ShuffleDeck
    | DeclineBank
    | ReturnBank
    | CancelRound
    | CallOff
    | TimeOut
    | KeyWinner
    | ReadySystem
    | CorrectMeter
    | EndRound
    | Announce
    | TellSupervisor
)
Command = TableCommand | round_command.Command


@dataclass(frozen=True, slots=True)
class Order:
    """A command, who gives it and when, in milliseconds since 1970 (UTC)."""

    command: Command
    by: Person
    at: int

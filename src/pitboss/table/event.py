"""What has happened at a table: the events of its slices, and those of a round."""

from __future__ import annotations

from pitboss.round import event as round_event
from pitboss.table.banking import BankDeclined, BankingEvent, BankOffered
from pitboss.table.decks import (
    DealerTappedIn,
    DeckCounted,
    DecksBrought,
    DecksEvent,
    DeckTakenAway,
    StepDone,
)
from pitboss.table.floor import Announced, FloorOrderEvent, SupervisorTold, TableHeld, TableReleased
from pitboss.table.methods import DealingChanged, DealingEvent, DeviceRepaired
from pitboss.table.opening import (
    ClosingAsked,
    OpeningEvent,
    RulesChanged,
    TableClosed,
    TableIdled,
    TableOpened,
    TablePaused,
    TableResumed,
    TableSetUp,
)
from pitboss.table.playing import PlayingEvent, TimedOut
from pitboss.table.progressive import (
    MeterCorrected,
    ProgressiveEvent,
    SystemReadied,
    WinnerKeyed,
    WinnerUnkeyed,
)
from pitboss.table.rounds import (
    NoHand,
    RoundBegun,
    RoundCalledOff,
    RoundCancelled,
    RoundEnded,
    SecretRevealed,
    TableRoundEvent,
)
from pitboss.table.seating import (
    ChipsBought,
    ChipsCashed,
    LeaveAsked,
    LeaveCancelled,
    LeaveOrdered,
    PlayerLeft,
    PlayerSat,
    PurseNamed,
    SeatingEvent,
)
from pitboss.table.shuffling import RecutOrdered, SeedAdded, ShuffleOrdered, ShufflingEvent

__all__ = [
    "Announced",
    "BankDeclined",
    "BankOffered",
    "ChipsBought",
    "ChipsCashed",
    "ClosingAsked",
    "DealerTappedIn",
    "DealingChanged",
    "DeckCounted",
    "DeckTakenAway",
    "DecksBrought",
    "DeviceRepaired",
    "Event",
    "LeaveAsked",
    "LeaveCancelled",
    "LeaveOrdered",
    "MeterCorrected",
    "NoHand",
    "PlayerLeft",
    "PlayerSat",
    "PurseNamed",
    "RecutOrdered",
    "RoundBegun",
    "RoundCalledOff",
    "RoundCancelled",
    "RoundEnded",
    "RulesChanged",
    "SecretRevealed",
    "SeedAdded",
    "ShuffleOrdered",
    "StepDone",
    "SupervisorTold",
    "SystemReadied",
    "TableClosed",
    "TableEvent",
    "TableHeld",
    "TableIdled",
    "TableOpened",
    "TablePaused",
    "TableReleased",
    "TableResumed",
    "TableSetUp",
    "TimedOut",
    "WinnerKeyed",
    "WinnerUnkeyed",
]

TableEvent = (
    DecksEvent
    | BankingEvent
    | SeatingEvent
    | ProgressiveEvent
    | OpeningEvent
    | DealingEvent
    | ShufflingEvent
    | TableRoundEvent
    | PlayingEvent
    | FloorOrderEvent
)
Event = TableEvent | round_event.Event

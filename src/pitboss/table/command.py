"""What a person may ask of a table: the commands of its slices, and those of a round."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.round import command as round_command
from pitboss.table.banking import BankingCommand, DeclineBank, ReturnBank
from pitboss.table.decks import BringDecks, ChangeDeck, CountDeck, DecksCommand, DoStep, TapIn
from pitboss.table.floor import Announce, FloorOrderCommand, HoldTable, ReleaseTable, TellSupervisor
from pitboss.table.methods import ChangeDealing, DealingCommand, RepairDevice
from pitboss.table.opening import (
    ChangeRules,
    CloseTable,
    Idle,
    OpeningCommand,
    OpenTable,
    PauseTable,
    ResumeTable,
    SetUp,
)
from pitboss.table.people import Person
from pitboss.table.playing import PlayingCommand, TimeOut
from pitboss.table.progressive import CorrectMeter, KeyWinner, ProgressiveCommand, ReadySystem
from pitboss.table.rounds import CallOff, CancelRound, EndRound, OpenRound, TableRoundCommand
from pitboss.table.seating import BuyIn, CashOut, KeepSeat, Leave, NamePurse, SeatingCommand, Sit
from pitboss.table.shuffling import AddSeed, OrderRecut, OrderShuffle, ShuffleDeck, ShufflingCommand

__all__ = [
    "AddSeed",
    "Announce",
    "BringDecks",
    "BuyIn",
    "CallOff",
    "CancelRound",
    "CashOut",
    "ChangeDealing",
    "ChangeDeck",
    "ChangeRules",
    "CloseTable",
    "Command",
    "CorrectMeter",
    "CountDeck",
    "DeclineBank",
    "DoStep",
    "EndRound",
    "HoldTable",
    "Idle",
    "KeepSeat",
    "KeyWinner",
    "Leave",
    "NamePurse",
    "OpenRound",
    "OpenTable",
    "Order",
    "OrderRecut",
    "OrderShuffle",
    "PauseTable",
    "ReadySystem",
    "ReleaseTable",
    "RepairDevice",
    "ResumeTable",
    "ReturnBank",
    "SetUp",
    "ShuffleDeck",
    "Sit",
    "TableCommand",
    "TapIn",
    "TellSupervisor",
    "TimeOut",
]

TableCommand = (
    DecksCommand
    | BankingCommand
    | SeatingCommand
    | ProgressiveCommand
    | OpeningCommand
    | DealingCommand
    | ShufflingCommand
    | TableRoundCommand
    | PlayingCommand
    | FloorOrderCommand
)
Command = TableCommand | round_command.Command


@dataclass(frozen=True, slots=True)
class Order:
    """A command, who gives it and when, in milliseconds since 1970 (UTC)."""

    command: Command
    by: Person
    at: int

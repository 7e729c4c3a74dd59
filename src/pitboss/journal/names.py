"""The names under which events and commands are stored: written down here, never worked out.

A name stays when a class moves or is renamed. A changed shape takes the next version ("/2") in
place of the last one, and a line in `upcast.py` that leads from the last one to it. No name is
ever taken away or given to something else: `tests/journal/golden` has a line of each, for good.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pitboss.ledger import purse
from pitboss.round import command as round_command
from pitboss.round import event as round_event
from pitboss.table import command as table_command
from pitboss.table import event as table_event
from pitboss.table import link

EVENT_NAMES: Final[Mapping[type[table_event.Event], str]] = {
    table_event.TableSetUp: "table-set-up/2",
    table_event.RulesChanged: "rules-changed/1",
    table_event.DecksBrought: "decks-brought/1",
    table_event.StepDone: "step-done/1",
    table_event.TableOpened: "table-opened/1",
    table_event.ClosingAsked: "closing-asked/2",
    table_event.TableClosed: "table-closed/2",
    table_event.TablePaused: "table-paused/1",
    table_event.TableResumed: "table-resumed/1",
    table_event.TableHeld: "table-held/1",
    table_event.TableReleased: "table-released/1",
    table_event.TableIdled: "table-idled/1",
    table_event.PlayerSat: "player-sat/1",
    table_event.PurseNamed: "purse-named/1",
    table_event.LeaveAsked: "leave-asked/1",
    table_event.LeaveOrdered: "leave-ordered/1",
    table_event.LeaveCancelled: "leave-cancelled/1",
    table_event.PlayerLeft: "player-left/1",
    table_event.ChipsBought: "chips-bought/1",
    table_event.ChipsCashed: "chips-cashed/1",
    table_event.DealerTappedIn: "dealer-tapped-in/1",
    table_event.DeckCounted: "deck-counted/1",
    table_event.DeckTakenAway: "deck-taken-away/1",
    table_event.ShuffleOrdered: "shuffle-ordered/1",
    table_event.RecutOrdered: "recut-ordered/1",
    table_event.DeviceRepaired: "device-repaired/1",
    table_event.DealingChanged: "dealing-changed/1",
    table_event.RoundBegun: "round-begun/1",
    table_event.SeedAdded: "seed-added/1",
    table_event.BankOffered: "bank-offered/1",
    table_event.BankDeclined: "bank-declined/1",
    table_event.RoundCancelled: "round-cancelled/2",
    table_event.RoundCalledOff: "round-called-off/1",
    table_event.TimedOut: "timed-out/1",
    table_event.WinnerKeyed: "winner-keyed/1",
    table_event.WinnerUnkeyed: "winner-unkeyed/1",
    table_event.SystemReadied: "system-readied/1",
    table_event.MeterCorrected: "meter-corrected/1",
    table_event.SecretRevealed: "secret-revealed/1",
    table_event.RoundEnded: "round-ended/1",
    table_event.Announced: "announced/1",
    table_event.SupervisorTold: "supervisor-told/1",
    round_event.RoundOpened: "round-opened/2",
    round_event.BankTaken: "bank-taken/1",
    round_event.BankReturned: "bank-returned/1",
    round_event.BetsPlaced: "bets-placed/1",
    round_event.BetsCleared: "bets-cleared/1",
    round_event.BetsClosed: "bets-closed/1",
    round_event.DeckLoaded: "deck-loaded/1",
    round_event.DeckCut: "deck-cut/1",
    round_event.PacketsDealt: "packets-dealt/1",
    round_event.Checked: "checked/1",
    round_event.PlayPlaced: "play-placed/1",
    round_event.Folded: "folded/1",
    round_event.StreetTurned: "street-turned/1",
    round_event.DealerRevealed: "dealer-revealed/1",
    round_event.IrregularityDeclared: "irregularity-declared/1",
    round_event.CardsSetAside: "cards-set-aside/1",
    round_event.DeckRemoved: "deck-removed/1",
    round_event.HandKilled: "hand-killed/1",
    round_event.WagerVoided: "wager-voided/1",
    round_event.RoundVoided: "round-voided/1",
    round_event.MetersRead: "meters-read/1",
    round_event.JackpotValidated: "jackpot-validated/1",
    round_event.RoundSettled: "round-settled/2",
}

LINK_EVENT_NAMES: Final[Mapping[type[link.LinkEvent], str]] = {
    link.LinkSetUp: "link-set-up/1",
    link.LinkPaid: "link-paid/1",
    link.LinkCorrected: "link-corrected/1",
}

PURSE_EVENT_NAMES: Final[Mapping[type[purse.PurseEvent], str]] = {
    purse.ChipsGranted: "chips-granted/1",
    purse.ChipsCarriedOver: "chips-carried-over/1",
    purse.PurseRefilled: "purse-refilled/1",
    purse.PurseSat: "purse-sat/1",
    purse.PurseBoughtIn: "purse-bought-in/1",
    purse.PurseCashedOut: "purse-cashed-out/1",
    purse.PurseLeft: "purse-left/1",
}

COMMAND_NAMES: Final[Mapping[type[table_command.Command], str]] = {
    table_command.SetUp: "set-up/1",
    table_command.ChangeRules: "change-rules/1",
    table_command.BringDecks: "bring-decks/1",
    table_command.DoStep: "do-step/1",
    table_command.OpenTable: "open-table/1",
    table_command.CloseTable: "close-table/1",
    table_command.PauseTable: "pause-table/1",
    table_command.ResumeTable: "resume-table/1",
    table_command.HoldTable: "hold-table/1",
    table_command.ReleaseTable: "release-table/1",
    table_command.Idle: "idle/1",
    table_command.Sit: "sit/2",
    table_command.NamePurse: "name-purse/1",
    table_command.Leave: "leave/1",
    table_command.KeepSeat: "stay/1",
    table_command.BuyIn: "buy-in/1",
    table_command.CashOut: "cash-out/1",
    table_command.TapIn: "tap-in/1",
    table_command.CountDeck: "count-deck/1",
    table_command.ChangeDeck: "change-deck/1",
    table_command.OrderShuffle: "order-shuffle/1",
    table_command.OrderRecut: "order-recut/1",
    table_command.RepairDevice: "repair-device/1",
    table_command.ChangeDealing: "change-dealing/1",
    table_command.OpenRound: "open-round/1",
    table_command.AddSeed: "add-seed/1",
    table_command.ShuffleDeck: "shuffle/1",
    table_command.DeclineBank: "decline-bank/1",
    table_command.ReturnBank: "return-bank/1",
    table_command.CancelRound: "cancel-round/1",
    table_command.CallOff: "call-off/1",
    table_command.TimeOut: "time-out/1",
    table_command.KeyWinner: "key-winner/1",
    table_command.ReadySystem: "ready-system/1",
    table_command.CorrectMeter: "correct-meter/1",
    table_command.EndRound: "end-round/1",
    table_command.Announce: "announce/1",
    table_command.TellSupervisor: "tell-supervisor/1",
    round_command.Open: "open/1",
    round_command.TakeBank: "take-bank/1",
    round_command.PlaceBets: "place-bets/1",
    round_command.ClearBets: "clear-bets/1",
    round_command.CloseBets: "close-bets/1",
    round_command.LoadDeck: "load-deck/1",
    round_command.CutDeck: "cut-deck/1",
    round_command.Deal: "deal/1",
    round_command.Check: "check/1",
    round_command.Play: "play/1",
    round_command.Fold: "fold/1",
    round_command.Proceed: "proceed/1",
    round_command.ReadMeters: "read-meters/1",
    round_command.Validate: "validate/1",
    round_command.Declare: "declare/2",
}

EVENTS: Final = {name: kind for kind, name in EVENT_NAMES.items()}
PURSE_EVENTS: Final = {name: kind for kind, name in PURSE_EVENT_NAMES.items()}
LINK_EVENTS: Final = {name: kind for kind, name in LINK_EVENT_NAMES.items()}
COMMANDS: Final = {name: kind for kind, name in COMMAND_NAMES.items()}

"""The table after an event. No rule is asked here: an event is a fact."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from pitboss.round import event as round_past
from pitboss.table import (
    banking,
    decks,
    floor,
    methods,
    opening,
    playing,
    progressive,
    rounds,
    seating,
    shuffling,
)
from pitboss.table import event as past
from pitboss.table.state import Table


def evolve(table: Table, event: past.Event, at: int) -> Table:
    """Return the table after `event`, which happened at `at` milliseconds."""
    if isinstance(event, round_past.Event):
        return playing.round_event(table, event, at)
    after = _after(replace(table, clock=replace(table.clock, at=at)), event)
    if not _waits_for_another(table, after):
        return after
    return replace(after, clock=replace(after.clock, since=at))


def _waits_for_another(before: Table, after: Table) -> bool:
    """Return whether the table waits for something else than before: its clock starts again."""
    was, now = before.status, after.status
    if was.held != now.held or was.standing != now.standing:
        return True
    if before.bank.offered != after.bank.offered:
        return True
    one, other = before.round, after.round
    if one is None or other is None:
        return one is not other or before.rounds != after.rounds
    return playing.goes_on(one, other)


def _after(t: Table, event: past.TableEvent) -> Table:
    """Change what the event changes, in a table whose time is already that of the event."""
    match event:
        case past.TableSetUp():
            return opening.table_set_up(t, event)
        case past.RulesChanged():
            return opening.rules_changed(t, event)
        case past.DecksBrought():
            return decks.decks_brought(t, event)
        case past.StepDone():
            return decks.step_done(t, event)
        case past.TableOpened():
            return opening.table_opened(t, event)
        case past.ClosingAsked():
            return opening.closing_asked(t, event)
        case past.TableClosed():
            return opening.table_closed(t, event)
        case past.TablePaused():
            return opening.table_paused(t, event)
        case past.TableHeld():
            return floor.table_held(t, event)
        case past.TableReleased():
            return floor.table_released(t, event)
        case past.TableResumed():
            return opening.table_resumed(t, event)
        case past.TableIdled():
            return opening.table_idled(t, event)
        case past.PlayerSat():
            return seating.player_sat(t, event)
        case past.PurseNamed():
            return seating.purse_named(t, event)
        case past.LeaveAsked():
            return seating.leave_asked(t, event)
        case past.LeaveOrdered():
            return seating.leave_ordered(t, event)
        case past.LeaveCancelled():
            return seating.leave_cancelled(t, event)
        case past.PlayerLeft():
            return seating.player_left(t, event)
        case past.ChipsBought():
            return seating.chips_bought(t, event)
        case past.ChipsCashed():
            return seating.chips_cashed(t, event)
        case past.DealerTappedIn():
            return decks.dealer_tapped_in(t, event)
        case past.DeckCounted():
            return decks.deck_counted(t, event)
        case past.DeckTakenAway():
            return decks.deck_taken_away(t, event)
        case past.ShuffleOrdered():
            return shuffling.shuffle_ordered(t, event)
        case past.RecutOrdered():
            return shuffling.recut_ordered(t, event)
        case past.DeviceRepaired():
            return methods.device_repaired(t, event)
        case past.DealingChanged():
            return methods.dealing_changed(t, event)
        case past.RoundBegun():
            return rounds.round_begun(t, event)
        case past.SeedAdded():
            return shuffling.seed_added(t, event)
        case past.BankOffered():
            return banking.bank_offered(t, event)
        case past.BankDeclined():
            return banking.bank_declined(t, event)
        case past.RoundCancelled():
            return rounds.round_cancelled(t, event)
        case past.TimedOut():
            return playing.timed_out(t, event)
        case past.WinnerKeyed():
            return progressive.winner_keyed(t, event)
        case past.WinnerUnkeyed():
            return progressive.winner_unkeyed(t, event)
        case past.SystemReadied():
            return progressive.system_readied(t, event)
        case past.MeterCorrected():
            return progressive.meter_corrected(t, event)
        case past.RoundEnded():
            return rounds.round_ended(t, event)
        case past.SupervisorTold():
            return floor.supervisor_told(t, event)
        case past.RoundCalledOff() | past.SecretRevealed() | past.Announced():
            return t
        case _:
            assert_never(event)

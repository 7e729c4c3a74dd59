"""Who may ask what: one list of commands and roles, and the check that a seat is one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.refusal import refuse
from pitboss.rules import Rules
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.deck import ChecklistStep
from pitboss.table.people import NAME_MAX, Role, is_name
from pitboss.table.refusal import TableReason
from pitboss.table.state import Table

_PLAYER: Final = frozenset({Role.PLAYER})
_DEALER: Final = frozenset({Role.DEALER})
_FLOOR: Final = frozenset({Role.FLOOR})
_STAFF: Final = _DEALER | _FLOOR


def roles_for(command: ask.Command) -> frozenset[Role]:
    """List the roles that may give a command."""
    match command:
        case (
            round_ask.PlaceBets()
            | ask.Sit()
            | ask.KeepSeat()
            | ask.BuyIn()
            | ask.CashOut()
            | ask.AddSeed()
            | ask.ReturnBank()
            | round_ask.TakeBank()
            | round_ask.ClearBets()
            | round_ask.Check()
            | round_ask.Play()
            | round_ask.Fold()
        ):
            return _PLAYER
        case (
            ask.SetUp()
            | ask.ChangeRules()
            | ask.OpenTable()
            | ask.CloseTable()
            | ask.PauseTable()
            | ask.ResumeTable()
            | ask.HoldTable()
            | ask.NamePurse()
            | ask.OrderShuffle()
            | ask.OrderRecut()
            | ask.RepairDevice()
            | ask.ChangeDealing()
            | ask.CallOff()
            | ask.CorrectMeter()
            | round_ask.Validate()
        ):
            return _FLOOR
        case ask.BringDecks() | ask.ReleaseTable() | ask.ChangeDeck() | ask.Announce():
            return _STAFF
        case (
            ask.Idle()
            | ask.TapIn()
            | ask.CountDeck()
            | ask.OpenRound()
            | ask.ShuffleDeck()
            | ask.CancelRound()
            | ask.TimeOut()
            | ask.KeyWinner()
            | ask.ReadySystem()
            | ask.EndRound()
            | ask.TellSupervisor()
            | round_ask.CloseBets()
            | round_ask.LoadDeck()
            | round_ask.Deal()
            | round_ask.Proceed()
            | round_ask.ReadMeters()
        ):
            return _DEALER
        case ask.Leave():
            return _PLAYER | _FLOOR
        case ask.DeclineBank():
            return _PLAYER | _DEALER
        case ask.DoStep(step=step):
            return _FLOOR if step == ChecklistStep.VERIFY else _DEALER
        case round_ask.CutDeck(recut=recut):
            return _FLOOR if recut else _DEALER
        case round_ask.Declare(kind=kind):
            return _FLOOR if kind == "player-left" else _STAFF
        case round_ask.Open():  # a table opens its rounds itself, with `OpenRound`
            return frozenset()
        case _:
            assert_never(command)


def needs_second_person(table: Table, decision: Sequence[past.Event]) -> bool:
    """Return whether a declaration voids a round whose cards are out, as calling it off does.

    The desk that takes the order asks for the signature. `decide` does not: journals hold such
    declarations by one person, from before the rule, and they are decided again by every proof.
    """
    out = table.round is not None and bool(table.round.parcels)
    return out and any(isinstance(event, round_past.RoundVoided) for event in decision)


def permission_fault(table: Table, order: ask.Order, rules: Rules) -> Refusal | None:
    """Return why this person may not ask this: wrong role, somebody else's seat, no name."""
    command, by = order.command, order.by
    if not is_name(by.name):
        return refuse(TableReason.NAME, f"a name has 1 to {NAME_MAX} characters on one line")
    roles = roles_for(command)
    if by.role not in roles:
        who = " or ".join(f"the {role}" for role in sorted(roles)) or "nobody"
        text = f"this is for {who}, not for the {by.role}"
        return refuse(TableReason.NOT_ALLOWED, text, roles=tuple(sorted(roles)))
    if by.role != Role.PLAYER or isinstance(command, ask.Sit):
        return None
    number = getattr(command, "seat", 0)
    seat = table.seats.get(number)
    if seat is not None and seat.player == by.name:  # as nearly always: nobody has two seats
        return None
    return _seat_fault(table, by.name, number, rules)


def _seat_fault(table: Table, player: str, number: int, rules: Rules) -> Refusal | None:
    """Only the player who sits there bets and decides for a seat."""
    mine = table.seat_of(player)
    if mine is None:
        text = "you have no seat at this table; sit down first"
        return refuse(TableReason.NOT_SEATED, text, rules.set.cite("table.seated_only"))
    if mine.number != number:
        text = f"seat {number} is not yours; you sit at seat {mine.number}"
        cite = rules.set.cite("table.positions_per_player")
        return refuse(TableReason.NOT_YOUR_SEAT, text, cite, seat=mine.number)
    return None

"""Who may ask what: one list of commands and roles, and the check that a seat is one's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round.refusal import refuse
from pitboss.rules import Rules
from pitboss.table import command as ask
from pitboss.table.deck import Step
from pitboss.table.people import Role
from pitboss.table.refusal import TableReason
from pitboss.table.state import Table

NAME_MAX: Final = 60  # characters of a name, reason or message: what a screen can show
TEXT_MAX: Final = 200
NAMES_KEPT_MAX: Final = 1_024  # names that were looked at once: the people of a floor

_IS_PLAYER: Final = Role.PLAYER  # looked up once: it is asked at every order
_PLAYER: Final = frozenset({_IS_PLAYER})
_DEALER: Final = frozenset({Role.DEALER})
_FLOOR: Final = frozenset({Role.FLOOR})
_STAFF: Final = _DEALER | _FLOOR

ALLOWED: Final[dict[type, frozenset[Role]]] = {
    ask.SetUp: _FLOOR,
    ask.ChangeRules: _FLOOR,
    ask.BringDecks: _STAFF,
    ask.DoStep: _STAFF,
    ask.OpenTable: _FLOOR,
    ask.CloseTable: _FLOOR,
    ask.PauseTable: _FLOOR,
    ask.ResumeTable: _FLOOR,
    ask.Idle: _DEALER,
    ask.Sit: _PLAYER,
    ask.Leave: _PLAYER | _FLOOR,
    ask.BuyIn: _PLAYER,
    ask.CashOut: _PLAYER,
    ask.TapIn: _DEALER,
    ask.CountDeck: _DEALER,
    ask.ChangeDeck: _STAFF,
    ask.OrderShuffle: _FLOOR,
    ask.OrderRecut: _FLOOR,
    ask.RepairDevice: _FLOOR,
    ask.OpenRound: _DEALER,
    ask.AddSeed: _PLAYER,
    ask.Shuffle: _DEALER,
    ask.DeclineBank: _PLAYER | _DEALER,
    ask.CancelRound: _DEALER,
    ask.CallOff: _FLOOR,
    ask.TimeOut: _DEALER,
    ask.KeyWinner: _DEALER,
    ask.ReadySystem: _DEALER,
    ask.CorrectMeter: _FLOOR,
    ask.EndRound: _DEALER,
    ask.Announce: _STAFF,
    round_ask.Open: frozenset(),  # a table opens its rounds itself, with `OpenRound`
    round_ask.TakeBank: _PLAYER,
    round_ask.PlaceBets: _PLAYER,
    round_ask.ClearBets: _PLAYER,
    round_ask.CloseBets: _DEALER,
    round_ask.LoadDeck: _DEALER,
    round_ask.CutDeck: _STAFF,
    round_ask.Deal: _DEALER,
    round_ask.Check: _PLAYER,
    round_ask.Play: _PLAYER,
    round_ask.Fold: _PLAYER,
    round_ask.Proceed: _DEALER,
    round_ask.ReadMeters: _DEALER,
    round_ask.Validate: _FLOOR,
    round_ask.Declare: _STAFF,
}


def is_name(text: str) -> bool:
    """Tell whether a text can be a name: not empty, not too long, on one line of a screen.

    No blank stands around it: " Ann" and "Ann" would be two players who look alike.
    """
    return len(text) <= NAME_MAX and _is_name(text)


@lru_cache(maxsize=NAMES_KEPT_MAX)
def _is_name(text: str) -> bool:
    return bool(text) and text == text.strip() and text.isprintable()


def is_reason(text: str) -> bool:
    """Tell whether a text says why; it is kept on one line of a screen."""
    return bool(text.strip()) and text.isprintable()


def gate_fault(table: Table, order: ask.Order, rules: Rules) -> Refusal | None:
    """Say why this person may not ask this: wrong role, somebody else's seat, no name."""
    command, by = order.command, order.by
    if not is_name(by.name):
        return refuse(TableReason.NAME, f"say who asks, in 1 to {NAME_MAX} characters")
    kind = type(command)
    special = _BY_CONTENT.get(kind)
    roles = ALLOWED[kind] if special is None else special(command)
    if by.role not in roles:
        who = " or ".join(sorted(roles)) or "nobody"
        text = f"{type(command).__name__} is for {who}, not for a {by.role}"
        return refuse(TableReason.NOT_ALLOWED, text, roles=tuple(sorted(roles)))
    if by.role != _IS_PLAYER or kind is ask.Sit:
        return None
    number = getattr(command, "seat", 0)
    seat = table.seats.get(number)
    if seat is not None and seat.player == by.name:  # as nearly always: nobody has two seats
        return None
    return _seat_fault(table, by.name, number, rules)


def _for_step(command: ask.DoStep) -> frozenset[Role]:
    return _FLOOR if command.step == Step.VERIFY else _DEALER


def _for_cut(command: round_ask.CutDeck) -> frozenset[Role]:
    return _FLOOR if command.recut else _DEALER


def _for_declaration(command: round_ask.Declare) -> frozenset[Role]:
    return _FLOOR if command.kind == "player-left" else ALLOWED[round_ask.Declare]


# Who may ask depends on what is asked. Any: as each takes the command of its key.
_BY_CONTENT: Final[dict[type, Callable[[Any], frozenset[Role]]]] = {
    ask.DoStep: _for_step,
    round_ask.CutDeck: _for_cut,
    round_ask.Declare: _for_declaration,
}


def _seat_fault(table: Table, player: str, number: int, rules: Rules) -> Refusal | None:
    """Only the player who sits there bets and decides for a seat."""
    mine = table.seat_of(player)
    if mine is None:
        text = f"{player} has no seat here; sit down first"
        return refuse(TableReason.NOT_SEATED, text, rules.set.cite("table.seated_only"))
    if mine.number != number:
        text = f"seat {number} is not {player}'s; {player} sits at {mine.number}"
        cite = rules.set.cite("table.positions_per_player")
        return refuse(TableReason.NOT_YOUR_SEAT, text, cite, seat=mine.number)
    return None

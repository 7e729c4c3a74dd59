"""What happens at a table if an order is obeyed: events, or a refusal. Pure, as a round is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pitboss.round import Refusal
from pitboss.round.refusal import refuse
from pitboss.rules import Rules
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table import opening, progressive, rounds, seating
from pitboss.table.banking import decline
from pitboss.table.gate import TEXT_MAX, gate_fault, is_name, is_reason
from pitboss.table.house import rules_of
from pitboss.table.people import Person
from pitboss.table.refusal import TableReason
from pitboss.table.state import Table

Decision = tuple[past.Event, ...] | Refusal


def decide(table: Table, order: ask.Order) -> Decision:
    """Tell what happens if `order` is obeyed, or why it may not be; nothing is changed."""
    if table.house is None:
        return _first(table, order)
    command: Any = order.command  # Any: its class is looked up, which the type checker cannot do
    rules = rules_of(table.house)
    if fault := gate_fault(table, order, rules):
        return fault
    decider = _DECIDERS.get(type(command))
    if decider is not None:
        return decider(table, command, order, rules)
    # `_DECIDERS` has all commands of the table, so this is one of the round.
    return rounds.play(table, command, order.by, rules)


def _first(table: Table, order: ask.Order) -> Decision:
    if not isinstance(order.command, ask.SetUp):
        return refuse(TableReason.NOT_SET_UP, "the table is not set up yet")
    rules = opening.readable(order.command.house)
    if isinstance(rules, Refusal):
        return rules
    return gate_fault(table, order, rules) or opening.set_up(table, order.command)


def _tap_in(table: Table, name: str) -> Decision:
    if not is_name(name):
        return refuse(TableReason.NAME, "say who deals now")
    if table.round is not None:
        return refuse(TableReason.ROUND_GOING_ON, "dealers change between rounds")
    return (past.DealerTappedIn(name.strip()),)


def _repair(table: Table, by: Person) -> Decision:
    if not table.device_down:
        return refuse(TableReason.DEVICE_DOWN, "the device is not out of order")
    return (past.DeviceRepaired(by.name),)


def _announce(text: str, by: Person) -> Decision:
    if not is_reason(text) or len(text) > TEXT_MAX:
        rule = f"a message is one line of 1 to {TEXT_MAX} characters"
        return refuse(TableReason.REASON_MISSING, rule)
    return (past.Announced(by.name, text.strip()),)


# By class, so that the last of them is found as soon as the first; a command of the round has none
# here. Any: each entry takes the command of its key, which a mapping cannot say; a test holds it
# complete.
_DECIDERS: Final[dict[type, Callable[[Table, Any, ask.Order, Rules], Decision]]] = {
    ask.SetUp: lambda table, command, _, __: opening.set_up(table, command),
    ask.ChangeRules: lambda t, command, o, rules: opening.change_rules(t, command, o.by, rules),
    ask.BringDecks: lambda table, command, _, rules: opening.bring_decks(table, command, rules),
    ask.DoStep: lambda t, command, o, rules: opening.do_step(t, command, o.by, rules),
    ask.OpenTable: lambda table, _, order, rules: opening.open_table(table, order.by, rules),
    ask.CloseTable: lambda table, command, order, _: opening.close_table(table, command, order.by),
    ask.PauseTable: lambda table, command, order, _: opening.pause_table(table, command, order.by),
    ask.ResumeTable: lambda table, _, order, __: opening.resume_table(table, order.by),
    ask.Idle: lambda table, command, _, rules: opening.idle(table, command, rules),
    ask.Sit: lambda table, command, order, rules: seating.sit(table, command, order.by, rules),
    ask.Leave: lambda table, command, order, rules: seating.leave(table, command, order.by, rules),
    ask.BuyIn: lambda table, command, _, __: seating.buy_in(table, command),
    ask.CashOut: lambda table, command, _, __: seating.cash_out(table, command),
    ask.TapIn: lambda table, command, _, __: _tap_in(table, command.name),
    ask.CountDeck: lambda table, command, _, rules: opening.count_deck(table, command, rules),
    ask.ChangeDeck: lambda table, command, _, rules: opening.change_deck(table, command, rules),
    ask.OrderShuffle: lambda table, _, order, rules: rounds.order_shuffle(table, order.by, rules),
    ask.OrderRecut: lambda t, command, o, rules: rounds.order_recut(t, command, o.by, rules),
    ask.RepairDevice: lambda table, _, order, __: _repair(table, order.by),
    ask.OpenRound: lambda t, command, o, rules: rounds.open_round(t, command, o.at, rules),
    ask.AddSeed: lambda table, command, _, __: rounds.add_seed(table, command),
    ask.Shuffle: lambda table, _, __, rules: rounds.shuffle(table, rules),
    ask.DeclineBank: lambda table, command, order, rules: decline(table, command, order.by, rules),
    ask.CancelRound: lambda table, _, __, rules: rounds.cancel(table, rules),
    ask.CallOff: lambda table, command, order, _: rounds.call_off(table, command, order.by),
    ask.TimeOut: lambda table, _, order, rules: rounds.time_out(table, order.at, rules),
    ask.KeyWinner: lambda t, command, _, rules: progressive.key_winner(t, command.seat, rules),
    ask.ReadySystem: lambda t, _, order, rules: progressive.ready_system(t, order.by, rules),
    ask.CorrectMeter: lambda t, command, o, _: progressive.correct_meter(t, command, o.by),
    ask.EndRound: lambda table, _, __, ___: rounds.end(table),
    ask.Announce: lambda _, command, order, __: _announce(command.text, order.by),
}

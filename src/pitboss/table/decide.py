"""What happens at a table if an order is obeyed: events, or a refusal. Pure, as a round is."""

from __future__ import annotations

from typing import assert_never

from pitboss.round import Refusal
from pitboss.round import command as round_ask
from pitboss.round.refusal import refuse
from pitboss.rules import Rules
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table import opening, progressive, rounds, seating
from pitboss.table.banking import decline, give_back
from pitboss.table.holding import held_fault, hold, release
from pitboss.table.methods import change_dealing
from pitboss.table.people import Person
from pitboss.table.permissions import TEXT_MAX, is_name, is_reason, permission_fault
from pitboss.table.refusal import TableReason
from pitboss.table.rules_choice import rules_of
from pitboss.table.state import Table
from pitboss.table.telling import tell_supervisor

Decision = tuple[past.Event, ...] | Refusal


def decide(table: Table, order: ask.Order) -> Decision:
    """Tell what happens if `order` is obeyed, or why it may not be; nothing is changed."""
    if table.identity.rules is None:
        return _first(table, order)
    rules = rules_of(table.identity.rules)
    fault = permission_fault(table, order, rules) or held_fault(table, order)
    if fault:
        return fault
    if isinstance(order.command, round_ask.Command):
        return rounds.play(table, order.command, order.by, rules)
    return _obey(table, order.command, order, rules)


def _obey(table: Table, command: ask.TableCommand, order: ask.Order, rules: Rules) -> Decision:
    by = order.by
    match command:
        case ask.SetUp():
            return opening.set_up(table, command)
        case ask.ChangeRules():
            return opening.change_rules(table, command, by, rules)
        case ask.BringDecks():
            return opening.bring_decks(table, command, rules)
        case ask.DoStep():
            return opening.do_step(table, command, by, rules)
        case ask.OpenTable():
            return opening.open_table(table, by, rules)
        case ask.CloseTable():
            return opening.close_table(table, command, by)
        case ask.PauseTable():
            return opening.pause_table(table, command, by)
        case ask.ResumeTable():
            return opening.resume_table(table, by)
        case ask.HoldTable():
            return hold(table, by)
        case ask.ReleaseTable():
            return release(table, by, order.at)
        case ask.Idle():
            return opening.idle(table, command, rules)
        case ask.Sit():
            return seating.sit(table, command, by, rules)
        case ask.NamePurse():
            return seating.name_purse(table, command)
        case ask.Leave():
            return seating.leave(table, command, by, rules)
        case ask.KeepSeat():
            return seating.stay(table, command)
        case ask.BuyIn():
            return seating.buy_in(table, command)
        case ask.CashOut():
            return seating.cash_out(table, command)
        case ask.TapIn():
            return _tap_in(table, command.name)
        case ask.CountDeck():
            return opening.count_deck(table, command, rules)
        case ask.ChangeDeck():
            return opening.change_deck(table, command, rules)
        case ask.OrderShuffle():
            return rounds.order_shuffle(table, by, rules)
        case ask.OrderRecut():
            return rounds.order_recut(table, command, by, rules)
        case ask.RepairDevice():
            return _repair(table, by)
        case ask.ChangeDealing():
            return change_dealing(table, command, by, rules)
        case ask.OpenRound():
            return rounds.open_round(table, command, order.at, rules)
        case ask.AddSeed():
            return rounds.add_seed(table, command)
        case ask.ShuffleDeck():
            return rounds.shuffle(table, rules)
        case ask.DeclineBank():
            return decline(table, command, by, rules)
        case ask.ReturnBank():
            return give_back(table, command.seat, rules)
        case ask.CancelRound():
            return rounds.cancel(table, rules)
        case ask.CallOff():
            return rounds.call_off(table, command, by)
        case ask.TimeOut():
            return rounds.time_out(table, order.at, rules)
        case ask.KeyWinner():
            return progressive.key_winner(table, command.seat, rules)
        case ask.ReadySystem():
            return progressive.ready_system(table, by, rules)
        case ask.CorrectMeter():
            return progressive.correct_meter(table, command, by)
        case ask.EndRound():
            return rounds.end(table)
        case ask.Announce():
            return _announce(command.text, by)
        case ask.TellSupervisor():
            return tell_supervisor(table, command, rules)
        case _:
            assert_never(command)


def _first(table: Table, order: ask.Order) -> Decision:
    if not isinstance(order.command, ask.SetUp):
        return refuse(TableReason.NOT_SET_UP, "the table is not set up yet")
    rules = opening.readable(order.command.house)
    if isinstance(rules, Refusal):
        return rules
    return permission_fault(table, order, rules) or opening.set_up(table, order.command)


def _tap_in(table: Table, name: str) -> Decision:
    if not is_name(name):
        return refuse(TableReason.NAME, "give the name of the new dealer")
    if table.round is not None:
        return refuse(TableReason.ROUND_GOING_ON, "change dealers between rounds")
    return (past.DealerTappedIn(name.strip()),)


def _repair(table: Table, by: Person) -> Decision:
    if not (table.device.down or table.device.broken):
        return refuse(TableReason.DEVICE_DOWN, "the device is not out of order")
    return (past.DeviceRepaired(by.name),)


def _announce(text: str, by: Person) -> Decision:
    if not is_reason(text) or len(text) > TEXT_MAX:
        rule = f"write the message on one line, in 1 to {TEXT_MAX} characters"
        return refuse(TableReason.REASON_MISSING, rule)
    return (past.Announced(by.name, text.strip()),)

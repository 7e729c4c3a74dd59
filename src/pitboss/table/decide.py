"""What happens at a table if an order is obeyed: events, or a refusal. Pure, as a round is."""

from __future__ import annotations

from typing import assert_never

from pitboss.round import Decision, Refusal
from pitboss.round import command as round_ask
from pitboss.round.refusal import refuse
from pitboss.rules import Rules
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
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.permissions import permission_fault
from pitboss.table.refusal import TableReason
from pitboss.table.rules_choice import rules_of
from pitboss.table.state import Table


def decide(table: Table, order: ask.Order) -> Decision[past.Event]:
    """Return what happens if `order` is obeyed, or why it may not be; nothing is changed."""
    if table.identity.rules is None:
        return _first(table, order)
    rules = rules_of(table.identity.rules)
    fault = permission_fault(table, order, rules) or floor.held_fault(
        table, order.command, order.by
    )
    if fault:
        return fault
    if isinstance(order.command, round_ask.Command):
        return playing.play(table, order.command, order.by, rules)
    return _obey(table, order.command, order, rules)


def _obey(
    table: Table, command: ask.TableCommand, order: ask.Order, rules: Rules
) -> Decision[past.Event]:
    by = order.by
    match command:
        case ask.SetUp():
            return opening.set_up(table, command)
        case ask.ChangeRules():
            return opening.change_rules(table, command, by, rules)
        case ask.BringDecks():
            return decks.bring_decks(table, command, rules)
        case ask.DoStep():
            return decks.do_step(table, command, by, rules)
        case ask.OpenTable():
            return opening.open_table(table, by, rules)
        case ask.CloseTable():
            return opening.close_table(table, command, by)
        case ask.PauseTable():
            return opening.pause_table(table, command, by)
        case ask.ResumeTable():
            return opening.resume_table(table, by)
        case ask.HoldTable():
            return floor.hold(table, by)
        case ask.ReleaseTable():
            return floor.release(table, by, order.at)
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
            return decks.tap_in(table, command.name)
        case ask.CountDeck():
            return decks.count_deck(table, command, rules)
        case ask.ChangeDeck():
            return decks.change_deck(table, command, rules)
        case ask.OrderShuffle():
            return shuffling.order_shuffle(table, by, rules)
        case ask.OrderRecut():
            return shuffling.order_recut(table, command, by, rules)
        case ask.RepairDevice():
            return methods.repair(table, by)
        case ask.ChangeDealing():
            return methods.change_dealing(table, command, by, rules)
        case ask.OpenRound():
            return rounds.open_round(table, command, order.at, rules)
        case ask.AddSeed():
            return shuffling.add_seed(table, command)
        case ask.ShuffleDeck():
            return shuffling.shuffle(table, rules)
        case ask.DeclineBank():
            return banking.decline(table, command, by, rules)
        case ask.ReturnBank():
            return banking.give_back(table, command.seat, rules)
        case ask.CancelRound():
            return rounds.cancel(table, rules)
        case ask.CallOff():
            return rounds.call_off(table, command, by)
        case ask.TimeOut():
            return playing.time_out(table, order.at, rules)
        case ask.KeyWinner():
            return progressive.key_winner(table, command.seat, rules)
        case ask.ReadySystem():
            return progressive.ready_system(table, by, rules)
        case ask.CorrectMeter():
            return progressive.correct_meter(table, command, by)
        case ask.EndRound():
            return rounds.end(table)
        case ask.Announce():
            return floor.announce(command.text, by)
        case ask.TellSupervisor():
            return floor.tell_supervisor(table, command, rules)
        case _:
            assert_never(command)


def _first(table: Table, order: ask.Order) -> Decision[past.Event]:
    if not isinstance(order.command, ask.SetUp):
        return refuse(TableReason.NOT_SET_UP, "the table is not set up yet")
    rules = opening.readable(order.command.house)
    if isinstance(rules, Refusal):
        return rules
    return permission_fault(table, order, rules) or opening.set_up(table, order.command)

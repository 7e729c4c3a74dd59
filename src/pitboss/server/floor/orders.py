"""Translates an order of the floor into the table's commands, step by step, with their signers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from pitboss.round import command as round_ask
from pitboss.rules import Rules, faults, money, spoken
from pitboss.server.floor.kinds import declare_command
from pitboss.server.wire import floor as wire
from pitboss.table import Command, Person, Role, RulesChoice, Table, rules_of
from pitboss.table import command as ask
from pitboss.table.deck import ChecklistStep, Deck
from pitboss.table.decks import BEFORE_PLAYERS, steps_left
from pitboss.table.floor import is_held
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.rules_choice import options_of, with_options
from pitboss.table.timetable import opening_commands

LIMIT_OPTIONS: Final = ("limits.ante", "limits.spot")  # where a set has the bounds of the Ante


class OrderError(ValueError):
    """An order that cannot be put to the table; the text says why."""


@dataclass(frozen=True, slots=True)
class Signed:
    """Who gives an order, and the second person where one has signed."""

    by: str
    second: str = ""


def needs_second(order: wire.FloorOrder) -> tuple[str, str] | None:
    """Return the name and password of the second person, where an order needs one."""
    match order:
        case wire.CallOff(second=second, password=password):
            return second, password
        case wire.CorrectMeter(second=second, password=password):
            return second, password
        case wire.Open(second=second, password=password) if second:
            return second, password
        case wire.Declare(second=second, password=password) if second:
            return second, password
        case _:
            return None


def step_word(command: Command) -> str:
    """Name a step within an order, the same each time: what is asked again is done once."""
    word = type(command).__name__.lower()
    return f"{word}-{command.colour}-{command.step}" if isinstance(command, ask.DoStep) else word


def steps_of(
    order: wire.FloorOrder, table: Table, signed: Signed
) -> Iterator[tuple[Command, Person]]:
    """Translate an order into the table's commands; raises `OrderError`."""
    floor = Person(signed.by, Role.FLOOR)
    match order:
        case wire.Open():
            yield from _opening(table, floor, signed.second)
        case wire.Declare(what, note):
            yield declare_command(what, note.strip(), signed.second), floor
            if is_held(table):
                yield ask.ReleaseTable(), floor
        case _:
            yield _command(order, table, signed), floor


def _command(order: wire.FloorOrder, table: Table, signed: Signed) -> Command:
    match order:
        case wire.Close(reason):
            return ask.CloseTable(reason)
        case wire.Pause(reason):
            return ask.PauseTable(reason)
        case wire.Resume():
            return ask.ResumeTable()
        case wire.Hold():
            return ask.HoldTable()
        case wire.Release():
            return ask.ReleaseTable()
        case wire.ValidateJackpot(seat):
            return round_ask.Validate(seat, signed.by)
        case wire.Recut(depth):
            return ask.OrderRecut(depth)
        case wire.OrderShuffle():
            return ask.OrderShuffle()
        case wire.ChangeDeck(colour):
            known = table.deck_of(colour)
            return ask.ChangeDeck(colour, Deck(colour, known.design if known else "standard"))
        case wire.ChangeDealing(method, mark):
            return ask.ChangeDealing(method, mark)
        case wire.RepairDevice():
            return ask.RepairDevice()
        case wire.CallOff(reason):
            return ask.CallOff(reason, signed.second)
        case wire.Say(text):
            return ask.Announce(text)
        case wire.SetLimits(least, most):
            return _limits(table, least, most)
        case wire.RemovePlayer(seat):
            return ask.Leave(seat)
        case wire.CorrectMeter(meter, cents, reason):
            return ask.CorrectMeter(meter, Fraction(cents), reason, signed.second)
        case wire.Open() | wire.Declare():
            raise OrderError("this order has several steps")


def _opening(table: Table, floor: Person, second: str) -> Iterator[tuple[Command, Person]]:
    """Yield the steps to open a table; decks are inspected and verified by two people."""
    rules = _rules(table)
    dealer = Person(second, Role.DEALER) if second else AUTOMATIC_DEALER
    if not table.decks.at_table:
        for command, by in opening_commands(rules, floor):
            yield command, dealer if by == AUTOMATIC_DEALER else by
        return
    for deck in table.decks.at_table:
        for step in steps_left(deck, rules):
            if step in BEFORE_PLAYERS:
                by = floor if step == ChecklistStep.VERIFY else dealer
                yield ask.DoStep(deck.colour, step), by
    yield ask.OpenTable(), floor


def _limits(table: Table, least: int, most: int | None) -> ask.ChangeRules:
    """Put other bounds of the Ante among the options that the table has."""
    choice = _choice(table)
    place = rules_of(choice).set
    key = next((one for one in LIMIT_OPTIONS if one in place.options), None)
    if key is None:
        raise OrderError(f"the operator cannot change limits in {place.title}")
    if most is not None and least > most:
        raise OrderError(f"The minimum Ante, {money(least)}, is above the maximum, {money(most)}.")
    options = options_of(choice)
    options[key] = {"min": _dollars(least)} | ({} if most is None else {"max": _dollars(most)})
    found = faults(place, options)
    if found:
        raise OrderError(spoken(found[0]))
    return ask.ChangeRules(with_options(choice, options))


def _dollars(cents: int) -> int | Decimal:
    return cents // 100 if cents % 100 == 0 else Decimal(cents) / 100


def _rules(table: Table) -> Rules:
    return rules_of(_choice(table))


def _choice(table: Table) -> RulesChoice:
    if table.identity.rules is None:
        raise OrderError("the table is not set up yet")
    return table.identity.rules

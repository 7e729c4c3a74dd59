"""Progressive at a table: the keypad, the ready button, corrections, meters that are linked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pitboss.round import Decision, Refusal, Round
from pitboss.round.legal import due_step
from pitboss.round.refusal import refuse
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.state import Step
from pitboss.rules import Rules, Wager, money
from pitboss.table.people import TEXT_MAX, Person, two_people_fault
from pitboss.table.refusal import TableReason
from pitboss.table.seating import CHIPS_MAX
from pitboss.table.state import Table

# Into how many parts a correction may divide a cent: far finer than any rate, and every later sum
# of such parts still has few enough digits to be written down.
PARTS_MAX: Final = 10**18


# -- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeyWinner:
    """Key a Progressive winner on the keypad; a second press takes it back."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReadySystem:
    """Ready the progressive system for the next hand."""


@dataclass(frozen=True, slots=True)
class CorrectMeter:
    """Correct a meter, with a reason and a second person."""

    meter: str
    amount: Fraction
    reason: str
    second: str


ProgressiveCommand = KeyWinner | ReadySystem | CorrectMeter


# -- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WinnerKeyed:
    seat: int


@dataclass(frozen=True, slots=True)
class WinnerUnkeyed:
    seat: int


@dataclass(frozen=True, slots=True)
class SystemReadied:
    by: str


@dataclass(frozen=True, slots=True)
class MeterCorrected:
    meter: str
    before: Fraction
    after: Fraction
    reason: str
    by: str
    second: str


ProgressiveEvent = WinnerKeyed | WinnerUnkeyed | SystemReadied | MeterCorrected


# -- decisions ------------------------------------------------------------------------------------


def key_winner(table: Table, seat: int, rules: Rules) -> Decision[ProgressiveEvent]:
    """Press the key of a seat: on the first time, off the second."""
    if rules.fact("progressive.keyed") is None or Wager.PROGRESSIVE not in rules.tables:
        return refuse(TableReason.KEYPAD, "this table uses no keypad")
    if table.round is None or due_step(table.round) != Step.SETTLE:
        text = "key the winners when the settlement is due"
        return refuse(TableReason.KEYPAD, text, rules.set.cite("progressive.keyed"))
    if table.round.spot(seat) is None:
        return refuse(TableReason.KEYPAD, f"seat {seat} is not in this round")
    return (WinnerUnkeyed(seat) if seat in table.progressive.keyed else WinnerKeyed(seat),)


def settle_fault(table: Table, round_: Round, rules: Rules) -> Refusal | None:
    """Return why a round may not be settled yet: winners not keyed, linked meters not read."""
    won = jackpots(round_, rules)
    if rules.fact("progressive.keyed") is not None and table.progressive.keyed != frozenset(won):
        wrong = sorted(table.progressive.keyed ^ frozenset(won))
        text = f"the keypad does not show the Progressive winners; press seat {wrong[0]}"
        return refuse(TableReason.KEYPAD, text, rules.set.cite("progressive.keyed"), seats=won)
    if table.progressive.link and won and not table.progressive.meters_read:
        text = f"read the meters of link {table.progressive.link} before you pay from them"
        return refuse(TableReason.METERS_NOT_READ, text, link=table.progressive.link)
    return None


def reading_fault(table: Table, meters: Mapping[str, Fraction], rules: Rules) -> Refusal | None:
    """Return why a reading is none: only a link is read, all of its meters, none below nothing."""
    if not table.progressive.link:
        return refuse(
            TableReason.METERS, "this table has meters of its own; there is no link to read"
        )
    if sorted(meters) != sorted(rules.meters) or min(meters.values(), default=0) < 0:
        wanted = ", ".join(rules.meters)
        text = f"a reading of link {table.progressive.link} needs an amount for {wanted}"
        return refuse(TableReason.METERS, text, link=table.progressive.link)
    return None


def ready_system(table: Table, by: Person, rules: Rules) -> Decision[ProgressiveEvent]:
    """Ready the progressive system once the last round is reconciled."""
    readied = rules.fact("progressive.readied")
    if readied is None or table.progressive.system_ready or table.round is not None:
        text = "the progressive system is ready, or a round is still being played"
        return refuse(TableReason.SYSTEM_NOT_READY, text, rules.set.cite("progressive.readied"))
    return (SystemReadied(by.name),)


def correct_meter(table: Table, command: CorrectMeter, by: Person) -> Decision[ProgressiveEvent]:
    """Correct a meter of this table: between rounds, with a reason and two people."""
    if table.round is not None:
        text = "correct a meter between rounds, not while bets are on the table"
        return refuse(TableReason.ROUND_GOING_ON, text)
    before = table.progressive.meters.get(command.meter)
    if table.progressive.link or before is None:
        here = (
            ", ".join(table.progressive.meters)
            if not table.progressive.link
            else f"those of link {table.progressive.link}"
        )
        text = f"there is no {command.meter[:40]} meter to correct here; there is {here or 'none'}"
        return refuse(TableReason.METERS, text)
    if command.amount < 0:
        return refuse(
            TableReason.METERS, f"{money(int(command.amount))} is below zero; a meter cannot be"
        )
    if command.amount > CHIPS_MAX or command.amount.denominator > PARTS_MAX:
        text = f"a meter stands at {money(CHIPS_MAX)} at most, and a cent has {PARTS_MAX} parts"
        return refuse(TableReason.METERS, text)
    if fault := two_people_fault(command.reason, by, command.second):
        return fault
    reason = command.reason.strip()[:TEXT_MAX]
    return (MeterCorrected(command.meter, before, command.amount, reason, by.name, command.second),)


# -- the table after an event ---------------------------------------------------------------------


def winner_keyed(t: Table, e: WinnerKeyed) -> Table:
    return replace(t, progressive=replace(t.progressive, keyed=t.progressive.keyed | {e.seat}))


def winner_unkeyed(t: Table, e: WinnerUnkeyed) -> Table:
    return replace(t, progressive=replace(t.progressive, keyed=t.progressive.keyed - {e.seat}))


def system_readied(t: Table, _: SystemReadied) -> Table:
    return replace(t, progressive=replace(t.progressive, system_ready=True))


def meter_corrected(t: Table, e: MeterCorrected) -> Table:
    meters = {**t.progressive.meters, e.meter: e.after}
    return replace(t, progressive=replace(t.progressive, meters=meters))


def added(amounts: Mapping[str, Fraction], more: Mapping[str, Fraction]) -> dict[str, Fraction]:
    if not more:
        return dict(amounts)
    names = {*amounts, *more}
    zero = Fraction(0)
    return {name: amounts.get(name, zero) + more.get(name, zero) for name in sorted(names)}

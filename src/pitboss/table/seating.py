"""Sitting down, leaving, buying chips and taking them away again."""

from __future__ import annotations

from typing import Final

from pitboss.round import Refusal
from pitboss.round.refusal import refuse
from pitboss.round.state import Phase
from pitboss.rules import Chips, Rules, money
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.banking import passed_on
from pitboss.table.people import Person, Role
from pitboss.table.refusal import TableReason
from pitboss.table.state import Seat, Standing, Table

Decision = tuple[past.Event, ...] | Refusal
CHIPS_MAX: Final = Chips(10**14)  # a thousand billion dollars in cents: sums stay within 64 bits


def sit(table: Table, command: ask.Sit, by: Person, rules: Rules) -> Decision:
    """Give a player the place asked for."""
    if table.standing in (Standing.NEW, Standing.CLOSED) or table.closing:
        return refuse(TableReason.TABLE_CLOSED, "the table is closed")
    if command.player != by.name:  # whose name the gate has looked at
        return refuse(TableReason.NAME, "a player sits down in their own name")
    if not 1 <= command.seat <= rules.seats:
        text = f"there is no seat {command.seat}; seats are 1 to {rules.seats}"
        return refuse(TableReason.NO_SUCH_PLACE, text, rules.set.cite("table.seats"))
    if command.seat in table.seats:
        text = f"seat {command.seat} is taken"
        return refuse(TableReason.SEAT_TAKEN, text, free=free_seats(table, rules))
    if (mine := table.seat_of(command.player)) is not None:
        text = f"{command.player} already sits at {mine.number}; one place for each player"
        cite = rules.set.cite("table.positions_per_player")
        return refuse(TableReason.ALREADY_SEATED, text, cite, seat=mine.number)
    return (past.PlayerSat(command.seat, command.player, command.bot),)


def free_seats(table: Table, rules: Rules) -> tuple[int, ...]:
    """List the places where nobody sits."""
    return tuple(seat for seat in range(1, rules.seats + 1) if seat not in table.seats)


def leave(table: Table, command: ask.Leave, by: Person, rules: Rules) -> Decision:
    """Let a player go: at once, or at the end of a round in which they are."""
    seat = table.seats.get(command.seat)
    if seat is None:
        role = "player" if by.role == Role.PLAYER else "somebody"
        return refuse(TableReason.NOT_SEATED, f"no {role} sits at {command.seat}")
    if in_round(table, seat.number):
        return () if seat.leaving else (past.LeaveAsked(seat.number),)
    left = past.PlayerLeft(seat.number, seat.player, seat.chips)
    if table.offer.seat == seat.number:  # the bank goes on to the next before the player is gone
        return *passed_on(table, seat.number, rules), left
    return (left,)


def in_round(table: Table, seat: int) -> bool:
    """Tell whether a seat has chips or the bank in the round being played."""
    if table.round is None or table.round.phase == Phase.SETTLED:
        return False
    bank = table.round.bank
    return table.round.spot(seat) is not None or (bank is not None and bank.seat == seat)


def buy_in(table: Table, command: ask.BuyIn) -> Decision:
    """Give chips to a seated player."""
    seat = table.seats[command.seat]
    if not 0 < command.chips <= CHIPS_MAX - seat.chips:
        text = f"{money(command.chips)} is no buy-in; more than nothing, up to {money(CHIPS_MAX)}"
        return refuse(TableReason.CHIPS, text)
    return (past.ChipsBought(seat.number, command.chips),)


def cash_out(table: Table, command: ask.CashOut) -> Decision:
    """Take chips from a player who has none at stake."""
    seat = table.seats[command.seat]
    if in_round(table, seat.number):
        text = "chips are taken off the table between rounds"
        return refuse(TableReason.CHIPS_AT_STAKE, text)
    if not 0 < command.chips <= seat.chips:
        text = f"{money(command.chips)} cannot be taken; there are {money(seat.chips)}"
        return refuse(TableReason.SHORT_OF_CHIPS, text, chips=seat.chips)
    return (past.ChipsCashed(seat.number, command.chips),)


def gone(table: Table) -> tuple[past.Event, ...]:
    """List the players who leave now that the round is over."""
    leaving: tuple[Seat, ...] = tuple(seat for seat in table.seats.values() if seat.leaving)
    return tuple(past.PlayerLeft(seat.number, seat.player, seat.chips) for seat in leaving)

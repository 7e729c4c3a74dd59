"""Sitting down, leaving, buying chips and taking them away again."""

from __future__ import annotations

from typing import Final

from pitboss.round import Refusal
from pitboss.round.refusal import refuse
from pitboss.round.state import Phase
from pitboss.rules import NOTHING, Chips, Rules, money
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.banking import passed_on
from pitboss.table.people import Person, Role
from pitboss.table.permissions import is_name
from pitboss.table.refusal import TableReason
from pitboss.table.state import Seat, Standing, Table

Decision = tuple[past.Event, ...] | Refusal
CHIPS_MAX: Final = Chips(10**14)  # a thousand billion dollars in cents: sums stay within 64 bits


def sit(table: Table, command: ask.Sit, by: Person, rules: Rules) -> Decision:
    """Give a player the place asked for."""
    if table.status.standing in (Standing.NEW, Standing.CLOSED) or table.status.closing:
        return refuse(TableReason.TABLE_CLOSED, "the table is closed")
    if command.player != by.name:  # whose name the gate has looked at
        return refuse(TableReason.NAME, "you can sit down only in your own name")
    if not 1 <= command.seat <= rules.seats:
        text = f"there is no seat {command.seat}; seats are 1 to {rules.seats}"
        return refuse(TableReason.NO_SUCH_PLACE, text, rules.set.cite("table.seats"))
    if command.seat in table.seats:
        text = f"seat {command.seat} is taken"
        return refuse(TableReason.SEAT_TAKEN, text, free=free_seats(table, rules))
    if (mine := table.seat_of(command.player)) is not None:
        text = f"you already sit at seat {mine.number}; each player has one seat"
        cite = rules.set.cite("table.positions_per_player")
        return refuse(TableReason.ALREADY_SEATED, text, cite, seat=mine.number)
    sat = past.PlayerSat(command.seat, command.player, command.bot)
    if not command.purse and not command.chips:
        return (sat,)
    if command.purse and (command.bot or not _is_free(table, command.purse)):
        return refuse(TableReason.NOT_ALLOWED, "this player can have no such purse")
    named = (past.PurseNamed(command.seat, command.purse),) if command.purse else ()
    if not command.chips:
        return sat, *named
    return chips_fault(command.chips, NOTHING) or (
        sat,
        *named,
        past.ChipsBought(command.seat, command.chips),
    )


def name_purse(table: Table, command: ask.NamePurse) -> Decision:
    """Name the purse of a player who has none; the same one again changes nothing."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return refuse(TableReason.NOT_SEATED, f"nobody sits at seat {command.seat}")
    if seat.purse == command.purse:
        return ()
    if seat.bot or seat.purse or not _is_free(table, command.purse):
        return refuse(TableReason.NOT_ALLOWED, "this player can have no such purse")
    return (past.PurseNamed(seat.number, command.purse),)


def _is_free(table: Table, purse: str) -> bool:
    """Tell whether this can be the purse of one more player: each has one seat at a table."""
    return is_name(purse) and all(seat.purse != purse for seat in table.seats.values())


def free_seats(table: Table, rules: Rules) -> tuple[int, ...]:
    """List the places where nobody sits."""
    return tuple(seat for seat in range(1, rules.seats + 1) if seat not in table.seats)


def leave(table: Table, command: ask.Leave, by: Person, rules: Rules) -> Decision:
    """Let a player go: at once, or at the end of a round in which they are."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return refuse(TableReason.NOT_SEATED, f"nobody sits at seat {command.seat}")
    if in_round(table, seat.number):
        if by.role != Role.PLAYER:
            return () if seat.sent_away else (past.LeaveOrdered(seat.number),)
        return () if seat.leaving else (past.LeaveAsked(seat.number),)
    left = past.PlayerLeft(seat.number, seat.player, seat.chips)
    if table.bank.offered == seat.number:  # the bank goes on to the next before the player is gone
        return *passed_on(table, seat.number, rules), left
    return (left,)


def stay(table: Table, command: ask.KeepSeat) -> Decision:
    """Let a player keep the place that they have asked to give up."""
    seat = table.seats[command.seat]
    if seat.sent_away:
        return refuse(TableReason.NOT_ALLOWED, "the floor has asked you to leave")
    return (past.LeaveCancelled(seat.number),) if seat.leaving else ()


def in_round(table: Table, seat: int) -> bool:
    """Tell whether a seat has chips or the bank in the round being played."""
    if table.round is None or table.round.phase == Phase.SETTLED:
        return False
    bank = table.round.bank
    return table.round.spot(seat) is not None or (bank is not None and bank.seat == seat)


def buy_in(table: Table, command: ask.BuyIn) -> Decision:
    """Give chips to a seated player."""
    seat = table.seats[command.seat]
    fault = chips_fault(command.chips, seat.chips)
    return fault or (past.ChipsBought(seat.number, command.chips),)


def chips_fault(chips: Chips, before: Chips) -> Refusal | None:
    """Return why nobody can buy so many chips who has some before."""
    if 0 < chips <= CHIPS_MAX - before:
        return None
    text = f"you cannot buy in for {money(chips)}; choose up to {money(CHIPS_MAX)}"
    return refuse(TableReason.CHIPS, text)


def chips_at(table: Table, number: int) -> Chips:
    """Count the chips of a seat: those in front of the player, on the layout and in the bank."""
    seat, round_ = table.seats.get(number), table.round
    if seat is None:
        return NOTHING
    if round_ is None or round_.phase == Phase.SETTLED:
        return seat.chips
    spot, bank = round_.spot(number), round_.bank
    laid = sum(spot.wagers.values()) + sum(spot.tips.values()) if spot is not None else 0
    stake = bank.stake if bank is not None and bank.seat == number else 0
    return Chips(seat.chips + laid + stake)


def cash_out(table: Table, command: ask.CashOut) -> Decision:
    """Take chips from a player who has none at stake."""
    seat = table.seats[command.seat]
    if in_round(table, seat.number):
        text = "you can take chips off the table only between rounds"
        return refuse(TableReason.CHIPS_AT_STAKE, text)
    if not 0 < command.chips <= seat.chips:
        text = f"you cannot take {money(command.chips)}; you have {money(seat.chips)}"
        return refuse(TableReason.SHORT_OF_CHIPS, text, chips=seat.chips)
    return (past.ChipsCashed(seat.number, command.chips),)


def gone(table: Table) -> tuple[past.Event, ...]:
    """List the players who leave now that the round is over."""
    leaving: tuple[Seat, ...] = tuple(seat for seat in table.seats.values() if seat.leaving)
    return tuple(past.PlayerLeft(seat.number, seat.player, seat.chips) for seat in leaving)

"""Sitting down, leaving, buying chips and taking them away again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from pitboss.round import Decision, Refusal
from pitboss.round.refusal import refuse
from pitboss.round.state import Phase
from pitboss.rules import NOTHING, Chips, Rules, money
from pitboss.table.banking import BankingEvent, passed_on
from pitboss.table.people import Person, Role, is_name
from pitboss.table.refusal import TableReason
from pitboss.table.state import Seat, Standing, Table

CHIPS_MAX: Final = Chips(10**14)  # a thousand billion dollars in cents: sums stay within 64 bits


# -- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sit:
    """Take a place; the player is the person who asks, or a bot that the pit seats.

    `purse` is the id of the purse that pays for this player and is paid; without one chips come
    from the cage. `chips` are bought with the place.
    """

    seat: int
    player: str
    bot: bool = False
    purse: str = ""
    chips: Chips = NOTHING


@dataclass(frozen=True, slots=True)
class NamePurse:
    """Name the purse of a player who sat down before purses stood in the journal."""

    seat: int
    purse: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give a place up, at the end of the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class KeepSeat:
    """Keep a place that one has asked to give up at the end of the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class BuyIn:
    """Buy chips at the table."""

    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class CashOut:
    """Take chips off the table."""

    seat: int
    chips: Chips


SeatingCommand = Sit | NamePurse | Leave | KeepSeat | BuyIn | CashOut


# -- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayerSat:
    seat: int
    player: str
    bot: bool


@dataclass(frozen=True, slots=True)
class PurseNamed:
    """Chips that this player buys come from this purse, and those they take away go to it."""

    seat: int
    purse: str


@dataclass(frozen=True, slots=True)
class LeaveAsked:
    seat: int


@dataclass(frozen=True, slots=True)
class LeaveOrdered:
    """The floor has asked a player to leave at the end of the round; only the floor could."""

    seat: int


@dataclass(frozen=True, slots=True)
class LeaveCancelled:
    """A player who had asked to leave stays."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A place is free again; the player takes along what lay in front of them."""

    seat: int
    player: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class ChipsBought:
    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class ChipsCashed:
    seat: int
    chips: Chips


SeatingEvent = (
    PlayerSat
    | PurseNamed
    | LeaveAsked
    | LeaveOrdered
    | LeaveCancelled
    | PlayerLeft
    | ChipsBought
    | ChipsCashed
)


# -- decisions ------------------------------------------------------------------------------------


def sit(table: Table, command: Sit, by: Person, rules: Rules) -> Decision[SeatingEvent]:
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
    sat = PlayerSat(command.seat, command.player, command.bot)
    if not command.purse and not command.chips:
        return (sat,)
    if command.purse and (command.bot or not _is_free(table, command.purse)):
        return refuse(TableReason.NOT_ALLOWED, "this player can have no such purse")
    named = (PurseNamed(command.seat, command.purse),) if command.purse else ()
    if not command.chips:
        return sat, *named
    return chips_fault(command.chips, NOTHING) or (
        sat,
        *named,
        ChipsBought(command.seat, command.chips),
    )


def name_purse(table: Table, command: NamePurse) -> Decision[SeatingEvent]:
    """Name the purse of a player who has none; the same one again changes nothing."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return refuse(TableReason.NOT_SEATED, f"nobody sits at seat {command.seat}")
    if seat.purse == command.purse:
        return ()
    if seat.bot or seat.purse or not _is_free(table, command.purse):
        return refuse(TableReason.NOT_ALLOWED, "this player can have no such purse")
    return (PurseNamed(seat.number, command.purse),)


def _is_free(table: Table, purse: str) -> bool:
    """Return whether this can be the purse of one more player: each has one seat at a table."""
    return is_name(purse) and all(seat.purse != purse for seat in table.seats.values())


def free_seats(table: Table, rules: Rules) -> tuple[int, ...]:
    """List the places where nobody sits."""
    return tuple(seat for seat in range(1, rules.seats + 1) if seat not in table.seats)


def leave(
    table: Table, command: Leave, by: Person, rules: Rules
) -> Decision[SeatingEvent | BankingEvent]:
    """Let a player go: at once, or at the end of a round in which they are."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return refuse(TableReason.NOT_SEATED, f"nobody sits at seat {command.seat}")
    if in_round(table, seat.number):
        if by.role != Role.PLAYER:
            return () if seat.sent_away else (LeaveOrdered(seat.number),)
        return () if seat.leaving else (LeaveAsked(seat.number),)
    left = PlayerLeft(seat.number, seat.player, seat.chips)
    if table.bank.offered == seat.number:  # the bank goes on to the next before the player is gone
        return *passed_on(table, seat.number, rules), left
    return (left,)


def stay(table: Table, command: KeepSeat) -> Decision[SeatingEvent]:
    """Let a player keep the place that they have asked to give up."""
    seat = table.seats[command.seat]
    if seat.sent_away:
        return refuse(TableReason.NOT_ALLOWED, "the floor has asked you to leave")
    return (LeaveCancelled(seat.number),) if seat.leaving else ()


def in_round(table: Table, seat: int) -> bool:
    """Return whether a seat has chips or the bank in the round being played."""
    if table.round is None or table.round.phase == Phase.SETTLED:
        return False
    bank = table.round.bank
    return table.round.spot(seat) is not None or (bank is not None and bank.seat == seat)


def buy_in(table: Table, command: BuyIn) -> Decision[SeatingEvent]:
    """Give chips to a seated player."""
    seat = table.seats[command.seat]
    fault = chips_fault(command.chips, seat.chips)
    return fault or (ChipsBought(seat.number, command.chips),)


def chips_fault(chips: Chips, before: Chips) -> Refusal | None:
    """Return why nobody can buy so many chips who has some before."""
    if 0 < chips <= CHIPS_MAX - before:
        return None
    text = f"you cannot buy in for {money(chips)}; choose up to {money(CHIPS_MAX)}"
    return refuse(TableReason.CHIPS, text)


def cash_out(table: Table, command: CashOut) -> Decision[SeatingEvent]:
    """Take chips from a player who has none at stake."""
    seat = table.seats[command.seat]
    if in_round(table, seat.number):
        text = "you can take chips off the table only between rounds"
        return refuse(TableReason.CHIPS_AT_STAKE, text)
    if not 0 < command.chips <= seat.chips:
        text = f"you cannot take {money(command.chips)}; you have {money(seat.chips)}"
        return refuse(TableReason.SHORT_OF_CHIPS, text, chips=seat.chips)
    return (ChipsCashed(seat.number, command.chips),)


def gone(table: Table) -> tuple[PlayerLeft, ...]:
    """List the players who leave with the round, each with the chips that are theirs then."""
    return tuple(
        PlayerLeft(seat.number, seat.player, table.chips_at(seat.number))
        for seat in table.seats.values()
        if seat.leaving
    )


# -- the table after an event ---------------------------------------------------------------------


def player_sat(t: Table, e: PlayerSat) -> Table:
    seat = Seat(e.seat, e.player, bot=e.bot)
    sat = replace(t, seats=dict(sorted({**t.seats, e.seat: seat}.items())))
    if t.status.standing != Standing.IDLE:
        return sat
    return replace(sat, status=replace(t.status, standing=Standing.OPEN))


def purse_named(t: Table, e: PurseNamed) -> Table:
    return with_seat(t, replace(t.seats[e.seat], purse=e.purse))


def leave_asked(t: Table, e: LeaveAsked) -> Table:
    return with_seat(t, replace(t.seats[e.seat], leaving=True))


def leave_ordered(t: Table, e: LeaveOrdered) -> Table:
    return with_seat(t, replace(t.seats[e.seat], leaving=True, sent_away=True))


def leave_cancelled(t: Table, e: LeaveCancelled) -> Table:
    return with_seat(t, replace(t.seats[e.seat], leaving=False))


def player_left(t: Table, e: PlayerLeft) -> Table:
    return replace(t, seats={n: seat for n, seat in t.seats.items() if n != e.seat})


def chips_bought(t: Table, e: ChipsBought) -> Table:
    return _chips(t, e.seat, e.chips)


def chips_cashed(t: Table, e: ChipsCashed) -> Table:
    return _chips(t, e.seat, -e.chips)


def _chips(t: Table, number: int, change: int) -> Table:
    seat = t.seats[number]
    return with_seat(t, replace(seat, chips=Chips(seat.chips + change), absent_since=None))


def with_seat(t: Table, seat: Seat) -> Table:
    return replace(t, seats={**t.seats, seat.number: seat})


def paid_to(seats: Mapping[int, Seat], purses: Mapping[int, int]) -> Mapping[int, Seat]:
    """Move chips in and out of what lies in front of the players."""
    if not purses:
        return seats
    after = dict(seats)
    for number, chips in purses.items():
        seat = after.get(number)
        if chips and seat is not None:
            after[number] = replace(seat, chips=Chips(seat.chips + chips))
    return after

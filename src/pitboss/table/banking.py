"""The player-dealer's bank: offered clockwise, taken or declined, never held too long."""

from __future__ import annotations

from pitboss.round import Refusal
from pitboss.round.bets import least_bank_stake, next_banker
from pitboss.round.refusal import refuse
from pitboss.round.state import Phase
from pitboss.rules import NOTHING, Chips, Rules
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.people import Person, Role
from pitboss.table.refusal import TableReason
from pitboss.table.state import Table

Decision = tuple[past.Event, ...] | Refusal


def recent_banks(table: Table) -> tuple[int, ...]:
    """Tell which seats banked the last hands; 0 stands for a player who is not here any more."""
    numbers = {seat.player: seat.number for seat in table.seats.values()}  # nobody has two seats
    return tuple([numbers.get(player, 0) for player in table.banked])


def next_offer(
    table: Table, declined: frozenset[int], rules: Rules, recent: tuple[int, ...] | None = None
) -> int | None:
    """Tell to whom the bank is offered next; None where nobody is left to ask.

    `recent` is what `recent_banks` gives, for who has asked it already.
    """
    seats = tuple(sorted(n for n, seat in table.seats.items() if not seat.leaving))
    if recent is None:
        recent = recent_banks(table)
    if recent and not recent[-1] and table.bank_seat not in table.seats:
        recent = (*recent[:-1], table.bank_seat)  # the turn goes on from where the last bank sat
    return next_banker(seats, recent, declined, rules)


def take_fault(table: Table, seat: int, rules: Rules) -> Refusal | None:
    """Say why a seat may not take the bank: it is offered to another."""
    if rules.house_banks or table.offer.seat == seat:
        return None
    whom = f"to seat {table.offer.seat}" if table.offer.seat else "to nobody"
    text = f"the bank is offered {whom} now, not to seat {seat}"
    cite = rules.set.cite("bank.offered")
    return refuse(TableReason.BANK_NOT_OFFERED, text, cite, seat=table.offer.seat)


def decline(table: Table, command: ask.DeclineBank, by: Person, rules: Rules) -> Decision:
    """Pass the bank on to the next seat; where it is forced, only who cannot bank may decline."""
    round_ = table.round
    open_ = round_ is not None and round_.phase == Phase.BETTING and round_.bank is None
    if rules.house_banks or not open_:
        return refuse(TableReason.BANK_NOT_OFFERED, "the bank is not offered now")
    if fault := take_fault(table, command.seat, rules):
        return fault
    seat = table.seats[command.seat]
    forced = by.role == Role.PLAYER and rules.choice("pd.rotation") == "forced"
    if forced and seat.chips >= least_stake(rules):
        text = f"the bank goes round by itself here; seat {seat.number} banks this hand"
        return refuse(TableReason.BANK_FORCED, text, rules.set.options["pd.rotation"].cite)
    return passed_on(table, seat.number, rules)


def passed_on(table: Table, seat: int, rules: Rules) -> tuple[past.Event, ...]:
    """Offer the bank to the seat after one that declines or goes; nobody may be left."""
    following = next_offer(table, table.offer.declined | {seat}, rules)
    gone = past.BankDeclined(seat)
    return (gone,) if following is None else (gone, past.BankOffered(following))


def least_stake(rules: Rules) -> Chips:
    """Tell the least that a bank puts up, its fee included."""
    return Chips(least_bank_stake(rules) + bank_fee_max(rules))


def bank_fee_max(rules: Rules) -> Chips:
    """Tell the largest fee that the bank of a round may owe."""
    return Chips(max((tier.bank for tier in rules.fees.tiers), default=0) if rules.fees else 0)


def circle_fee_max(rules: Rules) -> Chips:
    """Tell the largest fee that a player may owe for a round: for both base circles."""
    if rules.fees is None:
        return NOTHING
    circle = max((tier.circle for tier in rules.fees.tiers), default=0)
    return Chips(circle if rules.choice("fee.player_basis") == "position" else 2 * circle)

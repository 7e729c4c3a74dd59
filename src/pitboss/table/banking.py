"""The player-dealer's bank: offered clockwise, taken or declined, never held too long."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, cast

from pitboss.round import Decision, Refusal
from pitboss.round import event as round_past
from pitboss.round.bets import least_bank_stake, most_play, next_banker
from pitboss.round.refusal import Reason, refuse
from pitboss.round.state import Phase
from pitboss.rules import NOTHING, Chips, Rules
from pitboss.table.people import Person, Role
from pitboss.table.refusal import TableReason
from pitboss.table.state import Table

NOT_ON_OFFER: Final = "the bank is not on offer now"


# -- commands -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeclineBank:
    """A seat declines the bank that it was offered."""

    seat: int


@dataclass(frozen=True, slots=True)
class ReturnBank:
    """The player-dealer gives the bank back before the deal."""

    seat: int


BankingCommand = DeclineBank | ReturnBank


# -- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BankOffered:
    seat: int


@dataclass(frozen=True, slots=True)
class BankDeclined:
    seat: int


BankingEvent = BankOffered | BankDeclined


# -- decisions ------------------------------------------------------------------------------------


def recent_banks(table: Table) -> tuple[int, ...]:
    """Return which seats banked the last hands; 0 stands for a player who is not here any more."""
    numbers = {seat.player: seat.number for seat in table.seats.values()}  # nobody has two seats
    return tuple([numbers.get(player, 0) for player in table.bank.recent])


def next_offer(
    table: Table, declined: frozenset[int], rules: Rules, recent: tuple[int, ...] | None = None
) -> int | None:
    """Return to whom the bank is offered next; None where nobody is left to ask.

    Seats with too few chips for the least stake are asked only where nobody else is left: they
    may buy in. `recent` is what `recent_banks` gives, for who has asked it already.
    """
    seats = tuple(sorted(n for n, seat in table.seats.items() if not seat.leaving))
    if recent is None:
        recent = recent_banks(table)
    if recent and not recent[-1] and table.bank.last_seat not in table.seats:
        recent = (
            *recent[:-1],
            table.bank.last_seat,
        )  # the turn goes on from where the last bank sat
    least = least_stake(rules)
    able = tuple(number for number in seats if table.chips_at(number) >= least)
    found = next_banker(able, recent, declined, rules)
    return next_banker(seats, recent, declined, rules) if found is None else found


def take_fault(table: Table, seat: int, rules: Rules) -> Refusal | None:
    """Return why a seat may not take the bank: it is offered to another."""
    if rules.house_banks or table.bank.offered == seat:
        return None
    other = table.bank.offered
    text = f"the bank is offered to seat {other} now, not to seat {seat}" if other else NOT_ON_OFFER
    cite = rules.set.cite("bank.offered")
    return refuse(TableReason.BANK_NOT_OFFERED, text, cite, seat=table.bank.offered)


def decline(table: Table, command: DeclineBank, by: Person, rules: Rules) -> Decision[BankingEvent]:
    """Pass the bank on to the next seat; where it is forced, only who cannot bank may decline."""
    round_ = table.round
    open_ = round_ is not None and round_.phase == Phase.BETTING and round_.bank is None
    if rules.house_banks or not open_:
        return refuse(TableReason.BANK_NOT_OFFERED, NOT_ON_OFFER)
    if fault := take_fault(table, command.seat, rules):
        return fault
    seat = table.seats[command.seat]
    forced = by.role == Role.PLAYER and rules.choice("pd.rotation") == "forced"
    if forced and seat.chips >= least_stake(rules):
        return _forced(seat.number, rules)
    return passed_on(table, seat.number, rules)


def give_back(table: Table, seat: int, rules: Rules) -> Decision[BankingEvent | round_past.Event]:
    """Take the stake back before the deal: bets are returned, and the next seat is asked."""
    round_ = table.round
    if round_ is None or round_.bank is None or round_.bank.seat != seat:
        return refuse(TableReason.BANK_NOT_HELD, f"seat {seat} does not hold the bank")
    if round_.phase != Phase.BETTING:
        text = "betting is closed: you hold the bank until this hand is over"
        return refuse(Reason.BETS_CLOSED, text, rules.set.cite("betting.closes"))
    if rules.choice("pd.rotation") == "forced":
        return _forced(seat, rules)
    cleared = [round_past.BetsCleared(spot.seat) for spot in round_.spots]
    return *cleared, round_past.BankReturned(seat), *passed_on(table, seat, rules)


def _forced(seat: int, rules: Rules) -> Refusal:
    text = f"here nobody may decline the bank, and it is the turn of seat {seat}"
    return refuse(TableReason.BANK_FORCED, text, rules.set.options["pd.rotation"].cite)


def passed_on(table: Table, seat: int, rules: Rules) -> tuple[BankingEvent, ...]:
    """Offer the bank to the seat after one that declines or goes; nobody may be left."""
    following = next_offer(table, table.bank.declined | {seat}, rules)
    gone = BankDeclined(seat)
    return (gone,) if following is None else (gone, BankOffered(following))


def bankers_needed(rules: Rules) -> int:
    """Return how many who always bank keep hands coming, though nobody else ever banks.

    Where one may bank two hands and then rests for one, two of them take turns.
    """
    if rules.house_banks:
        return 0
    most = cast("int", rules.fact("bank.consecutive_max"))  # a whole number in the set
    return 1 - (-rules.whole("pd.break_hands") // most)


def seat_bets_max(rules: Rules) -> Chips | None:
    """Return the most that one seat may bet in a round, Play included; None: there is no limit."""
    most = {wager: rules.limits[wager].most for wager in rules.offered()}
    wagers = {wager: chips for wager, chips in most.items() if chips is not None}
    if len(wagers) < len(most):
        return None
    return Chips(sum(wagers.values()) + most_play(wagers, rules))


def cover(table: Table, seat: int, rules: Rules) -> Chips:
    """Return what the others at the table may bet against a bank of this seat, in all."""
    most = seat_bets_max(rules)
    others = [other for n, other in table.seats.items() if n != seat and not other.leaving]
    return Chips(sum(o.chips if most is None else min(o.chips, most) for o in others))


def least_stake(rules: Rules) -> Chips:
    """Return the least that a bank puts up, its fee included."""
    return Chips(least_bank_stake(rules) + bank_fee_max(rules))


def bank_fee_max(rules: Rules) -> Chips:
    """Return the largest fee that the bank of a round may owe."""
    return Chips(max((tier.bank for tier in rules.fees.tiers), default=0) if rules.fees else 0)


def circle_fee_max(rules: Rules) -> Chips:
    """Return the largest fee that a player may owe for a round: for both base circles."""
    if rules.fees is None:
        return NOTHING
    circle = max((tier.circle for tier in rules.fees.tiers), default=0)
    return Chips(circle if rules.choice("fee.player_basis") == "position" else 2 * circle)


# -- the table after an event ---------------------------------------------------------------------


def bank_offered(t: Table, e: BankOffered) -> Table:
    return replace(t, bank=replace(t.bank, offered=e.seat))


def bank_declined(t: Table, e: BankDeclined) -> Table:
    return replace(t, bank=replace(t.bank, offered=None, declined=t.bank.declined | {e.seat}))

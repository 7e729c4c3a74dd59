"""What may be put down now, with amounts a person would choose from: wagers, and the bank."""

from __future__ import annotations

from typing import Final

from pitboss.round.bets import least_bank_stake
from pitboss.round.legal import BetOffer
from pitboss.rules import Rules, Wager
from pitboss.server.wire.table import Bank, Offer, TipOffer
from pitboss.table import Table
from pitboss.table.banking import bank_fee_max, cover
from pitboss.table.view import TableView

# Amounts in cents that people bet; a table shows those within its limits.
USUAL: Final = (100, 200, 300, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 7_500)
LARGE: Final = (10_000, 15_000, 20_000, 25_000, 50_000, 100_000)
LADDER_MAX: Final = 12
SIDE: Final = (Wager.TRIPS, Wager.SIX_CARD)
FIRST_ANTE: Final = 500  # where no limit is posted, the ladder of Ante and Blind begins here


def offer(given: BetOffer, rules: Rules) -> Offer:
    """Show one opening wager."""
    step = given.increment
    least = -(-(given.span.least or step) // step) * step
    return Offer(
        wager=given.wager,
        least=min(given.amounts) if given.amounts else least,
        most=max(given.amounts) if given.amounts else given.span.most,
        step=step,
        amounts=given.amounts,
        ladder=_ladder(given, least),
        needs=given.needs,
        tip=_tip(given, rules),
    )


def bank(table: Table, seen: TableView, rules: Rules) -> Bank:
    """Show the player-dealer's bank, and what the seat that is asked may stake beside its fee."""
    round_ = seen.round
    held = round_.bank if round_ is not None else None
    offered = None if held else seen.offered_bank
    chips = next((seat.chips for seat in seen.seats if seat.seat == offered), 0)
    fee = bank_fee_max(rules)
    return Bank(
        seat=held[0] if held else None,
        stake=held[1] if held else 0,
        left=table.round.bank_left if table.round is not None else 0,
        offered=offered,
        least=least_bank_stake(rules),
        most=max(0, chips - fee),
        fee=fee,
        cover=cover(table, offered, rules) if offered is not None else 0,
    )


def _tip(given: BetOffer, rules: Rules) -> TipOffer | None:
    """Return the tip that may ride on a wager; None where the rules allow none on it."""
    if given.wager.value not in (rules.fact("tips.spots") or ()):
        return None
    return TipOffer(
        step=given.increment,
        capped=rules.flag("tips.capped_by_own"),
        alone=given.wager != Wager.TRIPS or rules.flag("tips.trips_without_own"),
    )


def _ladder(given: BetOffer, least: int) -> tuple[int, ...]:
    """List sensible amounts from the minimum to the maximum."""
    if given.amounts:
        return tuple(sorted(given.amounts))
    most, step = given.span.most, given.increment
    start = least if given.span.least or given.wager in SIDE else max(least, FIRST_ANTE)
    steps = [n for n in USUAL + LARGE if n >= start and n % step == 0]
    if given.span.least:
        steps = [least, *steps]
    if most is not None:
        steps = [n for n in steps if n < most]
        steps = [*steps[: LADDER_MAX - 1], most - most % step]
    return tuple(dict.fromkeys(steps[:LADDER_MAX]))

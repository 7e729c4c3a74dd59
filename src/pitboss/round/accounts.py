"""Every chip of a settled round as transfers between accounts: what the ledger will post."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.round.movement import BANK, DROP, HOUSE, TIP_BOX, Movement
from pitboss.round.refusal import Broken
from pitboss.round.state import Round
from pitboss.rules import Chips, Wager

LAYOUT = "layout"


@dataclass(frozen=True, slots=True)
class Transfer:
    """An amount that leaves one account for another; only meters know fractions of a cent."""

    source: str
    target: str
    chips: Fraction | Chips
    why: str


def seat_account(seat: int) -> str:
    """Name the account of a seat's player."""
    return f"seat {seat}"


def meter_account(meter: str) -> str:
    """Name the account of a meter."""
    return f"meter {meter}"


def transfers(round_: Round) -> tuple[Transfer, ...]:
    """List all transfers of a settled round, in order."""
    if round_.settlement is None:
        raise Broken("only a settled round has its transfers")
    found = (*_opening(round_), *_settling(round_))
    return tuple(transfer for transfer in found if transfer.chips)


def _opening(round_: Round) -> Iterator[Transfer]:
    for spot in round_.spots:
        purse = seat_account(spot.seat)
        for wager, chips in spot.wagers.items():
            # Progressive chips go into the tray before the deal; all others lie on the layout.
            target = HOUSE if wager == Wager.PROGRESSIVE else LAYOUT
            yield Transfer(purse, target, chips, f"{wager} wager")
        for wager, chips in spot.tips.items():
            yield Transfer(purse, LAYOUT, chips, f"tip on {wager}")
    for fee in round_.fees:
        yield Transfer(seat_account(fee.seat), DROP, fee.chips, "fee")
    for meter, part in round_.fed.items():
        yield Transfer(HOUSE, meter_account(meter), part, "contribution")


def _settling(round_: Round) -> Iterator[Transfer]:
    settlement = round_.settlement
    if settlement is None:
        return
    for movement in settlement.movements:
        yield from _movement(movement, round_)
    for fee in settlement.fees_returned:
        yield Transfer(DROP, seat_account(fee.seat), fee.chips, "fee returned")
    for meter, part in settlement.unfed.items():
        yield Transfer(meter_account(meter), HOUSE, part, "contribution reversed")
    for reset in settlement.resets:
        yield Transfer(HOUSE, meter_account(reset.meter), reset.chips, "reset")


def _movement(movement: Movement, round_: Round) -> Iterator[Transfer]:
    purse = seat_account(movement.seat)
    held = HOUSE if movement.wager == Wager.PROGRESSIVE else LAYOUT
    winner = TIP_BOX if movement.tip else purse
    why = f"{'tip on ' if movement.tip else ''}{movement.wager} {movement.outcome}"
    payer, collector = _account(movement.payer, round_), _account(movement.collector, round_)
    if movement.wager == Wager.LIMIT:
        yield Transfer(purse, collector, movement.taken, why)
        return
    yield Transfer(payer, winner, movement.paid, why)
    if held != collector:
        yield Transfer(held, collector, movement.taken, why)
    yield Transfer(held, purse, Chips(movement.staked - movement.taken), why)


def _account(name: str, round_: Round) -> str:
    if name == BANK and round_.bank is not None:
        return seat_account(round_.bank.seat)
    return name

"""Every chip that an event of a round moves, as transfers between accounts for the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.round import event as past
from pitboss.round.movement import BANK, DROP, HOUSE, TIP_BOX, Movement, Settlement
from pitboss.round.state import Bank, Round, Spot
from pitboss.rules import Chips, Wager

LAYOUT: Final = "layout"


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


MOVING: Final = frozenset(
    {
        past.BankTaken,
        past.BetsPlaced,
        past.BetsCleared,
        past.BetsClosed,
        past.PlayPlaced,
        past.RoundSettled,
    }
)


def transfers(round_: Round, event: past.Event) -> tuple[Transfer, ...]:
    """List what `event` moves in the round as it was before the event, in order."""
    if type(event) not in MOVING:  # two of three events move nothing, and are soon done with
        return ()
    # A table and its books ask for the same list, one right after the other.
    known_round, known_event, known = _last[0]
    if known_event is event and known_round is round_:
        return known
    found = _found(round_, event)
    _last[0] = (round_, event, found)
    return found


_last: Final[list[tuple[Round | None, past.Event | None, tuple[Transfer, ...]]]] = [
    (None, None, ())
]


def _found(round_: Round, event: past.Event) -> tuple[Transfer, ...]:
    match event:
        case past.BankTaken(seat, stake):
            found = _bank_taken(round_.bank, seat, stake)
        case past.BetsPlaced(seat, wagers, tips):
            found = _placed(round_.spot(seat), seat, wagers, tips)
        case past.BetsCleared(seat):
            found = _taken_back(round_.spot(seat))
        case past.BetsClosed():
            found = _closed(round_, event)
        case past.PlayPlaced(seat, _, chips, tip):
            found = _down(seat, {Wager.PLAY: chips}, {Wager.PLAY: tip})
        case past.RoundSettled(settlement):
            found = _settled(round_, settlement)
        case _:
            return ()
    return tuple([transfer for transfer in found if transfer.chips])


def _bank_taken(before: Bank | None, seat: int, stake: Chips) -> Iterator[Transfer]:
    if before is not None:
        yield Transfer(BANK, seat_account(before.seat), before.stake, "bank stake taken back")
    yield Transfer(seat_account(seat), BANK, stake, "bank stake")


def _placed(
    before: Spot | None, seat: int, wagers: Mapping[Wager, Chips], tips: Mapping[Wager, Chips]
) -> Iterator[Transfer]:
    yield from _taken_back(before)
    yield from _down(seat, wagers, tips)


def _taken_back(spot: Spot | None) -> Iterator[Transfer]:
    if spot is None:
        return
    purse = seat_account(spot.seat)
    for wager, chips in spot.wagers.items():
        yield Transfer(LAYOUT, purse, chips, f"{wager} wager taken back")
    for wager, chips in spot.tips.items():
        yield Transfer(LAYOUT, purse, chips, f"tip on {wager} taken back")


def _down(
    seat: int, wagers: Mapping[Wager, Chips], tips: Mapping[Wager, Chips]
) -> Iterator[Transfer]:
    purse = seat_account(seat)
    for wager, chips in wagers.items():
        yield Transfer(purse, LAYOUT, chips, f"{wager} wager")
    for wager, chips in tips.items():
        yield Transfer(purse, LAYOUT, chips, f"tip on {wager}")


def _closed(round_: Round, event: past.BetsClosed) -> Iterator[Transfer]:
    for spot in round_.spots:
        # Progressive chips go into the tray before the deal; all others stay on the layout.
        yield Transfer(LAYOUT, HOUSE, spot.on(Wager.PROGRESSIVE), "progressive wager collected")
    for fee in event.fees:
        yield Transfer(seat_account(fee.seat), DROP, fee.chips, "fee")
    for meter, part in event.fed.items():
        yield Transfer(HOUSE, meter_account(meter), part, "contribution")


def _settled(round_: Round, settlement: Settlement) -> Iterator[Transfer]:
    banked = round_.bank.stake if round_.bank is not None else 0
    for movement in settlement.movements:
        for transfer in _movement(movement):
            banked += (transfer.target == BANK) * int(transfer.chips)
            banked -= (transfer.source == BANK) * int(transfer.chips)
            yield transfer
    for fee in settlement.fees_returned:
        yield Transfer(DROP, seat_account(fee.seat), fee.chips, "fee returned")
    for meter, part in settlement.unfed.items():
        yield Transfer(meter_account(meter), HOUSE, part, "contribution reversed")
    for reset in settlement.resets:
        yield Transfer(HOUSE, meter_account(reset.meter), reset.chips, "reset")
    if round_.bank is not None:
        yield Transfer(BANK, seat_account(round_.bank.seat), Chips(banked), "bank given back")


def _movement(movement: Movement) -> Iterator[Transfer]:
    purse = seat_account(movement.seat)
    held = HOUSE if movement.wager == Wager.PROGRESSIVE else LAYOUT
    winner = TIP_BOX if movement.tip else purse
    why = f"{'tip on ' if movement.tip else ''}{movement.wager} {movement.outcome}"
    if movement.wager == Wager.LIMIT:
        yield Transfer(purse, movement.collector, movement.taken, why)
        return
    if movement.paid:
        yield Transfer(movement.payer, winner, movement.paid, why)
    if movement.taken and held != movement.collector:
        yield Transfer(held, movement.collector, movement.taken, why)
    if movement.staked != movement.taken:
        yield Transfer(held, purse, Chips(movement.staked - movement.taken), why)

"""What each event of a table moves, with its two sides and its reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from pitboss.ledger.accounts import (
    BANK,
    CAGE,
    HOUSE,
    link_account,
    meter_account,
    player_account,
    reserve_account,
)
from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.accounts import MOVING, Transfer, seat_account
from pitboss.round.accounts import transfers as round_transfers
from pitboss.round.state import NEW_ROUND
from pitboss.rules import Chips
from pitboss.table import Table
from pitboss.table import event as past

_MOVING_TABLE: Final = frozenset(
    {
        past.TableSetUp,
        past.RulesChanged,
        past.ChipsBought,
        past.ChipsCashed,
        past.PlayerLeft,
        past.MeterCorrected,
        past.RoundCancelled,
    }
)

_METERED: Final = frozenset({round_past.BetsClosed, round_past.RoundSettled})
MOVING_EVENTS: Final = MOVING | _MOVING_TABLE  # whatever is not among them moves no chip


def transfers(table: Table, event: past.Event) -> tuple[Transfer, ...]:
    """List what `event` moves at the table as it was before the event, in order."""
    kind = type(event)
    found: Any = event  # Any: of which kind it is, these sets tell, which a type checker cannot see
    if kind in MOVING:
        return _of_round(table, table.round or NEW_ROUND, found)
    if kind in _MOVING_TABLE:
        moved = _of_table(table, found)
        return tuple([one for one in moved if one.chips])
    return ()


def _of_table(table: Table, event: past.TableEvent) -> tuple[Transfer, ...]:
    match event:
        case past.TableSetUp(meters=meters, reserves=reserves):
            return (*_seeded(meters), *_reserved({}, reserves))
        case past.RulesChanged(meters=meters, reserves=reserves):
            fresh = {} if table.link else meters
            return (*_seeded(fresh), *_reserved(table.reserves, reserves))
        case past.ChipsBought(seat, chips):
            return (Transfer(CAGE, _player(table, seat), chips, "buy-in"),)
        case past.ChipsCashed(seat, chips):
            return (Transfer(_player(table, seat), CAGE, chips, "cash-out"),)
        case past.PlayerLeft(_, player, chips):
            return (Transfer(player_account(player), CAGE, chips, "taken along"),)
        case past.MeterCorrected(meter, before, after):
            return (_corrected(meter, after - before),)
        case past.RoundCancelled():
            return _unbanked(table)
        case _:
            return ()


def _player(table: Table, seat: int) -> str:
    return player_account(table.seats[seat].player)


def _seeded(meters: Mapping[str, Fraction]) -> Iterator[Transfer]:
    for meter, amount in meters.items():
        yield Transfer(HOUSE, meter_account(meter), amount, "seed")


def _reserved(before: Mapping[str, Chips], after: Mapping[str, Chips]) -> Iterator[Transfer]:
    for meter in sorted({*before, *after}):
        change = after.get(meter, 0) - before.get(meter, 0)
        account = reserve_account(meter)
        if change >= 0:
            yield Transfer(HOUSE, account, Chips(change), "reserve")
        else:
            yield Transfer(account, HOUSE, Chips(-change), "reserve given back")


def _corrected(meter: str, change: Fraction) -> Transfer:
    account = meter_account(meter)
    if change >= 0:
        return Transfer(HOUSE, account, change, "correction")
    return Transfer(account, HOUSE, -change, "correction")


def _unbanked(table: Table) -> tuple[Transfer, ...]:
    bank = table.round.bank if table.round else None
    if bank is None:
        return ()
    return (Transfer(BANK, _player(table, bank.seat), bank.stake, "bank given back"),)


def _of_round(table: Table, round_: Round, event: round_past.Event) -> tuple[Transfer, ...]:
    """Put players in the place of seats, links in that of meters, and reserves into resets."""
    seats = table.seats

    def purse(number: int) -> str:
        seat = seats.get(number)
        return player_account(seat.player) if seat is not None else seat_account(number)

    moved = round_transfers(round_, event, purse)
    if type(event) not in _METERED or not (table.link or _resets(event)):
        return moved
    return tuple([one for one in _metered(table, round_, moved) if one.chips])


def _resets(event: round_past.Event) -> bool:
    return isinstance(event, round_past.RoundSettled) and bool(event.settlement.resets)


def _metered(table: Table, round_: Round, moved: tuple[Transfer, ...]) -> Iterator[Transfer]:
    names = {}
    if table.link:
        names = {meter_account(m): link_account(table.link, m) for m in round_.meters}
    for transfer in moved:
        source = names.get(transfer.source, transfer.source)
        target = names.get(transfer.target, transfer.target)
        if transfer.why == "reset" and transfer.target.startswith("meter "):
            yield from _reset(table, transfer, target)
        else:
            yield Transfer(source, target, transfer.chips, transfer.why)


def _reset(table: Table, transfer: Transfer, target: str) -> Iterator[Transfer]:
    """A reset takes the seed from the house and the reserve from its account, then refills it."""
    meter = transfer.target.removeprefix("meter ")
    reserve = table.reserves.get(meter, Chips(0))
    account = reserve_account(meter)
    yield Transfer(HOUSE, target, Fraction(transfer.chips - reserve), "reset")
    yield Transfer(account, target, reserve, "reserve")
    yield Transfer(HOUSE, account, reserve, "reserve")

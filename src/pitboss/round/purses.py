"""What an event of a round adds to each player's own chips: the net of its transfers, unlisted.

A table keeps chips in front of players and its books keep transfers; the two are worked out apart,
so that each proves the other whenever an event is posted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.round import event as past
from pitboss.round.accounts import bank_left
from pitboss.round.state import Round
from pitboss.rules import Wager

_LIMIT: Final = Wager.LIMIT


def purse_changes(round_: Round, event: past.Event) -> Mapping[int, int]:
    """Give the change by seat, in the round as it was before the event."""
    find = _CHANGES.get(type(event))
    return {} if find is None else find(round_, event)


def _bank_taken(round_: Round, event: past.BankTaken) -> dict[int, int]:
    changes = {event.seat: -event.stake}
    if (before := round_.bank) is not None:
        changes[before.seat] = changes.get(before.seat, 0) + before.stake
    return changes


def _placed(round_: Round, event: past.BetsPlaced) -> dict[int, int]:
    down = sum(event.wagers.values()) + sum(event.tips.values())
    return {event.seat: _lying(round_, event.seat) - down}


def _cleared(round_: Round, event: past.BetsCleared) -> dict[int, int]:
    return {event.seat: _lying(round_, event.seat)}


def _lying(round_: Round, seat: int) -> int:
    spot = round_.spot(seat)
    return 0 if spot is None else sum(spot.wagers.values()) + sum(spot.tips.values())


def _played(_: Round, event: past.PlayPlaced) -> dict[int, int]:
    return {event.seat: -event.chips - event.tip}


def _closed(_: Round, event: past.BetsClosed) -> dict[int, int]:
    changes: dict[int, int] = {}
    for fee in event.fees:
        changes[fee.seat] = changes.get(fee.seat, 0) - fee.chips
    return changes


def _settled(round_: Round, event: past.RoundSettled) -> dict[int, int]:
    changes: dict[int, int] = {}
    for movement in event.settlement.movements:
        back = movement.staked - movement.taken
        if not movement.tip and movement.wager != _LIMIT:  # what a tip wins goes into the box
            back += movement.paid
        changes[movement.seat] = changes.get(movement.seat, 0) + back
    for fee in event.settlement.fees_returned:
        changes[fee.seat] = changes.get(fee.seat, 0) + fee.chips
    if (bank := round_.bank) is not None:
        changes[bank.seat] = changes.get(bank.seat, 0) + bank_left(bank, event.settlement)
    return changes


# Any: each entry takes the event of its key, which a mapping cannot say.
_CHANGES: Final[dict[type, Callable[[Round, Any], dict[int, int]]]] = {
    past.BankTaken: _bank_taken,
    past.BetsPlaced: _placed,
    past.BetsCleared: _cleared,
    past.BetsClosed: _closed,
    past.PlayPlaced: _played,
    past.RoundSettled: _settled,
}
FILLING: Final = frozenset(_CHANGES)  # events that fill or empty purses

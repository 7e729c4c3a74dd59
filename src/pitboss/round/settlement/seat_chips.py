"""What an event of a round adds to each player's own chips: the net of its transfers, unlisted.

A table keeps chips in front of players and its books keep transfers; the two are worked out apart,
so that each proves the other whenever an event is posted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import assert_never

from pitboss.round import event as past
from pitboss.round.movement import Settlement
from pitboss.round.state import Round
from pitboss.rules import Wager


def chip_changes(round_: Round, event: past.Event) -> Mapping[int, int]:
    """Return the change by seat, in the round as it was before the event."""
    match event:
        case past.BankTaken():
            return _bank_taken(round_, event)
        case past.BankReturned(seat):
            return {seat: round_.bank.stake if round_.bank is not None else 0}
        case past.BetsPlaced(seat, wagers, tips):
            return {seat: _lying(round_, seat) - sum(wagers.values()) - sum(tips.values())}
        case past.BetsCleared(seat):
            return {seat: _lying(round_, seat)}
        case past.PlayPlaced(seat, _, chips, tip):
            return {seat: -chips - tip}
        case past.BetsClosed():
            return _fees_taken(event)
        case past.RoundSettled(settlement):
            return _settled(round_, settlement)
        case (
            past.RoundOpened()
            | past.DeckLoaded()
            | past.DeckCut()
            | past.PacketsDealt()
            | past.Checked()
            | past.Folded()
            | past.StreetTurned()
            | past.DealerRevealed()
            | past.IrregularityDeclared()
            | past.CardsSetAside()
            | past.DeckRemoved()
            | past.HandKilled()
            | past.WagerVoided()
            | past.RoundVoided()
            | past.MetersRead()
            | past.JackpotValidated()
        ):
            return {}
        case _:
            assert_never(event)


def _bank_taken(round_: Round, event: past.BankTaken) -> Counter[int]:
    changes = Counter({event.seat: -event.stake})
    if (before := round_.bank) is not None:
        changes[before.seat] += before.stake
    return changes


def _lying(round_: Round, seat: int) -> int:
    spot = round_.spot(seat)
    return 0 if spot is None else sum(spot.wagers.values()) + sum(spot.tips.values())


def _fees_taken(event: past.BetsClosed) -> Counter[int]:
    changes: Counter[int] = Counter()
    for fee in event.fees:
        changes[fee.seat] -= fee.chips
    return changes


def _settled(round_: Round, settlement: Settlement) -> Counter[int]:
    changes: Counter[int] = Counter()
    for movement in settlement.movements:
        changes[movement.seat] += movement.staked - movement.taken
        if not movement.tip and movement.wager != Wager.LIMIT:  # a tip's winnings go into the box
            changes[movement.seat] += movement.paid
    for fee in settlement.fees_returned:
        changes[fee.seat] += fee.chips
    if (bank := round_.bank) is not None:
        changes[bank.seat] += bank.stake + settlement.bank_net
    return changes

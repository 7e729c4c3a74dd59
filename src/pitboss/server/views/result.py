"""What a round brought a seat, part by part: wagers, tips, fees and the bank, with one sum."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pitboss.round.movement import BANK, Movement, MovementReason, Settlement
from pitboss.round.state import Round
from pitboss.server.wire.table import Banked, Part

TIPS: Final = "tips"
FEE: Final = "fee"
BANK_PART: Final = "bank"


def parts(round_: Round, settlement: Settlement, seat: int) -> Iterator[Part]:
    """List what changed a seat's chips in a round; the nets add up to what it won or lost."""
    own: dict[str, Part] = {}
    for move in settlement.of(seat):
        before = own.get(move.wager.value)
        net = move.net + (before.net if before else 0)
        own[move.wager.value] = Part(move.wager.value, move.outcome, net)
    yield from own.values()
    if tips := settlement.tips_given(seat):
        yield Part(TIPS, None, -tips)
    if round_.banks(seat):
        yield Part(BANK_PART, None, settlement.bank_net)
    if fee := round_.fee_paid(seat):
        yield Part(FEE, None, -fee)


def bank_gain(move: Movement) -> int:
    """Return what a movement brings the player-dealer, in cents."""
    taken = move.taken if move.collector == BANK else 0
    return taken - (move.paid if move.payer == BANK else 0)


def own_net(move: Movement) -> int:
    """Return the change of the seat's own chips by a movement; a tip's win is the dealer's."""
    return -move.taken if move.tip else move.net


def banked(round_: Round) -> Banked | None:
    """Return what became of the bank of a round; None where the house banks."""
    if round_.bank is None:
        return None
    settlement = round_.settlement
    moves = settlement.movements if settlement is not None else ()
    return Banked(
        seat=round_.bank.seat,
        stake=round_.bank.stake,
        collected=settlement.bank_collected if settlement is not None else 0,
        paid=settlement.bank_paid if settlement is not None else 0,
        ran_out=any(ran_out(move) for move in moves),
        won_full=any(won_full(move) for move in moves),
    )


def ran_out(move: Movement) -> bool:
    """Return whether the bank had too little left for a wager."""
    return move.why == MovementReason.UNCOVERED or (move.payer == BANK and 0 <= move.net < move.due)


def won_full(move: Movement) -> bool:
    """Return whether a wager was not collected whole because the bank had won its maximum."""
    if move.why == MovementReason.UNCOVERED:
        return False
    return move.why == MovementReason.WIN_CAP or (
        move.collector == BANK and move.due < move.net <= 0
    )

"""What a finished round brought to each seat: one value that the row and the file are made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pitboss.audit.replay.replay import Purse, purses
from pitboss.audit.rounds import PlayedRound
from pitboss.cards import Card, hand_name
from pitboss.round.event import RoundSettled
from pitboss.round.movement import BANK, Movement, Settlement
from pitboss.rules import Wager
from pitboss.table import event as past


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat after a round. `net` is what its chips changed by, all in; `tips` were given away."""

    purse: Purse
    cards: tuple[Card, ...]
    hand: str
    six_card_hand: str
    times: int
    folded: bool
    dead: bool
    timed_out: int
    bank_stake: int | None
    bank_net: int
    movements: Mapping[Wager, tuple[Movement, ...]]
    tips: int
    fee: int

    @property
    def net(self) -> int:
        """Add up wagers, bank, fees and tips."""
        own = sum(m.net for line in self.movements.values() for m in line)
        return own + self.bank_net - self.fee - self.tips


def revealed(played: PlayedRound) -> bool:
    """Tell whether a round is over with its secret out, where it had one."""
    if not played.ended:
        return False
    out = any(isinstance(m.event, past.SecretRevealed) for m in played.moments)
    return out or not played.begun.secret


def seat_results(played: PlayedRound) -> Iterator[SeatResult]:
    """Go over the seats that bet or banked, in order; none where no hand was dealt."""
    settled = next((m for m in played.moments if isinstance(m.event, RoundSettled)), None)
    settlement = played.last.settlement
    if settled is None or settlement is None:
        return
    purse_of = {(purse.seat, purse.player): purse for purse in purses(played)}
    bank = played.last.bank
    numbers = {spot.seat for spot in played.last.spots} | ({bank.seat} if bank else set())
    for number in sorted(numbers):
        # Once settled, a player may go and another sit down before the round is over.
        player = settled.before.seats[number].player
        yield _result(played, settlement, purse_of[number, player])


def _result(played: PlayedRound, settlement: Settlement, purse: Purse) -> SeatResult:
    seat = purse.seat
    spot = played.last.spot(seat)
    bank = played.last.bank
    banks = bank is not None and bank.seat == seat
    movements: dict[Wager, tuple[Movement, ...]] = {}
    for movement in settlement.of(seat):
        movements[movement.wager] = (*movements.get(movement.wager, ()), movement)
    fees = [fee for fee in played.last.fees if fee.seat == seat]
    strength = settlement.hands.get(seat)
    return SeatResult(
        purse=purse,
        cards=spot.cards if spot else (),
        hand="" if strength is None else hand_name(strength),
        six_card_hand=settlement.six_hands.get(seat, ""),
        times=spot.times if spot else 0,
        folded=spot is not None and spot.folded,
        dead=spot is not None and spot.dead is not None,
        timed_out=sum(
            1 for m in played.moments if isinstance(m.event, past.TimedOut) and m.event.seat == seat
        ),
        bank_stake=bank.stake if bank is not None and banks else None,
        bank_net=_bank_net(settlement) if banks else 0,
        movements=movements,
        tips=sum(m.taken for m in settlement.tips_of(seat)),
        fee=sum(fee.chips for fee in fees if fee not in settlement.fees_returned),
    )


def _bank_net(settlement: Settlement) -> int:
    collected = sum(m.taken for m in settlement.movements if m.collector == BANK)
    return collected - sum(m.paid for m in settlement.movements if m.payer == BANK)

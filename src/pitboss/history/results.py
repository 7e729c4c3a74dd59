"""What a finished round brought to each seat: one value that the row and the file are made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pitboss.cards import Card, hand_name
from pitboss.history.moments import PlayedRound
from pitboss.round.event import RoundSettled
from pitboss.round.movement import Movement, Settlement
from pitboss.rules import Chips, Wager
from pitboss.rules.words import six_card_words
from pitboss.table import event as past


@dataclass(frozen=True, slots=True)
class ChipsInRound:
    """The chips in front of one player: before the round, bought, taken away, and after."""

    seat: int
    player: str
    bot: bool
    before: Chips
    bought: Chips
    cashed: Chips
    after: Chips


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat after a round. `net` is what its chips changed by, all in; `tips` were given away."""

    chips: ChipsInRound
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
    net: int


def revealed(played: PlayedRound) -> bool:
    """Return whether a round is over with its secret out, where it had one."""
    if not played.ended:
        return False
    out = any(isinstance(m.event, past.SecretRevealed) for m in played.moments)
    return out or not played.begun.secret


def chips_in_round(played: PlayedRound) -> Iterator[ChipsInRound]:
    """List everybody's chips before and after the round, in order of seats."""
    found = {
        (n, seat.player): ChipsInRound(
            n, seat.player, seat.bot, seat.chips, Chips(0), Chips(0), Chips(0)
        )
        for n, seat in played.before.seats.items()
    }
    for moment in played.moments:
        seats = moment.before.seats
        match moment.event:
            case past.PlayerSat(n, player, bot):
                there = found.get((n, player))  # who left may come back
                fresh = ChipsInRound(n, player, bot, Chips(0), Chips(0), Chips(0), Chips(0))
                found[n, player] = there or fresh
            case past.ChipsBought(n, chips):
                held = found[n, seats[n].player]
                found[n, held.player] = replace(held, bought=Chips(held.bought + chips))
            case past.ChipsCashed(n, chips):
                held = found[n, seats[n].player]
                found[n, held.player] = replace(held, cashed=Chips(held.cashed + chips))
            case past.PlayerLeft(n, player, chips):
                held = found[n, player]
                found[n, player] = replace(held, cashed=Chips(held.cashed + chips))
            case _:
                pass
    for (n, player), held in sorted(found.items()):
        seat = played.after.seats.get(n)
        here = seat is not None and seat.player == player
        yield replace(held, after=seat.chips if here and seat is not None else Chips(0))


def seat_results(played: PlayedRound) -> Iterator[SeatResult]:
    """Go over the seats that bet or banked, in order; none where no hand was dealt."""
    settled = next((m for m in played.moments if isinstance(m.event, RoundSettled)), None)
    settlement = played.last.settlement
    if settled is None or settlement is None:
        return
    chips_of = {(chips.seat, chips.player): chips for chips in chips_in_round(played)}
    bank = played.last.bank
    numbers = {spot.seat for spot in played.last.spots} | ({bank.seat} if bank else set())
    for number in sorted(numbers):
        # Once settled, a player may go and another sit down before the round is over.
        player = settled.before.seats[number].player
        yield _result(played, settlement, chips_of[number, player])


def _result(played: PlayedRound, settlement: Settlement, chips: ChipsInRound) -> SeatResult:
    seat = chips.seat
    spot = played.last.spot(seat)
    bank = played.last.bank
    banks = bank is not None and bank.seat == seat
    movements: dict[Wager, tuple[Movement, ...]] = {}
    for movement in settlement.of(seat):
        movements[movement.wager] = (*movements.get(movement.wager, ()), movement)
    strength = settlement.hands.get(seat)
    return SeatResult(
        chips=chips,
        cards=spot.cards if spot else (),
        hand="" if strength is None else hand_name(strength),
        six_card_hand=six_card_words(six) if (six := settlement.six_hands.get(seat)) else "",
        times=spot.times if spot else 0,
        folded=spot is not None and spot.folded,
        dead=spot is not None and spot.dead is not None,
        timed_out=sum(
            1 for m in played.moments if isinstance(m.event, past.TimedOut) and m.event.seat == seat
        ),
        bank_stake=bank.stake if bank is not None and banks else None,
        bank_net=settlement.bank_net if banks else 0,
        movements=movements,
        tips=settlement.tips_given(seat),
        fee=played.last.fee_paid(seat),
        net=played.last.net(seat),
    )

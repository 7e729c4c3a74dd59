"""The round after an event. No rule is asked here: an event is a fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final, assert_never

from pitboss.cards import Card
from pitboss.round import event as past
from pitboss.round.state import Bank, Parcel, Phase, Round, Spot
from pitboss.rules import Street, Target, Wager

_BY_SEAT: Final = attrgetter("seat")


def evolve(round_: Round, event: past.Event) -> Round:
    """Return the round after `event`."""
    match event:
        case past.RoundOpened():
            return _opened(round_, event)
        case past.BankTaken():
            return _bank_taken(round_, event)
        case past.BankReturned():
            return _bank_returned(round_, event)
        case past.BetsPlaced():
            return _bets_placed(round_, event)
        case past.BetsCleared():
            return _bets_cleared(round_, event)
        case past.BetsClosed():
            return _bets_closed(round_, event)
        case past.DeckLoaded():
            return _deck_loaded(round_, event)
        case past.DeckCut():
            return _deck_cut(round_, event)
        case past.PacketsDealt():
            return _dealt(round_, event)
        case past.Checked():
            return _checked(round_, event)
        case past.PlayPlaced():
            return _play_placed(round_, event)
        case past.Folded():
            return _folded(round_, event)
        case past.StreetTurned():
            return _turned(round_, event)
        case past.DealerRevealed():
            return _revealed(round_, event)
        case past.IrregularityDeclared():
            return _declared(round_, event)
        case past.CardsSetAside():
            return _set_aside(round_, event)
        case past.DeckRemoved():
            return _deck_removed(round_, event)
        case past.HandKilled():
            return _killed(round_, event)
        case past.WagerVoided():
            return _wager_voided(round_, event)
        case past.RoundVoided():
            return _voided(round_, event)
        case past.MetersRead():
            return _meters_read(round_, event)
        case past.JackpotValidated():
            return _validated(round_, event)
        case past.RoundSettled():
            return _settled(round_, event)
        case _:
            assert_never(event)


def _opened(r: Round, e: past.RoundOpened) -> Round:
    return replace(r, phase=Phase.BETTING, meters=e.meters, facts=e.facts)


def _bank_taken(r: Round, e: past.BankTaken) -> Round:
    return replace(r, bank=Bank(e.seat, e.stake))


def _bank_returned(r: Round, _: past.BankReturned) -> Round:
    return replace(r, bank=None)


def _bets_placed(r: Round, e: past.BetsPlaced) -> Round:
    spots = [spot for spot in r.spots if spot.seat != e.seat]
    spots.append(Spot(e.seat, e.wagers, e.tips))
    spots.sort(key=_BY_SEAT)
    return replace(r, spots=tuple(spots))


def _bets_cleared(r: Round, e: past.BetsCleared) -> Round:
    return replace(r, spots=tuple(spot for spot in r.spots if spot.seat != e.seat))


def _bets_closed(r: Round, e: past.BetsClosed) -> Round:
    meters = {
        name: None if amount is None else amount + e.fed.get(name, 0)
        for name, amount in r.meters.items()
    }
    return replace(r, phase=Phase.LOCKED, fees=e.fees, fed=e.fed, meters=meters)


def _deck_loaded(r: Round, e: past.DeckLoaded) -> Round:
    return replace(r, stub=e.cards, set_aside=(), shuffled=e.shuffled, cut=False)


def _deck_cut(r: Round, e: past.DeckCut) -> Round:
    return replace(r, stub=r.stub[e.depth :] + r.stub[: e.depth], cut=True)


def _dealt(r: Round, e: past.PacketsDealt) -> Round:
    phase = Phase.DECIDING if e.complete else Phase.DEALING
    return _settled_phase(replace(r, **_delivered(r, e.parcels), phase=phase, street=Street.DEAL))


def _delivered(r: Round, parcels: tuple[Parcel, ...]) -> dict[str, Any]:
    """Return which fields change with the cards. Any: they are of several types."""
    if not parcels:  # the board may be out already
        return {}
    piles: dict[Target, tuple[Card, ...]] = {
        Target.DEALER: r.dealer,
        Target.BOARD: r.board,
        Target.BOX: r.box,
        Target.BURN: r.burned,
    }
    hands = {spot.seat: spot.cards for spot in r.spots}
    count, seated = 0, False
    for parcel in parcels:
        count += len(parcel.cards)
        if parcel.to == Target.SEATS:
            hands[parcel.seat] += parcel.cards
            seated = True
        else:
            piles[parcel.to] += parcel.cards
    spots = r.spots
    if seated:  # the flop and the river come to no seat
        spots = tuple([replace(spot, cards=hands[spot.seat]) for spot in spots])
    return {
        "stub": r.stub[count:],
        "parcels": r.parcels + parcels,
        "spots": spots,
        "dealer": piles[Target.DEALER],
        "board": piles[Target.BOARD],
        "box": piles[Target.BOX],
        "burned": piles[Target.BURN],
    }


def _checked(r: Round, e: past.Checked) -> Round:
    acted = r.acted | {e.seat}
    return replace(r, acted=acted, phase=_phase(r, r.spots, acted))


def _play_placed(r: Round, e: past.PlayPlaced) -> Round:
    def change(spot: Spot) -> Spot:
        tips = {**spot.tips, Wager.PLAY: e.tip} if e.tip else spot.tips
        return replace(spot, times=e.times, wagers={**spot.wagers, Wager.PLAY: e.chips}, tips=tips)

    spots = _changed(r, e.seat, change)
    return replace(r, spots=spots, phase=_phase(r, spots, r.acted))


def _folded(r: Round, e: past.Folded) -> Round:
    spots = _changed(r, e.seat, lambda spot: replace(spot, folded=True))
    phase = _phase(r, spots, r.acted)
    return replace(r, spots=spots, folds=(*r.folds, e.seat), phase=phase)


def _changed(r: Round, seat: int, change: Callable[[Spot], Spot]) -> tuple[Spot, ...]:
    return tuple([change(spot) if spot.seat == seat else spot for spot in r.spots])


def _turned(r: Round, e: past.StreetTurned) -> Round:
    turned = replace(
        r,
        **_delivered(r, e.parcels),
        street=e.street,
        turned=e.turned,
        acted=frozenset(),
        phase=Phase.DECIDING,
    )
    return _settled_phase(turned)


def _settled_phase(r: Round) -> Round:
    """Bring a copy that was just made into the phase that it is in."""
    phase = _phase(r, r.spots, r.acted)
    return r if phase == r.phase else replace(r, phase=phase)


def _phase(r: Round, spots: Iterable[Spot], acted: frozenset[int]) -> Phase:
    """Return what the round waits for: something else once nobody is left to be asked."""
    if r.phase != Phase.DECIDING:
        return r.phase
    if r.void is None:
        for spot in spots:
            if spot.seat not in acted and spot.asked:
                return Phase.DECIDING
    if r.street != Street.RIVER:
        return Phase.TURNING
    return Phase.REVEALING if r.void is None else Phase.SETTLING


def _revealed(r: Round, _: past.DealerRevealed) -> Round:
    return replace(r, phase=Phase.SETTLING, revealed=True)


def _declared(r: Round, e: past.IrregularityDeclared) -> Round:
    return replace(r, incidents=(*r.incidents, e.incident))


def _set_aside(r: Round, e: past.CardsSetAside) -> Round:
    stub = tuple(card for card in r.stub if card not in e.cards)
    return replace(r, stub=stub, set_aside=r.set_aside + e.cards)


def _deck_removed(r: Round, _: past.DeckRemoved) -> Round:
    return replace(r, stub=(), set_aside=(), shuffled="", cut=False)


def _killed(r: Round, e: past.HandKilled) -> Round:
    def change(spot: Spot) -> Spot:
        return replace(spot, forfeited=e.cite) if e.forfeited else replace(spot, dead=e.cite)

    spots = _changed(r, e.seat, change)
    return replace(r, spots=spots, phase=_phase(r, spots, r.acted))


def _wager_voided(r: Round, e: past.WagerVoided) -> Round:
    return replace(r, void_wagers={**r.void_wagers, e.wager: e.cite})


def _voided(r: Round, e: past.RoundVoided) -> Round:
    if not e.void.settles:
        return replace(r, void=e.void, phase=Phase.SETTLING)
    voided = replace(r, void=e.void)
    if r.phase in (Phase.LOCKED, Phase.DEALING):
        return voided
    return _settled_phase(replace(voided, phase=Phase.DECIDING))


def _meters_read(r: Round, e: past.MetersRead) -> Round:
    return replace(r, meters={**r.meters, **e.meters})


def _validated(r: Round, e: past.JackpotValidated) -> Round:
    return replace(r, validated=r.validated | {e.seat})


def _settled(r: Round, e: past.RoundSettled) -> Round:
    return replace(r, phase=Phase.SETTLED, settlement=e.settlement, meters=e.settlement.meters)

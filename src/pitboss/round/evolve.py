"""The round after an event. No rule is asked here: an event is a fact."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pitboss.cards import Card
from pitboss.round import event as past
from pitboss.round.change import replace
from pitboss.round.state import Bank, Parcel, Phase, Round, Spot
from pitboss.rules import Street, Target, Wager


def evolve(round_: Round, event: past.Event) -> Round:
    """Give the round after `event`."""
    return _AFTER[type(event)](round_, event)


def _opened(r: Round, e: past.RoundOpened) -> Round:
    return replace(r, phase=Phase.BETTING, meters=e.meters, facts=e.facts)


def _bank_taken(r: Round, e: past.BankTaken) -> Round:
    return replace(r, bank=Bank(e.seat, e.stake))


def _bets_placed(r: Round, e: past.BetsPlaced) -> Round:
    others = [spot for spot in r.spots if spot.seat != e.seat]
    spots = sorted([*others, Spot(e.seat, e.wagers, e.tips)], key=lambda spot: spot.seat)
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
    return _settled_phase(replace(_delivered(r, e.parcels), phase=phase, street=Street.DEAL))


def _delivered(r: Round, parcels: tuple[Parcel, ...]) -> Round:
    piles: dict[Target, tuple[Card, ...]] = {
        Target.DEALER: r.dealer,
        Target.BOARD: r.board,
        Target.BOX: r.box,
        Target.BURN: r.burned,
    }
    hands = {spot.seat: spot.cards for spot in r.spots}
    count = 0
    for parcel in parcels:
        count += len(parcel.cards)
        if parcel.to == Target.SEATS:
            hands[parcel.seat] += parcel.cards
        else:
            piles[parcel.to] += parcel.cards
    return replace(
        r,
        stub=r.stub[count:],
        parcels=r.parcels + parcels,
        spots=tuple(replace(spot, cards=hands[spot.seat]) for spot in r.spots),
        dealer=piles[Target.DEALER],
        board=piles[Target.BOARD],
        box=piles[Target.BOX],
        burned=piles[Target.BURN],
    )


def _checked(r: Round, e: past.Checked) -> Round:
    return _settled_phase(replace(r, acted=r.acted | {e.seat}))


def _play_placed(r: Round, e: past.PlayPlaced) -> Round:
    def change(spot: Spot) -> Spot:
        tips = {**spot.tips, Wager.PLAY: e.tip} if e.tip else spot.tips
        return replace(spot, times=e.times, wagers={**spot.wagers, Wager.PLAY: e.chips}, tips=tips)

    return _settled_phase(_changed(r, e.seat, change))


def _folded(r: Round, e: past.Folded) -> Round:
    changed = _changed(r, e.seat, lambda spot: replace(spot, folded=True))
    return _settled_phase(replace(changed, folds=(*r.folds, e.seat)))


def _changed(r: Round, seat: int, change: Callable[[Spot], Spot]) -> Round:
    spots = tuple(change(spot) if spot.seat == seat else spot for spot in r.spots)
    return replace(r, spots=spots)


def _turned(r: Round, e: past.StreetTurned) -> Round:
    turned = replace(
        _delivered(r, e.parcels),
        street=e.street,
        turned=e.turned,
        acted=frozenset(),
        phase=Phase.DECIDING,
    )
    return _settled_phase(turned)


def _settled_phase(r: Round) -> Round:
    """Say what the round waits for once nobody is left to be asked on this street."""
    if r.phase != Phase.DECIDING or (
        r.void is None and any(s.asked and s.seat not in r.acted for s in r.spots)
    ):
        return r
    if r.street != Street.RIVER:
        return replace(r, phase=Phase.TURNING)
    return replace(r, phase=Phase.REVEALING if r.void is None else Phase.SETTLING)


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

    return _settled_phase(_changed(r, e.seat, change))


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


# Any: each entry takes the event of its key, which a mapping cannot say; a test holds it complete.
_AFTER: Final[dict[type, Callable[[Round, Any], Round]]] = {
    past.RoundOpened: _opened,
    past.BankTaken: _bank_taken,
    past.BetsPlaced: _bets_placed,
    past.BetsCleared: _bets_cleared,
    past.BetsClosed: _bets_closed,
    past.DeckLoaded: _deck_loaded,
    past.DeckCut: _deck_cut,
    past.PacketsDealt: _dealt,
    past.Checked: _checked,
    past.PlayPlaced: _play_placed,
    past.Folded: _folded,
    past.StreetTurned: _turned,
    past.DealerRevealed: _revealed,
    past.IrregularityDeclared: _declared,
    past.CardsSetAside: _set_aside,
    past.DeckRemoved: _deck_removed,
    past.HandKilled: _killed,
    past.WagerVoided: _wager_voided,
    past.RoundVoided: _voided,
    past.MetersRead: _meters_read,
    past.JackpotValidated: _validated,
    past.RoundSettled: _settled,
}

"""The bets that a player is about to make: amounts by wager, walked up and down what is offered.

Nothing is judged here: the table refuses what it does not take, and says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.rules import Chips, Wager
from pitboss.server.wire.table import Offer

Bets = Mapping[Wager, Chips]  # a wager that is not bet is not there
EQUAL: Final = (Wager.ANTE, Wager.BLIND)  # the "=" between them on every felt


def offer_of(offers: Sequence[Offer], wager: Wager) -> Offer | None:
    """Find the offer of a wager."""
    return next((offer for offer in offers if offer.wager == wager), None)


def shown_wagers(offers: Sequence[Offer]) -> tuple[Wager, ...]:
    """List the wagers to choose an amount for: the Blind goes with its Ante."""
    return tuple(offer.wager for offer in offers if offer.wager != Wager.BLIND)


def more(offer: Offer, now: int) -> int:
    """Return the next amount above, or the same where there is none."""
    return next((amount for amount in offer.ladder if amount > now), now)


def less(offer: Offer, now: int) -> int:
    """Return the next amount below; under the least there is no bet."""
    return next((amount for amount in reversed(offer.ladder) if amount < now), 0)


def put(bets: Bets, offers: Sequence[Offer], wager: Wager, cents: int) -> Bets:
    """Put an amount on a wager, its equal with it, and the least on what it needs beside it.

    What needs a wager goes when that goes.
    """
    found = dict(bets)
    for needed in _lacking(bets, offers, wager) if cents else ():
        there = offer_of(offers, needed)
        if there is not None:
            found.update(put(found, offers, needed, there.ladder[0] if there.ladder else 0))
    for equal in EQUAL if wager in EQUAL else (wager,):
        found[equal] = Chips(cents)
    return _clean(found, offers)


def again(bets: Bets, offers: Sequence[Offer]) -> Bets:
    """Return the same bets, as far as the table offers their wagers now."""
    return _clean({w: chips for w, chips in bets.items() if offer_of(offers, w)}, offers)


def total(bets: Bets) -> int:
    """Add up the bets, in cents."""
    return sum(bets.values())


def _lacking(bets: Bets, offers: Sequence[Offer], wager: Wager) -> list[Wager]:
    offer = offer_of(offers, wager)
    needs = offer.needs if offer is not None else ()
    beside = (wager, Wager.BLIND)  # the Blind comes down with its Ante
    return [needed for needed in needs if not bets.get(needed) and needed not in beside]


def _clean(bets: Bets, offers: Sequence[Offer]) -> Bets:
    """Leave out what is not bet, and what stands alone though it needs another."""
    kept = {}
    for wager, chips in bets.items():
        offer = offer_of(offers, wager)
        needs = offer.needs if offer is not None else ()
        if chips and all(bets.get(needed) for needed in needs):
            kept[wager] = chips
    return kept

"""The bets that are about to be made: the Blind with its Ante, side wagers with what they need."""

from __future__ import annotations

import pytest

from pitboss.cli.play.slip import again, less, more, offer_of, put, shown_wagers, total
from pitboss.rules import Wager
from pitboss.server.wire.table import Offer


def offer(wager: Wager, *ladder: int, needs: tuple[Wager, ...] = ()) -> Offer:
    return Offer(wager, ladder[0], ladder[-1], 100, (), ladder, needs)


OFFERS = (
    offer(Wager.ANTE, 500, 1_000, 2_000, needs=(Wager.BLIND,)),
    offer(Wager.BLIND, 500, 1_000, 2_000, needs=(Wager.ANTE,)),
    offer(Wager.TRIPS, 500, 1_000, needs=(Wager.ANTE,)),
    offer(Wager.SIX_CARD, 100, 500, needs=(Wager.ANTE, Wager.TRIPS)),
)


def test_the_blind_goes_with_its_ante() -> None:
    bets = put({}, OFFERS, Wager.ANTE, 1_000)

    assert bets == {Wager.ANTE: 1_000, Wager.BLIND: 1_000}
    assert total(bets) == 2_000
    assert put(bets, OFFERS, Wager.ANTE, 0) == {}
    assert shown_wagers(OFFERS) == (Wager.ANTE, Wager.TRIPS, Wager.SIX_CARD)


def test_a_side_wager_brings_what_it_needs() -> None:
    bets = put({}, OFFERS, Wager.SIX_CARD, 100)

    assert bets == {Wager.ANTE: 500, Wager.BLIND: 500, Wager.TRIPS: 500, Wager.SIX_CARD: 100}
    assert put(bets, OFFERS, Wager.TRIPS, 0) == {Wager.ANTE: 500, Wager.BLIND: 500}


def test_bets_are_repeated_as_far_as_they_are_offered() -> None:
    bets = put({}, OFFERS, Wager.TRIPS, 500)

    assert again(bets, OFFERS) == bets
    assert again(bets, OFFERS[:2]) == {Wager.ANTE: 500, Wager.BLIND: 500}


@pytest.mark.parametrize(
    ("now", "up", "down"), [(0, 500, 0), (500, 1_000, 0), (700, 1_000, 500), (2_000, 2_000, 1_000)]
)
def test_arrows_walk_what_is_offered(now: int, up: int, down: int) -> None:
    ante = offer_of(OFFERS, Wager.ANTE)

    assert ante is not None
    assert (more(ante, now), less(ante, now)) == (up, down)

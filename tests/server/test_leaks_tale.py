"""What the judge of secrets allows after trouble, worked out by hand."""

from __future__ import annotations

import pytest

from pitboss.cards import Card, card_text, parse_cards
from pitboss.round import event as round_past
from pitboss.round.movement import Settlement
from pitboss.round.state import Parcel, Void
from pitboss.rules import NO_CITE, Chips, Street, Target, Wager
from pitboss.table import Event
from pitboss.table import event as past
from tests.server.leaks_tale import RoundTale, Tale

ANN, BEN = parse_cards("As Kd"), parse_cards("2c 7d")
DEALER, BOARD, BOX = parse_cards("Qh Jc"), parse_cards("9s 3h 5c Jd 8d"), parse_cards("4c 4d 4h 6s")
_STAKE = Chips(500)


def told(*trouble: Event) -> RoundTale:
    """Play a round of two: Ann has Trips and Six Card beside her Ante, Ben has his Ante alone."""
    tale = Tale("t")
    base = {Wager.ANTE: _STAKE, Wager.BLIND: _STAKE}
    parcels = (
        Parcel(Target.SEATS, 1, ANN),
        Parcel(Target.SEATS, 2, BEN),
        Parcel(Target.DEALER, 0, DEALER),
        Parcel(Target.BOX, 0, BOX),
        Parcel(Target.BOARD, 0, BOARD),
    )
    events: tuple[Event, ...] = (
        past.PlayerSat(1, "Ann", bot=False),
        past.PlayerSat(2, "Ben", bot=False),
        past.RoundBegun(1, "red", b"", b""),
        round_past.BetsPlaced(1, {**base, Wager.TRIPS: _STAKE, Wager.SIX_CARD: _STAKE}, {}),
        round_past.BetsPlaced(2, base, {}),
        round_past.PacketsDealt(parcels, complete=True),
        *trouble,
        round_past.StreetTurned(Street.RIVER, (), 5),
        round_past.RoundSettled(Settlement((), void=True)),
    )
    for number, event in enumerate(events, 1):
        tale.take(number, event)
    return tale.rounds[1]


def void(*settles: Wager) -> round_past.RoundVoided:
    return round_past.RoundVoided(Void(NO_CITE, settles, NO_CITE))


@pytest.mark.parametrize(
    ("trouble", "shown"),
    [
        ((void(),), ()),
        ((void(Wager.TRIPS),), ANN),
        ((void(Wager.TRIPS, Wager.SIX_CARD),), ANN + BOX),
        ((round_past.Folded(1), void(Wager.TRIPS)), ANN),
        ((round_past.HandKilled(1, NO_CITE, forfeited=False), void(Wager.TRIPS)), ()),
        ((round_past.HandKilled(1, NO_CITE, forfeited=False),), BEN),
        ((round_past.HandKilled(2, NO_CITE, forfeited=True),), ANN),
        ((round_past.CardsSetAside(parse_cards("2h 2d")), void()), parse_cards("2h 2d")),
    ],
)
def test_after_trouble_only_what_was_turned_over_is_public(
    trouble: tuple[Event, ...], shown: tuple[Card, ...]
) -> None:
    round_ = told(*trouble)

    everything = (*ANN, *BEN, *DEALER, *BOX, *parse_cards("2h 2d"))
    public = [card for card in everything if round_.may_know(card_text(card), "Eve", 99)]
    assert sorted(public) == sorted(shown)
    assert all(round_.may_know(card_text(card), "Ann", 99) for card in ANN)


def test_cards_that_were_set_aside_are_public_from_then_on() -> None:
    round_ = told(round_past.CardsSetAside(parse_cards("2h")))

    assert not round_.may_know("2h", "Eve", 6)
    assert round_.may_know("2h", "Eve", 7)

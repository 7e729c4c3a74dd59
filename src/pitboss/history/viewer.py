"""Viewpoints of a replay, and which cards lie open to each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from pitboss.cards import Card
from pitboss.round import Round
from pitboss.round.view import Viewer, ViewerRole, view
from pitboss.rules import Rules

FULL: Final = "full"
SEAT: Final = "seat:"
SEAT_DIGITS_MAX: Final = 3


class ViewpointError(ValueError):
    """A word that names no viewer; the text says which words do."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A viewer of the table, or None: all that there was, which only a finished round shows."""

    word: str
    viewer: Viewer | None

    @property
    def full(self) -> bool:
        """Return whether everything is seen."""
        return self.viewer is None

    @property
    def staff(self) -> bool:
        """Return whether notices to the floor are seen."""
        return self.viewer is None or self.viewer.role in (ViewerRole.DEALER, ViewerRole.FLOOR)


@dataclass(frozen=True, slots=True)
class SeenCards:
    """What lies open to a viewer, and how many cards lie face down at each seat and the dealer."""

    seats: Mapping[int, tuple[Card, ...]]
    held: Mapping[int, int]
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    dealer_held: int
    box: tuple[Card, ...]
    set_aside: tuple[Card, ...]
    burned: tuple[Card, ...] = ()


NO_CARDS: Final = SeenCards({}, {}, (), (), 0, (), ())


def read_viewpoint(word: str) -> Viewpoint:
    """Read "seat:3", "public", "floor" or "full"."""
    wanted = word.strip().casefold()
    if wanted == FULL:
        return Viewpoint(FULL, None)
    if wanted in (ViewerRole.PUBLIC, ViewerRole.FLOOR):
        return Viewpoint(wanted, Viewer(ViewerRole(wanted)))
    number = wanted.removeprefix(SEAT)
    plain = number.isascii() and number.isdigit() and len(number) <= SEAT_DIGITS_MAX
    if wanted.startswith(SEAT) and plain and int(number):
        return Viewpoint(f"{SEAT}{int(number)}", Viewer(ViewerRole.SEAT, int(number)))
    raise ViewpointError(f"--as {word[:40]!r}: is no viewer; write seat:3, public, floor or full")


def cards_seen(round_: Round | None, viewpoint: Viewpoint, rules: Rules) -> SeenCards:
    """Return what the viewer sees of the cards; the whole layout where everything is seen."""
    if round_ is None:
        return NO_CARDS
    if viewpoint.viewer is None:
        hands = {spot.seat: spot.cards for spot in round_.spots}
        return SeenCards(
            seats=hands,
            held={seat: len(cards) for seat, cards in hands.items()},
            board=round_.board,
            dealer=round_.dealer,
            dealer_held=len(round_.dealer),
            box=round_.box,
            set_aside=round_.set_aside,
            burned=round_.burned,
        )
    seen = view(round_, viewpoint.viewer, rules)
    return SeenCards(
        seats={spot.seat: spot.cards for spot in seen.spots},
        held={spot.seat: spot.held for spot in seen.spots},
        board=seen.board,
        dealer=seen.dealer,
        dealer_held=seen.dealer_held,
        box=seen.box,
        set_aside=seen.set_aside,
    )


def seen_round(round_: Round, viewpoint: Viewpoint, rules: Rules) -> Round:
    """Return the round with every card and hand name taken out that the viewer did not see."""
    if viewpoint.full:
        return round_
    cards = cards_seen(round_, viewpoint, rules)
    settlement = round_.settlement
    if settlement is not None:
        open_seats = {seat for seat, shown in cards.seats.items() if shown}
        settlement = replace(
            settlement,
            hands={seat: hand for seat, hand in settlement.hands.items() if seat in open_seats},
            six_hands={s: hand for s, hand in settlement.six_hands.items() if s in open_seats},
            rack=(),
            notices=settlement.notices if viewpoint.staff else (),
        )
    return replace(
        round_,
        spots=tuple(replace(spot, cards=cards.seats[spot.seat]) for spot in round_.spots),
        board=cards.board,
        dealer=cards.dealer,
        box=cards.box,
        set_aside=cards.set_aside,
        stub=(),
        burned=(),
        parcels=(),
        settlement=settlement,
    )

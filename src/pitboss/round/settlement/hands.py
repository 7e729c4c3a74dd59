"""The hands of a round as its settlement reads them: every seat's, and the dealer's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.cards import Strength
from pitboss.round.showdown import (
    COMPLETE_BOARD,
    Shown,
    dealer_hand,
    progressive_hand,
    qualifies,
    shown_hand,
    situation,
    six_card_hand,
)
from pitboss.round.state import Round, Spot
from pitboss.rules import Rules, Wager

BOX_CARDS = 4


@dataclass(frozen=True, slots=True)
class Hands:
    """All hands by seat: with the board, with the Six Card box, and as a Progressive reads them.

    Of a void round there is no dealer's hand, and no hand at all while cards are face down.
    """

    seats: Mapping[int, Shown] = field(default_factory=dict)
    six_card: Mapping[int, Shown] = field(default_factory=dict)
    progressive: Mapping[int, Shown] = field(default_factory=dict)
    dealer: Strength | None = None
    qualified: bool | None = None

    def situation(self, spot: Spot) -> str:
        """Name the situation of a seat by which its Ante, Blind and Play are settled."""
        if spot.folded:
            return "fold"
        dealer = self.dealer if self.dealer is not None else Strength(0)
        own = self.seats[spot.seat].strength
        return situation(own, dealer, qualified=bool(self.qualified))


def read_hands(round_: Round, rules: Rules) -> Hands:
    """Read the hands of a round that is due to be settled."""
    dealer = dealer_hand(round_) if round_.void is None else None
    qualified = None if dealer is None else qualifies(dealer, rules)
    if round_.turned != COMPLETE_BOARD:  # a void round must not tell of cards never turned
        return Hands(dealer=dealer, qualified=qualified)
    alive = [spot for spot in round_.spots if spot.dead is None and len(spot.cards) == 2]
    boxed = [spot for spot in alive if spot.on(Wager.SIX_CARD) and len(round_.box) == BOX_CARDS]
    seats = {spot.seat: shown_hand(spot, round_.board) for spot in alive}
    return Hands(
        seats=seats,
        six_card={spot.seat: six_card_hand(spot, round_.box) for spot in boxed},
        progressive={spot.seat: progressive_hand(spot, round_.board, rules) for spot in alive}
        if rules.by_flop
        else seats,
        dealer=dealer,
        qualified=qualified,
    )

"""Settles one line of a paytable as a whole round, with the cards that stand for its hands."""

from __future__ import annotations

from typing import Any

from pitboss.cards import DECK, cards_text
from pitboss.odds.sidebets.hand_counts import HandClass
from pitboss.round.play import PlayedScript
from pitboss.rules import Wager
from tests.round.described import described_table, nets, settled

METERS = {"main": 1_000_000, "mega": 20_000, "major": 3_000, "minor": 400}
OTHER_BOARD = 5


def settle_class(
    place: str, wager: Wager, known: HandClass, stake: int, options: dict[str, Any]
) -> int:
    """Give the net of the wager in cents when a seat is dealt a class's cards."""
    return nets(played_class(place, wager, known, stake, options))[wager.value]


def played_class(
    place: str, wager: Wager, known: HandClass, stake: int, options: dict[str, Any]
) -> PlayedScript:
    hole, rest = known.cards[:2], known.cards[2:]
    # Cards of no hand in play, from both ends of the deck, so that the dealer has no pair of them.
    free = [card for card in DECK if card not in known.cards]
    box, board = (rest, ()) if wager == Wager.SIX_CARD else ((), rest)
    board = (*board, *free[2 : 7 - len(board)])
    seat: dict[str, Any] = {
        "cards": cards_text(hole),
        "ante": 10,
        "acts": ["check", "check", "play 1x"],
        wager.value: stake,
    }
    if wager == Wager.SIX_CARD:
        seat["trips"] = 5
    meters = options.pop("meters", {})
    return settled(
        described_table(
            place,
            {2: seat},
            dealer=cards_text((free[0], free[-1])),
            board=cards_text(board),
            box=cards_text(box) if box else "",
            options=options,
            meters=meters,
            bank=(1, 1_000_000),
        )
    )

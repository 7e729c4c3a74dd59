"""What seen or shared cards are worth, as a JSON document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.reports.base_game import game_document
from pitboss.reports.exact import exact, sampled
from pitboss.rules.user_toml import Document

if TYPE_CHECKING:
    from pitboss.odds.decisions.sharing import SharingValue
    from pitboss.odds.exposed_cards import Exposure


def exposure_document(found: Exposure) -> Document:
    """Write an exact result; `ev` is per Ante, positive when the player is ahead."""
    return {
        **game_document(found.game),
        "strategy": "optimal",
        "see": str(found.sight),
        "seen": {
            "dealer": found.sight.dealer,
            "flop": found.sight.flop,
            "turn": found.sight.turn,
        },
        "ev": exact(found.ev),
        "player_edge": exact(found.ev),
        "house_edge": exact(-found.ev),
        "frequencies": {name: exact(often) for name, often in found.frequencies.items()},
        "deals": found.deals,
    }


def share_document(found: SharingValue) -> Document:
    """Write a sampled result: every decision exact, the deals drawn by chance from the seed."""
    return {
        **game_document(found.game),
        "strategy": "optimal",
        "see": f"share{found.seats}",
        "seats": found.seats,
        "seed": found.seed,
        "ev": sampled(found.mean, found.standard_error, found.deals),
        "player_edge": sampled(found.mean, found.standard_error, found.deals),
        "alone": exact(found.alone),
        "frequencies": {
            name: {"mean": often, "rounds": found.deals}
            for name, often in found.frequencies.items()
        },
    }

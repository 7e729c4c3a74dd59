"""What a base-game figure holds for: rule set, Blind table, multiples, qualifying hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.cards import CATEGORY_SLUGS

if TYPE_CHECKING:
    from pitboss.odds.game import Game


def game_document(game: Game) -> dict[str, Any]:  # Any: JSON values
    """Write the game that a result belongs to."""
    return {
        "rules": game.rules,
        "paytables": {"blind": {"name": game.blind, "lines": dict(game.blind_lines)}},
        "multiples": {
            "deal": list(game.deal),
            "flop": list(game.flop),
            "river": list(game.river),
        },
        "qualifies": CATEGORY_SLUGS[game.qualifies],
    }

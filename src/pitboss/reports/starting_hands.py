"""The 169 starting hands of a solved game as a plain document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.reports.base_game import game_document
from pitboss.reports.exact import exact
from pitboss.rules.user_toml import Document

if TYPE_CHECKING:
    from pitboss.odds.solution import Solution


def hands_document(solution: Solution) -> Document:
    """Write what each choice is worth with each hand, in Antes, and how many holes it has."""
    return {
        **game_document(solution.game),
        "strategy": "optimal",
        "ev": exact(solution.ev),
        "house_edge": exact(-solution.ev),
        "hands": {
            hand.name: {
                **{choice: exact(value) for choice, value in hand.values.items()},
                "best": hand.best,
                "holes": hand.holes,
            }
            for hand in solution.hands
        },
    }

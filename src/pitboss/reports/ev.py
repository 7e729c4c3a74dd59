"""One decision as a plain document: what `pitboss ev --json` prints and its table is drawn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import cards_text
from pitboss.reports.base_game import game_document
from pitboss.reports.exact import exact
from pitboss.rules import Street
from pitboss.rules.user_toml import Document

if TYPE_CHECKING:
    from pitboss.odds.decisions.decision import HandDecision


def decision_document(found: HandDecision) -> Document:
    """Write a decision; values and costs are in Antes, and null stands for cards not dealt yet.

    `if_played` holds for a hand that goes to the showdown: `win`, `tie` and `lose` add up to 1,
    each of them with or without a qualified dealer; `endings` tells them apart.
    """
    return {
        **game_document(found.game),
        "strategy": "optimal",
        "street": found.street.value,
        "hole": cards_text(found.hole),
        "flop": cards_text(found.board) if found.street == Street.FLOP else None,
        "board": cards_text(found.board) if found.street == Street.RIVER else None,
        "dead": cards_text(found.dead),
        "dealer": cards_text(found.dealer),
        "choices": {choice: exact(value) for choice, value in found.values.items()},
        "best": found.best,
        "costs": {choice: exact(cost) for choice, cost in found.costs.items()},
        "deals": found.deals,
        "if_played": {
            "win": exact(found.win),
            "tie": exact(found.tie),
            "lose": exact(found.lose),
            "dealer_not_qualified": exact(found.unqualified),
            "endings": {name: exact(chance) for name, chance in found.endings.items()},
        },
    }

"""A solved game as one plain document: what `pitboss solve --json` prints."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Card, cards_text
from pitboss.odds.counting.kernels import CHECKED, DEAL_HIGH, DEAL_LOW, FLOP_LOW, RIVER_LOW
from pitboss.odds.game import ends
from pitboss.odds.outcome import ENDING_NAMES, FOLDED, Outcomes
from pitboss.odds.solution import CHECK
from pitboss.odds.strategies.cost import PlayedStrategy, StrategyCost
from pitboss.odds.strategies.mistake import Mistake
from pitboss.reports.base_game import game_document
from pitboss.reports.ev import wagers_document
from pitboss.reports.exact import exact, root
from pitboss.rules.user_toml import Document


def solution_document(played: PlayedStrategy) -> Document:
    """Describe a strategy played through a game; every number is in Antes unless its key says so.

    `hands` has the exact values whatever the strategy does, `mistakes` all of them: a street's add
    up to its cost.
    """
    game, outcomes = played.solution.game, played.outcomes
    return {
        **game_document(game),
        "edition": game.edition,
        "strategy": played.strategy.name,
        "card": strategy_card(played),
        "ev": exact(outcomes.ev),
        "wagers": wagers_document(outcomes.wager_values),
        "house_edge": exact(-outcomes.ev),
        "element_of_risk": exact(outcomes.element_of_risk),
        "average_wager": exact(outcomes.average_wager),
        "standard_deviation": root(outcomes.variance),
        "frequencies": {name: exact(part) for name, part in outcomes.frequencies.items()},
        "endings": _endings(outcomes),
        "distribution": [
            {
                "net": exact(net),
                "deals": deals,
                "probability": exact(Fraction(deals, outcomes.deals)),
            }
            for net, deals in outcomes.distribution.items()
        ],
        "deals": outcomes.deals,
        "hands": _hands(played),
        "cost": _cost(played.cost),
        "mistakes": [_mistake(mistake) for mistake in played.cost.mistakes],
    }


def strategy_card(played: PlayedStrategy) -> Document:
    """Return a strategy in words: what it raises with before the flop, on it, and on the river."""
    strategy, game, policy = played.strategy, played.solution.game, played.policy
    rivers = np.union1d(policy.plain, policy.flush)
    return {
        "title": strategy.title,
        "about": strategy.about,
        "deal": {
            "raise": _raises(game.deal, policy.deal, DEAL_LOW),
            "when": list(strategy.deal.words),
        },
        "flop": {
            "raise": _raises(game.flop, policy.flop, FLOP_LOW),
            "when": [rule.words for rule in strategy.flop],
        },
        "river": {
            "raise": _raises(game.river, rivers, RIVER_LOW),
            "when": [rule.words for rule in strategy.river],
        },
    }


def _raises(multiples: tuple[int, ...], chosen: NDArray[np.uint8], low: int) -> str:
    """Name the raises that are ever made on a street: "4x", "2x or 3x", or "none"."""
    raises = dict(zip((low, low + 1), ends(multiples), strict=True))
    made = sorted({raises[choice] for choice in np.unique(chosen).tolist() if choice in raises})
    return " or ".join(f"{multiple}x" for multiple in made) or "none"


def _endings(outcomes: Outcomes) -> Document:
    """Return how each choice ends, of all deals; in the order of the choices and of the endings."""
    found = outcomes.endings
    names = (*ENDING_NAMES, FOLDED)
    return {
        choice: {name: exact(found[choice][name]) for name in names if name in found[choice]}
        for choice in outcomes.frequencies
        if choice in found
    }


def _hands(played: PlayedStrategy) -> Document:
    game = played.solution.game
    found: Document = {}
    for hand, made in zip(played.solution.hands, played.policy.deal.tolist(), strict=True):
        raised = f"{ends(game.deal)[made == DEAL_HIGH]}x"
        found[hand.name] = {
            **{choice: exact(value) for choice, value in hand.values.items()},
            "best": hand.best,
            "choice": CHECK if made == CHECKED else raised,
            "holes": hand.holes,
        }
    return found


def _cost(cost: StrategyCost) -> Document:
    return {
        "total": exact(cost.total),
        "deal": exact(cost.deal),
        "flop": exact(cost.flop),
        "river": exact(cost.river),
    }


def _mistake(mistake: Mistake) -> Document:
    by_outs = {"outs": mistake.outs, "hidden_pair": mistake.hidden_pair}
    return {
        "street": mistake.street,
        **(by_outs if mistake.hand is None else {"hand": mistake.hand}),
        "chosen": mistake.chosen,
        "best": mistake.best,
        "loss": exact(mistake.loss),
        "frequency": exact(mistake.frequency),
        "cost": exact(mistake.cost),
        "example": {
            "cards": _cards(mistake.example.hole),
            "board": _cards(mistake.example.board),
            "loss": exact(mistake.example.loss),
        },
    }


def _cards(numbers: tuple[int, ...]) -> str:
    return cards_text(Card(number) for number in numbers)

"""One decision as a plain document: what `pitboss ev --json` prints and its table is drawn from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cards import CATEGORY_SLUGS, card_text, cards_text
from pitboss.reports.base_game import game_document
from pitboss.reports.exact import exact
from pitboss.rules import Street
from pitboss.rules.user_toml import Document

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pitboss.odds.decisions.decision import HandDecision
    from pitboss.odds.decisions.explanation import Explanation, Out
    from pitboss.odds.outcome import Outcomes, WagerValues


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


def explanation_document(why: Explanation) -> Document:
    """Write what lies behind the values: by choice, then the cards; counts are of all deals."""
    return {
        "choices": {choice: _choice(found) for choice, found in why.outcomes.items()},
        "dealer_qualifies": exact(why.qualifies),
        "makes": None if why.makes is None else CATEGORY_SLUGS[why.makes],
        "outs": _outs(why.outs),
        "dealer_outs": _outs(why.dealer_outs),
        "beaten_by": {CATEGORY_SLUGS[hands.category]: hands.deals for hands in why.beaten_by},
    }


def wagers_document(values: WagerValues) -> Document:
    """Write what Ante, Blind and Play bring each, in Antes."""
    return {"ante": exact(values.ante), "blind": exact(values.blind), "play": exact(values.play)}


def _choice(found: Outcomes) -> Document:
    often = {name: exact(part) for name, part in found.frequencies.items() if part}
    return {
        "wagers": wagers_document(found.wager_values),
        "played": often,
        "hands": {CATEGORY_SLUGS[hand]: row for hand, row in found.by_hand.items()},
    }


def _outs(outs: Iterable[Out]) -> list[Document]:
    return [
        {
            "card": card_text(out.card),
            "makes": CATEGORY_SLUGS[out.makes],
            **({} if out.win is None else {"win": exact(out.win)}),
        }
        for out in outs
    ]

"""Games that differ in what decisions depend on: pays, multiples, and the hand to qualify with."""

from __future__ import annotations

from pitboss.cards import Category
from pitboss.odds.game import game_of, standard_game
from pitboss.rules import in_force, rule_set

STANDARD = standard_game()
OTHER = game_of(
    in_force(rule_set("maryland"), {"blind": "B"}),
    qualifies=Category.TWO_PAIR,
    deal=(2, 5),
    flop=(1, 3),
    river=(1, 2),
)
EASY = game_of(in_force(rule_set("california")), qualifies=Category.HIGH_CARD)
HARD = game_of(in_force(rule_set("royal-caribbean")), qualifies=Category.FLUSH, river=(3,))
GAMES = {"standard": STANDARD, "other": OTHER, "easy": EASY, "hard": HARD}

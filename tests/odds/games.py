"""Games that differ in what decisions depend on: pays, multiples, and the hand to qualify with."""

from __future__ import annotations

from dataclasses import replace

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
# What seats can still play that lack chips: no raise on one street, or on more.
SHORT = {
    "no raise before the flop": replace(STANDARD, deal=()),
    "no raise on the flop": replace(STANDARD, flop=()),
    "no raise on the river": replace(STANDARD, river=()),
    "the river only": replace(STANDARD, deal=(), flop=()),
    "no raise": replace(STANDARD, deal=(), flop=(), river=()),
}
GAMES = {"standard": STANDARD, "other": OTHER, "easy": EASY, "hard": HARD}

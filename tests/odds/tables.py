"""Perfect play for tests, worked out once for games that differ in nothing but their names."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from pitboss.odds.counting.policy import Policy
from pitboss.odds.counting.tally import tally
from pitboss.odds.game import Game
from pitboss.odds.outcome import Outcomes, outcomes_of
from pitboss.odds.solution import solve


def perfect(game: Game) -> Policy:
    """Solve a game, or give what was found for the same pays and multiples."""
    return _perfect(replace(game, rules="", blind="", blind_lines=()))


@cache
def _perfect(game: Game) -> Policy:
    return solve(game).policy


@cache
def perfect_outcomes(game: Game) -> Outcomes:
    return outcomes_of(game, tally(perfect(game), game.qualifying()))

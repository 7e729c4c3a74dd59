"""What common ways of playing cost the player against the strategy that the sheet assumes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from pitboss.odds.counting.tally import tally
from pitboss.odds.game import Game
from pitboss.odds.outcome import outcomes_of
from pitboss.odds.solution import Solution, solved
from pitboss.odds.strategies.file import strategy_named
from pitboss.odds.strategies.strategy import StrategyError, policy_of
from pitboss.reports.par.figure import Cell, fraction, percent
from pitboss.reports.par.kept import is_usual, kept_figures
from pitboss.reports.par.view import Grid, ParSection

ASSUMED: Final = "optimal"
COMMON: Final = ("simple", "never-fold", "never-4x", "always-3x")
GAMES_MAX: Final = 8  # whose costs are kept: a number for each strategy


@dataclass(frozen=True, slots=True)
class CommonStrategy:
    """A strategy: what it costs against the best, and the house edge it leads to, of the Ante.

    None where the game does not allow its raises.
    """

    name: str
    title: str
    cost: Fraction | None
    house_edge: Fraction | None
    command: str


def common_strategies(solution: Solution, *, again: bool = False) -> tuple[CommonStrategy, ...]:
    """Price the common strategies; `again`: count also what is kept for the usual game."""
    kept = {} if again or not is_usual(solution.game) else _kept()
    found = []
    for name in COMMON:
        cost = kept[name] if name in kept else _counted(name, solution.game)
        edge = None if cost is None else cost - solution.ev
        title = strategy_named(name).title
        command = f"pitboss solve --strategy {name} {game_options(solution.game)}"
        found.append(CommonStrategy(name, title, cost, edge, command))
    return tuple(found)


def game_options(game: Game) -> str:
    """Write the options with which a command works on this game."""
    return f"--rules {game.rules} --blind {game.blind}"


def _kept() -> dict[str, Fraction]:
    return {row["name"]: Fraction(row["cost"]) for row in kept_figures()["strategy"]}


@lru_cache(maxsize=GAMES_MAX * len(COMMON))
def _counted(name: str, game: Game) -> Fraction | None:
    """Count all deals as a strategy plays them; seconds, so the last ones are kept."""
    solution = solved(game)
    try:
        policy = policy_of(strategy_named(name), solution)
    except StrategyError:
        return None
    return solution.ev - outcomes_of(game, tally(policy, game.qualifying())).ev


def strategies_section(found: tuple[CommonStrategy, ...]) -> ParSection:
    """Lay out the strategies."""
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (x.title, percent(x.cost), fraction(x.cost), percent(x.house_edge), x.command)
        for x in found
    )
    words = (
        "All figures of this sheet are for perfect play of Ante, Blind and Play: each choice is "
        "the one with the highest exact value. A player who plays otherwise loses more.",
    )
    columns = ("strategy", "costs, of the Ante", "exactly", "house edge", "command")
    return ParSection(
        "strategies", "Strategy assumed, and the cost of common ones", words,
        (Grid("Common strategies", columns, rows),),
    )  # fmt: skip

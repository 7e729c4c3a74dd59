"""What bots' choices cost by the coach's arithmetic, beside the exact cost of their strategies.

Seeds are fixed, so that nothing here fails by chance.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from pitboss.cards import DECK
from pitboss.coach.drill import cost
from pitboss.coach.pricing import price
from pitboss.coach.situation import BOARD_CARDS, CHECK, FOLD, Situation, choice_name
from pitboss.odds import SpotFilter, draw_spots, play_out, solved, strategy_named
from pitboss.pit.bots.plan import plan_of
from pitboss.rules import Street
from tests.coach.spots import ANTE, game

DECISIONS = int(os.environ.get("PITBOSS_COACH_DECISIONS", "100000"))
ROUNDS = int(os.environ.get("PITBOSS_COACH_ROUNDS", "100"))  # in `make test-full`; 2,000 were run
FEW_DECISIONS, FEW_ROUNDS = 3_000, 40  # in `make test`
MEASURED = [
    ("never-4x", FEW_ROUNDS),
    *(
        pytest.param(name, ROUNDS, marks=pytest.mark.full)
        for name in ("simple", "never-fold", "always-3x", "never-4x")
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "decisions", [FEW_DECISIONS, pytest.param(DECISIONS, marks=pytest.mark.full)]
)
@pytest.mark.parametrize("street", Street)
def test_the_optimal_bot_costs_exactly_nothing(street: Street, decisions: int) -> None:
    """A third of the decisions on each street, drawn as they are dealt and valued exactly."""
    usual = game()
    plan = plan_of("optimal", usual)
    passing = FOLD if street == Street.RIVER else CHECK
    drawn = draw_spots(usual, SpotFilter(street), -(-decisions // len(Street)), seed=15)

    costs = {
        cost(spot, choice_name(passing, plan.times(spot.hole, spot.board))) for spot in drawn.spots
    }

    assert costs == {Fraction(0)}


def round_costs(strategy: str, rounds: int, seed: int) -> Iterator[Fraction]:
    """Play rounds by a strategy and yield what the choices of each cost, priced one by one."""
    usual, chance = game(), Random(seed)
    plan = plan_of(strategy, usual)
    for _ in range(rounds):
        hole_1, hole_2, *board = chance.sample(DECK, 7)
        lost = Fraction(0)
        for street, cards in BOARD_CARDS.items():
            hole, seen = (hole_1, hole_2), tuple(board[:cards])
            times = plan.times(hole, seen)
            chosen = choice_name(FOLD if street == Street.RIVER else CHECK, times)
            lost += price(Situation(usual, usual, ANTE, street, hole, seen), chosen).cost
            if times:
                break
        yield lost


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "rounds"), MEASURED)
def test_measured_costs_are_near_the_exact_ones(strategy: str, rounds: int) -> None:
    exact = float(play_out(strategy_named(strategy), solved(game())).cost.total)

    costs = [float(lost) for lost in round_costs(strategy, rounds, seed=16)]

    mean = sum(costs) / rounds
    error = sqrt(sum((one - mean) ** 2 for one in costs) / (rounds - 1) / rounds)
    print(f"{strategy}: {mean:.5f} ± {error:.5f}, exactly {exact:.5f}")  # noqa: T201  # the figures
    assert exact > 0
    assert abs(mean - exact) <= 3 * error

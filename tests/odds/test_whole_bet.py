"""Base game and Trips in one round: each part is what it is alone, and both go together."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.odds.game import game_of
from pitboss.odds.solution import Solution, solved
from pitboss.odds.with_trips import WholeBet, whole_bet
from pitboss.rules import Rules, in_force, rule_set


@pytest.fixture(scope="module")
def rules() -> Rules:
    return in_force(rule_set("maryland"), {"trips": "C"})


@pytest.fixture(scope="module")
def solution(rules: Rules) -> Solution:
    return solved(game_of(rules))


@pytest.fixture(scope="module")
def bet(solution: Solution, rules: Rules) -> WholeBet:
    return whole_bet(solution.outcomes, rules)


@pytest.mark.slow
def test_each_wager_alone_is_what_it_was(bet: WholeBet, solution: Solution) -> None:
    assert bet.trips_ev == -Fraction(4_679_700, 133_784_560)
    assert bet.ev == solution.ev + bet.trips_ev
    assert bet.deals == sum(bet.distribution.values()) == 27_813_810_024_000


@pytest.mark.slow
def test_the_deviation_counts_how_they_go_together(
    bet: WholeBet, solution: Solution, rules: Rules
) -> None:
    trips = {paid: sum(n for (_, p), n in bet.joint.items() if p == paid) for _, paid in bet.joint}
    alone = sum(paid**2 * n for paid, n in trips.items()) / Fraction(bet.deals) - bet.trips_ev**2

    assert bet.covariance > 0
    assert bet.variance == solution.outcomes.variance + alone + 2 * bet.covariance

    half = whole_bet(solution.outcomes, rules, trips_bet=Fraction(1, 2))
    assert half.variance == solution.outcomes.variance + alone / 4 + bet.covariance


@pytest.mark.slow
def test_trips_plays_on_after_a_fold_where_the_rules_say_so(bet: WholeBet) -> None:
    assert bet.joint[Fraction(-2), Fraction(3)] > 0

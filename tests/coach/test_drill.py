"""Drills: the same from the same seed, answers as people write them, both scores exact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.coach.drill import AnswerError, DrillPlan, cost, drill, read_answer, score
from pitboss.odds import decision, standard_game
from pitboss.rules import Street

GAME = standard_game()


def test_a_drill_is_the_same_again_and_another_one_from_another_seed() -> None:
    plan = DrillPlan(streets=(Street.DEAL,), count=20, seed=1)

    assert drill(GAME, plan) == drill(GAME, plan)
    assert drill(GAME, plan).spots != drill(GAME, DrillPlan((Street.DEAL,), 20, seed=2)).spots


@pytest.mark.slow
def test_a_mixed_drill_takes_the_streets_in_turn_and_every_value_is_that_of_the_decision() -> None:
    mixed = drill(GAME, DrillPlan(count=7, closeness=Fraction(1, 10), seed=3))

    streets = [spot.street for spot in mixed.spots]
    assert streets == [Street.DEAL, Street.FLOP, Street.RIVER] * 2 + [Street.DEAL]
    for spot in mixed.spots:
        assert spot.values == decision(GAME, spot.hole, spot.board).values
        assert spot.closeness <= Fraction(1, 10)


@pytest.mark.parametrize(
    ("text", "choice"),
    [("4x", "4x"), (" 4 ", "4x"), ("Bet 3×", "3x"), ("c", "check"), ("CHECK\n", "check")],
)
def test_an_answer_is_read_as_people_write_it(text: str, choice: str) -> None:
    (spot,) = drill(GAME, DrillPlan((Street.DEAL,), 1)).spots

    assert read_answer(text, spot) == choice


@pytest.mark.parametrize("text", ["", "5x", "fold", "4x 3x", "x" * 1_000_000])
def test_what_is_no_choice_is_named_with_those_there_are(text: str) -> None:
    (spot,) = drill(GAME, DrillPlan((Street.DEAL,), 1)).spots

    with pytest.raises(AnswerError, match=r"is no choice here; write check, 3x or 4x$"):
        read_answer(text, spot)


def test_the_best_answers_cost_nothing_and_others_what_they_cost() -> None:
    hands = drill(GAME, DrillPlan((Street.DEAL,), 30, seed=5))
    best = [spot.best for spot in hands.spots]
    checked = ["check"] * 10  # the rest is not answered

    assert score(hands, best).right == score(hands, best).answered == 30
    assert score(hands, best).cost == score(hands, best).per_round == 0
    found = score(hands, checked)
    lost = [cost(spot, "check") for spot in hands.spots[:10]]
    assert (found.answered, found.cost) == (10, sum(lost))
    assert found.right == sum(spot.best == "check" for spot in hands.spots[:10])
    # Every round comes to a deal.
    assert hands.weights[Street.DEAL] == 1
    assert found.per_round == sum(lost, Fraction(0)) / 10


def test_a_drill_without_answers_has_an_empty_score() -> None:
    hands = drill(GAME, DrillPlan((Street.DEAL,), 3))

    assert score(hands, []).answered == score(hands, []).per_round == 0

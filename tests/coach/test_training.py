"""Drills of the training room: grades, the next spot, both scores, patterns and mistakes."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from statistics import mean, stdev

import pytest

from pitboss.cards import Category, cards_text, parse_cards
from pitboss.coach.drill import AnswerError, DrillPlan, drill, score
from pitboss.coach.mistakes import MistakeSchedule, reviewed
from pitboss.coach.patterns import pattern_text, pattern_words, read_pattern
from pitboss.coach.training import (
    GridHand,
    TrainingDrill,
    TrainingPlan,
    TrainingSpot,
    grade,
    next_spot,
    read_answer_to,
    training_score,
)
from pitboss.coach.training_draws import draw_training
from pitboss.odds import SpotFilter, decision, pattern_of, standard_game
from pitboss.rules import Street
from tests.examples import first

GAME = standard_game()
F = Fraction
MINUTE_MS, DAY_MS = 60_000, 86_400_000


def choice(number: int, place: int, street: Street, best: str, **values: int) -> TrainingSpot:
    """A spot whose values are whole Antes; `x4` stands for "4x"."""
    named = {(f"{n[1:]}x" if n[0] == "x" else n): F(v) for n, v in values.items()}
    return TrainingSpot(number, place, "choice", street, values=named, guide=best)


HAND = [
    choice(1, 1, Street.DEAL, "4x", check=0, x4=2),
    choice(2, 1, Street.FLOP, "2x", check=0, x2=1),
    choice(3, 1, Street.RIVER, "1x", fold=-2, x1=-1),
]


def exam(hands: int) -> TrainingDrill:
    spots = [
        TrainingSpot(
            spot.number + 3 * hand, hand + 1, "choice", spot.street,
            values=spot.values, guide=spot.guide,
        )
        for hand in range(hands)
        for spot in HAND
    ]  # fmt: skip
    return TrainingDrill("exam", tuple(spots), {})


def test_an_answer_costs_what_it_loses_against_the_guide() -> None:
    spot = choice(1, 1, Street.DEAL, "check", check=0, x3=1, x4=2)

    found = {name: grade(spot, (name,)) for name in spot.values}

    assert [one.right for one in found.values()] == [True, True, True]  # better than the guide
    assert [one.lost for one in found.values()] == [2, 1, 0]
    spot = choice(1, 1, Street.DEAL, "4x", check=0, x3=1, x4=2)
    assert [grade(spot, (name,)).cost for name in spot.values] == [2, 1, 0]


@pytest.mark.parametrize("answer", [(), ("4x", "check"), ("5x",), ("x" * 1_000_000,)])
def test_what_is_no_choice_is_named_with_those_there_are(answer: tuple[str, ...]) -> None:
    spot = choice(1, 1, Street.DEAL, "4x", check=0, x4=2)

    with pytest.raises(AnswerError, match="4x or check") as raised:
        grade(spot, answer)

    assert len(str(raised.value)) < 100


OUTS = TrainingSpot(
    1, 1, "outs", Street.FLOP, parse_cards("Th 9h"), parse_cards("8h 7c 2h"),
    outs=parse_cards("Jh 6h 3h"),
)  # fmt: skip


def test_outs_are_right_when_all_of_them_and_no_other_are_marked() -> None:
    right = grade(OUTS, ("3h", "6h", "Jh"))
    wrong = grade(OUTS, ("3h", "As"))

    assert right.right
    assert not wrong.right
    assert wrong.cost == 0
    assert (wrong.missed, wrong.wrongly_marked) == (("Jh", "6h"), ("As",))
    assert read_answer_to(OUTS, ("3h", "Jh")) == read_answer_to(OUTS, ("Jh", "3h"))


@pytest.mark.parametrize("answer", [("Th",), ("Zz",), ("3h", "3h"), ("3h", "3H")])
def test_cards_that_cannot_come_are_refused(answer: tuple[str, ...]) -> None:
    with pytest.raises(AnswerError):
        grade(OUTS, answer)


def test_a_grid_counts_each_wrong_hand_by_its_holes() -> None:
    hands = (
        GridHand("AA", 6, {"check": F(1), "3x": F(2), "4x": F(3)}, "4x"),
        GridHand("AKs", 4, {"check": F(0), "3x": F(1), "4x": F(2)}, "4x"),
        GridHand("72o", 12, {"check": F(0), "3x": F(-2), "4x": F(-3)}, "check"),
    )
    spot = TrainingSpot(1, 1, "grid", Street.DEAL, hands=hands)

    found = grade(spot, ("72o", "AKs"))

    assert (found.missed, found.wrongly_marked) == (("AA",), ("72o",))
    assert found.cost == F(6 * 2 + 12 * 2, 1326)
    assert grade(spot, ("AA", "AKs")).right
    for bad in (("AA", "AA"), ("XX",)):
        with pytest.raises(AnswerError):
            grade(spot, bad)


def test_the_next_street_is_asked_after_a_check_only() -> None:
    drill_ = exam(2)

    def number(answers: dict[int, tuple[str, ...]]) -> int | None:
        found = next_spot(drill_, answers)
        return None if found is None else found.number

    assert number({}) == 1
    assert number({1: ("check",)}) == 2
    assert number({1: ("check",), 2: ("check",)}) == 3
    assert number({1: ("4x",)}) == number({1: ("check",), 2: ("2x",)}) == 4
    assert number({1: ("4x",), 4: ("4x",)}) is None
    assert number({1: ("4x",), 4: ("check",), 5: ("check",), 6: ("fold",)}) is None


def test_an_examination_has_the_mean_cost_of_its_hands_and_a_standard_error() -> None:
    answers = {1: ("4x",), 4: ("check",), 5: ("2x",), 7: ("check",), 8: ("check",), 9: ("fold",)}
    costs = [0.0, 2.0, 4.0]  # the last hand: 2 + 1 + 1

    found = training_score(exam(4), answers)

    assert found.per_round == mean(costs)
    assert found.variance is not None
    assert sqrt(found.variance) == pytest.approx(stdev(costs) / sqrt(3))
    begun = training_score(exam(4), {**answers, 10: ("check",)})  # a hand that is not over
    assert (begun.per_round, begun.cost) == (found.per_round, found.cost + 2)
    assert training_score(exam(4), {1: ("check",)}).per_round is None


def test_the_scores_are_those_of_the_drill_in_the_terminal() -> None:
    drawn = draw_training(GAME, TrainingPlan("deal", 20, None, "optimal", 5))
    plain = drill(GAME.numbers(), DrillPlan((Street.DEAL,), 20, seed=5))
    answers = ["check"] * 12

    found = training_score(drawn, {n: (word,) for n, word in enumerate(answers, 1)})

    expected = score(plain, answers)
    assert [spot.hole for spot in drawn.spots] == [spot.hole for spot in plain.spots]
    assert (found.answered, found.right) == (expected.answered, expected.right)
    assert (found.cost, found.per_round) == (expected.cost, expected.per_round)


def test_a_drill_without_answers_has_an_empty_score() -> None:
    assert training_score(exam(1), {}).per_round is None
    assert training_score(exam(1), {}).answered == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", first(1, (1, 2, 3)))
def test_every_value_of_an_examination_is_that_of_the_decision(seed: int) -> None:
    plan = TrainingPlan("exam", 5, None, "optimal", seed)

    drawn = draw_training(GAME, plan)

    assert draw_training(GAME, plan) == drawn
    assert len(drawn.spots) == 15
    for spot in drawn.spots:
        assert spot.values == decision(GAME, spot.hole, spot.board).values
        assert read_pattern(spot.pattern) == pattern_of(GAME, spot.hole, spot.board)
        assert len({*spot.hole, *spot.board}) == 2 + len(spot.board)


# -- patterns and mistakes ------------------------------------------------------------------------


@pytest.mark.slow
def test_a_mistake_is_drawn_again_with_the_same_pattern_and_other_cards() -> None:
    patterns = [
        (pattern_text(pattern_of(GAME, parse_cards(hole), parse_cards(board))), f"{hole} {board}")
        for hole, board in (("Ks 3d", ""), ("Jc 5s", "Ac Ad Ah"), ("Kd Qh", "9d 8c 6d 5h 4s"))
    ]
    plan = TrainingPlan("mistakes", 3, None, "optimal", 1, tuple(patterns))

    drawn = draw_training(GAME, plan)

    assert [spot.pattern for spot in drawn.spots] == [pattern for pattern, _ in patterns]
    assert drawn.weights == {}


def test_cards_that_were_seen_last_do_not_come_again_in_any_order() -> None:
    pattern = pattern_text(SpotFilter(Street.DEAL, starting=frozenset({"AKs"})))
    plain = draw_training(GAME, TrainingPlan("mistakes", 1, None, "optimal", 1, ((pattern, ""),)))
    seen = cards_text(reversed(plain.spots[0].hole))

    again = draw_training(GAME, TrainingPlan("mistakes", 1, None, "optimal", 1, ((pattern, seen),)))

    assert set(again.spots[0].hole) != set(plain.spots[0].hole)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (SpotFilter(Street.DEAL, starting=frozenset({"K2o", "KTo"}), best="check"), "KTo, K2o"),
        (
            SpotFilter(
                Street.FLOP,
                hands=frozenset({Category.PAIR}),
                lifts=True,
                four_flush=True,
                best="2x",
            ),
            "a pair on the flop, with your own cards, four to a flush",
        ),
        (
            SpotFilter(
                Street.RIVER, hands=frozenset({Category.HIGH_CARD}), lifts=False, outs=(1, 1)
            ),
            "high card on the river, 1 dealer out",
        ),
    ],
)
def test_a_pattern_is_kept_as_text_and_read_in_words(pattern: SpotFilter, words: str) -> None:
    assert read_pattern(pattern_text(pattern)) == pattern
    assert pattern_words(pattern) == words


def test_a_mistake_comes_back_soon_and_then_after_longer_and_longer_times() -> None:
    schedule, at, gaps = MistakeSchedule(due=0), 0, []
    for right in (False, True, True, True, True):
        schedule = reviewed(schedule, at, right=right)
        gaps.append(schedule.due - at)
        at = schedule.due

    assert gaps[:2] == [MINUTE_MS, 10 * MINUTE_MS]
    assert gaps[2] >= DAY_MS
    assert gaps[2:] == sorted(set(gaps[2:]))
    assert reviewed(schedule, at, right=False).due - at <= 10 * MINUTE_MS
    assert reviewed(schedule, at, right=True) == reviewed(schedule, at, right=True)

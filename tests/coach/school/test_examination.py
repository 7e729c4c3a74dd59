"""Examinations: drawn by a plan, the same again from the seed, graded by kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pitboss.coach.school.examination import (
    Examination,
    ExaminationPlan,
    ExaminationPlanError,
    draw_examination,
    examination_bytes,
    examination_hash,
    grade_examination,
    is_enough,
    usual_plan,
)
from pitboss.coach.school.exercise import perfect_answers
from pitboss.coach.school.score import SchoolMark, pace_of, tallies
from pitboss.rules import in_force, rule_set
from tests.coach.school.places import PLACES, rules_at
from tests.examples import first

PLAN = ExaminationPlan({"amounts": 3, "what-now": 1, "mispay": 1}, count=10)


def drawn(seed: int = 4) -> Examination:
    return draw_examination(rules_at("maryland"), PLAN, seed)


def perfect(examination: Examination) -> dict[int, dict[str, str]]:
    return {one.number: perfect_answers(one) for one in examination.exercises}


@pytest.mark.parametrize("place", first(3, PLACES))
def test_an_examination_replays_byte_for_byte(place: str) -> None:
    rules = rules_at(place)
    plan = replace(usual_plan(rules), count=len(usual_plan(rules).weights))

    once = examination_bytes(draw_examination(rules, plan, 77))

    assert examination_bytes(draw_examination(rules_at(place), plan, 77)) == once


def test_a_hash_of_long_ago_still_holds() -> None:
    """Raise the number in FORMAT where this changes: papers of old examinations would differ."""
    rules = in_force(rule_set("maryland", 1))

    found = examination_hash(draw_examination(rules, replace(PLAN, count=4), 1))

    assert found == "a505320d1774b4d3ba6886f441ed5c5b69743d2071046303fbdb195b2a49bf2b"


def test_another_seed_or_plan_is_another_examination() -> None:
    longer = draw_examination(rules_at("maryland"), replace(PLAN, minutes=31), 4)

    assert len({examination_hash(one) for one in (drawn(4), drawn(5), longer)}) == 3


def test_kinds_come_by_their_weights() -> None:
    found = Counter(one.kind for one in drawn().exercises)

    assert found == {"amounts": 6, "what-now": 2, "mispay": 2}
    assert [one.number for one in drawn().exercises] == list(range(1, 11))


def test_a_perfect_dealer_passes_with_everything_right() -> None:
    examination = drawn()

    grade = grade_examination(
        examination, perfect(examination), dict.fromkeys(range(1, 11), 30_000)
    )

    assert grade.passed
    assert (grade.right, grade.count) == (10, 10)
    assert grade.part_right == 1
    assert all(kind.accuracy == 1 and kind.each_ms == 30_000 for kind in grade.kinds)


def test_the_pass_mark_is_met_or_missed_by_one_exercise() -> None:
    examination = drawn()
    answers = perfect(examination)

    for number in (1, 2):
        answers[number] = {}
    at_mark = grade_examination(examination, answers)
    answers[3] = dict.fromkeys(answers[3], "who knows?")
    below = grade_examination(examination, answers)

    assert (at_mark.right, at_mark.passed) == (8, True)
    assert (below.right, below.passed) == (7, False)


@pytest.mark.parametrize(
    ("plan", "line"),
    [
        (replace(PLAN, weights={"bank": 1}), "weights.bank: is no kind of Maryland; it has hands"),
        (replace(PLAN, weights={"amounts": 0}), "weights: all are 0"),
        (replace(PLAN, weights={"amounts": -1}), "weights.amounts: -1 is outside 0 to 100"),
        (replace(PLAN, count=101), "count: 101 is outside 1 to 100"),
        (replace(PLAN, pass_percent=0), "pass_percent: 0 is outside 1 to 100"),
        (replace(PLAN, minutes=0), "minutes: 0 is outside 1 to 480"),
    ],
)
def test_a_plan_that_cannot_be_gets_one_line(plan: ExaminationPlan, line: str) -> None:
    with pytest.raises(ExaminationPlanError) as refused:
        draw_examination(rules_at("maryland"), plan, 1)

    assert str(refused.value).startswith(line)
    assert "\n" not in str(refused.value)


def test_the_pass_mark_itself_passes() -> None:
    assert is_enough(4, 5, 80)
    assert not is_enough(79, 100, 80)


def test_accuracy_speed_and_pace_by_kind() -> None:
    marks = [
        SchoolMark("amounts", 4, 4, right=True, took_ms=60_000),
        SchoolMark("amounts", 4, 3, right=False, took_ms=120_000),
        SchoolMark("hands", 5, 5, right=True),
    ]

    amounts, hands = tallies(marks)

    assert (amounts.right, amounts.exercises, amounts.each_ms) == (1, 2, 90_000)
    assert amounts.accuracy == pytest.approx(7 / 8)
    assert hands.each_ms is None
    assert pace_of(marks) == 60, "a wrong one may be quick"
    assert pace_of(marks[1:]) is None

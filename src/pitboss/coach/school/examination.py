"""An examination: drawn by a plan, replayed byte for byte from rules, plan and seed, graded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Final

from pitboss.coach.school.answers import SchoolAnswerError
from pitboss.coach.school.catalog import SEED_MAX, draw_exercise, kinds_of
from pitboss.coach.school.exercise import Exercise, ItemGrade, grade_item
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.score import KindTally, SchoolMark, tallies
from pitboss.coach.school.shown import exercise_facts
from pitboss.coach.school.stakes import LEVELS, SchoolLevel
from pitboss.round.settlement.limits import shares
from pitboss.rules import Rules
from pitboss.rules.user_toml import Document

FORMAT: Final = "pitboss-examination/1"  # another way to draw one is another number
COUNT_MAX: Final = 100
MINUTES_MAX: Final = 480
WEIGHT_MAX: Final = 100
MINUTE_MS: Final = 60_000


class ExaminationPlanError(ValueError):
    """A plan by which no examination can be drawn; the line says what would be right."""


@dataclass(frozen=True, slots=True)
class ExaminationPlan:
    """What is asked: how many exercises, by weights of their kinds; pass mark and time limit.

    `pass_percent` is the part of the exercises that must be right. An exercise is right when all
    its questions are.
    """

    weights: Mapping[str, int]
    count: int = 20
    level: SchoolLevel = "medium"
    pass_percent: int = 80
    minutes: int = 30


@dataclass(frozen=True, slots=True)
class Examination:
    """The exercises of one examination, in their order; numbered from 1."""

    rules: Rules
    plan: ExaminationPlan
    seed: int
    exercises: tuple[Exercise, ...]


@dataclass(frozen=True, slots=True)
class ExaminationGrade:
    """How an examination was passed or failed; `answers` has the grades of each exercise."""

    answers: tuple[tuple[ItemGrade, ...], ...]
    kinds: tuple[KindTally, ...]
    right: int
    count: int
    passed: bool

    @property
    def part_right(self) -> Fraction:
        """Return the part of the exercises that are right."""
        return Fraction(self.right, self.count)


def usual_plan(rules: Rules) -> ExaminationPlan:
    """Return a plan in which every kind of these rules comes, paying twice as often."""
    twice = ("outcomes", "amounts", "what-now", "mispay")
    return ExaminationPlan({k.name: 1 + (k.name in twice) for k in kinds_of(rules)})


def check_plan(plan: ExaminationPlan, rules: Rules) -> None:
    """Raise `ExaminationPlanError` for a plan that these rules cannot fill."""
    offered = [kind.name for kind in kinds_of(rules)]
    for name, weight in plan.weights.items():
        if name not in offered:
            raise ExaminationPlanError(
                f"weights.{name[:40]}: is no kind of {rules.set.title}; it has {', '.join(offered)}"
            )
        _within(f"weights.{name}", weight, 0, WEIGHT_MAX)
    if not any(plan.weights.values()):
        raise ExaminationPlanError("weights: all are 0; give at least one kind a weight")
    _within("count", plan.count, 1, COUNT_MAX)
    _within("pass_percent", plan.pass_percent, 1, 100)
    _within("minutes", plan.minutes, 1, MINUTES_MAX)
    if plan.level not in LEVELS:
        raise ExaminationPlanError(f"level: wants one of {', '.join(LEVELS)}")


def _within(key: str, number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise ExaminationPlanError(f"{key}: {number} is outside {least} to {most}")


def draw_examination(rules: Rules, plan: ExaminationPlan, seed: int) -> Examination:
    """Draw the exercises; raises `ExaminationPlanError`."""
    check_plan(plan, rules)
    if not 0 <= seed <= SEED_MAX:
        raise ExaminationPlanError(f"seed: {seed} is outside 0 to {SEED_MAX}")
    exercises = tuple(
        draw_exercise(rules, kind, seed=seed, number=number, level=plan.level)
        for number, kind in enumerate(planned_kinds(plan, seed), 1)
    )
    return Examination(rules, plan, seed, exercises)


def planned_kinds(plan: ExaminationPlan, seed: int) -> list[str]:
    """Share the exercises out by weight, largest remainder first, and put them in an order."""
    names = [name for name, weight in sorted(plan.weights.items()) if weight]
    counts = shares(plan.count, [plan.weights[name] for name in names])
    each = [name for name, count in zip(names, counts, strict=True) for _ in range(count)]
    return Picks(seed, "examination").shuffled(each)


def grade_examination(
    examination: Examination,
    answers: Mapping[int, Mapping[str, str]],
    took_ms: Mapping[int, int] | None = None,
) -> ExaminationGrade:
    """Grade the answers by exercise number and question; what is missing or unreadable is wrong."""
    times = took_ms or {}
    graded = tuple(_graded(one, answers.get(one.number, {})) for one in examination.exercises)
    marks = [
        SchoolMark(
            kind=one.kind,
            items=len(found),
            right_items=sum(item.right for item in found),
            right=all(item.right for item in found),
            took_ms=times.get(one.number),
        )
        for one, found in zip(examination.exercises, graded, strict=True)
    ]
    right = sum(mark.right for mark in marks)
    count = len(marks)
    passed = is_enough(right, count, examination.plan.pass_percent)
    return ExaminationGrade(graded, tallies(marks), right, count, passed)


def _graded(exercise: Exercise, answers: Mapping[str, str]) -> tuple[ItemGrade, ...]:
    found = []
    for item in exercise.items:
        try:
            found.append(grade_item(item, answers.get(item.id, "")))
        except SchoolAnswerError:
            found.append(ItemGrade(item, right=False, given=""))
    return tuple(found)


def is_enough(right: int, count: int, pass_percent: int) -> bool:
    """Return whether enough exercises are right to pass."""
    return 100 * right >= pass_percent * count


# -- as a document --------------------------------------------------------------------------------


def examination_document(examination: Examination) -> Document:
    """Write all facts with their keys, no words; the same for the same rules, plan and seed."""
    rules, plan = examination.rules, examination.plan
    return {
        "format": FORMAT,
        "rules": rules.set.name,
        "edition": rules.set.edition,
        "options": {key: str(value) for key, value in sorted(rules.options.items())},
        "plan": plan_document(plan),
        "seed": examination.seed,
        "exercises": [exercise_facts(one) for one in examination.exercises],
    }


def plan_document(plan: ExaminationPlan) -> Document:
    """Write a plan."""
    return {
        "weights": dict(sorted(plan.weights.items())),
        "count": plan.count,
        "level": plan.level,
        "pass_percent": plan.pass_percent,
        "minutes": plan.minutes,
    }


def examination_bytes(examination: Examination) -> bytes:
    """Write the document in its one form: sorted keys, no spaces, UTF-8."""
    document = examination_document(examination)
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def examination_hash(examination: Examination) -> str:
    """Return the SHA-256 of the examination in its one form."""
    return sha256(examination_bytes(examination)).hexdigest()

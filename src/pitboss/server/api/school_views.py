"""Lessons, results and progress of the dealer school as they go over the wire."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from pitboss.coach.daily import day_text
from pitboss.coach.school.catalog import KIND_NAMES
from pitboss.coach.school.score import HOUR_MS
from pitboss.rules import rule_set
from pitboss.server.api.school_draw import TITLES, read_shown, read_verdict
from pitboss.server.store.school import School
from pitboss.server.store.school_rows import (
    ItemRow,
    KindScore,
    LessonRow,
    SchoolDay,
    SchoolPlan,
)
from pitboss.server.wire.school import (
    ExerciseVerdict,
    KindResult,
    Lesson,
    LessonLine,
    LessonResult,
    LessonTally,
    ResultItem,
    SchoolDayLine,
    SchoolExercise,
    SchoolPace,
    SchoolProgress,
)

LESSONS_SHOWN: Final = 20
NOTHING: Final = KindScore()


def asked_fields(plan: SchoolPlan) -> dict[str, Any]:  # Any: fields of several types
    """Return the fields of `LessonAsked`."""
    return {
        "exam": plan.exam,
        "rules": plan.game.rules,
        "edition": plan.game.edition,
        "title": rule_set(plan.game.rules, plan.game.edition).title,
        "operator": plan.operator,
        "sha256": plan.sha256,
        "level": plan.level,
        "count": plan.count,
        "weights": dict(plan.weights),
        "minutes": plan.minutes,
        "pass_percent": plan.pass_percent,
    }


def lesson_view(row: LessonRow, exercise: SchoolExercise | None, now: int) -> Lesson:
    """Show a lesson to its trainee, with the exercise to answer now."""
    finished = row.finished is not None
    return Lesson(
        **asked_fields(row.plan),
        id=row.id,
        candidate=row.candidate,
        assignment=row.assignment,
        created=row.created,
        now=now,
        ends=row.ends,
        exercise=exercise,
        score=tally_view(row),
        finished=finished,
        passed=row.passed,
        seed=row.seed if finished else None,  # whoever has the seed can draw the exercises
        token=row.token if finished else None,
    )


def line_view(row: LessonRow) -> LessonLine:
    """Show a lesson in a list."""
    return LessonLine(
        **asked_fields(row.plan),
        id=row.id,
        created=row.created,
        finished=row.finished is not None,
        passed=row.passed,
        score=tally_view(row),
        assignment=row.assignment,
        token=row.token if row.finished is not None else None,
    )


def tally_view(row: LessonRow) -> LessonTally:
    """Show how a lesson goes; of an examination that runs only how much is answered."""
    hidden = row.plan.exam and row.finished is None
    score = {} if hidden else row.score
    whole = row.whole
    return LessonTally(
        of=len(row.plan.items),
        answered=row.answered,
        right=0 if hidden else row.right,
        ms=whole.ms,
        an_hour=None if hidden else an_hour(whole),
        kinds=_kinds(Counter(row.plan.items), score),
    )


def an_hour(score: KindScore) -> int | None:
    """Return the pace in rounds an hour while paying; None where no round was paid."""
    return score.rounds * HOUR_MS // score.rounds_ms if score.rounds_ms else None


def _kinds(of: Mapping[str, int], score: Mapping[str, KindScore]) -> tuple[KindResult, ...]:
    return tuple(
        KindResult(
            kind=name,
            title=TITLES.get(name, name),
            of=of[name],
            answered=score.get(name, NOTHING).answered,
            right=score.get(name, NOTHING).right,
            ms=score.get(name, NOTHING).ms,
        )
        for name in _in_order(of)
    )


def _in_order(names: Iterable[str]) -> list[str]:
    """Put kinds in the order of the catalogue; those of another version last."""
    known = {name: place for place, name in enumerate(KIND_NAMES)}
    return sorted(names, key=lambda name: (known.get(name, len(known)), name))


# -- results --------------------------------------------------------------------------------------


def verdict_view(item: ItemRow) -> ExerciseVerdict | None:
    """Show the verdict of an answered exercise."""
    return None if item.verdict is None else read_verdict(item.verdict, item.ms)


def result_view(row: LessonRow, items: Iterable[ItemRow]) -> LessonResult:
    """Show a finished lesson or examination to everybody who has its link."""
    return LessonResult(
        **asked_fields(row.plan),
        candidate=row.candidate,
        created=row.created,
        finished=row.finished or 0,
        passed=row.passed,
        seed=row.seed,
        score=tally_view(row),
        items=tuple(
            ResultItem(read_shown(item.shown), read_verdict(item.verdict, item.ms))
            for item in items
            if item.verdict is not None
        ),
    )


# -- progress -------------------------------------------------------------------------------------


def progress_view(school: School, person: str, now: int) -> SchoolProgress:
    """Show where a trainee stands; reads the database."""
    days = school.days(person)
    totals = _added((one.kind, one.score) for one in days)
    return SchoolProgress(
        kinds=_kinds({name: one.answered for name, one in totals.items()}, totals),
        days=tuple(_day(one) for one in days),
        pace=_pace(days),
        lessons=tuple(map(line_view, school.lessons(person, now, LESSONS_SHOWN))),
    )


def _added(scores: Iterable[tuple[str, KindScore]]) -> dict[str, KindScore]:
    found: dict[str, KindScore] = {}
    for key, score in scores:
        found[key] = found.get(key, NOTHING).plus(score)
    return found


def _day(one: SchoolDay) -> SchoolDayLine:
    return SchoolDayLine(
        day=day_text(one.day),
        kind=one.kind,
        answered=one.score.answered,
        right=one.score.right,
        ms=one.score.ms,
    )


def _pace(days: Iterable[SchoolDay]) -> tuple[SchoolPace, ...]:
    by_day = _added((day_text(one.day), one.score) for one in days)
    return tuple(
        SchoolPace(day, score.rounds, score.rounds_ms, rate)
        for day, score in by_day.items()
        if (rate := an_hour(score)) is not None
    )


def export_document(school: School, person: str, now: int) -> dict[str, Any]:  # Any: JSON
    """Collect everything that is kept of a trainee; reads the database.

    What was shown follows from rules, seed and number, and is left out.
    """
    lessons = [
        {
            **msgspec.to_builtins(lesson_view(row, None, now)),
            "submission": row.submission,
            "answers": [
                _answer(row, item) for item in school.items(row) if item.answer is not None
            ],
        }
        for row in school.lessons(person, now)
    ]
    days = [msgspec.to_builtins(_day(one)) for one in school.days(person)]
    return {"days": days, "lessons": lessons}


def _answer(row: LessonRow, item: ItemRow) -> dict[str, Any]:  # Any: JSON
    said = {"number": item.number, "kind": item.kind, "answers": item.answer, "ms": item.ms}
    hidden = row.plan.exam and row.finished is None
    return said if hidden else {**said, "right": item.right}

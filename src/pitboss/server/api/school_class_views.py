"""Classes of the dealer school as they go over the wire, and their results as CSV."""

from __future__ import annotations

import csv
import io
from typing import Final

from pitboss.history.export.seats import safe_cell
from pitboss.history.periods import utc_text
from pitboss.server.api.school_views import asked_fields, line_view
from pitboss.server.services import Services
from pitboss.server.store.classes import Classes
from pitboss.server.store.people import Human
from pitboss.server.store.school_rows import AssignmentRow, ClassRow, LessonRow
from pitboss.server.wire.school import KindResult
from pitboss.server.wire.school_class import (
    AssignmentCard,
    AttendedClass,
    ClassCard,
    ClassMember,
    ClassResult,
    TaughtClass,
)

GONE: Final = "(no longer here)"
COLUMNS: Final = (
    "class", "assignment", "deadline", "member", "candidate", "rules", "edition",
    "submission_sha256", "level", "exam", "started", "finished", "passed", "rounds_an_hour", "kind",
    "exercises", "answered", "right", "seconds", "result",
)  # fmt: skip


def card_view(classes: Classes, row: ClassRow) -> ClassCard:
    """Show a class in its teacher's list; reads the database."""
    return ClassCard(
        id=row.id,
        title=row.title,
        code=code_text(row.code),
        created=row.created,
        members=len(classes.members(row.id)),
        assignments=len(classes.assignments(row.id)),
    )


def code_text(code: str) -> str:
    """Write a code in two parts, to be read out.

    >>> code_text("ABCDEFGH")
    'ABCD-EFGH'
    """
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


def attended_view(services: Services, human: Human, row: ClassRow) -> AttendedClass:
    """Show a class to a member: nothing of the other members; reads the database."""
    now = services.clock.now()
    teacher = services.people.by_id(row.teacher)
    tasks = services.classes.assignments(row.id)
    mine = services.school.of_assignments(human.id, [task.id for task in tasks], now)
    return AttendedClass(
        id=row.id,
        title=row.title,
        teacher=GONE if teacher is None else teacher.name,
        assignments=tuple(_assignment(task, now, mine.get(task.id)) for task in tasks),
    )


def taught_view(services: Services, row: ClassRow) -> TaughtClass:
    """Show a class to its teacher; reads the database."""
    now = services.clock.now()
    members = services.classes.members(row.id)
    names = {one.person: one.name for one in members}
    return TaughtClass(
        id=row.id,
        title=row.title,
        code=code_text(row.code),
        created=row.created,
        members=tuple(ClassMember(one.name, one.joined) for one in members),
        assignments=tuple(
            _assignment(task, now, None) for task in services.classes.assignments(row.id)
        ),
        results=tuple(
            _result(names[one.person], one) for one in services.classes.results(row.id, now)
        ),
    )


def _assignment(task: AssignmentRow, now: int, mine: LessonRow | None) -> AssignmentCard:
    return AssignmentCard(
        **asked_fields(task.plan),
        id=task.id,
        name=task.title,
        deadline=task.deadline,
        over=now > task.deadline,
        created=task.created,
        mine=None if mine is None else line_view(mine),
    )


def _result(name: str, row: LessonRow) -> ClassResult:
    return ClassResult(
        member=name,
        candidate=row.candidate,
        assignment=row.assignment or "",
        finished=row.finished,
        lesson=line_view(row),
    )


# -- as a file ------------------------------------------------------------------------------------


def results_csv(found: TaughtClass) -> bytes:
    """Write the results of a class: a row for each kind, and one for all kinds together."""
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    tasks = {one.id: one for one in found.assignments}
    for result in found.results:
        head = _head(found.title, tasks[result.assignment], result)
        score = result.lesson.score
        whole = KindResult(
            kind="all",
            title="",
            of=score.of,
            answered=score.answered,
            right=score.right,
            ms=score.ms,
        )
        for one in (whole, *score.kinds):
            rows.writerow([*head, *_kind(one), result.lesson.token or ""])
    return out.getvalue().encode()


def _head(title: str, task: AssignmentCard, result: ClassResult) -> list[str]:
    lesson = result.lesson
    passed = "" if lesson.passed is None else "yes" if lesson.passed else "no"
    return [
        safe_cell(title),
        safe_cell(task.name),
        utc_text(task.deadline),
        safe_cell(result.member),
        safe_cell(result.candidate),
        lesson.rules,
        str(lesson.edition),
        lesson.sha256,
        lesson.level,
        "yes" if lesson.exam else "no",
        utc_text(lesson.created),
        "" if result.finished is None else utc_text(result.finished),
        passed,
        "" if lesson.score.an_hour is None else str(lesson.score.an_hour),
    ]


def _kind(one: KindResult) -> list[str]:
    seconds = f"{one.ms / 1000:.1f}"
    return [one.kind, str(one.of), str(one.answered), str(one.right), seconds]

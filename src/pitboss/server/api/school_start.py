"""New lessons and examinations: practice, an assignment, exercises of a finished lesson again."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

from pitboss.coach.school.examination import MINUTE_MS
from pitboss.server.api.school_plans import (
    clean_name,
    drawn_items,
    exam_plan,
    practice_weights,
    read_subject,
)
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.store.people import Human
from pitboss.server.store.school_rows import AssignmentRow, LessonRow, SchoolPlan
from pitboss.server.wire.school import SEED_BITS, StartExam, StartLesson

ID_BYTES: Final = 12  # of a lesson's id and of its token: too many to guess


def practice_row(services: Services, human: Human, data: StartLesson) -> LessonRow:
    """Make the row of a lesson; raises `Turned`."""
    subject = read_subject(data.rules, data.submission)
    plan = subject.plan(practice_weights(subject.rules, data.kinds), data.level, data.count)
    seed = _seed(services) if data.seed is None else data.seed
    return _row(services, human, plan, subject.submission, seed, data.candidate)


def exam_row(services: Services, human: Human, data: StartExam) -> LessonRow:
    """Make the row of an examination; raises `Turned`."""
    subject = read_subject(data.rules, data.submission)
    plan = exam_plan(subject, data.weights, data.level, data.count, data.minutes, data.pass_percent)
    return _row(services, human, plan, subject.submission, _seed(services), data.candidate)


def same_row(services: Services, human: Human, token: str) -> LessonRow:
    """Take over the exercises of a finished lesson, for practice; raises `Turned`."""
    other = services.school.shared(token, services.clock.now())
    if other is None:
        raise Turned(404, "no-such-link", "there is no finished lesson under this link")
    row = _row(services, human, other.plan, other.submission, other.seed)
    plan = replace(other.plan, exam=False, minutes=0, pass_percent=0)
    return replace(row, plan=plan, ends=None)


def assigned_row(services: Services, human: Human, data: StartLesson) -> LessonRow:
    """Begin an assignment, or return what was begun of it; raises `Turned`."""
    now = services.clock.now()
    task = services.classes.assigned_to(human.id, data.assignment)
    if task is None:
        raise Turned(404, "no-such-assignment", "no class of yours has such an assignment")
    begun = services.school.of_assignment(human.id, task.id, now)
    if begun is not None:
        return begun
    if now > task.deadline:
        raise Turned(409, "deadline-passed", "the deadline of this assignment is over")
    return _begun(services, human, task, data.candidate)


def _begun(services: Services, human: Human, task: AssignmentRow, candidate: str) -> LessonRow:
    row = _row(services, human, task.plan, task.submission, _seed(services), candidate)
    ends = task.deadline if row.ends is None else min(row.ends, task.deadline)
    return replace(row, assignment=task.id, ends=ends)


def _row(
    services: Services,
    human: Human,
    plan: SchoolPlan,
    submission: str | None,
    seed: int,
    candidate: str = "",
) -> LessonRow:
    now = services.clock.now()
    return LessonRow(
        id=secrets.token_urlsafe(ID_BYTES),
        person=human.id,
        plan=replace(plan, items=plan.items or drawn_items(plan, seed)),
        seed=seed,
        created=now,
        token=secrets.token_urlsafe(ID_BYTES),
        candidate=clean_name(candidate) or human.name,
        submission=submission,
        ends=now + plan.minutes * MINUTE_MS if plan.exam else None,
    )


def _seed(services: Services) -> int:
    return services.chance.below(2**SEED_BITS)

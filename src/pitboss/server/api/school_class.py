"""Classes of the dealer school over HTTP: a teacher's own, and those that a trainee has joined."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from typing import Annotated, Final, TypeVar

from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter
from litestar.types import ControllerRouterHandler

from pitboss.history.periods import DAY_MS
from pitboss.server.api.queries import NameText, TheHuman, TheServices, attached
from pitboss.server.api.school import LessonId, turned_by
from pitboss.server.api.school_class_views import attended_view, card_view, results_csv, taught_view
from pitboss.server.api.school_plans import clean_name, exam_plan, practice_weights, read_subject
from pitboss.server.api.school_start import ID_BYTES
from pitboss.server.auth.permissions import may
from pitboss.server.http.middleware import take
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.store.school import SchoolRefused
from pitboss.server.store.school_rows import AssignmentRow, ClassRow, SchoolPlan
from pitboss.server.wire.ask import PLAIN
from pitboss.server.wire.school_class import (
    DEADLINE_DAYS_MAX,
    Assign,
    AttendedClass,
    ClassCard,
    JoinClass,
    MakeClass,
    MyClasses,
    TaughtClass,
)

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that the eye mixes up
CODE_LETTERS: Final = 8
CLASS_PATH: Final = "/api/school/classes/{class_id:str}"
ClassId = Annotated[str, PathParameter(min_length=8, max_length=40, pattern=PLAIN)]
T = TypeVar("T")


@get("/api/school/classes", guards=[may("school")], tags=["school"])
async def my_classes(services: TheServices, human: TheHuman) -> MyClasses:
    """List the classes that you teach, and those that you have joined with their assignments."""

    def work() -> MyClasses:
        return MyClasses(
            teaching=tuple(
                card_view(services.classes, one) for one in services.classes.taught(human.id)
            ),
            attending=tuple(
                attended_view(services, human, one) for one in services.classes.joined(human.id)
            ),
        )

    return await _done(work)


@post("/api/school/classes", guards=[may("school.teach")], status_code=201, tags=["school"])
async def make_class(
    services: TheServices, human: TheHuman, data: JSONBody[MakeClass]
) -> ClassCard:
    """Make a class of your own; trainees join it by its code."""
    take(services.limits.drill, human.id, time.monotonic())

    def work() -> ClassCard:
        title = _title(data.title)
        row = ClassRow(_id(), human.id, title, _code(), services.clock.now())
        return card_view(services.classes, services.classes.add(row))

    return await _done(work)


@post("/api/school/classes/joined", guards=[may("school")], status_code=200, tags=["school"])
async def join_class(
    services: TheServices, human: TheHuman, data: JSONBody[JoinClass]
) -> AttendedClass:
    """Join the class that has this code. Joining it again changes nothing."""
    take(services.limits.drill, human.id, time.monotonic())

    def work() -> AttendedClass:
        code = "".join(filter(str.isalnum, data.code.upper()))
        found = services.classes.join(human.id, code, services.clock.now())
        return attended_view(services, human, found)

    return await _done(work)


@delete("/api/school/classes/joined/{class_id:str}", guards=[may("school")], status_code=204,
        tags=["school"])  # fmt: skip
async def leave_class(services: TheServices, human: TheHuman, class_id: ClassId) -> None:
    """Leave a class; what you have done stays yours, and its teacher sees it no longer."""
    await _done(lambda: services.classes.leave(human.id, class_id))


@get(CLASS_PATH, guards=[may("school.teach")], tags=["school"])
async def taught_class(services: TheServices, human: TheHuman, class_id: ClassId) -> TaughtClass:
    """Return a class of your own: its code, members, assignments and results."""

    def work() -> TaughtClass:
        row = services.classes.of_teacher(human.id, class_id)
        return taught_view(services, row)

    return await _done(work)


@delete(CLASS_PATH, guards=[may("school.teach")], status_code=204, tags=["school"])
async def remove_class(services: TheServices, human: TheHuman, class_id: ClassId) -> None:
    """Remove a class of your own with its assignments; its members keep what they have done."""
    await _done(lambda: services.classes.remove(services.classes.of_teacher(human.id, class_id)))


@post(f"{CLASS_PATH}/code", guards=[may("school.teach")], status_code=200, tags=["school"])
async def change_code(services: TheServices, human: TheHuman, class_id: ClassId) -> ClassCard:
    """Give a class of your own another code; members stay, the old code lets nobody in."""

    def work() -> ClassCard:
        row = services.classes.of_teacher(human.id, class_id)
        return card_view(services.classes, services.classes.change_code(row, _code()))

    return await _done(work)


@delete(f"{CLASS_PATH}/members/{{name:str}}", guards=[may("school.teach")], status_code=204,
        tags=["school"])  # fmt: skip
async def remove_member(
    services: TheServices, human: TheHuman, class_id: ClassId, name: NameText
) -> None:
    """Take a member out of a class of your own."""

    def work() -> None:
        row = services.classes.of_teacher(human.id, class_id)
        for member in services.classes.members(row.id):
            if member.name == name:
                return services.classes.leave(member.person, row.id)
        raise Turned(404, "no-such-member", "this class has no member of that name")

    await _done(work)


@post(f"{CLASS_PATH}/assignments", guards=[may("school.teach")], status_code=201, tags=["school"])
async def assign(
    services: TheServices, human: TheHuman, class_id: ClassId, data: JSONBody[Assign]
) -> TaughtClass:
    """Give a class of your own something to do until a deadline; a submission is checked first."""
    take(services.limits.drill, human.id, time.monotonic())

    def work() -> TaughtClass:
        row = services.classes.of_teacher(human.id, class_id)
        services.classes.assign(_assignment(services, row, data))
        return taught_view(services, row)

    return await _done(work)


@delete(f"{CLASS_PATH}/assignments/{{assignment:str}}", guards=[may("school.teach")],
        status_code=204, tags=["school"])  # fmt: skip
async def take_back(
    services: TheServices, human: TheHuman, class_id: ClassId, assignment: LessonId
) -> None:
    """Remove an assignment; what was done of it stays its trainees' own."""

    def work() -> None:
        row = services.classes.of_teacher(human.id, class_id)
        services.classes.take_back(row, assignment)

    await _done(work)


@get(f"{CLASS_PATH}/results", guards=[may("school.teach")], tags=["school"])
async def class_results(
    services: TheServices, human: TheHuman, class_id: ClassId
) -> Response[bytes]:
    """Return the results of a class of your own as a CSV file, a row for each kind."""

    def work() -> tuple[ClassRow, bytes]:
        row = services.classes.of_teacher(human.id, class_id)
        return row, results_csv(taught_view(services, row))

    row, written = await _done(work)
    headers = attached(f"{row.title}.csv")
    return Response(written, media_type="text/csv", headers=headers)


# -- helpers --------------------------------------------------------------------------------------


async def _done(work: Callable[[], T]) -> T:
    """Do work in a thread; what the school does not take becomes a problem document."""
    try:
        return await asyncio.to_thread(work)
    except SchoolRefused as refused:
        raise turned_by(refused) from None


def _assignment(services: Services, row: ClassRow, data: Assign) -> AssignmentRow:
    now = services.clock.now()
    if not now < data.deadline <= now + DEADLINE_DAYS_MAX * DAY_MS:
        text = f"deadline: choose a time from now on, at most {DEADLINE_DAYS_MAX} days ahead"
        raise Turned(400, "not-valid", text)
    subject = read_subject(data.rules, data.submission)
    plan: SchoolPlan
    if data.exam:
        plan = exam_plan(
            subject, data.weights, data.level, data.count, data.minutes, data.pass_percent
        )
    else:
        usual = practice_weights(subject.rules, tuple(data.weights))
        plan = subject.plan(data.weights or usual, data.level, data.count)
    return AssignmentRow(
        id=_id(),
        class_=row.id,
        title=_title(data.title),
        plan=plan,
        submission=subject.submission,
        deadline=data.deadline,
        created=now,
    )


def _title(text: str) -> str:
    title = clean_name(text)
    if not title:
        raise Turned(400, "not-valid", "title: nothing is written; write a name for people")
    return title


def _id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def _code() -> str:
    """Draw a code that nobody guesses, of letters that can be read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))


ROUTES: Final[list[ControllerRouterHandler]] = [
    my_classes, make_class, join_class, leave_class, taught_class, remove_class, change_code,
    remove_member, assign, take_back, class_results,
]  # fmt: skip

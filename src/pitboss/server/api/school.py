"""The dealer school over HTTP: lessons, examinations, corrections, progress; all your own."""

from __future__ import annotations

import asyncio
import time
from functools import cache
from typing import Annotated, Final

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.params import JSONBody, PathParameter
from litestar.types import ControllerRouterHandler

from pitboss.coach.school.catalog import KINDS, kinds_of
from pitboss.coach.school.examination import usual_plan
from pitboss.coach.school.stakes import LEVELS
from pitboss.rules.catalog import all_rule_sets
from pitboss.server.api.queries import TheHuman, TheServices, attached
from pitboss.server.api.school_draw import graded_item, read_shown, shown_bytes
from pitboss.server.api.school_plans import checked_submission
from pitboss.server.api.school_start import assigned_row, exam_row, practice_row, same_row
from pitboss.server.api.school_views import (
    export_document,
    lesson_view,
    progress_view,
    verdict_view,
)
from pitboss.server.auth.permissions import may
from pitboss.server.http.middleware import take
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.store.people import Human
from pitboss.server.store.school import SchoolRefused, check_asked
from pitboss.server.store.school_rows import ItemRow, LessonRow
from pitboss.server.tables.default_rules import standing_house
from pitboss.server.wire.school import (
    EXERCISES_MAX,
    AnswerExercise,
    CheckedSubmission,
    CheckSubmission,
    Corrected,
    Lesson,
    SchoolCatalogue,
    SchoolKindCard,
    SchoolPlace,
    SchoolProgress,
    StartExam,
    StartLesson,
)
from pitboss.table import rules_of

LESSON_PATH: Final = "/api/school/lessons/{lesson:str}"
_ID: Final = r"^[A-Za-z0-9_-]+$(?!\n)"
LessonId = Annotated[str, PathParameter(min_length=8, max_length=40, pattern=_ID)]
ExerciseNumber = Annotated[int, PathParameter(ge=1, le=EXERCISES_MAX)]


@get("/api/school/kinds", tags=["school"])
async def school_kinds() -> SchoolCatalogue:
    """List the kinds of exercises, which rule book has which, and the usual examination."""
    return await asyncio.to_thread(_catalogue)


@post("/api/school/submissions", guards=[may("school")], status_code=200, tags=["school"])
async def check_submission(
    services: TheServices, human: TheHuman, data: JSONBody[CheckSubmission]
) -> CheckedSubmission:
    """Check a house's own submission: every problem, and the kinds of exercises it has."""
    take(services.limits.drill, human.id, time.monotonic())
    return await asyncio.to_thread(checked_submission, data.submission)


@post("/api/school/lessons", guards=[may("school")], status_code=201, tags=["school"])
async def start_lesson(
    services: TheServices, human: TheHuman, data: JSONBody[StartLesson]
) -> Lesson:
    """Start a lesson and return it with its first exercise.

    An assignment is begun once: asked for again, it goes on.
    """
    take(services.limits.drill, human.id, time.monotonic())

    def work() -> Lesson:
        if data.assignment:
            row = assigned_row(services, human, data)
        elif data.same_as:
            row = same_row(services, human, data.same_as)
        else:
            row = practice_row(services, human, data)
        return _view(services, services.school.add(row))

    try:
        return await asyncio.to_thread(work)
    except SchoolRefused as refused:
        raise turned_by(refused) from None


@post("/api/school/examinations", guards=[may("school")], status_code=201, tags=["school"])
async def start_examination(
    services: TheServices, human: TheHuman, data: JSONBody[StartExam]
) -> Lesson:
    """Start an examination: its time runs from now on, and nothing is corrected before its end."""
    take(services.limits.drill, human.id, time.monotonic())

    def work() -> Lesson:
        return _view(services, services.school.add(exam_row(services, human, data)))

    return await asyncio.to_thread(work)


@get(LESSON_PATH, guards=[may("school")], tags=["school"])
async def own_lesson(services: TheServices, human: TheHuman, lesson: LessonId) -> Lesson:
    """Return a lesson or an examination of your own, to go on where you were."""
    return await asyncio.to_thread(
        lambda: _view(services, found_lesson(services, human.id, lesson))
    )


@post(f"{LESSON_PATH}/answers", guards=[may("school")], status_code=200, tags=["school"])
async def answer_exercise(
    services: TheServices, human: TheHuman, lesson: LessonId, data: JSONBody[AnswerExercise]
) -> Corrected:
    """Answer the exercise that is asked now: its correction, and the next exercise.

    The first answer stands: a later one to the same exercise gets the verdict of the first.
    """

    def work() -> Corrected:
        row, item, first = _answered(services, human, lesson, data)
        hidden = row.plan.exam and row.finished is None
        return Corrected(
            number=data.number,
            first=first,
            verdict=None if hidden else verdict_view(item),
            lesson=_view(services, row),
        )

    try:
        return await asyncio.to_thread(work)
    except SchoolRefused as refused:
        raise turned_by(refused) from None


@post(f"{LESSON_PATH}/finish", guards=[may("school")], status_code=200, tags=["school"])
async def finish_lesson(services: TheServices, human: TheHuman, lesson: LessonId) -> Lesson:
    """End a lesson or an examination now; what is not answered counts as not right."""

    def work() -> Lesson:
        row = found_lesson(services, human.id, lesson)
        return _view(services, services.school.finish(row, services.clock.now()))

    try:
        return await asyncio.to_thread(work)
    except SchoolRefused as refused:
        raise turned_by(refused) from None


@get("/api/school/progress", guards=[may("school")], tags=["school"])
async def school_progress(services: TheServices, human: TheHuman) -> SchoolProgress:
    """Return your accuracy and speed by kind and day, your pace, and the latest lessons."""
    now = services.clock.now()
    return await asyncio.to_thread(progress_view, services.school, human.id, now)


@get("/api/school/export", guards=[may("school")], tags=["school"])
async def export_school(services: TheServices, human: TheHuman) -> Response[bytes]:
    """Return everything that is kept of you as a trainee, as a JSON file."""

    def work() -> bytes:
        document = export_document(services.school, human.id, services.clock.now())
        return msgspec.json.format(msgspec.json.encode(document), indent=2)

    written = await asyncio.to_thread(work)
    return Response(written, media_type=MediaType.JSON, headers=attached("pitboss-school.json"))


@delete("/api/school", guards=[may("school")], status_code=204, tags=["school"])
async def forget_school(services: TheServices, human: TheHuman) -> None:
    """Delete all of your lessons, examinations and totals, and leave your classes."""
    await asyncio.to_thread(services.school.forget, human.id)


# -- helpers --------------------------------------------------------------------------------------


def found_lesson(services: Services, person: str, id_: str) -> LessonRow:
    """Find a lesson of this person; raises `Turned` for another's too."""
    row = services.school.lesson(person, id_, services.clock.now())
    if row is None:
        raise Turned(404, "no-such-lesson", "you have no such lesson")
    return row


def turned_by(refused: SchoolRefused) -> Turned:
    """Return the problem document for what the school does not take."""
    status = 404 if refused.reason.startswith("no-such-") else 409
    return Turned(status, refused.reason, refused.text)


def _answered(
    services: Services, human: Human, lesson: str, data: AnswerExercise
) -> tuple[LessonRow, ItemRow, bool]:
    """Grade and keep an answer, and return whether it was the first; raises `Turned`."""
    school, now = services.school, services.clock.now()
    row = found_lesson(services, human.id, lesson)
    before = school.item(row, data.number)
    if before is not None and before.answer is not None:
        return row, before, False
    check_asked(row, before, data.number, now)
    graded = graded_item(row, data)
    changed, item = school.answer(row, graded, now)
    return changed, item, item.answer is graded.answer


def _view(services: Services, row: LessonRow) -> Lesson:
    """Show a lesson; its next exercise counts as shown from now on."""
    now = services.clock.now()
    if row.finished is not None:
        return lesson_view(row, None, now)
    number = row.answered + 1
    shown = shown_bytes(row, number)
    kept = services.school.show(row, number, row.plan.items[number - 1], shown, now)
    return lesson_view(row, read_shown(kept.shown), now)


@cache
def _catalogue() -> SchoolCatalogue:
    rules = {place.name: rules_of(standing_house(place.name)) for place in all_rule_sets()}
    usual = [usual_plan(one) for one in rules.values()]
    weights = {name: weight for plan in usual for name, weight in plan.weights.items()}
    return SchoolCatalogue(
        kinds=tuple(SchoolKindCard(kind.name, kind.title, kind.about) for kind in KINDS),
        levels=LEVELS,
        places=tuple(
            SchoolPlace(
                place.name,
                place.title,
                place.edition,
                tuple(kind.name for kind in kinds_of(rules[place.name])),
            )
            for place in all_rule_sets()
        ),
        weights={kind.name: weights[kind.name] for kind in KINDS if kind.name in weights},
        count=usual[0].count,
        minutes=usual[0].minutes,
        pass_percent=usual[0].pass_percent,
    )


ROUTES: Final[list[ControllerRouterHandler]] = [
    school_kinds, check_submission, start_lesson, start_examination, own_lesson, answer_exercise,
    finish_lesson, school_progress, export_school, forget_school,
]  # fmt: skip

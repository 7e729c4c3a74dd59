"""Finished lessons and examinations by their links, certificates, and prices of mistakes."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from litestar import Response, get
from litestar.types import ControllerRouterHandler, Scope

from pitboss.coach.school.prices import MistakePrice, price_words
from pitboss.history.periods import moment
from pitboss.reports.school.certificate import Certificate, CertificateKind, certificate_pdf
from pitboss.reports.software import this_software
from pitboss.server.api.odds import ask_odds
from pitboss.server.api.prices import asker_of, why_waiting
from pitboss.server.api.queries import TheHuman, TheServices, attached
from pitboss.server.api.report_files import check_extra
from pitboss.server.api.school import LESSON_PATH, ExerciseNumber, LessonId, found_lesson
from pitboss.server.api.school_draw import exercise_of
from pitboss.server.api.school_views import asked_fields, result_view, tally_view
from pitboss.server.auth.permissions import may
from pitboss.server.http.middleware import take
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.store.school_rows import LessonRow
from pitboss.server.wire.school import LessonResult, MistakeAnswer, MistakeCost
from pitboss.server.worker.coach_questions import exact
from pitboss.server.worker.school_questions import MistakeQuestion
from pitboss.server.worker.service import Priority

COST_S_MAX: Final = 2.5  # for a price; then the page says so, and asks again
RESULT_PATH: Final = "/api/school/results/{link:str}"
NO_LINK: Final = "there is no finished lesson under this link"


@get(RESULT_PATH, tags=["school"])
async def lesson_result(services: TheServices, link: LessonId) -> LessonResult:
    """Return a finished lesson or examination by its link: every answer, corrected."""

    def work() -> LessonResult:
        row = _shared(services, link)
        return result_view(row, services.school.items(row))

    return await asyncio.to_thread(work)


@get(f"{RESULT_PATH}/certificate", tags=["school"])
async def certificate(services: TheServices, scope: Scope, link: LessonId) -> Response[bytes]:
    """Return the certificate of a finished examination as a PDF, with lines for two signatures."""
    take(services.limits.drill, asker_of(scope), time.monotonic())

    def work() -> bytes:
        row = _shared(services, link)
        if not row.plan.exam:
            text = "a lesson has no certificate; start an examination"
            raise Turned(409, "no-examination", text)
        check_extra("pdf")
        return _certificate(row)

    written = await asyncio.to_thread(work)
    headers = attached("pitboss-examination.pdf")
    return Response(written, media_type="application/pdf", headers=headers)


@get(f"{LESSON_PATH}/exercises/{{number:int}}/cost", guards=[may("school")], tags=["school"])
async def mistake_cost(
    services: TheServices, human: TheHuman, lesson: LessonId, number: ExerciseNumber
) -> MistakeAnswer:
    """Return what the mistake costs that was planted in an exercise you have answered.

    While the game is being solved, `waiting` says so: ask again.
    """
    row = await asyncio.to_thread(found_lesson, services, human.id, lesson)
    return await _cost(services, row, number, human.id)


@get(f"{RESULT_PATH}/exercises/{{number:int}}/cost", tags=["school"])
async def shared_cost(
    services: TheServices, scope: Scope, link: LessonId, number: ExerciseNumber
) -> MistakeAnswer:
    """Return what a planted mistake of a finished lesson costs."""
    row = await asyncio.to_thread(_shared, services, link)
    return await _cost(services, row, number, asker_of(scope))


async def _cost(services: Services, row: LessonRow, number: int, person: str) -> MistakeAnswer:
    mistake = await asyncio.to_thread(_mistake, services, row, number)
    question = MistakeQuestion(
        row.plan.game,
        row.submission,
        row.plan.items[number - 1],
        row.plan.level,
        row.seed,
        number,
    )
    if not mistake:
        raise Turned(404, "no-mistake", "no mistake was planted in this exercise")
    try:
        price = await ask_odds(services, question, Priority.LAB, person, COST_S_MAX)
    except Turned as turned:
        return MistakeAnswer(None, "", why_waiting(turned))
    return MistakeAnswer(_cost_view(price), price_words(price))


def _mistake(services: Services, row: LessonRow, number: int) -> str:
    """Return the mistake of an answered exercise; raises `Turned` before it may be known."""
    item = services.school.item(row, number)
    if item is None or item.answer is None or (row.plan.exam and row.finished is None):
        raise Turned(409, "not-yet-answered", "this exercise is not corrected yet")
    return exercise_of(row, number).mistake


def _cost_view(price: MistakePrice | None) -> MistakeCost | None:
    if price is None:
        return None
    return MistakeCost(
        per_round=exact(price.per_round),
        per_hour=exact(price.per_hour),
        stake=int(price.stake),
        unit=price.unit,
        pace=price.pace,
    )


def _shared(services: Services, link: str) -> LessonRow:
    row = services.school.shared(link, services.clock.now())
    if row is None:
        raise Turned(404, "no-such-link", NO_LINK)
    return row


# -- the certificate ------------------------------------------------------------------------------


def _certificate(row: LessonRow) -> bytes:
    made, tally = this_software(), tally_view(row)
    again = f"The seed draws the same examination again: pitboss {made.version}"
    found = Certificate(
        candidate=row.candidate,
        passed=bool(row.passed),
        right=row.right,
        of=tally.of,
        pass_percent=row.plan.pass_percent,
        day=f"{moment(row.finished or row.created):%Y-%m-%d}",
        facts=_facts(row),
        kinds=tuple(
            CertificateKind(one.title, one.of, one.answered, one.right, one.ms)
            for one in tally.kinds
        ),
        footer=f"{again}, SHA-256 of the program {made.checksum}",
    )
    return certificate_pdf(found)


def _facts(row: LessonRow) -> tuple[tuple[str, str], ...]:
    plan, asked = row.plan, asked_fields(row.plan)
    filed = (("Operator", plan.operator), ("Submission, SHA-256", plan.sha256))
    none = (("Submission", "none: the rule book with the usual options of pitboss"),)
    minutes = f"{plan.minutes} minute{'s' if plan.minutes > 1 else ''}"
    return (
        ("Rule book", f"{asked['title']}, edition {plan.game.edition}"),
        *(filed if plan.sha256 else none),
        ("Level", plan.level),
        ("Seed", str(row.seed)),
        ("Started", f"{moment(row.created):%d %B %Y, %H:%M:%S} UTC"),
        ("Ended", f"{moment(row.finished or 0):%d %B %Y, %H:%M:%S} UTC"),
        ("Time allowed", minutes),
        ("Result", f"/school/result/{row.token}"),
    )


ROUTES: Final[list[ControllerRouterHandler]] = [
    lesson_result, certificate, mistake_cost, shared_cost,
]  # fmt: skip

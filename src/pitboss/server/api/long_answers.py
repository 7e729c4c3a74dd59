"""Long questions for route handlers: a page asks again until the answer is there."""

from __future__ import annotations

from typing import Final, TypeVar

from pitboss.server.api.odds import AGAIN_S, ASK_AGAIN, NOT_YET
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.worker.long_jobs import AnotherIsCounted
from pitboss.server.worker.process import Question, WorkerError
from pitboss.server.worker.questions import QuestionError
from pitboss.server.worker.service import Priority, TooManyQuestions

LONG_S_MAX: Final = 2.5  # for an answer; then the page says how far it is, and asks again
T = TypeVar("T")


async def ask_long(services: Services, question: Question[T], person: str) -> T:
    """Wait for a long answer; raises `Turned`, with how far it is where it is not there yet."""
    try:
        found = await services.long_jobs.ask(question, person, LONG_S_MAX)
    except AnotherIsCounted:
        raise _later(NOT_YET, "another count of yours is still running") from None
    except TooManyQuestions as error:
        raise _later("busy", str(error)) from None
    except QuestionError as error:
        raise Turned(400, "not-valid", str(error)) from None
    except WorkerError as error:
        raise _later("worker-ended", str(error)) from None
    if found.answer is not None:
        return found.answer
    raise _later(NOT_YET, _how_far(services, found.done, found.parts))


def _how_far(services: Services, done: int, parts: int) -> str:
    if parts:
        return f"counting every deal, {100 * done // parts} % done"
    if services.odds.is_first_use(Priority.LONG):
        return "being compiled: first use takes about 20 s"
    return "waiting for its turn behind the tables"


def _later(reason: str, text: str) -> Turned:
    headers = {"Retry-After": str(AGAIN_S)}
    return Turned(503, reason, f"{text}{ASK_AGAIN}", headers=headers)

"""Long questions of pages: counted in the lowest priority for as long as somebody asks about them.

A page cannot keep a request open for minutes. It asks again every few seconds instead, and this
keeps its question alive between two requests; one that nobody asks about any more is withdrawn.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from pitboss.server.worker.process import Question, WorkerError
from pitboss.server.worker.service import OddsService, Priority

FORGOTTEN_S: Final = 6.0  # after the last request about a question; a page asks every 2 s
T = TypeVar("T")


class AnotherIsCounted(Exception):
    """A person's other long question is still being counted."""


@dataclass(frozen=True, slots=True)
class Progressed(Generic[T]):
    """A finished answer, or how far the count is: `done` of `parts`, 0 while it waits."""

    answer: T | None
    done: int
    parts: int


@dataclass(slots=True, eq=False)
class _Held:
    question: Question[Any]  # Any: the answer
    future: asyncio.Future[Any]
    done: int = 0
    parts: int = 0
    requests: int = 0  # that wait for it right now
    timer: asyncio.TimerHandle | None = None


class LongJobs:
    """One long question of each person; used by the server's own loop alone."""

    def __init__(self, odds: OddsService) -> None:
        self._odds = odds
        self._held: dict[str, _Held] = {}

    async def ask(self, question: Question[T], person: str, seconds: float) -> Progressed[T]:
        """Wait for an answer for some seconds; raises what the question or the service raises.

        Raises `AnotherIsCounted` while the same person's other question is asked about.
        """
        held = self._hold(question, person)
        held.requests += 1
        try:
            await asyncio.wait({held.future}, timeout=seconds)  # which leaves it going
            if held.future.cancelled():
                raise WorkerError("the server is stopping")
            answer: T | None = held.future.result() if held.future.done() else None
        finally:
            held.requests -= 1
            self._let_go_later(held, person)
        return Progressed(answer, held.done, held.parts)

    def _hold(self, question: Question[T], person: str) -> _Held:
        held = self._held.get(person)
        if held is not None and held.future.done() and held.question != question:
            self._let_go(held, person)
            held = None
        if held is None:
            held = self._held[person] = self._begun(question, person)
        if held.question != question:
            raise AnotherIsCounted
        if held.timer is not None:
            held.timer.cancel()
        return held

    def _begun(self, question: Question[T], person: str) -> _Held:
        def progress(done: int, parts: int) -> None:
            held.done, held.parts = done, parts

        asked = self._odds.submit(question, Priority.LONG, person=person, progress=progress)
        held = _Held(question, asyncio.wrap_future(asked))
        held.future.add_done_callback(_looked_at)
        return held

    def _let_go_later(self, held: _Held, person: str) -> None:
        if held.requests == 0:
            loop = asyncio.get_running_loop()
            held.timer = loop.call_later(FORGOTTEN_S, self._let_go, held, person)

    def _let_go(self, held: _Held, person: str) -> None:
        """Withdraw a question that nobody asks about; an answer stays in the service's cache."""
        if held.timer is not None:
            held.timer.cancel()
        held.future.cancel()
        if self._held.get(person) is held:
            del self._held[person]


def _looked_at(future: asyncio.Future[Any]) -> None:  # Any: the answer
    """Look at a failure that nobody may ask about again: asyncio would log it as forgotten."""
    if not future.cancelled():
        future.exception()

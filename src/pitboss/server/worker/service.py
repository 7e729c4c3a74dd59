"""The odds service: worker processes that count, by priority, with a cache and limits.

Each priority has processes of its own, so that a decision never waits for a solve or a long job
that is running; the lower the priority, the higher the nice level. A question that is asked twice
at the same time is counted once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Hashable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from threading import Condition, RLock, Thread, current_thread
from typing import Any, Final, TypeVar

from pitboss import __version__
from pitboss.odds.counting.executor import Progress
from pitboss.server.http.metrics import (
    ODDS_QUESTIONS,
    ODDS_RESTARTS,
    ODDS_SECONDS,
    ODDS_WAITING,
)
from pitboss.server.worker.answers import Answers
from pitboss.server.worker.process import (
    ENDING_S,
    Question,
    TookTooLong,
    WorkerError,
    WorkerProcess,
    answer_in,
    cores_here,
)

DEATHS_MAX: Final = 2  # processes that one question may cost; then it fails
IDLE_S: Final = 300.0  # after which a process that is not the last of its priority ends
_LOG: Final = logging.getLogger(__name__)
T = TypeVar("T")


class Priority(StrEnum):
    """What a question is: a player's decision, a figure of the lab, or a long job."""

    DECISION = "decision"
    LAB = "lab"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one priority may use.

    `waiting_max` are questions that wait, `person_max` those of one person or address; neither is
    for the server's own questions. `first` is asked of each new process: it compiles.
    """

    processes: int
    nice: int
    waiting_max: int
    person_max: int
    seconds_max: float  # for one answer; a first use compiles for about 20 s on a quiet machine
    first: Question[object] | None = None
    is_long: bool = False  # a job that nobody waits for is ended, and an idle process too


def usual_bounds(first: Question[object] | None = None) -> Mapping[Priority, Bounds]:
    """Return the bounds for this machine; `first` compiles what decisions need.

    A solve and a long job use all their cores by themselves, so one process is enough for each.
    """
    cores = len(cores_here())
    return {
        Priority.DECISION: Bounds(max(1, cores - 1), 5, 64, 8, 300.0, first),
        Priority.LAB: Bounds(1, 10, 32, 4, 600.0),
        Priority.LONG: Bounds(1, 15, 16, 1, 7_200.0, is_long=True),
    }


class TooManyQuestions(Exception):
    """A question that was not taken: `own` where the person asks too many, else all together do."""

    def __init__(self, text: str, *, own: bool, retry_s: int) -> None:
        super().__init__(text)
        self.own = own
        self.retry_s = retry_s


@dataclass(slots=True, eq=False)
class _Asker:
    """Waits for an answer. Its future stays pending until then, so that it can be cancelled."""

    future: Future[Any]  # Any: the answer
    person: str
    progress: Progress | None


@dataclass(slots=True, eq=False)
class _Job:
    """A question that waits or is being counted, for all that asked it."""

    key: Hashable
    question: Question[object]
    askers: list[_Asker] = field(default_factory=list)
    deaths: int = 0
    process: WorkerProcess | None = None  # that is counting it


class OddsService:
    """Asks worker processes; made and closed by the server, used by any thread."""

    def __init__(self, bounds: Mapping[Priority, Bounds]) -> None:
        self._lock = RLock()  # a future that is cancelled under it calls back
        self._lanes = {
            priority: _Lane(priority, bound, self._lock) for priority, bound in bounds.items()
        }

    async def ask(
        self,
        question: Question[T],
        priority: Priority,
        *,
        person: str = "",
        progress: Progress | None = None,
    ) -> T:
        """Wait for an answer; cancelling the caller withdraws the question. See `submit`."""
        return await asyncio.wrap_future(
            self.submit(question, priority, person=person, progress=progress)
        )

    def submit(
        self,
        question: Question[T],
        priority: Priority,
        *,
        person: str = "",
        progress: Progress | None = None,
    ) -> Future[T]:
        """Ask a question; raises `TooManyQuestions`. The future raises what the question raises.

        `person` is whom limits count for: an id or an address; empty for the server itself, which
        has none. `progress` is called in another thread. A future that is cancelled withdraws its
        question; a long job that nobody waits for any more is ended. After the second process that
        died of it a question fails with `WorkerError`.
        """
        return self._lanes[priority].submit(question, person, progress)

    def warm(self, priority: Priority) -> Future[None]:
        """Start a process of this priority where there is none, and wait until it has compiled."""
        return self.submit(Nothing(), priority)

    def is_first_use(self, priority: Priority) -> bool:
        """Return whether nothing of this priority was answered yet: kernels are being compiled."""
        with self._lock:
            return not self._lanes[priority].has_answered

    def pids(self, priority: Priority) -> tuple[int, ...]:
        """List the ids of the processes of a priority, for tests and operators."""
        with self._lock:
            return tuple(sorted(one.pid for one in self._lanes[priority].processes))

    def close(self) -> None:
        """End all processes at once, in the middle of a question too; cancel what waits."""
        for lane in self._lanes.values():
            lane.close()
        for lane in self._lanes.values():
            lane.join()


@dataclass(frozen=True, slots=True)
class Nothing:
    """A question without an answer, to wait until a process is ready."""

    def answer(self, _: Progress, /) -> None:
        """Answer at once."""


class _Lane:
    """The questions and the processes of one priority; a thread for each process."""

    def __init__(self, priority: Priority, bounds: Bounds, lock: RLock) -> None:
        self._bounds = bounds
        self._changed = Condition(lock)
        self._queue: deque[_Job] = deque()
        self._jobs: dict[Hashable, _Job] = {}  # those that wait, and those that are being counted
        self._people: Counter[str] = Counter()
        self._answers = Answers()
        self._threads: set[Thread] = set()
        self._idle = 0
        self._closed = False
        self.processes: set[WorkerProcess] = set()
        self.has_answered = False  # any of them, ever: what they need is compiled then
        self._counts = {
            how: ODDS_QUESTIONS.labels(priority, how)
            for how in ("asked", "cached", "joined", "refused", "failed")
        }
        self._restarts = ODDS_RESTARTS.labels(priority)
        self._seconds = ODDS_SECONDS.labels(priority)
        ODDS_WAITING.labels(priority).set_function(lambda: len(self._queue))

    # -- asked by any thread ----------------------------------------------------------------------

    def submit(self, question: Question[T], person: str, progress: Progress | None) -> Future[T]:
        key = (__version__, question)
        future: Future[T] = Future()
        with self._changed:
            if self._closed:
                future.cancel()
                return future
            self._counts["asked"].inc()
            known = self._answers.get(key)
            if known is not None:
                self._counts["cached"].inc()
                future.set_result(answer_in(known))
                return future
            self._check_room(key, person)
            job = self._jobs.get(key)
            if job is None:
                job = self._jobs[key] = _Job(key, question)
                self._queue.append(job)
                self._wake()
            else:
                self._counts["joined"].inc()
            asker = _Asker(future, person, progress)
            job.askers.append(asker)
            self._people[person] += 1
        future.add_done_callback(lambda done: self._done(job, asker))
        return future

    def _check_room(self, key: Hashable, person: str) -> None:
        """Raise `TooManyQuestions` where a person, or all of them together, ask too many."""
        bounds = self._bounds
        if person and self._people[person] >= bounds.person_max:
            self._counts["refused"].inc()
            text = f"you have {bounds.person_max} of these waiting; wait for an answer first"
            raise TooManyQuestions(text, own=True, retry_s=1)
        if person and key not in self._jobs and len(self._queue) >= bounds.waiting_max:
            self._counts["refused"].inc()
            text = f"{bounds.waiting_max} questions are waiting; ask again in a moment"
            raise TooManyQuestions(text, own=False, retry_s=2)

    def _wake(self) -> None:
        if self._idle >= len(self._queue):
            self._changed.notify()
        elif len(self._threads) < self._bounds.processes:
            thread = Thread(target=self._run, name="odds", daemon=True)
            self._threads.add(thread)
            thread.start()

    def _done(self, job: _Job, asker: _Asker) -> None:
        """Forget an asker that has its answer or has gone; withdraw what nobody asks any more."""
        with self._changed:
            job.askers.remove(asker)
            self._people[asker.person] -= 1
            if not self._people[asker.person]:
                del self._people[asker.person]
            if job.askers or self._jobs.get(job.key) is not job:
                return
            if job in self._queue:
                self._queue.remove(job)
                del self._jobs[job.key]
            elif job.process is not None and self._bounds.is_long:
                del self._jobs[job.key]
                job.process.kill()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            for process in self.processes:
                process.kill()
            self._changed.notify_all()
            for job in tuple(self._jobs.values()):
                for asker in tuple(job.askers):
                    asker.future.cancel()

    def join(self) -> None:
        for thread in tuple(self._threads):
            thread.join(ENDING_S)

    # -- in the thread of a process ---------------------------------------------------------------

    def _run(self) -> None:
        process: WorkerProcess | None = None
        while (job := self._take()) is not None:
            process = self._count(process, job)
        self._end(process)

    def _take(self) -> _Job | None:
        """Wait for a question; None when this process is to end."""
        with self._changed:
            while not self._queue and not self._closed:
                self._idle += 1
                woken = self._changed.wait(IDLE_S)
                self._idle -= 1
                may_end = len(self._threads) > 1 or self._bounds.is_long
                if not woken and not self._queue and may_end:
                    break
            if self._queue and not self._closed:
                return self._queue.popleft()
            self._threads.discard(current_thread())
            return None

    def _count(self, process: WorkerProcess | None, job: _Job) -> WorkerProcess | None:
        """Have a process answer a question; return the process, or None where it has ended."""
        try:
            process = process or self._started()
            if not self._begins(process, job):
                return process
            began = time.monotonic()
            answer, data = process.ask(
                job.question, partial(self._tell, job), self._bounds.seconds_max
            )
        except WorkerError as error:
            self._end(process)
            self._ended(job, error)
            return None
        except Exception as error:  # of the question: raised where it was asked
            self._fail(job, error)
        else:
            self._seconds.observe(time.monotonic() - began)
            self._answered(job, answer, data)
        return process

    def _started(self) -> WorkerProcess:
        """Start a process and have it compile; raises `WorkerError`."""
        try:
            process = WorkerProcess(self._bounds.nice)
        except OSError as error:
            raise WorkerError(f"no worker process could be started: {error}") from None
        with self._changed:
            self.processes.add(process)
            closed = self._closed
        try:
            if closed:
                raise WorkerError("the server is stopping")
            if self._bounds.first is not None:
                process.ask(self._bounds.first, _nobody, self._bounds.seconds_max)
                self.has_answered = True
        except WorkerError:
            self._end(process)
            raise
        except Exception:  # the questions will say what is wrong
            _LOG.exception("a worker process could not be prepared")
        return process

    def _begins(self, process: WorkerProcess, job: _Job) -> bool:
        """Note which process counts a job; False where nobody waits for it any more."""
        with self._changed:
            if not job.askers:
                self._forget(job)
                return False
            job.process = process
            return True

    def _tell(self, job: _Job, done: int, parts: int) -> None:
        with self._changed:
            askers = tuple(job.askers)
        for asker in askers:
            if asker.progress is not None:
                try:
                    asker.progress(done, parts)
                except Exception:  # the answer is still to come
                    _LOG.exception("progress could not be reported")

    def _answered(self, job: _Job, answer: object, data: bytes) -> None:
        with self._changed:
            self.has_answered = True
            if answer is not None:
                self._answers.keep(job.key, data)
            self._forget(job)
            askers = tuple(job.askers)
        for asker in askers:
            if asker.future.set_running_or_notify_cancel():
                asker.future.set_result(answer)

    def _ended(self, job: _Job, error: WorkerError) -> None:
        """Ask a question again whose process has died, once; fail it the second time."""
        with self._changed:
            if self._closed or self._jobs.get(job.key) is not job:  # ended on purpose
                return
            self._restarts.inc()
            job.deaths += 1
            job.process = None
            if job.deaths < DEATHS_MAX and not isinstance(error, TookTooLong):
                self._queue.appendleft(job)
                return
        self._fail(job, error)

    def _fail(self, job: _Job, error: Exception) -> None:
        self._counts["failed"].inc()
        with self._changed:
            self._forget(job)
            askers = tuple(job.askers)
        for asker in askers:
            if asker.future.set_running_or_notify_cancel():
                asker.future.set_exception(error)

    def _forget(self, job: _Job) -> None:
        if self._jobs.get(job.key) is job:
            del self._jobs[job.key]

    def _end(self, process: WorkerProcess | None) -> None:
        if process is None:
            return
        process.close()
        with self._changed:
            self.processes.discard(process)


def _nobody(done: int, parts: int) -> None:
    """Report progress to nobody."""

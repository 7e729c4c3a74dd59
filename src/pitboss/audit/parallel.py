"""Several processes that prove tables at the same time, each with the journal open for itself."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing.sharedctypes import Synchronized
from typing import Any, Final

from pitboss.audit.finding import StreamProof
from pitboss.audit.verify import ProofTask, Prove, Tell, prove_task
from pitboss.journal import Journal, open_journal

LOOK_S: Final = 0.25  # how often progress is told

_journal: Journal | None = None  # of a worker: opened once, used for all its tables
_done: Any = None  # a counter in shared memory, which has no type that can be named


def in_processes(where: str, jobs: int) -> Prove:
    """Prove tables of the journal at `where` in as many processes at once."""

    def prove(tasks: list[ProofTask], tell: Tell) -> Iterator[StreamProof]:
        if len(tasks) < 2:  # a table is proved by one process, from its first event on
            with open_journal(where, read_only=True) as journal:
                yield from (prove_task(journal, task, tell) for task in tasks)
            return
        # Started afresh: a copy of this process would share its connections.
        context = multiprocessing.get_context("spawn")
        done: Synchronized[int] = context.Value("q", 0)
        with ProcessPoolExecutor(
            min(jobs, len(tasks)), context, initializer=_start, initargs=(where, done)
        ) as pool:
            left = {pool.submit(_prove, task) for task in tasks}
            told = 0
            while left:
                ready, left = wait(left, LOOK_S, FIRST_COMPLETED)
                told = _tell(tell, done, told)
                yield from map(Future.result, ready)

    return prove


def _tell(tell: Tell, done: Synchronized[int], told: int) -> int:
    now = done.value
    if now > told:
        tell(now - told)
    return now


def _start(where: str, done: Any) -> None:  # Any: as `_done`
    global _journal, _done
    _journal = open_journal(where, read_only=True)
    _done = done


def _prove(task: ProofTask) -> StreamProof:
    if _journal is None:
        raise RuntimeError("a worker was not started by its crew")
    return prove_task(_journal, task, _count)


def _count(more: int) -> None:
    with _done.get_lock():
        _done.value += more

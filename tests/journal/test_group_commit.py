"""Group commit: batches form by themselves, outcomes stay apart, and nobody waits for ever."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pitboss.journal import Conflict, JournalError, Unavailable, Uncertain
from pitboss.journal.admission import Job
from pitboss.journal.group_commit import BATCH_MAX, GroupCommit, _Ticket
from tests.journal.stores import write
from tests.waiting import WAIT_S_MAX


def job(number: int) -> Job:
    return (write(f"table/{number}", number),)


class Gate:
    """A store that commits when the test says so, and remembers its batches."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.entered = threading.Semaphore(0)
        self.open = threading.Semaphore(0)

    def run(self, jobs: list[Job]) -> list[JournalError | None]:
        numbers = [writes[0].after for writes in jobs]
        self.batches.append(numbers)
        self.entered.release()
        assert self.open.acquire(timeout=WAIT_S_MAX)
        return [Conflict(f"table/{n}", expected=n, actual=0) if n % 2 else None for n in numbers]


def test_what_comes_during_a_commit_makes_up_the_next_batch() -> None:
    gate = Gate()
    group = GroupCommit(gate.run)

    with ThreadPoolExecutor(6) as pool:
        first = pool.submit(group.submit, job(0))
        assert gate.entered.acquire(timeout=WAIT_S_MAX)
        rest = [pool.submit(group.submit, job(number)) for number in range(1, 6)]
        while len(group._queue) < 5:
            threading.Event().wait(0.001)
        gate.open.release(2)

        assert first.result(WAIT_S_MAX) is None
        outcomes = [future.result(WAIT_S_MAX) for future in rest]

    assert gate.batches[0] == [0]
    assert sorted(gate.batches[1]) == [1, 2, 3, 4, 5]
    assert [outcome is None for outcome in outcomes] == [False, True, False, True, False]


def test_a_batch_has_a_bound() -> None:
    gate = Gate()
    group = GroupCommit(gate.run)
    many = BATCH_MAX + 3

    with ThreadPoolExecutor(many + 1) as pool:
        pool.submit(group.submit, job(0))
        assert gate.entered.acquire(timeout=WAIT_S_MAX)
        rest = [pool.submit(group.submit, job(2 * number)) for number in range(1, many + 1)]
        while len(group._queue) < many:
            threading.Event().wait(0.001)
        gate.open.release(4)
        assert all(future.result(WAIT_S_MAX) is None for future in rest)

    assert [len(batch) for batch in gate.batches] == [1, BATCH_MAX, 3]


def test_an_append_that_queues_too_long_is_told_so_and_is_not_written() -> None:
    gate = Gate()
    group = GroupCommit(gate.run, wait_s_max=0.05)

    with ThreadPoolExecutor(2) as pool:
        pool.submit(group.submit, job(0))
        assert gate.entered.acquire(timeout=WAIT_S_MAX)
        late = pool.submit(group.submit, job(2))
        outcome = late.result(WAIT_S_MAX)
        gate.open.release()

    assert isinstance(outcome, Unavailable)
    assert gate.batches == [[0]]


def test_an_append_that_was_taken_and_never_answered_is_uncertain() -> None:
    group = GroupCommit(Gate().run, wait_s_max=0.01)
    taken = _Ticket(job(0))  # in no queue: somebody is committing it

    assert isinstance(group._wait(taken), Uncertain)


def test_a_failure_in_the_store_frees_everybody() -> None:
    entered, go = threading.Event(), threading.Event()

    def run(jobs: list[Job]) -> list[JournalError | None]:
        entered.set()
        assert go.wait(WAIT_S_MAX)
        raise RuntimeError("our own mistake")

    group = GroupCommit(run)
    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(group.submit, job(0))
        assert entered.wait(WAIT_S_MAX)
        rest = [pool.submit(group.submit, job(number)) for number in (2, 4)]
        while len(group._queue) < 2:
            threading.Event().wait(0.001)
        go.set()

        with pytest.raises(RuntimeError):
            first.result(WAIT_S_MAX)
        outcomes = [future.exception(WAIT_S_MAX) or future.result(WAIT_S_MAX) for future in rest]

    assert {type(outcome) for outcome in outcomes} == {RuntimeError, Uncertain}
    assert not group._led

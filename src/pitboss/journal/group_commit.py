"""Group commit: appends of many threads go into one durable transaction, each with its own outcome.

A thread that comes while none is committing leads: it takes what has queued up, commits it and
hands each thread its outcome. Those that come meanwhile make up the next batch, led by one of
them. No thread of its own, no delay: a lone append is committed at once.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Final

from pitboss.journal.admission import Job, Run
from pitboss.journal.errors import JournalError, Unavailable, Uncertain

BATCH_MAX: Final = 256  # appends in one transaction: beyond this the fsync is no longer what costs
WAIT_S_MAX: Final = 10.0  # how long an append queues before the caller is told the store is busy


class _Ticket:
    __slots__ = ("job", "outcome", "served", "wake")

    def __init__(self, job: Job) -> None:
        self.job = job
        self.outcome: JournalError | None = None
        self.served = False
        self.wake = threading.Event()


class GroupCommit:
    """Collects jobs for `run`, which commits a list of them and returns the outcome of each."""

    def __init__(self, run: Run, wait_s_max: float = WAIT_S_MAX) -> None:
        self._run = run
        self._wait_s_max = wait_s_max
        self._lock = threading.Lock()
        self._queue: deque[_Ticket] = deque()
        self._led = False

    def submit(self, job: Job) -> JournalError | None:
        """Commit `job` together with other threads' jobs; return its own outcome."""
        ticket = _Ticket(job)
        with self._lock:
            leads = not self._led
            if leads:
                self._led = True
            else:
                self._queue.append(ticket)
        if not leads:
            given_up = self._wait(ticket)
            if given_up is not None or ticket.served:
                return given_up or ticket.outcome
        self._lead(ticket)
        return ticket.outcome

    def _wait(self, ticket: _Ticket) -> JournalError | None:
        """Wait until `ticket` is served or must lead; return an error after the time limit."""
        if ticket.wake.wait(self._wait_s_max):
            return None
        with self._lock:
            if ticket in self._queue:
                self._queue.remove(ticket)
                return Unavailable(f"the journal was busy for {self._wait_s_max:g} s")
        # Somebody is committing it at this moment, or has just asked it to lead.
        if ticket.wake.wait(self._wait_s_max):
            return None
        return Uncertain("the journal took the turn and gave no answer")

    def _lead(self, first: _Ticket) -> None:
        batch = [first]
        with self._lock:
            while self._queue and len(batch) < BATCH_MAX:
                batch.append(self._queue.popleft())
        outcomes: list[JournalError | None] = []
        try:
            outcomes = self._run([ticket.job for ticket in batch])
        finally:
            lost = len(batch) - len(outcomes)  # `run` raised: the leading thread gets that error
            outcomes += [Uncertain("the append was broken off")] * lost
            for ticket, outcome in zip(batch, outcomes, strict=True):
                ticket.outcome = outcome
                ticket.served = True
            self._hand_over()
            for ticket in batch[1:]:
                ticket.wake.set()

    def _hand_over(self) -> None:
        with self._lock:
            if self._queue:
                self._queue.popleft().wake.set()
            else:
                self._led = False

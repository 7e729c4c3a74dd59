"""A worker process: answers questions one at a time, and ends with the server that started it.

Run as a module it is that process; imported it is the server's handle on one.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, Protocol, TypeVar

from pitboss.odds.counting.executor import Progress

ENDING_S: Final = 5.0  # for a process that was killed to be gone
_PROGRESS: Final = "progress"
_ANSWER: Final = "answer"
_ERROR: Final = "error"
T_co = TypeVar("T_co", covariant=True)


class Question(Protocol[T_co]):
    """Something to be counted: picklable and hashable, and equal questions have equal answers."""

    def answer(self, tell: Progress, /) -> T_co:
        """Work it out in a worker process; `tell` reports progress: parts done, of how many."""

    def __hash__(self) -> int:
        """Return the hash of its fields."""


class WorkerError(Exception):
    """The worker process has ended before it gave an answer."""


class TookTooLong(WorkerError):
    """The answer took longer than its priority allows; the process was ended."""


class WorkerProcess:
    """One worker process. A single thread asks it; any thread may kill it."""

    def __init__(self, nice: int) -> None:
        self._connection, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  # our own module
                [sys.executable, "-m", __name__, str(theirs.fileno()), str(nice)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),  # no other descriptor: who else has it keeps it open
                # Ctrl-C in the terminal is for the server. Not a session of its own: where Linux
                # schedules by sessions (autogroup), a nice level counts within one alone.
                process_group=0,
            )

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def ask(
        self, question: Question[Any], tell: Progress, seconds: float
    ) -> tuple[Any, bytes]:  # Any: the answer
        """Return an answer, and its bytes for `answer_in`; raises what the question raised.

        Raises `WorkerError` where the process has ended, `TookTooLong` after so many seconds.
        """
        until = time.monotonic() + seconds
        try:
            self._connection.send(question)
            while self._connection.poll(max(0.0, until - time.monotonic())):
                data = self._connection.recv_bytes()
                kind, *found = pickle.loads(data)  # noqa: S301  # from our own process alone
                if kind == _ANSWER:
                    return found[0], data
                if kind == _ERROR:
                    raise found[0]
                tell(*found)
        except (OSError, EOFError) as error:
            raise WorkerError(f"the worker process has ended: {error}") from None
        raise TookTooLong(f"it was not worked out within {seconds:g} s")

    def kill(self) -> None:
        """End the process at once, in the middle of a question too."""
        self._process.kill()

    def close(self) -> None:
        """End the process and wait until it is gone; for the thread that asks."""
        self.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDING_S)
        self._connection.close()


def answer_in(data: bytes) -> Any:  # Any: the answer
    """Read an answer of a worker process."""
    return pickle.loads(data)[1]  # noqa: S301  # from our own process alone


# -- in the worker process ------------------------------------------------------------------------


def main(connection: Connection, nice: int) -> None:
    """Answer questions until the server closes its end of the pipe, or dies.

    A thread reads: so the end of the server is noticed in the middle of a question too.
    """
    os.nice(nice)
    leave_a_core()
    os.dup2(2, 1)  # what is printed goes to the log
    questions: SimpleQueue[Question[object]] = SimpleQueue()
    Thread(target=_read, args=(connection, questions.put), daemon=True).start()
    while True:
        _reply(connection, questions.get())


def leave_a_core() -> None:
    """Keep this process off the first core, where there are others: tables always have one.

    Threads of a sum that share all cores with the server would hold up its answers for a whole time
    slice each, whatever their nice level.
    """
    if hasattr(os, "sched_setaffinity"):  # Linux
        cores = cores_here()
        os.sched_setaffinity(0, cores[1:] or cores)


def cores_here() -> list[int]:
    """List the cores that this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def _read(connection: Connection, put: Callable[[Question[object]], None]) -> None:
    try:
        while True:
            put(connection.recv())
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)  # the main thread may be counting: nobody waits for it any more


def _reply(connection: Connection, question: Question[object]) -> None:
    def tell(done: int, parts: int) -> None:
        connection.send((_PROGRESS, done, parts))

    try:
        reply = pickle.dumps((_ANSWER, question.answer(tell)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # raised where the question was asked
        reply = _error(error)
    connection.send_bytes(reply)


def _error(error: Exception) -> bytes:
    try:
        return pickle.dumps((_ERROR, error))
    except Exception:  # it holds something that cannot be sent: its text can
        return pickle.dumps((_ERROR, RuntimeError(f"{type(error).__name__}: {error}")))


if __name__ == "__main__":
    from pitboss.server.worker.process import main as run  # under its own name: errors are pickled

    run(Connection(int(sys.argv[1])), int(sys.argv[2]))

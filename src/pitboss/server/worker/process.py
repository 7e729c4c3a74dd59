"""A worker process for long computations: compiled code would hold up every answer.

The process starts with the first job, does one at a time, and ends with the server: its input is
closed then, also when the server is killed.
"""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import IO, Any, Final, TypeVar

NICE: Final = 5  # the tables go first
ENDING_S: Final = 5.0  # for a process that was killed to be gone
_LENGTH: Final = struct.Struct(">Q")
_Job = tuple[Future[Any], Callable[..., Any], tuple[object, ...]]  # Any: the result of a job
T = TypeVar("T")


class WorkerError(Exception):
    """The worker process has ended before it gave an answer."""


class Worker:
    """Runs functions in the worker process; made and closed by the server, used by any thread."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None
        self._lock = Lock()
        self._closed = False

    def submit(self, work: Callable[..., T], *given: object) -> Future[T]:
        """Run `work(*given)` in the worker; both must be picklable."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                future.cancel()
                return future
            if self._thread is None:
                self._thread = Thread(target=self._run, name="worker", daemon=True)
                self._thread.start()
        self._jobs.put((future, work, given))
        return future

    def close(self) -> None:
        """End the process at once, in the middle of a job too."""
        with self._lock:
            self._closed = True
            self._end()
        self._jobs.put(None)
        if self._thread is not None:
            self._thread.join(ENDING_S)

    # -- in a thread of its own -------------------------------------------------------------------

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            future, work, given = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                ok, found = self._asked(work, given)
            except (OSError, EOFError, pickle.PickleError) as error:
                with self._lock:
                    self._end()
                ok, found = False, WorkerError(f"the worker process has ended: {error}")
            if ok:
                future.set_result(found)
            else:
                future.set_exception(found)
        while not self._jobs.empty():
            waiting = self._jobs.get()
            if waiting is not None:
                waiting[0].cancel()

    def _asked(self, work: Callable[..., Any], given: tuple[object, ...]) -> tuple[bool, Any]:
        process = self._started()
        if process.stdin is None or process.stdout is None:
            raise OSError("it has no pipes")
        _write(process.stdin, (work, given))
        return _read(process.stdout)  # type: ignore[no-any-return]  # what `main` writes

    def _started(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise OSError("the server is stopping")
            if self._process is None:
                self._process = subprocess.Popen(  # noqa: S603  # our own module
                    [sys.executable, "-m", __name__],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # Ctrl-C in the terminal is for the server
                )
            return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(ENDING_S)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _write(pipe: IO[bytes], what: object) -> None:
    data = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def _read(pipe: IO[bytes]) -> Any:  # Any: what the other side has written
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError("nothing more comes")
    (length,) = _LENGTH.unpack(head)
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError("it broke off")
    return pickle.loads(data)  # noqa: S301  # from our own process alone


def main() -> None:
    """Run jobs until the server closes the pipe."""
    os.nice(NICE)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed must not stand among the answers
    with suppress(EOFError, BrokenPipeError):
        while True:
            work, given = _read(sys.stdin.buffer)
            try:
                answer = (True, work(*given))
            except Exception as error:  # raised where the job was submitted
                answer = (False, error)
            _write(answers, answer)


if __name__ == "__main__":
    main()

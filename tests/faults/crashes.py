"""Kills of the PostgreSQL server itself, with fsync on: postmaster and backends, by SIGKILL.

The worker lives on, finds its server again and goes on by itself; now and then both die at once.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pitboss.journal import Head
from tests.faults.kills import Campaign, Tally
from tests.faults.worker import Trigger, work
from tests.postgres import PostgresServer
from tests.waiting import WAIT_S_MAX

ANSWERS: Final = 20  # that it must get after each crash: more than were under way


class CrashingServer(PostgresServer):
    """A server with fsync that can be killed without a word."""

    def __init__(self) -> None:
        super().__init__(fsync=True)

    def crash(self) -> None:
        """Kill the postmaster, and all of its processes with it."""
        assert self._process is not None
        main = self._process.pid
        os.kill(main, signal.SIGSTOP)  # so that it has no child that we do not see
        family = [main, *_children(main)]
        for pid in family:
            os.kill(pid, signal.SIGKILL)
        self._process.wait(WAIT_S_MAX)
        self._process = None
        while any(_runs(pid) for pid in family[1:]):  # they hold the shared memory till then
            time.sleep(0.01)


def _children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in text.split()]


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


class Crashes(Campaign):
    """A campaign in which the server is what dies."""

    def __init__(
        self, server: CrashingServer, *, seed: int, number: int, say: Callable[[str], None]
    ) -> None:
        super().__init__(server.fresh(), seed=seed, rounds=0, kills=number, say=say)
        self._server = server
        self._moments = random.Random(seed)
        self.back: list[float] = []

    def _one(self, number: int, before: dict[str, Head]) -> dict[str, Head]:
        self._read(lambda journal: self.witness.look(journal, before))
        diary = self._folder / f"{number}.diary"
        waiting = list(self._waiting.values())
        worker = os.fork()
        if worker == 0:
            work(self.where, diary, Trigger(), waiting, f"w{number}")
        both = number % 4 == 0
        try:
            wait_for_answers(diary, 1, worker)
            time.sleep(self._moments.uniform(0.0, 0.5))
            self._server.crash()
            if both:
                os.kill(worker, signal.SIGKILL)
            self._server.start()
            if not both:
                self.back.append(wait_for_answers(diary, 1, worker))
                wait_for_answers(diary, ANSWERS, worker)
        finally:
            if not both:
                os.kill(worker, signal.SIGKILL)
            status = self._wait_for(worker)
        self.tally.kills["server and worker" if both else "server"] += 1
        self._enter(diary, waiting, status)
        return self._heads()


def wait_for_answers(diary: Path, more: int, worker: int) -> float:
    """Wait until a worker's clients have so many more answers; how many seconds that took."""
    wanted = _yes(diary) + more
    started = time.monotonic()
    while (found := _yes(diary)) < wanted:
        waited = time.monotonic() - started
        ended = os.waitid(os.P_PID, worker, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        assert ended is None, f"the worker died by itself: {ended}, {_last_words(diary)}"
        short = f"{wanted - found} of {more} answers did not come"
        assert waited < WAIT_S_MAX, f"{short} in {WAIT_S_MAX:.0f} s: {_last_words(diary)}"
        time.sleep(0.01)
    return time.monotonic() - started


def _last_words(diary: Path) -> str:
    lines = diary.read_text().splitlines() if diary.exists() else ["it wrote nothing"]
    wrong = [line for line in lines if line.startswith("wrong")]
    return " / ".join(line[:300] for line in wrong or lines[-5:])


def _yes(diary: Path) -> int:
    return diary.read_text().count("\nyes\t") if diary.exists() else 0


def crash(*, seed: int, number: int, say: Callable[[str], None] = lambda text: None) -> Tally:
    """Kill a server so many times while a worker plays on it."""
    with CrashingServer() as server:
        crashes = Crashes(server, seed=seed, number=number, say=say)
        done = crashes.run()
        back = sorted(crashes.back)
        say(
            f"first answer after the server was back: {back[len(back) // 2]:.2f} s in the middle, "
            f"{back[-1]:.2f} s at the latest"
        )
        return done

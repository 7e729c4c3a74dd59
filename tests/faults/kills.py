"""A campaign of kills: a worker is started, killed, its journal proved, and started again.

The parent is warm and has no threads, so that a fork is a worker within milliseconds. While one
worker plays, the parent proves what the one before it has left.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF
from typing import Final, TypeVar

from pitboss.audit.verify import verify
from pitboss.journal import CannotOpen, Head, Journal, Unavailable, open_journal
from tests.faults.acks import Acks, Sent
from tests.faults.floor import ALL, Plan
from tests.faults.witness import Witness
from tests.faults.worker import KILL_POINTS, Trigger, found, read_diary, work
from tests.waiting import WAIT_S_MAX

T = TypeVar("T")
OUTSIDE: Final = "outside"  # killed at any moment, not at a point of its own
BATCHES_A_ROUND: Final = 10  # commits that a round takes, about: a group commit has several appends
READS_MAX: Final = 5  # tries to read a store, each of some seconds
SAY_EVERY: Final = 50  # kills
VERIFY_EVERY: Final = 250  # kills; every one of them is proved by the witness anyway


@dataclass(slots=True)
class Tally:
    """What a campaign came to."""

    kills: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    events: int = 0
    commands: int = 0
    asked_again: int = 0
    in_doubt: int = 0
    awards: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    slow: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def lines(self) -> str:
        kills = ", ".join(f"{n} {where}" for where, n in sorted(self.kills.items()))
        return (
            f"rounds {self.rounds}, kills {self.kills.total()} ({kills})\n"
            f"events {self.events}, acknowledged commands {self.commands}, "
            f"without answer at a kill {self.asked_again}, of these done all the same "
            f"{self.in_doubt}\n"
            f"jackpots from the link {self.awards}\n"
            f"lost 0, doubled 0, changed 0, drift 0; journal verified\n"
            f"{self.seconds:.0f} s, of which {self.cpu_seconds:.0f} s at work; "
            f"the store was slow to be read {self.slow} times"
        )


class Campaign:
    """Kills on one store; raises `AssertionError` at the first thing that is lost or wrong."""

    def __init__(
        self,
        where: str,
        *,
        seed: int,
        rounds: int,
        kills: int,
        minutes: float = inf,
        plans: tuple[Plan, ...] = ALL,
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.where, self.seed = where, seed
        self.rounds, self.kills, self.minutes = rounds, kills, minutes
        self.tally = Tally()
        self.acks = Acks()
        self.witness = Witness(self.acks)
        self._plans = plans
        self._say = say
        self._chance = random.Random(seed)
        self._folder = Path(tempfile.mkdtemp(prefix="pitboss-kills-"))
        self._waiting: dict[tuple[str, str], Sent] = {}

    def run(self) -> Tally:
        """Play so many rounds with so many kills, or what the minutes allow; then prove it all."""
        started = time.monotonic()
        try:
            self._in_child(self._found)
            heads = self._heads()
            number = 0
            while number < self.kills or self.witness.rounds < self.rounds:
                if time.monotonic() - started > 60 * self.minutes:
                    break
                number += 1
                heads = self._one(number, heads)
                if number % SAY_EVERY == 0:
                    self._progress(number, started)
                if number % VERIFY_EVERY == 0:
                    self._verify(heads)
            self._verify(heads)
        except BaseException as error:
            error.add_note(f"seed {self.seed}, kill {self.tally.kills.total()}, {self.where}")
            raise
        shutil.rmtree(self._folder)
        self.tally.seconds = time.monotonic() - started
        return self._counted()

    def _found(self) -> None:
        with open_journal(self.where) as journal:
            found(journal, self._plans)

    def _one(self, number: int, before: dict[str, Head]) -> dict[str, Head]:
        """Start a worker, prove what was there before it, wait for its end."""
        trigger, delay = self._plan(number)
        diary = self._folder / f"{number}.diary"
        waiting = list(self._waiting.values())
        worker = os.fork()
        if worker == 0:
            work(self.where, diary, trigger, waiting, f"w{number}")
        killer = self._kill_later(worker, delay) if delay is not None else None
        try:
            self._read(lambda journal: self.witness.look(journal, before))
        except BaseException:
            os.kill(worker, signal.SIGKILL)
            raise
        finally:
            ended = self._wait_for(worker)
            if killer is not None:
                os.waitpid(killer, 0)
        self.tally.kills[trigger.point or OUTSIDE] += 1
        self._enter(diary, waiting, ended)
        return self._heads()

    def _plan(self, number: int) -> tuple[Trigger, float | None]:
        """Each point in its turn, and every fourth time a kill from outside."""
        left = max(1, self.kills - number + 1)
        wanted = max(1.0, (self.rounds - self.witness.rounds) / left)
        batches = max(1.0, wanted * BATCHES_A_ROUND * self._chance.uniform(0.1, 1.9))
        if number % 4 == 0:
            return Trigger(), self._chance.uniform(0.0, 0.1) + batches * 0.002
        point = KILL_POINTS[(number - number // 4) % len(KILL_POINTS)]
        return Trigger(point, round(batches)), None

    def _kill_later(self, worker: int, delay: float) -> int:
        killer = os.fork()
        if killer == 0:
            time.sleep(delay)
            os.kill(worker, signal.SIGKILL)
            os._exit(0)
        return killer

    def _wait_for(self, worker: int) -> int:
        deadline = time.monotonic() + WAIT_S_MAX
        while time.monotonic() < deadline:
            ended, status = os.waitpid(worker, os.WNOHANG)
            if ended:
                return status
            time.sleep(0.001)
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
        raise AssertionError(f"a worker did not come to its end in {WAIT_S_MAX:.0f} s")

    def _enter(self, diary: Path, again: list[Sent], status: int) -> None:
        """Take over what the clients of the dead worker knew."""
        waiting, wrong = read_diary(diary, self.acks)
        assert not wrong, "\n".join(wrong)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        assert killed, f"the worker ended by itself: {status}"
        for sent in again:
            if sent.key in self.acks.given or sent.key in self.witness.commands:
                self.tally.in_doubt += sent.key in self.witness.commands
        answered = {sent.key for sent in again if sent.key in self.acks.given}
        kept = {s.key: s for s in again if s.key not in answered}
        self._waiting = {**kept, **waiting}
        self.tally.asked_again += len(waiting)
        diary.unlink(missing_ok=True)

    def _heads(self) -> dict[str, Head]:
        return self._read(lambda journal: dict(journal.heads()))

    def _read(self, job: Callable[[Journal], T]) -> T:
        """Read the journal; a store that is slow to answer is asked again, and counted."""
        for _ in range(READS_MAX):
            try:
                with open_journal(self.where, read_only=True) as journal:
                    return job(journal)
            except (CannotOpen, Unavailable):
                self.tally.slow += 1
        raise AssertionError(f"{self.where} cannot be read")

    def _verify(self, heads: dict[str, Head]) -> None:
        self._read(lambda journal: self.witness.look(journal, heads))
        self._read(self.witness.prove_meters)
        report = self._read(verify)
        assert report.clean, "\n".join(found.line() for found in report.findings)

    def _progress(self, number: int, started: float) -> None:
        seconds = time.monotonic() - started
        self._say(f"{number} kills, {self.witness.rounds} rounds, {seconds:.0f} s")

    def _in_child(self, job: Callable[[], None]) -> None:
        child = os.fork()
        if child == 0:
            try:
                job()
            except BaseException as error:
                sys.stderr.write(f"{type(error).__name__}: {error}\n")
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        assert status == 0, "the tables could not be founded"

    def _counted(self) -> Tally:
        tally = self.tally
        tally.rounds, tally.events = self.witness.rounds, self.witness.events
        tally.commands, tally.awards = len(self.acks.given), len(self.witness.awards)
        tally.refused = self.acks.refused
        spent = [resource.getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
        tally.cpu_seconds = sum(each.ru_utime + each.ru_stime for each in spent)
        return tally

"""Two processes that run the same tables on one PostgreSQL, each with players of its own.

    python -m tests.faults.pair URL SEED

Both play; their ears are cut off now and then; one is killed, the other plays on. In the end the
journal must hold what either was told, and what both saw of one event must be the same.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import psycopg

from pitboss.audit.verify import verify
from pitboss.journal import open_journal
from tests.faults.acks import Acks
from tests.faults.crashes import wait_for_answers
from tests.faults.floor import ALONE, LINKED, Plan
from tests.faults.witness import Witness
from tests.faults.worker import Trigger, found, read_diary, work
from tests.waiting import wait_until

TABLES: Final[tuple[Plan, ...]] = (LINKED[0], LINKED[1], ALONE[1])
DEAF_TIMES: Final = 2
ANSWERS: Final = 20  # that each process must have between two blows
_LISTENERS: Final = (
    "FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
)
LISTENING: Final = f"SELECT count(*) {_LISTENERS}"
CUT_OFF: Final = f"SELECT count(pg_terminate_backend(pid, 60000)) {_LISTENERS}"


def half(side: int) -> Callable[[str], bool]:
    """Players with odd numbers are connected to one process, those with even ones to the other."""
    return lambda player: int(player.removeprefix("p")) % 2 == side


def pair(where: str, seed: int) -> str:
    """Let two processes play; what it came to, or `AssertionError`."""
    folder = Path(tempfile.mkdtemp(prefix="pitboss-pair-"))
    with open_journal(where) as journal:
        found(journal, TABLES)
    diaries = [folder / f"{side}.diary" for side in (0, 1)]
    workers = [_start(where, diary, side, seed) for side, diary in enumerate(diaries)]
    deaf = 0
    try:
        for _ in range(DEAF_TIMES):
            for diary, worker in zip(diaries, workers, strict=True):
                wait_for_answers(diary, ANSWERS, worker)
            deaf += cut_off(where, len(workers))
        for diary, worker in zip(diaries, workers, strict=True):
            wait_for_answers(diary, ANSWERS, worker)
        os.kill(workers[0], signal.SIGKILL)
        os.waitpid(workers.pop(0), 0)
        wait_for_answers(diaries[1], ANSWERS, workers[0])
    finally:
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
            os.waitpid(worker, 0)
    assert deaf == 2 * DEAF_TIMES
    proved = _proved(where, diaries)
    shutil.rmtree(folder)  # kept where something is wrong
    return proved


def _start(where: str, diary: Path, side: int, seed: int) -> int:
    worker = os.fork()
    if worker == 0:
        work(where, diary, Trigger(), (), f"{'ab'[side]}{seed}", half(side))
    return worker


def cut_off(where: str, listeners: int) -> int:
    """End the connections on which processes listen, once there are that many; return how many."""
    with psycopg.connect(where, autocommit=True) as connection:

        def count(statement: str) -> int:
            (found,) = connection.execute(statement.encode()).fetchone() or (0,)
            return int(found)

        wait_until(lambda: count(LISTENING) >= listeners, "listened to")
        return count(CUT_OFF)


def _proved(where: str, diaries: list[Path]) -> str:
    acks = Acks()
    witness = Witness(acks)
    answers = []
    for diary in diaries:
        before = len(acks.given)
        _, wrong = read_diary(diary, acks)  # what both were shown of one event must be the same
        assert not wrong, "\n".join(wrong)
        answers.append(len(acks.given) - before)
    with open_journal(where, read_only=True) as journal:
        witness.look(journal)
        witness.prove_meters(journal)
        report = verify(journal)
    assert report.clean, "\n".join(found.line() for found in report.findings)
    assert min(answers) >= ANSWERS
    return f"{witness.rounds} rounds, {answers} answers, {len(witness.awards)} jackpots"


if __name__ == "__main__":
    sys.stdout.write(f"{pair(sys.argv[1], int(sys.argv[2]))} in {time.process_time():.0f} s\n")

"""What takes long is worked out beside the server, which goes on answering, and ends with it."""

from __future__ import annotations

import os
import time
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from pitboss.odds import GameError
from pitboss.pit import Style
from pitboss.rules import rule_set
from pitboss.server.tables.default_rules import table_house
from pitboss.server.worker.bot_plans import BotPlans
from pitboss.server.worker.process import Worker, WorkerError
from tests.server.serving import Served, quick
from tests.waiting import WAIT_S_MAX


def busy_until(path: str) -> int:
    """Hold the interpreter, as compiling does, until a file is there."""
    while not os.path.exists(path):  # quick
        pass
    return os.getpid()


def fail(text: str) -> None:
    raise GameError(text)


def end() -> None:
    os._exit(3)


def test_a_server_answers_while_a_sum_holds_its_interpreter(tmp_path: Path) -> None:
    with Served(quick(worker=True)) as served, served.visitor() as visitor:
        assert served.services.worker is not None
        pid = served.services.worker.submit(os.getpid).result(WAIT_S_MAX)
        sum_ = served.services.worker.submit(busy_until, str(tmp_path / "enough"))
        answers = [visitor.get("/healthz").status_code for _ in range(30)]
        before = sum_.done()
        (tmp_path / "enough").touch()

        assert answers == [200] * 30
        assert not before
        assert sum_.result(WAIT_S_MAX) == pid != os.getpid()


def test_a_sum_that_fails_says_why_and_the_next_one_is_done() -> None:
    worker = Worker()
    try:
        with pytest.raises(GameError, match="not this"):
            worker.submit(fail, "not this").result(WAIT_S_MAX)
        with pytest.raises(WorkerError):
            worker.submit(end).result(WAIT_S_MAX)
        assert worker.submit(pow, 2, 10).result(WAIT_S_MAX) == 1024
    finally:
        worker.close()


def test_nobody_waits_for_a_sum_when_the_server_stops(tmp_path: Path) -> None:
    worker = Worker()
    pid = worker.submit(os.getpid).result(WAIT_S_MAX)
    running = worker.submit(busy_until, str(tmp_path / "never"))
    waiting = worker.submit(os.getpid)
    worker.close()

    with pytest.raises((WorkerError, CancelledError)):
        running.result(WAIT_S_MAX)
    with pytest.raises((WorkerError, CancelledError)):
        waiting.result(WAIT_S_MAX)
    assert worker.submit(os.getpid).cancelled()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_without_sums_every_bot_is_ready() -> None:
    bot_plans = BotPlans(None)

    assert bot_plans.knows(Style.OPTIMAL, table_house(rule_set("maryland"), {}))


@pytest.mark.full
@pytest.mark.slow
def test_with_a_cold_cache_edges_come_while_the_server_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    config = quick(worker=True, standing=True, bots=True, pace="normal")
    answers, alive, cards = 0, 0, []
    with Served(config) as served, served.visitor() as visitor:
        visitor.me()
        until = time.monotonic() + WAIT_S_MAX
        while time.monotonic() < until:
            cards = visitor.get("/api/tables").json()["tables"]
            if any(card["edge_percent"] for card in cards):
                break
            alive += bool(cards) and all(card["bots"] for card in cards)
            answers += visitor.get("/healthz").status_code == 200
            time.sleep(0.05)

    assert any(card["edge_percent"] for card in cards)
    assert answers > 20
    assert alive  # a bot sat everywhere before the first sum was done

"""What takes long is worked out beside the server, which goes on answering, and ends with it."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from itertools import count
from pathlib import Path
from queue import SimpleQueue

import pytest

from pitboss.pit import Style
from pitboss.rules import rule_set
from pitboss.server.http.metrics import REGISTRY
from pitboss.server.tables.default_rules import table_house
from pitboss.server.worker import service
from pitboss.server.worker.answers import Answers
from pitboss.server.worker.bot_plans import BotPlans
from pitboss.server.worker.process import TookTooLong, WorkerError
from pitboss.server.worker.service import (
    Bounds,
    OddsService,
    Priority,
    TooManyQuestions,
    usual_bounds,
)
from tests.examples import first
from tests.server.questions import (
    BusyUntil,
    Counted,
    Dies,
    Fails,
    FailsUnsendably,
    InParts,
    Large,
    Pid,
)
from tests.server.serving import Served, quick
from tests.server_process import PITBOSS_SERVE, ServerProcess
from tests.waiting import WAIT_S_MAX, wait_until

DECISION, LAB, LONG = Priority
NICE_MAX = 19
numbers = count()


def pid_of(odds: OddsService, priority: Priority, person: str = "") -> int:
    """Ask which process answers, a new question each time."""
    return odds.submit(Pid(next(numbers)), priority, person=person).result(WAIT_S_MAX)


@pytest.fixture(scope="module")
def odds() -> Iterator[OddsService]:
    """A service as on two cores: one process for each priority. A test leaves nothing running."""
    made = OddsService({key: replace(one, processes=1) for key, one in usual_bounds().items()})
    yield made
    made.close()


def is_alive(pid: int) -> bool:
    """Return whether a process is there and not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def counted(priority: Priority, how: str) -> float:
    labels = {"priority": str(priority), "how": how}
    return REGISTRY.get_sample_value("pitboss_odds_questions_total", labels) or 0.0


def begun(path: Path) -> None:
    wait_until(path.exists, "begun")


# -- priorities -----------------------------------------------------------------------------------


def test_decisions_are_answered_beside_a_stuck_long_job_and_a_stuck_solve(
    odds: OddsService, tmp_path: Path
) -> None:
    enough = tmp_path / "enough"
    stuck = [odds.submit(BusyUntil(str(enough)), priority) for priority in (LONG, LAB)]

    pids = {pid_of(odds, DECISION) for _ in range(20)}
    before = [future.done() for future in stuck]
    enough.touch()

    assert len(pids) == 1
    assert before == [False, False]
    assert pids.isdisjoint(future.result(WAIT_S_MAX) for future in stuck)


def test_a_lower_priority_runs_at_a_higher_nice_level(odds: OddsService) -> None:
    levels = [os.getpriority(os.PRIO_PROCESS, pid_of(odds, one)) for one in Priority]

    own = os.getpriority(os.PRIO_PROCESS, 0)
    (pid,) = odds.pids(DECISION)
    assert os.getsid(pid) == os.getsid(0)  # a nice level counts within a session
    assert os.getpgid(pid) != os.getpgid(0)  # Ctrl-C is for the server
    assert levels == [min(NICE_MAX, own + more) for more in (5, 10, 15)]


def test_a_core_is_left_to_the_tables(odds: OddsService) -> None:
    own = sorted(os.sched_getaffinity(0))

    for priority in Priority:
        assert sorted(os.sched_getaffinity(pid_of(odds, priority))) == (own[1:] or own)


def test_several_processes_share_the_decisions(tmp_path: Path) -> None:
    two = OddsService({DECISION: replace(usual_bounds()[DECISION], processes=2, first=None)})
    enough, files = tmp_path / "enough", [tmp_path / "one", tmp_path / "two"]
    try:
        both = [two.submit(Counted(str(file), str(enough)), DECISION) for file in files]
        for file in files:
            begun(file)
        third = two.submit(Pid(), DECISION)
        waits = not third.done()
        enough.touch()

        assert [future.result(WAIT_S_MAX) for future in both] == [1, 1]
        assert waits
        assert third.result(WAIT_S_MAX) in two.pids(DECISION)
        assert len(two.pids(DECISION)) == 2
    finally:
        two.close()


# -- one computation, kept ------------------------------------------------------------------------


def test_equal_questions_are_counted_once_and_their_answer_is_kept(
    odds: OddsService, tmp_path: Path
) -> None:
    file, enough = tmp_path / "counted", tmp_path / "enough"
    cached, joined = counted(LAB, "cached"), counted(LAB, "joined")

    first = odds.submit(Counted(str(file), str(enough)), LAB)
    second = odds.submit(Counted(str(file), str(enough)), LAB)
    enough.touch()
    answers = [future.result(WAIT_S_MAX) for future in (first, second)]
    third = odds.submit(Counted(str(file), str(enough)), LAB)

    assert answers == [1, 1]
    assert third.result(0) == 1  # it was there
    assert counted(LAB, "joined") == joined + 1
    assert counted(LAB, "cached") == cached + 1


def test_what_is_too_large_is_not_kept(odds: OddsService) -> None:
    for _ in range(2):
        assert len(odds.submit(Large(2_000_000), LAB).result(WAIT_S_MAX)) == 2_000_000
    assert odds.submit(Large(2), LAB).result(WAIT_S_MAX) == bytes(2)

    assert not odds.submit(Large(2_000_000), LAB).done()
    assert odds.submit(Large(2), LAB).done()


def test_the_cache_is_bounded_in_number_and_in_bytes() -> None:
    answers = Answers(count_max=3, bytes_max=100)
    for key, size in (("a", 40), ("b", 10), ("c", 10), ("d", 10)):
        answers.keep(key, bytes(size))

    assert (answers.get("a"), len(answers)) == (None, 3)
    assert answers.get("b") == bytes(10)  # now "c" was not asked for longest
    answers.keep("e", bytes(90))
    assert [answers.get(key) is None for key in "bcde"] == [False, True, True, False]
    answers.keep("f", bytes(101))
    assert answers.get("f") is None


# -- cancelled ------------------------------------------------------------------------------------


def test_a_question_that_waits_is_withdrawn(odds: OddsService, tmp_path: Path) -> None:
    enough, file = tmp_path / "enough", tmp_path / "counted"
    running = odds.submit(Counted(str(tmp_path / "first"), str(enough)), LAB)
    begun(tmp_path / "first")
    waiting = odds.submit(Counted(str(file)), LAB)

    assert waiting.cancel()
    enough.touch()
    assert running.result(WAIT_S_MAX) == 1
    assert pid_of(odds, LAB)
    assert not file.exists()


def test_a_question_goes_on_for_the_other_who_asked_it(odds: OddsService, tmp_path: Path) -> None:
    enough = tmp_path / "enough"
    question = Counted(str(tmp_path / "job"), str(enough))
    first, second = odds.submit(question, LONG, person="ann"), odds.submit(question, LONG)
    begun(tmp_path / "job")

    assert first.cancel()
    enough.touch()
    assert second.result(WAIT_S_MAX) == 1


def test_a_long_job_is_ended_with_its_process_which_is_replaced(
    odds: OddsService, tmp_path: Path
) -> None:
    question = Counted(str(tmp_path / "job"), str(tmp_path / "never"))
    job = odds.submit(question, LONG, person="ann")
    begun(tmp_path / "job")
    (pid,) = odds.pids(LONG)

    async def give_up() -> None:
        asked = asyncio.ensure_future(odds.ask(question, LONG, person="ben"))
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked

    asyncio.run(give_up())
    assert is_alive(pid)
    assert not job.done()  # the other one still waits for it
    assert job.cancel()
    wait_until(lambda: not is_alive(pid), "ended")

    again = pid_of(odds, LONG, person="ann")
    assert again != pid
    assert is_alive(again)


# -- progress, limits -----------------------------------------------------------------------------


def test_a_long_job_reports_its_progress(odds: OddsService) -> None:
    told: SimpleQueue[tuple[int, int]] = SimpleQueue()

    def tell(done: int, parts: int) -> None:
        told.put((done, parts))
        if done == 2:
            raise RuntimeError("a page that has gone")

    assert odds.submit(InParts(3), LONG, progress=tell).result(WAIT_S_MAX) == 3
    assert [told.get() for _ in range(3)] == [(1, 3), (2, 3), (3, 3)]
    assert odds.submit(InParts(2), LONG).result(WAIT_S_MAX) == 2


def test_a_person_has_one_long_job(odds: OddsService, tmp_path: Path) -> None:
    job = odds.submit(BusyUntil(str(tmp_path / "never")), LONG, person="ann")

    with pytest.raises(TooManyQuestions, match="you have 1 of these") as refused:
        pid_of(odds, LONG, person="ann")
    assert refused.value.own

    other = odds.submit(Pid(next(numbers)), LONG, person="ben")
    assert not other.done()
    job.cancel()
    assert pid_of(odds, LONG, person="ann")
    assert other.result(WAIT_S_MAX)


def test_only_some_questions_may_wait_and_the_server_asks_on(tmp_path: Path) -> None:
    enough = tmp_path / "enough"
    few = OddsService({LAB: Bounds(1, 1, waiting_max=3, person_max=2, seconds_max=WAIT_S_MAX)})
    try:
        running = few.submit(Counted(str(tmp_path / "first"), str(enough)), LAB, person="ann")
        begun(tmp_path / "first")
        mine = few.submit(Pid(0), LAB, person="ann")
        with pytest.raises(TooManyQuestions) as own:
            few.submit(Pid(1), LAB, person="ann")
        others = [few.submit(Pid(2 + n), LAB, person=f"guest {n}") for n in range(2)]
        with pytest.raises(TooManyQuestions, match="3 questions are waiting") as full:
            few.submit(Pid(9), LAB, person="zoe")
        joined = few.submit(Pid(2), LAB, person="zoe")  # no new work
        house = few.submit(Pid(10), LAB)
        enough.touch()

        assert (own.value.own, full.value.own) == (True, False)
        assert running.result(WAIT_S_MAX) == 1
        for future in (mine, *others, joined, house):
            assert future.result(WAIT_S_MAX)
        assert few.submit(Pid(11), LAB, person="ann").result(WAIT_S_MAX)
    finally:
        few.close()


# -- what goes wrong ------------------------------------------------------------------------------


def test_a_sum_that_fails_says_why_and_the_next_one_is_done(odds: OddsService) -> None:
    pid = pid_of(odds, LAB)

    with pytest.raises(LookupError, match="not this"):
        odds.submit(Fails("not this"), LAB).result(WAIT_S_MAX)
    with pytest.raises(RuntimeError, match="Unsendable: with a lambda"):
        odds.submit(FailsUnsendably(), LAB).result(WAIT_S_MAX)

    assert pid_of(odds, LAB) == pid


def test_a_killed_process_is_replaced_and_its_question_asked_again(
    odds: OddsService, tmp_path: Path
) -> None:
    file, enough = tmp_path / "counted", tmp_path / "enough"
    restarts = REGISTRY.get_sample_value("pitboss_odds_restarts_total", {"priority": "decision"})
    future = odds.submit(Counted(str(file), str(enough)), DECISION)
    begun(file)
    (pid,) = odds.pids(DECISION)

    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: len(file.read_text().split()) == 2, "asked again")
    enough.touch()

    assert future.result(WAIT_S_MAX) == 2
    assert odds.pids(DECISION) != (pid,)
    after = REGISTRY.get_sample_value("pitboss_odds_restarts_total", {"priority": "decision"})
    assert after == (restarts or 0) + 1


def test_a_question_that_kills_twice_fails_and_others_are_answered(
    odds: OddsService, tmp_path: Path
) -> None:
    once, twice = str(tmp_path / "once"), str(tmp_path / "twice")

    assert odds.submit(Dies(once, 1), DECISION).result(WAIT_S_MAX) == 2
    with pytest.raises(WorkerError, match="the worker process has ended"):
        odds.submit(Dies(twice, 2), DECISION).result(WAIT_S_MAX)

    assert os.path.getsize(twice) == 2
    assert pid_of(odds, DECISION)


def test_an_idle_process_that_was_killed_is_replaced(odds: OddsService) -> None:
    odds.warm(DECISION).result(WAIT_S_MAX)
    (pid,) = odds.pids(DECISION)
    os.kill(pid, signal.SIGKILL)

    odds.warm(DECISION).result(WAIT_S_MAX)
    assert odds.pids(DECISION) not in ((), (pid,))
    assert not odds.is_first_use(DECISION)


def test_what_takes_too_long_is_ended(tmp_path: Path) -> None:
    short = OddsService({LAB: Bounds(1, 1, 4, 4, seconds_max=0.01)})
    try:
        with pytest.raises(TookTooLong):
            short.submit(BusyUntil(str(tmp_path / "never")), LAB).result(WAIT_S_MAX)
    finally:
        short.close()


def test_an_idle_process_ends_unless_decisions_wait_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service, "IDLE_S", 0.01)
    odds = OddsService({key: replace(one, first=None) for key, one in usual_bounds().items()})
    try:
        kept, ended = pid_of(odds, DECISION), pid_of(odds, LONG)
        wait_until(lambda: not is_alive(ended), "ended")
        wait_until(lambda: odds.pids(LONG) == (), "noticed")

        assert pid_of(odds, DECISION) == kept
        assert pid_of(odds, LONG) != ended
    finally:
        odds.close()


# -- the server -----------------------------------------------------------------------------------


def test_a_server_answers_while_a_sum_holds_its_interpreter(tmp_path: Path) -> None:
    with Served(quick()) as served, served.visitor() as visitor:
        pid = served.services.odds.submit(Pid(), LAB).result(WAIT_S_MAX)
        sum_ = served.services.odds.submit(BusyUntil(str(tmp_path / "enough")), LAB)
        answers = [visitor.get("/healthz").status_code for _ in range(30)]
        before = sum_.done()
        (tmp_path / "enough").touch()

        assert answers == [200] * 30
        assert not before
        assert sum_.result(WAIT_S_MAX) == pid != os.getpid()


def test_nobody_waits_for_a_sum_when_the_server_stops(tmp_path: Path) -> None:
    odds = OddsService({LAB: usual_bounds()[LAB]})
    pid = odds.submit(Pid(), LAB).result(WAIT_S_MAX)
    running: list[Future[int]] = [odds.submit(BusyUntil(str(tmp_path / "never")), LAB)]
    running.append(odds.submit(Pid(1), LAB))
    odds.close()

    for future in running:
        with pytest.raises((WorkerError, CancelledError)):
            future.result(WAIT_S_MAX)
    assert odds.submit(Pid(), LAB).cancelled()
    assert not is_alive(pid)


def children(pid: int) -> list[int]:
    """List the processes that a process has started."""
    return [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


@pytest.mark.slow
@pytest.mark.parametrize("how", first(1, [signal.SIGKILL, signal.SIGTERM]))
def test_all_workers_end_with_the_server_also_when_it_is_killed(
    how: signal.Signals, tmp_path: Path
) -> None:
    with ServerProcess(tmp_path, *PITBOSS_SERVE, "--db", str(tmp_path / "pit.db")) as server:
        assert server.process is not None
        pid = server.process.pid
        wait_until(lambda: children(pid), "a worker process, for the bots at the tables")
        workers = children(pid)

        server.stop(how)

    wait_until(lambda: not any(map(is_alive, workers)), "gone")


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
        until = time.monotonic() + 4 * WAIT_S_MAX
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

"""Where the sums run: a real Dask cluster of two processes says what threads say."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from pitboss.cli import run
from pitboss.odds.counting.executor import ExecutorError, executor_for
from pitboss.odds.counting.levels import level_of
from pitboss.odds.exposed_cards import Sight, exposure
from pitboss.odds.game import standard_game
from pitboss.odds.solution import solve
from tests.examples import first


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    from distributed import LocalCluster

    # A port that is free: with its usual one, a second test process would come in its way.
    with LocalCluster(  # type: ignore[no-untyped-call]  # distributed has no types
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield str(cluster.scheduler_address).replace("tcp://", "dask://")


@pytest.mark.full
@pytest.mark.slow
def test_a_cluster_solves_the_game(address: str) -> None:
    with executor_for(address) as cluster:
        solution = solve(executor=cluster)

    assert solution.ev == solve().ev
    assert solution.outcomes.ev == solution.ev


@pytest.mark.full
@pytest.mark.slow
def test_a_cluster_works_out_an_exposure(address: str) -> None:
    with executor_for(address) as cluster:
        found = exposure(standard_game(), Sight(dealer=1), executor=cluster)

    assert float(found.ev) == pytest.approx(0.1359222571513)


@pytest.mark.full
@pytest.mark.slow
def test_the_verb_takes_a_cluster(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "--json", "--executor", address]) == 0

    out, err = capsys.readouterr()
    assert '"-50643648973/2317817502000"' in out
    assert err == ""


@pytest.mark.slow
@pytest.mark.parametrize("kind", first(1, ["threads", "processes"]))
def test_any_executor_will_do(kind: str) -> None:
    game = standard_game()
    if kind == "threads":
        pool: ThreadPoolExecutor | ProcessPoolExecutor = ThreadPoolExecutor(3)
    else:
        pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"))

    with pool:
        level = level_of(game, 3, executor=pool)

    assert (level.kinds == level_of(game, 3).kinds).all()


@pytest.mark.parametrize("text", ["", "dask", "dask://", "dask://host", "http://a:1", "dask://a:b"])
def test_what_is_no_executor_is_refused(text: str) -> None:
    with pytest.raises(ExecutorError, match="write"), executor_for(text):
        pass


def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.odds.counting.executor.CONNECT_SECONDS", 1)

    with (
        pytest.raises(ExecutorError, match="no Dask scheduler answers"),
        executor_for("dask://127.0.0.1:9"),
    ):
        pass

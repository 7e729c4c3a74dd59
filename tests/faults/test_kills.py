"""Real processes, really killed: the short form of `make faults`, which has the figures."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.examples import first

pytestmark = pytest.mark.slow

WORKERS_MAX_S = 1_100  # far beyond what it takes; a hanging campaign must not hang the tests


def run(*words: str) -> str:
    """Run the command that a person would run: a process of its own, which forks no test."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=WORKERS_MAX_S,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("store", first(1, ["sqlite", "postgres"]))
def test_rounds_go_on_through_kills(store: str) -> None:
    told = run("kills", store, "--rounds", "30", "--kills", "6", "--seed", "7")

    assert "lost 0, doubled 0, changed 0, drift 0; journal verified" in told


@pytest.mark.full
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_rounds_go_on_through_kills_at_every_point(store: str) -> None:
    told = run("kills", store, "--rounds", "200", "--kills", "40", "--seed", "7")

    for point in ("begin", "checked", "inserted", "committed", "told", "answered", "outside"):
        assert f" {point}" in told
    assert "lost 0, doubled 0, changed 0, drift 0; journal verified" in told


@pytest.mark.full
def test_the_database_server_is_killed_and_the_game_goes_on() -> None:
    told = run("crashes", "2")

    assert "kills 2 (2 server)" in told
    assert "lost 0, doubled 0, changed 0, drift 0; journal verified" in told

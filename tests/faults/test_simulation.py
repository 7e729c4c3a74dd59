"""The seeded simulation: nothing acknowledged is lost, doubled or changed, whatever goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.journal import POINTS
from pitboss.pit.command_handler import CommandHandler
from pitboss.round import Broken
from tests.examples import first
from tests.faults.faulty import APPENDS
from tests.faults.planted import BUGS
from tests.faults.simulation import Figures, Simulation

SEEDS = 10
STEPS = 400
SEEDS_TO_FIND_A_BUG = 40


@pytest.mark.slow
@pytest.mark.parametrize("seed", first(4, range(SEEDS)))
def test_nothing_is_lost_on_a_floor_where_everything_goes_wrong(seed: int) -> None:
    figures = Simulation(seed, steps=STEPS).run()

    assert figures.rounds > 0
    assert figures.kills["restart"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", first(1, range(SEEDS, SEEDS + 3)))
def test_nothing_is_lost_in_a_file_on_a_disk_that_fills_up(seed: int, tmp_path: Path) -> None:
    figures = Simulation(seed, tmp_path / "journal.db", steps=STEPS).run()

    assert figures.faults["disk full"] > 0


@pytest.mark.slow
def test_a_few_seeds_meet_every_fault_and_every_point_to_be_killed_at() -> None:
    figures = [Simulation(seed, steps=200).run() for seed in range(100, 106)]

    kills = sum((each.kills for each in figures), Figures().kills)
    faults = sum((each.faults for each in figures), Figures().faults)
    assert set(kills) == {*POINTS, "restart"}
    assert set(faults) >= {*APPENDS, "reading"}


def test_a_seed_gives_the_same_floor_to_the_last_byte() -> None:
    heads = []
    for _ in range(2):
        simulation = Simulation(5, steps=120)
        simulation.run()
        heads.append(simulation.witness.heads)

    assert heads[0] == heads[1]
    assert len(heads[0]) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("handler", BUGS, ids=lambda bug: bug.__name__)
def test_a_bug_planted_on_purpose_is_found(handler: type[CommandHandler]) -> None:
    found = ""
    for seed in range(SEEDS_TO_FIND_A_BUG):
        try:
            Simulation(seed, steps=200, handler=handler).run()
        except (AssertionError, Broken) as error:
            found = error.__notes__[0]
            break

    assert f"seed {seed}" in found
    assert f"python -m tests.faults {seed}" in found

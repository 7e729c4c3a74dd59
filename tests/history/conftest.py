"""A floor of two tables for the tests of exports."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.tables import Played, regulars
from tests.audit.write import in_file


@pytest.fixture(scope="module")
def floor() -> tuple[Played, Played]:
    return regulars(1, rounds=15), regulars(2, rounds=12, rules="california", name="T2")


@pytest.fixture(scope="module")
def journal_file(tmp_path_factory: pytest.TempPathFactory, floor: tuple[Played, Played]) -> Path:
    return in_file(tmp_path_factory.mktemp("export") / "floor.db", *floor)

"""Collects examples only from files that have some: to import the others takes time for nothing."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    found = yield
    if file_path.suffix == ".py" and ">>>" not in file_path.read_text("utf-8"):
        return [one for one in found if not isinstance(one, DoctestModule)]
    return found

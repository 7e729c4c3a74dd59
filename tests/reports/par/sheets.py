"""Sheets of the sample submissions, each worked out once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from pitboss.reports.par.sheet import ParSheet, par_sheet

SAMPLES: Final = Path("examples/submissions")


def sample_text(name: str) -> str:
    return (SAMPLES / f"{name}.toml").read_text("utf-8")


@cache
def sample_sheet(name: str) -> ParSheet:
    return par_sheet(sample_text(name), name)

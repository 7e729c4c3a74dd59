"""Sheets of the sample submissions, each worked out once for all tests of a process."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from pitboss.reports.par.render import Format, rendered
from pitboss.reports.par.sheet import ParSheet, par_sheet

SAMPLES: Final = Path("examples/submissions")
PLACES: Final = ("maryland", "california", "south-dakota", "catfish-bend", "royal-caribbean")


def sample_text(name: str) -> str:
    return (SAMPLES / f"{name}.toml").read_text("utf-8")


@cache
def sample_sheet(name: str) -> ParSheet:
    return par_sheet(sample_text(name), name)


@cache
def rendered_sheet(name: str, kind: Format) -> bytes:
    return rendered(sample_sheet(name), kind)


@cache
def document_of(name: str) -> Any:  # Any: JSON
    """Return the JSON form as a reader of the file has it."""
    return json.loads(rendered_sheet(name, "json"))

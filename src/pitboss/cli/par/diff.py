"""`pitboss par diff`: what changed between two sheets, and what each change does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import Argument, AsJson

_WHAT = "Submission (.toml) or PAR sheet."


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss par diff`."""

    before: Annotated[str, Argument("A", _WHAT)]
    after: Annotated[str, Argument("B", _WHAT)]
    as_json: AsJson = False


def run(options: Options) -> int:
    """Compare the sheets; 1 where they differ."""
    from pitboss.cli.par.diff_work import run  # loads compiled kernels, which help does not need

    return run(options)

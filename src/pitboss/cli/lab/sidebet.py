"""`pitboss lab sidebet`: a side bet of one's own, counted over all deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import Argument, AsJson


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss lab sidebet`."""

    file: Annotated[str, Argument("FILE.toml", "Lines with conditions and pays; - is stdin.")]
    as_json: AsJson = False


def run(options: Options) -> int:
    """Count the side bet and print it."""
    from pitboss.cli.lab.sidebet_work import run  # loads compiled kernels, which help does not need

    return run(options)

"""`pitboss lab search`: all Blind tables of a grid within bounds, with exact figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import Argument, AsJson, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss lab search`."""

    file: Annotated[str, Argument("FILE.toml", "Odds to try, bounds, what is good; - is stdin.")]
    output: Annotated[
        str | None, Option("Write the tables to a new file.", "FILE.csv|json|parquet", name="-o")
    ] = None
    plot: Annotated[str | None, Option("Save a plot of edge and deviation.", "FILE.svg|png")] = None
    state: Annotated[
        str | None, Option("Keep what is solved here, to go on after Ctrl-C.", "FILE")
    ] = None
    as_json: AsJson = False


def run(options: Options) -> int:
    """Search, write and print."""
    from pitboss.cli.lab.search_work import run  # loads compiled kernels, which help does not need

    return run(options)

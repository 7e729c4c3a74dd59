"""`pitboss solve`: the whole base game exactly, under perfect play or under a strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import AsJson, BlindTable, Executor, Multiples, Option, RulesName


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss solve`."""

    rules: RulesName = None
    blind: BlindTable = None
    multiples: Multiples = None
    flop_multiples: Annotated[str | None, Option("Play multiple on the flop.", "2|none")] = None
    river_multiples: Annotated[str | None, Option("Play multiple on the river.", "1|none")] = None
    qualifies: Annotated[
        str | None, Option("Lowest hand with which the dealer qualifies.", "HAND")
    ] = None
    strategy: Annotated[str, Option("Strategy to play, and what it costs.", "NAME|FILE")] = (
        "optimal"
    )
    trips: Annotated[str | None, Option("Add a Trips bet on the same cards.", "NAME|FILE")] = None
    trips_bet: Annotated[
        str | None, Option("Size of the Trips bet; default: one Ante.", "ANTES")
    ] = None
    picture: Annotated[str | None, Option("Save a picture of the strategy.", "FILE.svg")] = None
    executor: Executor = "threads"
    as_json: AsJson = False


def run(options: Options) -> int:
    """Solve the game and print it."""
    from pitboss.cli.solve.work import run  # loads compiled kernels, which help does not need

    return run(options)

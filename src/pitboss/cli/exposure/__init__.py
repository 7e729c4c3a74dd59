"""`pitboss exposure`: the edge of a player who has seen cards that should be hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import AsJson, BlindTable, Executor, Multiples, Option, RulesName


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss exposure`."""

    see: Annotated[
        str | None,
        Option("Cards seen early: dealer1-2, flop1-3, turn1-2.", "dealer1,flop1,…"),
    ] = None
    share: Annotated[str | None, Option("Seats that share their cards.", "2..6")] = None
    deals: Annotated[str | None, Option("Deals to sample when sharing.", "N")] = None
    seed: Annotated[str | None, Option("Seed, to repeat a sample.", "S")] = None
    rules: RulesName = None
    blind: BlindTable = None
    multiples: Multiples = None
    executor: Executor = "threads"
    as_json: AsJson = False


def run(options: Options) -> int:
    """Value what was seen or shared, and print it."""
    from pitboss.cli.exposure.work import run  # loads compiled kernels, which help does not need

    return run(options)

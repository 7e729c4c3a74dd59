"""`pitboss drill player`: spots to decide, outs or starting hands, graded exactly at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import AsJson, BlindTable, Multiples, Option, RulesName


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss drill player`."""

    street: Annotated[str, Option("Which decisions: deal, flop, river or mixed.", "STREET")] = (
        "mixed"
    )
    ask: Annotated[
        str, Option("What is asked: decisions, outs, or all hands that bet: hands.", "WHAT")
    ] = "decisions"
    count: Annotated[str, Option("How many spots.", "N")] = "10"
    close: Annotated[
        str | None, Option("Only spots whose two best choices are this close.", "ANTES")
    ] = None
    seen: Annotated[str, Option("Cards seen elsewhere in each spot: 0 to 4.", "N")] = "0"
    seed: Annotated[str | None, Option("Draw the same spots again; default: new ones.", "N")] = None
    answers: Annotated[
        str | None, Option("Your answers, instead of being asked.", "check,4x,…")
    ] = None
    rules: RulesName = None
    blind: BlindTable = None
    multiples: Multiples = None
    as_json: AsJson = False


def run(options: Options) -> int:
    """Ask spot after spot, then print the score."""
    from pitboss.cli.drill.player_work import run  # loads compiled kernels

    return run(options)

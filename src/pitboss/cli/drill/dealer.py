"""`pitboss drill dealer`: pay layouts, answer irregularities, find mistakes; corrected at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import AsJson, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss drill dealer`."""

    rules: Annotated[
        str, Option("Rule set, or a submission's file: the house's own rules.", "NAME|FILE")
    ] = "maryland"
    kind: Annotated[
        str, Option("Kinds of exercises, by commas; mixed: all of these rules in turn.", "KIND,…")
    ] = "mixed"
    level: Annotated[str, Option("easy, medium or hard: seats, stakes.", "LEVEL")] = "easy"
    count: Annotated[str, Option("How many exercises.", "N")] = "10"
    seed: Annotated[
        str | None, Option("Draw the same exercises again; default: new ones.", "N")
    ] = None
    pace: Annotated[str, Option("Rounds an hour, for the price of a mistake.", "N")] = "40"
    answers: Annotated[
        str | None, Option("Your answers in order, instead of being asked.", "push;−5;b a;…")
    ] = None
    as_json: AsJson = False


def run(options: Options) -> int:
    """Ask exercise after exercise, then print accuracy, speed and pace."""
    from pitboss.cli.drill.dealer_work import run  # loads the rules

    return run(options)

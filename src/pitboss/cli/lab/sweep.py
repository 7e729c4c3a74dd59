"""`pitboss lab sweep`: a knob turned to each of its settings, or what each rule is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.lab.variant_options import VariantOptions
from pitboss.cli.options import Argument, AsJson, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(VariantOptions):
    """The options of `pitboss lab sweep`."""

    knob: Annotated[
        str | None,
        Argument("KNOB", "A hand of the Blind, trips.HAND, or a rule; left out: every rule."),
    ] = None
    values: Annotated[
        str | None, Argument("VALUES", "What to try: 1,3:2,2 for odds, 3,4;4;none for multiples.")
    ] = None
    paytable: Annotated[
        str | None, Option("Table of the side bet, for trips.HAND or six-card.HAND.", "NAME")
    ] = None
    plot: Annotated[str | None, Option("Save a plot of the edges.", "FILE.svg|png")] = None
    as_json: AsJson = False


def run(options: Options) -> int:
    """Solve each setting, draw and print."""
    from pitboss.cli.lab.sweep_work import run  # loads compiled kernels, which help does not need

    return run(options)

"""`pitboss sidebet`: exact figures of Trips, Six Card and Progressive paytables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import Argument, AsJson, Many, MeterAmounts, Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss sidebet`."""

    wager: Annotated[str, Argument("trips|six-card|progressive")]
    rules: Annotated[str | None, Option("Rule set; default: all of them.", "NAME")] = None
    paytable: Annotated[str | None, Option("Paytable; default: all of them.", "NAME|FILE")] = None
    players: Annotated[str | None, Option("Players at the table; matters for Envy.", "1..6")] = None
    stake: Annotated[
        str | None, Option("Size of the bet; default: the smallest.", "DOLLARS", name="--wager")
    ] = None
    meters: MeterAmounts = ()
    settings: Annotated[Many, Option("Set an operator's option.", "KEY=VALUE", name="--set")] = ()
    as_json: AsJson = False


def run(options: Options) -> int:
    """Analyse the paytables and print them."""
    from pitboss.cli.sidebet.work import run  # loads rules and odds, which help does not need

    return run(options)

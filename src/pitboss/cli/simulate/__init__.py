"""`pitboss simulate`: whole tables at speed, any strategy, beside exact values; and sessions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from pitboss.cli.options import AsJson, BlindTable, Executor, Many, MeterAmounts, Option, RulesName

USUAL: Final = ""  # the paytable of `--trips` without a name: the place's own choice


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss simulate`."""

    rules: RulesName = None
    rounds: Annotated[str | None, Option("Rounds; default 1,000,000.", "N")] = None
    seats: Annotated[str | None, Option("Players at the table.", "K")] = None
    strategy: Annotated[str, Option("Strategy of every seat.", "NAME|FILE")] = "optimal"
    seed: Annotated[str | None, Option("Seed, to repeat a run.", "S")] = None
    blind: BlindTable = None
    trips: Annotated[
        str | None, Option("Bet Trips; a paytable may be named.", "NAME|FILE", bare=USUAL)
    ] = None
    six_card: Annotated[
        str | None, Option("Bet Six Card; a paytable may be named.", "NAME|FILE", bare=USUAL)
    ] = None
    progressive: Annotated[
        str | None, Option("Bet the Progressive; a paytable may be named.", "NAME|FILE", bare=USUAL)
    ] = None
    ante: Annotated[str, Option("Size of the Ante.", "DOLLARS")] = "10"
    stakes: Annotated[
        Many, Option("Size of a side bet; default: the Ante.", "WAGER=DOLLARS", name="--stake")
    ] = ()
    meters: MeterAmounts = ()
    bankroll: Annotated[str | None, Option("Bankroll, for the risk of ruin.", "DOLLARS")] = None
    session_rounds: Annotated[str | None, Option("Rounds in a session; default 100.", "N")] = None
    plot: Annotated[str | None, Option("Save a plot of the session.", "FILE.svg|png")] = None
    executor: Executor = "threads"
    as_json: AsJson = False


def run(options: Options) -> int:
    """Simulate, draw and print."""
    from pitboss.cli.simulate.work import run  # loads compiled kernels, which help does not need

    return run(options)

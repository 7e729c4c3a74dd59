"""`pitboss play`: a seat at a table in the terminal, with the coach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import Option, RulesName


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss play`."""

    rules: RulesName = None
    chips: Annotated[str, Option("Chips that you sit down with.", "DOLLARS")] = "500"
    ante: Annotated[str, Option("Ante that you begin with; the Blind equals it.", "DOLLARS")] = "10"
    coach: Annotated[str, Option("When the coach speaks.", "off|after|before")] = "after"
    seats: Annotated[str | None, Option("Bots beside you; default: as few as can be.", "N")] = None
    bots: Annotated[str, Option("How bots play: optimal, simple, timid or random.", "STYLE")] = (
        "random"
    )


def run(options: Options) -> int:
    """Check what is asked, then open the table on the whole screen."""
    from pitboss.cli.play.start import run  # loads tables and the screen

    return run(options)

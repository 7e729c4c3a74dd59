"""`pitboss ev`: the exact value of every choice for given cards, with dead and exposed ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pitboss.cli.options import AsJson, BlindTable, Multiples, Option, RulesName


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of `pitboss ev`."""

    hole: Annotated[str, Option("Your two cards.", '"Ks 5d"')]
    flop: Annotated[str | None, Option("The three flop cards: check or bet 2x?", "CARDS")] = None
    board: Annotated[str | None, Option("All five board cards: bet 1x or fold?", "CARDS")] = None
    dead: Annotated[str | None, Option("Cards you have seen elsewhere.", "CARDS")] = None
    dealer: Annotated[str | None, Option("Dealer cards you know: one or two.", "CARDS")] = None
    rules: RulesName = None
    blind: BlindTable = None
    multiples: Multiples = None
    ante: Annotated[str, Option("Size of the Ante.", "DOLLARS")] = "10"
    chips: Annotated[
        str | None, Option("Chips you have left beside your bets; default: enough.", "DOLLARS")
    ] = None
    why: Annotated[bool, Option("Say what lies behind the values: endings, outs, wagers.")] = False
    as_json: AsJson = False


def run(options: Options) -> int:
    """Value the choices and print them."""
    from pitboss.cli.ev.work import run  # loads compiled kernels, which help does not need

    return run(options)

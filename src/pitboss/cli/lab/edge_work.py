"""Solves a variant and prints all its figures; loads the compiled kernels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Console
from rich.text import Text

from pitboss.cli.lab.edge import Options
from pitboss.cli.lab.variant_options import variant_asked
from pitboss.cli.output import page, print_json, table
from pitboss.odds.lab.figures import exact_figures
from pitboss.reports.lab import figures_document
from pitboss.rules import rule_set
from pitboss.rules.user_toml import Document
from pitboss.rules.words import hand_words


def run(options: Options) -> int:
    """Read the variant, solve it, and print."""
    found = figures_document(exact_figures(variant_asked(options)))
    if options.as_json:
        print_json(found)
    else:
        _show(found, page())
    return 0


def variant_words(found: Document) -> str:
    """Describe the game of a document in one line."""
    streets = found["multiples"].items()
    multiples = ", ".join(
        f"{' or '.join(f'{m}x' for m in of) or 'no raise'} on the {name}" for name, of in streets
    )
    rules = {key: found["variant"].get(key) for key in ("unqualified", "ties", "below")}
    said = [f"{key}: {value}" for key, value in rules.items() if value is not None]
    least = f"dealer qualifies with {hand_words(found['qualifies'])} or better"
    return "; ".join([multiples, least, *said])


def _show(found: Document, out: Console) -> None:
    blind = found["paytables"]["blind"]["name"]
    title = f"{rule_set(found['rules']).title}, edition {found['edition']}: Blind {blind}"
    out.print(Text(title, style="bold"))
    out.print(Text(variant_words(found)))
    out.print(table("", ("figure", "value", "exact"), _figures(found)))
    out.print(table("Blind, line by line", _LINE_COLUMNS, _lines(found)))
    out.print(table("How the betting ends", ("choice", "how often", "exact"), _choices(found)))
    out.print(table("Net result in Antes", ("net", "deals", "probability"), _nets(found)))


def _figures(found: Document) -> Iterator[tuple[str, str, str]]:
    yield "value of a round, in Antes", f"{found['ev']['decimal']:.10f}", found["ev"]["fraction"]
    for name, value in found["wagers"].items():
        yield f"  of it {name.capitalize()}", f"{value['decimal']:+.10f}", value["fraction"]
    names = {"ante": "the Ante", "ante_and_blind": "Ante and Blind", "all_wagers": "all wagers"}
    for key, of in names.items():
        edge = found["edges"][key]
        yield f"house edge, of {of}", f"{edge['decimal']:.6%}", edge["fraction"]
    wager, deviation = found["average_wager"], found["standard_deviation"]
    yield "average wager, in Antes", f"{wager['decimal']:.6f}", wager["fraction"]
    root_of = f"root of {deviation['variance']['fraction']}"
    yield "standard deviation, in Antes", f"{deviation['decimal']:.6f}", root_of
    words = {"ahead": "rounds ahead", "even": "even", "behind": "behind", "blind": "Blind is paid"}
    for key, name in words.items():
        rate = found["hit_rates"][key]
        yield name, f"{rate['decimal']:.6%}", rate["fraction"]


_LINE_COLUMNS: Final = (
    "hand",
    "pays",
    "paid in",
    "1 in",
    "worth, in Antes",
    "edge for 1 more to 1",
)


def _lines(found: Document) -> Iterator[tuple[str, ...]]:
    for line in found["lines"]:
        often = line["one_in"]
        yield (
            hand_words(line["hand"]),
            line["pays"] or "no line",
            line["probability"]["fraction"],
            "never" if often is None else f"{often['decimal']:,.2f}",
            f"{line['value']['decimal']:.8f}",
            f"{line['sensitivity']['decimal']:+.6%}",
        )


def _choices(found: Document) -> Iterator[tuple[str, str, str]]:
    for name, often in found["frequencies"].items():
        yield name, f"{often['decimal']:.6%}", often["fraction"]


def _nets(found: Document) -> Iterator[tuple[str, str, str]]:
    for line in found["distribution"]:
        chance = line["probability"]["decimal"]
        yield f"{line['net']['decimal']:+g}", f"{line['deals']:,}", f"{chance:.10%}"

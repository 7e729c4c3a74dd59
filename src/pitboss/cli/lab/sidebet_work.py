"""Counts a side bet of one's own and prints it; loads the compiled kernels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

from pitboss.cli.errors import Failure, one_line
from pitboss.cli.files import read_file
from pitboss.cli.lab.sidebet import Options
from pitboss.cli.output import page, print_json, table
from pitboss.cli.progress import progress_bar
from pitboss.odds.lab.own_side_bet import own_side_bet
from pitboss.odds.lab.side_bet_file import NAME_MAX, SideBetError, read_side_bet
from pitboss.reports.lab_side_bet import side_bet_document
from pitboss.rules.user_toml import Document


def run(options: Options) -> int:
    """Read the file, count all deals, and print."""
    where, text = read_file(options.file)
    try:
        plan = read_side_bet(text, one_line(Path(where).stem)[:NAME_MAX] or "own side bet")
    except SideBetError as error:
        raise Failure(f"{where}: {error}") from None
    with progress_bar("boards") as tell:
        found = side_bet_document(own_side_bet(plan, progress=tell))
    if options.as_json:
        print_json(found)
    else:
        _show(found)
    return 0


def _show(found: Document) -> None:
    out = page()
    out.print(Text(found["name"], style="bold"))
    out.print(table("", ("figure", "value", "exact"), _figures(found)))
    out.print(table("", ("line", "pays", "deals", "1 in", "probability"), _lines(found)))


def _figures(found: Document) -> Iterator[tuple[str, str, str]]:
    edge, hits, deviation = (
        found["house_edge"],
        found["hit_frequency"],
        found["standard_deviation"],
    )
    yield "deals counted", f"{found['deals']:,}", ""
    yield "house edge, of the stake", f"{edge['decimal']:.6%}", edge["fraction"]
    yield "wins", f"{hits['decimal']:.6%}", hits["fraction"]
    root_of = f"root of {deviation['variance']['fraction']}"
    yield "standard deviation, in stakes", f"{deviation['decimal']:.6f}", root_of


def _lines(found: Document) -> Iterator[tuple[str, ...]]:
    for line in found["lines"]:
        often = line["one_in"]
        yield (
            line["name"],
            line["pays"],
            f"{line['deals']:,}",
            "never" if often is None else f"{often['decimal']:,.2f}",
            line["probability"]["fraction"],
        )

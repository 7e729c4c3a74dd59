"""Searches over Blind tables, writes and prints what is found; loads the compiled kernels."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from rich.text import Text

from pitboss.cli.errors import Failure
from pitboss.cli.files import check_new, new_file, read_file, write_picture
from pitboss.cli.lab.plot_file import plot_kind, plot_path
from pitboss.cli.lab.search import Options
from pitboss.cli.lab.search_memory import kept, state_path
from pitboss.cli.output import counted, page, print_json, table
from pitboss.cli.progress import progress_bar
from pitboss.odds.lab.search import SearchMemory, SearchResult, search
from pitboss.odds.lab.search_file import read_search
from pitboss.odds.lab.search_plan import SearchError, SearchPlan
from pitboss.reports.lab_plot import search_plot
from pitboss.reports.lab_search import (
    FORMATS,
    FormatError,
    check_format,
    search_csv,
    search_document,
    search_parquet,
)
from pitboss.rules.user_toml import Document
from pitboss.rules.words import hand_words

SHOWN_MAX: Final = 50  # tables printed; a file has them all


def run(options: Options) -> int:
    """Check everything that can be wrong before the work begins, then search."""
    where, text = read_file(options.file)
    try:
        plan = read_search(text)
    except SearchError as error:
        raise Failure(f"{where}: {error}") from None
    path = None if options.output is None else _output(options.output)
    picture = plot_path(options.plot)
    with kept(state_path(options), plan) as memory:
        found = _searched(plan, memory, where)
    if path is not None:
        _write(path, found)
    if picture is not None:
        _draw(picture, found)
    document = search_document(found)
    if options.as_json:
        print_json(document)
    else:
        _show(document)
    return 0


def _searched(plan: SearchPlan, memory: SearchMemory, where: str) -> SearchResult:
    try:
        with progress_bar("tables") as tell:
            return search(plan, memory=memory, progress=tell)
    except SearchError as error:
        raise Failure(f"{where}: {error}") from None


def _output(name: str) -> Path:
    kind = Path(name).suffix.lower().lstrip(".")
    if kind not in FORMATS:
        there = ", ".join(f".{one}" for one in FORMATS)
        raise Failure(f"-o {name[:60]!r}: is no format; name a file that ends in {there}")
    try:
        check_format(kind)
    except FormatError as error:
        raise Failure(f"-o {name[:60]}: {error}") from None
    return check_new("-o", name)


def _write(path: Path, found: SearchResult) -> None:
    match path.suffix.lower():
        case ".csv":
            data = search_csv(found).encode()
        case ".json":
            data = (json.dumps(search_document(found), indent=2) + "\n").encode()
        case _:
            data = search_parquet(found)
    with new_file("-o", path) as stream:
        stream.write(data)
    sys.stderr.write(f"pitboss: {counted(len(found.tables), 'table')} in {path}\n")


def _draw(path: Path, found: SearchResult) -> None:
    title = f"{counted(len(found.tables), 'table')} of {found.grid:,}"
    write_picture("--plot", path, search_plot(found.tables, title=title, kind=plot_kind(path)))


def _show(found: Document) -> None:
    out = page()
    tables = found["tables"]
    solved = f"{found['solved']:,} solved, {found['policies']:,} policies"
    out.print(Text(f"{len(tables):,} of {found['grid']:,} tables fit; {solved}", style="bold"))
    hands = [hand_words(hand) for hand in found["lines"]]
    columns = (*hands, "house edge", "exact", "deviation", "ahead", "Blind paid", "top", "frontier")
    best = sorted(tables, key=lambda one: (not one["frontier"], one["house_edge"]["decimal"]))
    out.print(table("", columns, (_row(one) for one in best[:SHOWN_MAX])))
    if len(tables) > SHOWN_MAX:
        rest = counted(len(tables) - SHOWN_MAX, "more table")
        out.print(Text(f"{rest}; -o FILE.csv has them all"))


def _row(one: Document) -> tuple[str, ...]:
    return (
        *one["pays"].values(),
        f"{one['house_edge']['decimal']:.6%}",
        one["house_edge"]["fraction"],
        f"{one['standard_deviation']['decimal']:.6f}",
        f"{one['hit_rate']['decimal']:.4%}",
        f"{one['blind_hit_rate']['decimal']:.4%}",
        one["top_pay"]["fraction"],
        "yes" if one["frontier"] else "",
    )

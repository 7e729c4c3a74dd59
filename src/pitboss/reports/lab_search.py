"""Tables that a search found, as JSON, CSV and Parquet: the same exact fractions in each."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Final

from pitboss.odds.lab.search import SearchResult
from pitboss.odds.lab.search_plan import FoundTable
from pitboss.odds.lab.variant_file import odds_text, variant_document
from pitboss.reports.exact import exact, root
from pitboss.rules.user_toml import Document

FORMATS: Final = ("csv", "json", "parquet")
_FIGURES: Final = ("house_edge", "variance", "hit_rate", "blind_hit_rate", "top_pay")


class FormatError(RuntimeError):
    """A format that cannot be written here: one line that says why and what to do."""


def check_format(kind: str) -> None:
    """Raise `FormatError` if what writes a format is not installed; nothing is loaded yet."""
    if kind == "parquet" and find_spec("pyarrow") is None:
        raise FormatError("Parquet needs the extra `parquet`: pip install 'pitboss[parquet]'")


def search_document(found: SearchResult) -> Document:
    """Describe the tables found; every figure is that of perfect play."""
    plan = found.plan
    return {
        "variant": variant_document(plan.variant),
        "lines": {hand: [odds_text(o) for o in odds] for hand, odds in plan.lines.items()},
        "bounds": {
            name: {
                key: str(end)
                for key, end in (("min", bound.least), ("max", bound.most))
                if end is not None
            }
            for name, bound in plan.bounds.items()
            if bound.least is not None or bound.most is not None
        },
        "pareto": dict(plan.goals),
        "grid": found.grid,
        "solved": found.values_solved,
        "policies": found.policies_counted,
        "tables": [_table(found, table) for table in found.tables],
    }


def search_csv(found: SearchResult) -> str:
    """Write one row a table: odds, then each figure as a decimal and as an exact fraction."""
    out = io.StringIO()
    rows = list(_rows(found))
    writer = csv.DictWriter(out, list(_columns(found)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def search_parquet(found: SearchResult) -> bytes:
    """Write the rows of the CSV as Parquet; needs pyarrow."""
    check_format("parquet")
    import pyarrow as arrow  # optional, and slow to load
    from pyarrow import parquet

    rows = list(_rows(found))
    columns = {name: [row[name] for row in rows] for name in _columns(found)}
    out = io.BytesIO()
    parquet.write_table(arrow.table(columns), out)
    return out.getvalue()


def _table(found: SearchResult, table: FoundTable) -> Document:
    return {
        "pays": dict(zip(found.plan.lines, map(odds_text, table.odds), strict=True)),
        "ev": exact(table.ev),
        "house_edge": exact(table.house_edge),
        "standard_deviation": root(table.variance),
        "hit_rate": exact(table.hit_rate),
        "blind_hit_rate": exact(table.blind_hit_rate),
        "top_pay": exact(table.top_pay),
        "frontier": table.frontier,
    }


def _columns(found: SearchResult) -> Iterator[str]:
    yield from found.plan.lines
    for name in _FIGURES:
        yield name
        yield f"{name}_fraction"
    yield from ("standard_deviation", "frontier")


def _rows(found: SearchResult) -> Iterator[Document]:
    for table in found.tables:
        row: Document = dict(zip(found.plan.lines, map(odds_text, table.odds), strict=True))
        for name in _FIGURES:
            value = getattr(table, name)
            row |= {name: float(value), f"{name}_fraction": str(value)}
        deviation = math.sqrt(table.variance)
        yield row | {"standard_deviation": deviation, "frontier": table.frontier}

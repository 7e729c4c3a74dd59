"""Tables of a search as JSON, CSV and Parquet: the same rows and the same exact fractions."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

from pyarrow import parquet

from pitboss.odds.lab.search import SearchResult
from pitboss.odds.lab.search_plan import Bound, FoundTable, SearchPlan
from pitboss.odds.lab.variant import Variant
from pitboss.reports.lab_search import search_csv, search_document, search_parquet
from pitboss.rules import Odds


def found_tables() -> SearchResult:
    lines = {"full-house": (Odds(3),), "flush": (Odds(3, 2), Odds(2))}
    plan = SearchPlan(Variant(), lines, {"house_edge": Bound(most=Fraction(1, 50))})
    tables = tuple(
        FoundTable((Odds(3), odds), Fraction(-1, den), Fraction(25), *(Fraction(1, 2),) * 3)
        for odds, den in ((Odds(3, 2), 70), (Odds(2), 333))
    )
    return SearchResult(plan, tables, 2, 2, 1)


def test_every_format_has_the_same_rows() -> None:
    found = found_tables()

    rows = list(csv.DictReader(io.StringIO(search_csv(found))))
    table = parquet.read_table(io.BytesIO(search_parquet(found)))
    document = search_document(found)

    assert table.column_names == list(rows[0])
    assert [{name: str(value) for name, value in row.items()} for row in table.to_pylist()] == rows
    assert [row["house_edge_fraction"] for row in rows] == ["1/70", "1/333"]
    edges = [one["house_edge"]["fraction"] for one in document["tables"]]
    assert edges == [row["house_edge_fraction"] for row in rows]
    assert document["tables"][0]["pays"] == {"full-house": "3 to 1", "flush": "3 to 2"}
    assert document["bounds"] == {"house_edge": {"max": "1/50"}}

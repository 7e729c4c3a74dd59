"""A floor report before it is drawn: sections of words and tables, made from the figures alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from pitboss.reports.floor.cell import FloorCell, words
from pitboss.reports.floor.columns import columns_of
from pitboss.rules.user_toml import Document

ReportFormat = Literal["pdf", "xlsx"]
REPORT_FORMATS: Final[tuple[ReportFormat, ...]] = get_args(ReportFormat)
ROWS_MAX: Final[Mapping[ReportFormat, int]] = {"pdf": 3_000, "xlsx": 50_000}  # of figures
TOTAL: Final = "Total"
_PLAYERS: Final = {"exclude": "people only", "include": "people and bots", "only": "bots only"}
_DIGITS: Final = re.compile(r"(\d+)")


class TooManyRows(ValueError):
    """More rows than a format is made for: the line says what would be right."""


@dataclass(frozen=True, slots=True)
class FloorGrid:
    """A table whose first column names its rows; `total`: the last row is a sum."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[FloorCell, ...], ...]
    note: str = ""
    total: bool = False


@dataclass(frozen=True, slots=True)
class FloorSection:
    """A part of the report; `key` names its page in a workbook."""

    key: str
    title: str
    words: tuple[str, ...]
    grids: tuple[FloorGrid, ...]


@dataclass(frozen=True, slots=True)
class FloorReport:
    """The whole report; `date` is the day of the last event that was counted."""

    title: str
    subtitle: str
    date: str
    sections: tuple[FloorSection, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """The figures of a journal, and the names of its tables on the floor."""

    document: Document
    titles: Mapping[str, str]

    def name(self, table: str) -> str:
        """Return the name of a table for people."""
        return self.titles.get(table) or table

    @property
    def rows(self) -> list[Document]:
        """List the rows in the order of the console: by name, as people count, then by period."""
        shown = [row for row in self.document["rows"] if row["period"] != ""]
        return sorted(shown, key=lambda row: (natural(self.name(row["table"])), row["period"]))

    def heads(self, row: Document) -> tuple[FloorCell, ...]:
        """Name a row: its table, and its period where there are several."""
        name = words(self.name(row["table"]))
        return (name,) if self.document["by"] == "table" else (name, words(row["period"]))

    @property
    def columns(self) -> tuple[str, ...]:
        """Name the columns of `heads`."""
        return ("Table",) if self.document["by"] == "table" else ("Table", "Period (UTC)")


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Order names as people count: Table 2 before Table 10."""
    parts = _DIGITS.split(name.casefold())
    return tuple((0, int(one), "") if one.isdecimal() else (1, 0, one) for one in parts if one)


def check_rows(document: Document, kind: ReportFormat) -> None:
    """Raise `TooManyRows` before the work begins."""
    rows, most = len(document["rows"]), ROWS_MAX[kind]
    if rows > most:
        right = "ask for fewer tables or days, or group them otherwise"
        raise TooManyRows(
            f"{rows:,} rows are too many for {kind.upper()}, at most {most:,}; {right}"
        )


def title_of(document: Document) -> str:
    """Return the title of a report."""
    return f"Floor report: figures by {document['by']}"


def subtitle_of(document: Document) -> str:
    """Say which time and whose money a report is about."""
    begin, end = document["from"], document["to"]
    first = f"From {begin}" if begin else "From the first event"
    last = f"to {end}" if end else "to the last event"
    return f"{first} {last} · {_PLAYERS[document['bots']]} · times are UTC"


def figures_section(named: Named) -> FloorSection:
    """Lay out the figures as the console does."""
    columns = columns_of(named.document)
    rows = [(*named.heads(row), *(column.cell(row) for column in columns)) for row in named.rows]
    empty = (words(""),) * (len(named.columns) - 1)
    total = tuple(column.cell(named.document["total"]) for column in columns)
    if rows:
        rows.append((words(TOTAL), *empty, *total))
    grid = FloorGrid(
        "Play and money",
        (*named.columns, *(column.name for column in columns)),
        tuple(rows),
        total=True,
    )
    said = () if rows else ("Nothing was played in this time.",)
    return FloorSection("figures", "Figures", (*said, *_left_out(named)), (grid,))


def _left_out(named: Named) -> tuple[str, ...]:
    left = named.document.get("left_out", ())
    return tuple(
        f"Table {named.name(one['table'])} is left out: its journal is damaged ({one['why']})."
        for one in left
    )

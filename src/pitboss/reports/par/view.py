"""What a section of the sheet looks like on any page: paragraphs, and tables of cells."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.reports.par.figure import Cell


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a title; the first column names the row. `live`: XLSX writes it by formulas."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    live: str = ""


@dataclass(frozen=True, slots=True)
class ParSection:
    """A numbered part of the sheet; `narrow`: two of its tables fit side by side."""

    key: str
    title: str
    words: tuple[str, ...]
    grids: tuple[Grid, ...]
    narrow: bool = False

"""The names of streams in a journal: one for each table, one for each link."""

from __future__ import annotations

from typing import Final

TABLES: Final = "table/"
LINKS: Final = "link/"


def table_stream(table: str) -> str:
    """Name the stream of a table."""
    return TABLES + table


def link_stream(link: str) -> str:
    """Name the stream of a link; its tables' tallies stand in the group of the same name."""
    return LINKS + link


def table_name(stream: str) -> str:
    """Name the table of a stream."""
    return stream.removeprefix(TABLES)

"""The names of streams in a journal: one for each table, each link and each purse."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

TABLES: Final = "table/"
LINKS: Final = "link/"
PURSES: Final = "purse/"
ID_MAX: Final = 100  # bytes of a command id; a UUID has 36


def table_stream(table: str) -> str:
    """Name the stream of a table."""
    return TABLES + table


def link_stream(link: str) -> str:
    """Name the stream of a link; its tables' tallies stand in the group of the same name."""
    return LINKS + link


def table_name(stream: str) -> str:
    """Name the table of a stream."""
    return stream.removeprefix(TABLES)


def purse_stream(purse: str) -> str:
    """Name the stream of a purse."""
    return PURSES + purse


def short_id(text: str) -> str:
    """Return a command id that says `text`, or stands for it where that would be too long."""
    return text if len(text.encode()) <= ID_MAX else sha256(text.encode()).hexdigest()


def beside_id(table: str, command: str) -> str:
    """Return the id of a table's command in a stream that records it for many tables.

    Each table has command ids of its own: the table's name keeps them apart.
    """
    return short_id(f"{table}/{command}")

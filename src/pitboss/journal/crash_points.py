"""Named points of an append where a test may kill the process, raise, or let others go first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

AtPoint = Callable[[str], None]

POINTS: Final = (
    "begin",  # before the store is touched
    "checked",  # numbers and command ids are found good; PostgreSQL holds its locks
    "inserted",  # everything is written, nothing is durable
    "committed",  # durable, nobody has been told
    "told",  # listeners of this process have been told
)


def pass_by(point: str) -> None:
    """The hook of production: nothing happens."""

"""What PostgreSQL's NOTIFY carries from process to process: only where to read on."""

from __future__ import annotations

from typing import Final

CHANNEL: Final = "pitboss_journal"


def payload(stream: str, number: int) -> str:
    """The text of a notice, far below the length at which PostgreSQL refuses it.

    >>> payload("table/1", 12)
    '12 table/1'
    """
    return f"{number} {stream}"


def parse(text: str) -> tuple[str, int]:
    """The stream and the number a notice speaks of.

    >>> parse("12 table/1")
    ('table/1', 12)
    """
    number, _, stream = text.partition(" ")
    return stream, int(number)

"""Opens a journal to be read only; whatever is wrong with it is one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from pitboss.cli.database import SHOWN_MAX, shown
from pitboss.cli.errors import Failure
from pitboss.cli.options import Option
from pitboss.history.periods import Period, TimeError, read_span
from pitboss.journal import Journal, JournalError, open_journal

OneTable = Annotated[str | None, Option("One table; default: all.", "NAME", name="--table")]
From = Annotated[str | None, Option("From this day or time on (UTC).", "TIME", name="--from")]
To = Annotated[
    str | None, Option("To the end of this day, or to this time (UTC).", "TIME", name="--to")
]


@contextmanager
def reading(where: str) -> Iterator[Journal]:
    """Open the journal read-only for the block; raises `Failure` for every error of it."""
    if not where.strip():
        raise Failure("no journal is named; give the file of one, or postgresql://…")
    try:
        with open_journal(where, read_only=True) as journal:
            yield journal
    except JournalError as error:
        text = str(error)
        raise Failure(text if where[:SHOWN_MAX] in text else f"{shown(where)}: {text}") from None


def span(begin: str | None, end: str | None) -> Period:
    """Read --from and --to; raises `Failure`."""
    try:
        return read_span(begin, end)
    except TimeError as error:
        raise Failure(str(error)) from None

"""Opens a journal to be read only; whatever is wrong with it is one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pitboss.audit.times import Span, TimeError, read_span
from pitboss.cli.address import SHOWN_MAX, shown
from pitboss.cli.failure import Failure
from pitboss.journal import Journal, JournalError, open_journal


@contextmanager
def reading(where: str) -> Iterator[Journal]:
    """Give the journal for as long as it is read; raises `Failure` for all that goes wrong."""
    if not where.strip():
        raise Failure("no journal is named; give the file of one, or postgresql://…")
    try:
        with open_journal(where, read_only=True) as journal:
            yield journal
    except JournalError as error:
        text = str(error)
        raise Failure(text if where[:SHOWN_MAX] in text else f"{shown(where)}: {text}") from None


def span(begin: str | None, end: str | None) -> Span:
    """Read --from and --to; raises `Failure`."""
    try:
        return read_span(begin, end)
    except TimeError as error:
        raise Failure(str(error)) from None

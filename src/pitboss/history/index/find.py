"""Finds one finished round in the journal: folded from the nearest kept state, chain checked."""

from __future__ import annotations

from pitboss.history.index.model import IndexStore, Mark, RoundRow
from pitboss.history.moments import PlayedRound, moments, played_rounds
from pitboss.journal import Head, Journal, JournalError, checked
from pitboss.journal.codec import decode_table, state_fingerprint
from pitboss.pit.streams import table_stream
from pitboss.table import Table


class NotFoundError(LookupError):
    """A round that is not there, or not over; the text says which."""


def find_played(journal: Journal, index: IndexStore, row: RoundRow) -> PlayedRound:
    """Fold the journal to a round of the index; raises `JournalError` where it does not hold."""
    start, table = _start(index, row)
    stream = table_stream(row.table_name)
    after = None if start is None else Head(start.number, start.hash)
    first = 0 if start is None else start.number
    stored = checked(journal.read(stream, first, row.last_event - first), stream, after)
    for played in played_rounds(moments(stored, table)):
        if played.number == row.round and played.ended:
            return played
    raise NotFoundError(f"table {row.table_name} has no round {row.round}")


def _start(index: IndexStore, row: RoundRow) -> tuple[Mark | None, Table | None]:
    kept = index.stop_before(row.table_name, row.first_event - 1, state_fingerprint())
    if kept is None:
        return None, None
    try:
        return kept, decode_table(kept.data)
    except JournalError:  # a kept state is a cache: without it the whole stream is folded
        return None, None

"""Finds one round in the journal: folded from the nearest kept state, chain checked."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.history.index.model import IndexStore, Mark, RoundRow
from pitboss.history.moments import PlayedRound, StoredMoment, moments, played_rounds
from pitboss.journal import Head, Journal, JournalError, checked
from pitboss.journal.codec import decode_table, state_fingerprint
from pitboss.pit.streams import table_stream
from pitboss.table import event as past


class NotFoundError(LookupError):
    """A round that is not there, or not over; the text says which."""


def find_played(journal: Journal, index: IndexStore, row: RoundRow) -> PlayedRound:
    """Fold the journal to a round of the index; raises `JournalError` where it does not hold."""
    kept = index.stop_before(row.table_name, row.first_event - 1, state_fingerprint())
    for played in played_rounds(_folded(journal, row.table_name, kept, row.last_event)):
        if played.number == row.round and played.ended:
            return played
    raise NotFoundError(f"table {row.table_name} has no round {row.round}")


def latest_round(
    journal: Journal, index: IndexStore, table: str, last_event: int
) -> tuple[StoredMoment, ...]:
    """Fold the round that event `last_event` belongs to, up to it; empty where there is none.

    Raises `JournalError` where the journal does not hold.
    """
    held: list[StoredMoment] = []
    for moment in _folded(journal, table, _mark(index, table, last_event), last_event):
        if isinstance(moment.event, past.RoundBegun):
            held = []
        held.append(moment)
    return tuple(held)


def _mark(index: IndexStore, table: str, last_event: int) -> Mark | None:
    """Return the latest state kept between rounds; it may be of a later event."""
    shape = state_fingerprint()
    found = index.standing(table)
    if found is not None and found[0].shape == shape and found[0].number < last_event:
        return found[0]
    return index.stop_before(table, last_event - 1, shape)


def _folded(
    journal: Journal, name: str, kept: Mark | None, last_event: int
) -> Iterator[StoredMoment]:
    """Fold a table's stream from a kept state up to an event."""
    stream, start, table = table_stream(name), kept, None
    if kept is not None:
        try:
            table = decode_table(kept.data)
        except JournalError:  # a kept state is a cache: without it the whole stream is folded
            start = None
    after = None if start is None else Head(start.number, start.hash)
    first = 0 if start is None else start.number
    return moments(checked(journal.read(stream, first, last_event - first), stream, after), table)

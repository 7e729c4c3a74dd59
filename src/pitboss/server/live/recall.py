"""The last events of a table, read back from its journal: for a process that has just started.

A table is loaded from a snapshot, which has no past. The events before it are folded again from
the beginning of a round on: from there a round is what its events say, and who sat where is found
by going back through those who came and went. Chips in front of the players are not known then.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from pitboss.journal import Entry, Journal, JournalError
from pitboss.journal.codec import decode_event
from pitboss.pit.live import Happened
from pitboss.pit.streams import table_stream
from pitboss.round import Broken
from pitboss.table import Event, Table, evolve
from pitboss.table import event as past
from pitboss.table.state import Seat, Standing

EVENTS_MAX: Final = 300  # read back; the log keeps fewer lines

_LOG: Final = logging.getLogger(__name__)


def recall(journal: Journal, table: Table, number: int) -> tuple[Happened, ...]:
    """Read what happened up to event `number`, after which the table is as given."""
    try:
        start = max(0, number - EVENTS_MAX)
        entries = tuple(journal.read(table_stream(table.name), start, number - start))
        events = [decode_event(entry.name, entry.data) for entry in entries]
    except JournalError as error:
        _LOG.warning("the past of table %s cannot be read: %s", table.name, error)
        return ()
    begun = [n for n, event in enumerate(events) if isinstance(event, past.RoundBegun)]
    if not begun:
        return ()
    return _folded(table, entries[begun[0] :], events[begun[0] :])


def _folded(
    table: Table, entries: Sequence[Entry], events: Sequence[Event]
) -> tuple[Happened, ...]:
    first = events[0]
    if not isinstance(first, past.RoundBegun):
        return ()
    now = replace(
        table,
        round=None,
        shuffle=None,
        rounds=first.number - 1,
        seats=_seats_before(table, events),
        standing=Standing.OPEN,
        closing="",
    )
    found = []
    for entry, event in zip(entries, events, strict=True):
        try:
            after = evolve(now, event, entry.at)
        except (Broken, LookupError, TypeError, ValueError, AttributeError) as error:
            _LOG.info("the past of table %s is left out: %s", table.name, error)
            return ()
        found.append(Happened(entry.number, entry.at, event, now, after))
        now = after
    return tuple(found)


def _seats_before(table: Table, events: Sequence[Event]) -> dict[int, Seat]:
    """Go back through those who came and went, to who sat where at first."""
    seats = {n: replace(seat, leaving=False) for n, seat in table.seats.items()}
    for event in reversed(events):
        match event:
            case past.PlayerSat(seat):
                seats.pop(seat, None)
            case past.PlayerLeft(seat, player, chips):
                seats[seat] = Seat(seat, player, chips, bot="(bot, " in player)
            case _:
                pass
    return seats

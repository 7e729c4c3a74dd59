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

from pitboss.history.moments import moments
from pitboss.journal import Journal, JournalError
from pitboss.journal.codec import decode_event
from pitboss.pit.replica import Moment
from pitboss.pit.streams import table_stream
from pitboss.table import Event, Table
from pitboss.table import event as past
from pitboss.table.state import Seat, Standing

EVENTS_MAX: Final = 300  # read back; the log keeps fewer lines

_LOG: Final = logging.getLogger(__name__)


def recall(journal: Journal, table: Table, number: int) -> tuple[Moment, ...]:
    """Return the last moments up to event `number`, after which the table is as given."""
    try:
        start = max(0, number - EVENTS_MAX)
        entries = tuple(journal.read(table_stream(table.identity.name), start, number - start))
        events = [decode_event(entry.name, entry.data) for entry in entries]
        for n, event in enumerate(events):
            if isinstance(event, past.RoundBegun):
                return tuple(moments(entries[n:], _table_before(table, event, events[n:])))
    except JournalError as error:
        _LOG.warning("the past of table %s cannot be read: %s", table.identity.name, error)
    return ()


def _table_before(table: Table, begun: past.RoundBegun, events: Sequence[Event]) -> Table:
    """Return the table as it stood before a round began, without the chips of its seats."""
    return replace(
        table,
        round=None,
        shuffle=replace(table.shuffle, sealed=None),
        rounds=begun.number - 1,
        seats=_seats_before(table, events),
        status=replace(table.status, standing=Standing.OPEN, closing=""),
    )


def _seats_before(table: Table, events: Sequence[Event]) -> dict[int, Seat]:
    """Undo the arrivals and departures, to return the seats as they were at first."""
    seats = {n: replace(seat, leaving=False, sent_away=False) for n, seat in table.seats.items()}
    for event in reversed(events):
        match event:
            case past.PlayerSat(seat):
                seats.pop(seat, None)
            case past.PlayerLeft(seat, player, chips):
                seats[seat] = Seat(seat, player, chips, bot="(bot, " in player)
            case _:
                pass
    return seats

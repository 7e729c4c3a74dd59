"""Writes tables' logs into journals, as the pit does: one turn an order."""

from __future__ import annotations

from pathlib import Path

from pitboss.journal import Draft, Journal, Turn, Write, open_journal
from pitboss.journal.codec import encode_event, encode_order
from pitboss.journal.memory import MemoryJournal
from pitboss.pit.streams import table_stream
from pitboss.table import Event, Order
from tests.audit.tables import Played


def turn_of(number: int, order: Order, events: tuple[Event, ...]) -> Turn:
    """The turn of one order."""
    drafts = tuple(Draft(*encode_event(event)) for event in events)
    return Turn(f"c{number}", encode_order(order), order.at, drafts)


def write_table(journal: Journal, table: Played) -> None:
    """Append all that happened at a table; an order without events leaves no trace."""
    after = 0
    for number, (order, events) in enumerate(table.log):
        if events:
            turn = turn_of(number, order, events)
            journal.append(Write(table_stream(table.name), after, turn))
            after += len(events)


def in_memory(*tables: Played) -> MemoryJournal:
    """A journal in memory with these tables."""
    journal = MemoryJournal()
    for table in tables:
        write_table(journal, table)
    return journal


def in_file(path: Path, *tables: Played) -> Path:
    """A SQLite journal with these tables, closed."""
    with open_journal(path) as journal:
        for table in tables:
            write_table(journal, table)
    return path

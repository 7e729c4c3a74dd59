"""Counts the figures of a table for a test, and puts bots at it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pitboss.history.figures import Counted, FiguresRequest, count_table
from pitboss.history.moments import table_moments
from pitboss.journal import Journal
from pitboss.ledger import Books, posted
from pitboss.table import Event, evolve
from pitboss.table import Table as TableState
from pitboss.table import event as past
from tests.audit.tables import Played

Document = dict[str, Any]  # Any: JSON values


def counted(
    journal: Journal, table: str = "T1", **asked: Any
) -> Counted:  # Any: fields of FiguresRequest
    return count_table(table, table_moments(journal, table), FiguresRequest(**asked), lambda: None)


def events_of(table: Played) -> list[Event]:
    return [event for _, events in table.log for event in events]


def balances(table: Played) -> Books:
    """The books of a table, folded without the code under test."""
    state, books = TableState(), Books()
    for order, events in table.log:
        for event in events:
            books = posted(books, state, event)
            state = evolve(state, event, order.at)
    return books


def with_bots(table: Played, *seats: int, style: str = "simple") -> Played:
    """The same table, where bots sit at some places."""

    def changed(event: Event) -> Event:
        if isinstance(event, past.PlayerSat | past.PlayerLeft) and event.seat in seats:
            event = replace(event, player=f"b{event.seat} (bot, {style})")
            return replace(event, bot=True) if isinstance(event, past.PlayerSat) else event
        return event

    log = [(order, tuple(map(changed, events))) for order, events in table.log]
    return Played(table.name, table.rules, table.chance, log=log)

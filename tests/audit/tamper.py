"""Hands that change a journal: raw in the rows of a SQLite file, or with the chain made anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pitboss.journal import Draft, Entry, Extent, Head, Journal, Turn
from pitboss.journal.chain import seal, start
from pitboss.journal.codec import decode_event, decode_order, encode_event, encode_order
from pitboss.journal.memory import MemoryJournal
from pitboss.journal.sql.sqlite_file import connect
from pitboss.table import Event, Order

TRIGGERS = (
    "journal_events_kept",
    "journal_events_fixed",
    "journal_heads_kept",
    "journal_heads_forward",
)


@contextmanager
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """The rows of a journal, with nothing left that protects them."""
    connection = connect(path, "rw")
    try:
        for trigger in TRIGGERS:
            connection.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        connection.execute("DROP INDEX IF EXISTS journal_events_command")
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA foreign_keys = OFF")
        yield connection
    finally:
        connection.close()


# -- with the chain made anew ---------------------------------------------------------------------

Turns = list[Turn]


def turns_of(journal: Journal, stream: str) -> Turns:
    """A stream as it was handed over, to be changed."""
    turns: Turns = []
    held: list[Entry] = []
    for entry in journal.read(stream):
        held.append(entry)
        if len(held) == held[0].size:
            first = held[0]
            drafts = tuple(Draft(each.name, each.data) for each in held)
            turns.append(Turn(first.command or "", first.cause or b"", first.at, drafts))
            held = []
    return turns


def forged(streams: Mapping[str, Sequence[Turn]], tallies: Journal | None = None) -> MemoryJournal:
    """A journal whose chain and heads fit whatever it says: the work of somebody who can write."""
    journal = MemoryJournal()
    for stream, turns in streams.items():
        head = start(stream)
        entries: list[Entry] = []
        for turn in turns:
            sealed = seal(stream, head, turn)
            head = Head(sealed[-1].number, sealed[-1].hash)
            entries += sealed
            journal._done[stream, turn.id] = Extent(sealed[0].number, sealed[-1].number)
        journal._entries[stream] = entries
        journal._heads[stream] = head
    if isinstance(tallies, MemoryJournal):
        journal._tallies = dict(tallies._tallies)
    return journal


def place_of(turns: Sequence[Turn], wanted: type[Event], nth: int = 0) -> tuple[int, int, int]:
    """Where an event stands: its turn, its place in the turn, and its number in the stream."""
    number = 0
    for index, turn in enumerate(turns):
        for place, draft in enumerate(turn.drafts):
            number += 1
            if isinstance(decode_event(draft.name, draft.data), wanted):
                if nth == 0:
                    return index, place, number
                nth -= 1
    raise LookupError(f"no {wanted.__name__} here")


def first_number(turns: Sequence[Turn], index: int) -> int:
    """The number of a turn's first event."""
    return 1 + sum(len(turn.drafts) for turn in turns[:index])


def event_at(turns: Sequence[Turn], index: int, place: int) -> Event:
    """The event there."""
    draft = turns[index].drafts[place]
    return decode_event(draft.name, draft.data)


def with_event(turns: Sequence[Turn], index: int, place: int, event: Event) -> Turns:
    """The turns with another event there."""
    drafts = list(turns[index].drafts)
    drafts[place] = Draft(*encode_event(event))
    return with_turn(turns, index, replace(turns[index], drafts=tuple(drafts)))


def with_turn(turns: Sequence[Turn], index: int, turn: Turn) -> Turns:
    """The turns with another one there."""
    return [*turns[:index], turn, *turns[index + 1 :]]


def with_order(turns: Sequence[Turn], index: int, change: Callable[[Order], Order]) -> Turns:
    """The turns with another order there, its events as they were."""
    order = change(decode_order(turns[index].cause))
    return with_turn(turns, index, replace(turns[index], cause=encode_order(order), at=order.at))


def numbered(turns: Iterable[Turn]) -> int:
    """How many events there are."""
    return sum(len(turn.drafts) for turn in turns)

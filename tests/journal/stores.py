"""Turns to write and stores to write them to, for the tests of the journal."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from pitboss.journal import Draft, Entry, Journal, Tally, Turn, Write

AT = 1_700_000_000_000
Opener = Callable[[], Journal]

_ids = count(1)


def turn(*names: str, command: str | None = None, data: bytes = b'{"cents":500}') -> Turn:
    """A turn with an event for each of `names`, by default one, and a command id of its own."""
    drafts = tuple(Draft(name, data) for name in names or ("bets-placed/1",))
    return Turn(command or f"command-{next(_ids)}", b'{"seat":1}', AT, drafts)


def write(
    stream: str, after: int, *names: str, command: str | None = None, tally: Tally | None = None
) -> Write:
    """A write of such a turn."""
    return Write(stream, after, turn(*names, command=command), tally)


def fill(journal: Journal, stream: str, turns: int) -> None:
    """Append `turns` turns of one event each."""
    for _ in range(turns):
        journal.append(write(stream, journal.head(stream).number))


def told(entries: list[Entry]) -> list[tuple[int, str, str | None]]:
    """Number, name and command of each entry."""
    return [(entry.number, entry.name, entry.command) for entry in entries]

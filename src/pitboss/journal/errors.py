"""The journal's errors; each asks something else of the caller."""

from __future__ import annotations

from functools import partial
from typing import Any


class JournalError(Exception):
    """Base of the journal's errors; the text is one clear line."""


class Conflict(JournalError):
    """Another writer was first on the stream: read on, decide again. Nothing was written."""

    def __init__(self, stream: str, *, expected: int, actual: int) -> None:
        super().__init__(f"stream {stream!r} is at {actual}, not at {expected}")
        self.stream = stream
        self.expected = expected
        self.actual = actual

    def __reduce__(self) -> tuple[Any, ...]:  # exceptions travel between processes
        again = partial(Conflict, self.stream, expected=self.expected, actual=self.actual)
        return again, ()


class AlreadyDone(JournalError):
    """The command was obeyed before, as events `first` to `last`. Nothing was written."""

    def __init__(self, stream: str, command: str, *, first: int, last: int) -> None:
        where = f"event {first}" if first == last else f"events {first} to {last}"
        super().__init__(f"command {command!r} is in stream {stream!r} already, as {where}")
        self.stream = stream
        self.command = command
        self.first = first
        self.last = last

    def __reduce__(self) -> tuple[Any, ...]:
        again = partial(AlreadyDone, self.stream, self.command, first=self.first, last=self.last)
        return again, ()


class Unavailable(JournalError):
    """The store cannot be reached, is busy beyond its wait, or full. Nothing was written."""


class Damaged(Unavailable):
    """The database reports that it is corrupt. Nothing was written now."""


class Uncertain(JournalError):
    """The answer to a commit was lost: it is written or it is not.

    The caller must look the command up (`find`), or append the same turn again: a command
    id is taken once.
    """


class Unfit(JournalError):
    """An append breaks a bound of the journal: a mistake of the caller."""


class CannotOpen(JournalError):
    """There is no journal to open there: missing, foreign, newer than this program, or in use."""

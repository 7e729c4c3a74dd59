"""The SHA-256 chain through a stream; `docs/internals/journal.md` specifies it byte by byte."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

from pitboss.journal.errors import JournalError
from pitboss.journal.model import Entry, Head, Turn

_GENESIS: Final = b"pitboss-journal/1\n"  # a changed specification is /2
_NUMBERS: Final = struct.Struct(">QQI").pack
_LENGTH: Final = struct.Struct(">I").pack


class BrokenChain(JournalError):
    """An entry is not the one that was written, or one is missing before it."""

    def __init__(self, stream: str, number: int, fault: str) -> None:
        super().__init__(f"stream {stream!r}, event {number}: {fault}")
        self.stream = stream
        self.number = number
        self.fault = fault

    def __reduce__(self) -> tuple[Any, ...]:  # exceptions travel between processes
        return BrokenChain, (self.stream, self.number, self.fault)


def genesis(stream: str) -> bytes:
    """Return the hash before the first event: of the stream's name, so none can be swapped."""
    return sha256(_GENESIS + stream.encode()).digest()


def start(stream: str) -> Head:
    """Return the head of a stream without events."""
    return Head(0, genesis(stream))


def link(
    before: bytes,
    *,
    number: int,
    name: str,
    at: int,
    data: bytes,
    size: int | None = None,
    command: str | None = None,
    cause: bytes | None = None,
) -> bytes:
    """Return the hash of an entry behind the hash `before`.

    A size of 0 in these bytes means "not the first of its turn": a turn has at least one event, a
    command id and a cause at least one byte, so absent and empty cannot be mixed up.
    """
    numbers = _NUMBERS(number, at, size or 0)
    texts = (name.encode(), (command or "").encode(), cause or b"", data)
    sized = b"".join([_LENGTH(len(text)) + text for text in texts])
    return sha256(before + numbers + sized).digest()


def seal(stream: str, head: Head, turn: Turn) -> tuple[Entry, ...]:
    """Number and chain the events of `turn` behind `head`."""
    entries = []
    size: int | None = len(turn.drafts)
    command: str | None = turn.id
    cause: bytes | None = turn.cause
    number, before = head.number, head.hash
    for draft in turn.drafts:
        number += 1
        before = link(
            before,
            number=number,
            name=draft.name,
            at=turn.at,
            data=draft.data,
            size=size,
            command=command,
            cause=cause,
        )
        entries.append(
            Entry(stream, number, draft.name, turn.at, size, command, cause, draft.data, before)
        )
        size = command = cause = None
    return tuple(entries)


def checked(entries: Iterable[Entry], stream: str, after: Head | None = None) -> Iterator[Entry]:
    """Pass the entries of `stream` on; raises `BrokenChain` at the first that does not hold.

    `after` is the head the entries must follow, by default the stream's beginning. That the
    last one is the stream's head, and ends its turn, is for the caller to see.
    """
    head = after or start(stream)
    number, before = head.number, head.hash
    rest = 0  # events of the running turn still to come; a head is always at the end of a turn
    for entry in entries:
        number += 1
        fault = chain_fault(entry, stream, number, before, rest)
        if fault is not None:
            raise BrokenChain(stream, number, fault)
        yield entry
        rest = (entry.size or rest) - 1
        before = entry.hash


def chain_fault(entry: Entry, stream: str, number: int, before: bytes, rest: int) -> str | None:
    """Return why `entry` is not the one to stand at `number` behind the hash `before`.

    `rest` is how many events of a turn that has begun are still to come.
    """
    if entry.stream != stream:
        return f"belongs to stream {entry.stream!r}"
    if entry.number != number:
        return f"number {entry.number} stands in its place"
    if rest:
        fits = entry.size is None and entry.command is None and entry.cause is None
    else:
        fits = bool(entry.size and entry.command and entry.cause)
    if not fits:
        return "its command does not fit the size of the turn before"
    try:
        expected = link(
            before,
            number=number,
            name=entry.name,
            at=entry.at,
            data=entry.data,
            size=entry.size,
            command=entry.command,
            cause=entry.cause,
        )
    except (AttributeError, TypeError, UnicodeError, struct.error):  # a damaged file holds anything
        return "a field of it is of the wrong kind"
    return None if expected == entry.hash else "its hash does not fit what it says"

"""The SHA-256 chain through a stream; `docs/internals/journal.md` specifies it byte by byte."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from pitboss.journal.envelope import Entry, Head, Turn
from pitboss.journal.errors import JournalError

_GENESIS: Final = b"pitboss-journal/1\n"  # a changed specification is /2
_NUMBERS: Final = struct.Struct(">QQI").pack
_LENGTH: Final = struct.Struct(">I").pack
_NO_ORDER: Final = _LENGTH(0) * 2  # of an event that is not the first of its turn
NAMES_KEPT_MAX: Final = 256  # names of events: several times as many as there are
_EMPTY: Final = sha256()  # to be copied: that takes half as long as to look the method up anew


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
    """The hash before a stream's first event: of its name, so that streams cannot be swapped."""
    return sha256(_GENESIS + stream.encode()).digest()


def start(stream: str) -> Head:
    """The head of a stream without events."""
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
    """The hash of an entry behind the hash `before`.

    Size 0 on the wire means "not the first of its turn": a turn has at least one event, a
    command id and a cause at least one byte, so absent and empty cannot be mixed up.
    """
    return _linked(before, number, name, at, size, command, cause, data)


def _linked(  # by place, which is quicker than by word: some twenty a round are worked out
    before: bytes,
    number: int,
    name: str,
    at: int,
    size: int | None,
    command: str | None,
    cause: bytes | None,
    data: bytes,
) -> bytes:
    numbers, length = _NUMBERS(number, at, size or 0), _LENGTH(len(data))
    digest = _EMPTY.copy()
    if command or cause:
        given, why = (command or "").encode(), cause or b""
        parts = (
            before,
            numbers,
            _named(name),
            _LENGTH(len(given)),
            given,
            _LENGTH(len(why)),
            why,
            length,
            data,
        )
        digest.update(b"".join(parts))
    else:
        digest.update(b"".join((before, numbers, _named(name), _NO_ORDER, length, data)))
    return digest.digest()


@lru_cache(maxsize=NAMES_KEPT_MAX)
def _named(name: str) -> bytes:
    named = name.encode()
    return _LENGTH(len(named)) + named


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


def linked(
    entries: Iterable[Entry], stream: str, number: int, before: bytes, rest: int
) -> tuple[int, bytes, int]:
    """Count the entries, from the first on, that stand where they should behind the one before.

    With the count come the hash and the rest behind which the next one should stand: with these
    `chain_fault` says what is wrong with it. It asks of one entry what is asked here of very many,
    in one loop, which takes half the time.
    """
    count, fresh = 0, _EMPTY.copy
    try:
        for its_stream, its_number, name, at, size, command, cause, data, its_hash in entries:
            number += 1
            if rest:
                if size is not None or command is not None or cause is not None:
                    break
                more = rest - 1
                numbers, length = _NUMBERS(number, at, 0), _LENGTH(len(data))
                said = b"".join((before, numbers, _named(name), _NO_ORDER, length, data))
            else:
                if not (size and command and cause):
                    break
                more = size - 1
                numbers, given = _NUMBERS(number, at, size), command.encode()
                ordered = (_LENGTH(len(given)), given, _LENGTH(len(cause)), cause)
                length = _LENGTH(len(data))
                said = b"".join((before, numbers, _named(name), *ordered, length, data))
            digest = fresh()
            digest.update(said)
            if digest.digest() != its_hash or its_number != number or its_stream != stream:
                break
            count, before, rest = count + 1, its_hash, more
    except (AttributeError, TypeError, UnicodeError, struct.error):  # a damaged file holds anything
        pass  # the entry at hand does not count
    return count, before, rest


def chain_fault(entry: Entry, stream: str, number: int, before: bytes, rest: int) -> str | None:
    """Say why `entry` is not the one to stand at `number` behind the hash `before`.

    `rest` is how many events of a turn that has begun are still to come.
    """
    its_stream, its_number, name, at, size, command, cause, data, its_hash = entry
    if its_stream != stream:
        return f"belongs to stream {its_stream!r}"
    if its_number != number:
        return f"number {its_number} stands in its place"
    if rest:
        fits = size is None and command is None and cause is None
    else:
        fits = bool(size and command and cause)
    if not fits:
        return "its command does not fit the size of the turn before"
    try:
        expected = _linked(before, number, name, at, size, command, cause, data)
    except (AttributeError, TypeError, UnicodeError, struct.error):  # a damaged file holds anything
        return "a field of it is of the wrong kind"
    return None if expected == its_hash else "its hash does not fit what it says"

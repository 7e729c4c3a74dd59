"""The golden files: read line by line, and added to (`python -m tests.journal.golden.files`).

Only what no line names yet is written, at the end. A line written by a released version stays as
it is: when a shape changes, its new name gets new lines, and the old ones show that old journals
still read. Until a first release a file may also be deleted and written anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from pitboss.journal.codec import (
    encode_event,
    encode_link_event,
    encode_order,
    encode_purse_event,
)
from pitboss.journal.names import COMMAND_NAMES, EVENT_NAMES, LINK_EVENT_NAMES, PURSE_EVENT_NAMES
from pitboss.table.command import Order
from pitboss.table.event import Event
from pitboss.table.people import Person, Role
from tests.journal.golden.samples import bare, full
from tests.round.rounds import whole_round

FOLDER = Path(__file__).parent
AT = 1_767_225_600_000  # the first instant of 2026
SEEDS = range(12)  # whole rounds beside the made-up events: enough for all five sets


@dataclass(frozen=True, slots=True)
class Line:
    """One stored event or order: its name and its exact bytes."""

    name: str
    data: bytes


class _Event(msgspec.Struct):
    name: str
    data: msgspec.Raw


class _Named(msgspec.Struct):
    name: str


def events() -> list[Line]:
    """Every event line, in the order of the file."""
    lines = _lines(FOLDER / "events.jsonl")
    stored = [msgspec.json.decode(line, type=_Event) for line in lines]
    return [Line(each.name, bytes(each.data)) for each in stored]


def link_events() -> list[Line]:
    """Every line of a link's event, in the order of the file."""
    lines = _lines(FOLDER / "links.jsonl")
    stored = [msgspec.json.decode(line, type=_Event) for line in lines]
    return [Line(each.name, bytes(each.data)) for each in stored]


def purse_events() -> list[Line]:
    """Every line of a purse's event, in the order of the file."""
    lines = _lines(FOLDER / "purses.jsonl")
    stored = [msgspec.json.decode(line, type=_Event) for line in lines]
    return [Line(each.name, bytes(each.data)) for each in stored]


def orders() -> list[Line]:
    """Every order line, in the order of the file."""
    lines = _lines(FOLDER / "orders.jsonl")
    return [Line(msgspec.json.decode(line, type=_Named).name, line) for line in lines]


def _lines(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines() if file.exists() else []


def _new_events() -> Iterator[bytes]:
    known = {line.name for line in events()}
    made: list[Event] = [make(kind) for kind in EVENT_NAMES for make in (full, bare)]
    for seed in SEEDS:
        made += whole_round(seed).events
    for name, data in dict.fromkeys(map(encode_event, made)):
        if name not in known:
            yield b'{"name":"%s","data":%s}\n' % (name.encode(), data)


def _new_link_events() -> Iterator[bytes]:
    known = {line.name for line in link_events()}
    made = [make(kind) for kind in LINK_EVENT_NAMES for make in (full, bare)]
    for name, data in dict.fromkeys(map(encode_link_event, made)):
        if name not in known:
            yield b'{"name":"%s","data":%s}\n' % (name.encode(), data)


def _new_purse_events() -> Iterator[bytes]:
    known = {line.name for line in purse_events()}
    made = [make(kind) for kind in PURSE_EVENT_NAMES for make in (full, bare)]
    for name, data in dict.fromkeys(map(encode_purse_event, made)):
        if name not in known:
            yield b'{"name":"%s","data":%s}\n' % (name.encode(), data)


def _new_orders() -> Iterator[bytes]:
    known = {line.name for line in orders()}
    by = Person("Ada", Role.FLOOR)
    for kind, name in COMMAND_NAMES.items():
        if name not in known:
            made = {encode_order(Order(make(kind), by, AT)): None for make in (full, bare)}
            yield from (data + b"\n" for data in made)


def _add(file: Path, lines: list[bytes]) -> None:
    with file.open("ab") as out:
        out.writelines(lines)


if __name__ == "__main__":
    _add(FOLDER / "events.jsonl", list(_new_events()))
    _add(FOLDER / "links.jsonl", list(_new_link_events()))
    _add(FOLDER / "purses.jsonl", list(_new_purse_events()))
    _add(FOLDER / "orders.jsonl", list(_new_orders()))

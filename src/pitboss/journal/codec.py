"""Events, orders and tables to JSON bytes and back: exact, strict, and always the same bytes.

How values are written: money, seats and cards as whole numbers (a card is 0, the two of clubs,
to 51, the ace of spades: four suits a rank), a fraction as text in lowest terms ("5/2", "3"),
bytes as base64, words of an enum as themselves. Fields stand in the order of their class; what
has no order of its own (mappings, sets) is sorted.

What is read must be exactly what would be written: no field too many or too few, no blank, no
other spelling. So one event has one text, and a change of any byte is an error or another event.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeVar, cast

import msgspec

from pitboss.journal.errors import JournalError
from pitboss.journal.names import (
    COMMAND_NAMES,
    COMMANDS,
    EVENT_NAMES,
    EVENTS,
    LINK_EVENT_NAMES,
    LINK_EVENTS,
)
from pitboss.journal.shape import shape
from pitboss.journal.upcast import UPCASTS, Step, upcast
from pitboss.round.command import Open
from pitboss.round.event import RoundSettled
from pitboss.round.known import MOVED_KEPT_MAX
from pitboss.round.movement import Movement, Settlement
from pitboss.round.state import Facts
from pitboss.rules.values import replace
from pitboss.table.command import Command, Order
from pitboss.table.event import Event
from pitboss.table.link import LinkEvent
from pitboss.table.people import Person
from pitboss.table.state import Table

__all__ = [
    "CodecError",
    "decode_event",
    "decode_link_event",
    "decode_order",
    "decode_table",
    "encode_event",
    "encode_link_event",
    "encode_order",
    "encode_table",
    "shape",
    "written",
    "written_lines",
]

T = TypeVar("T")

TABLE: Final = "table"  # what a snapshot is called in an error; events and orders have names
ORDER: Final = "order"
SAID_KEPT_MAX: Final = 4_096  # orders that are known by their bytes: those of a few busy tables
SAID_BYTES_MAX: Final = 512  # of such an order; a longer one is no everyday's
SHOWN_MAX: Final = 60  # characters of a foreign text that an error repeats


class CodecError(JournalError):
    """A value that cannot be written, or bytes that are not what we would have written."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{_shown(name)}: {problem}")
        self.name = name
        self.problem = problem


def encode_event(event: Event) -> tuple[str, bytes]:
    """Write an event: its stored name and its bytes, which are sure to be read as this event."""
    name = _name_of(event, EVENT_NAMES)
    data = _encoded(name, event)
    _check_read(name, event, _decoded(name, data, type(event)))
    return name, data


def written(event: Event) -> tuple[str, bytes]:
    """The name and bytes that `encode_event` gives, unread: for who compares them with a record."""
    kind = type(event)
    name = EVENT_NAMES.get(kind) or _name_of(event, EVENT_NAMES)
    if kind in _SORTABLE:
        return name, _encoded(name, event)
    try:
        return name, _ENCODER.encode(event)
    except (TypeError, ValueError, AttributeError, RecursionError):
        return name, _encoded(name, event)  # it says what is wrong


def written_lines(events: Sequence[Event]) -> tuple[list[str], bytes]:
    """The names of events, and the bytes of all of them at once: a line each, as in one file.

    No event has a line end in its bytes, so that as many lines are the same events.
    """
    kinds = list(map(type, events))
    written = list[object](events)
    for n, kind in enumerate(kinds):
        if kind in _SORTABLE:
            written[n] = _sortable(written[n])
    return [EVENT_NAMES[kind] for kind in kinds], _ENCODER.encode_lines(written)


def decode_event(name: str, data: bytes, steps: Mapping[str, Step] = UPCASTS) -> Event:
    """Read an event, newest or by the `steps` up from an older version; raises `CodecError`."""
    event = _read(name, data, EVENTS, steps)
    return cast(Event, event)  # the decoder was made for a class of the union


def encode_link_event(event: LinkEvent) -> tuple[str, bytes]:
    """Write an event of a link, as `encode_event` does one of a table."""
    name = _name_of(event, LINK_EVENT_NAMES)
    data = _encoded(name, event)
    _check_read(name, event, _decoded(name, data, type(event)))
    return name, data


def decode_link_event(name: str, data: bytes, steps: Mapping[str, Step] = UPCASTS) -> LinkEvent:
    """Read an event of a link; raises `CodecError`."""
    return cast(LinkEvent, _read(name, data, LINK_EVENTS, steps))  # as in `decode_event`


def encode_order(order: Order) -> bytes:
    """Write an order, with the stored name of its command: the cause that a journal keeps."""
    name = _name_of(order.command, COMMAND_NAMES)
    command = msgspec.Raw(_encoded(name, order.command))
    data = _encoded(ORDER, _StoredOrder(name, command, order.by, order.at))
    _check_read(name, order, decode_order(data))
    return data


def decode_order(data: bytes, steps: Mapping[str, Step] = UPCASTS) -> Order:
    """Read an order, its command as `decode_event` does an event; raises `CodecError`.

    People ask for the same again and again, at another time: what was read once, all but the time,
    is known by its bytes. A time that is not of the usual length is left to the whole reading.
    """
    said, time = data[:-_TIME_BYTES], data[-_TIME_BYTES:-1]
    known = _SAID.get(said)
    if known is not None and time.isdigit() and data[-1] == _END and steps is UPCASTS:
        at = int(time)
        if at >= _TIME_LEAST:  # no idle zero before it
            return replace(known, at=at)
    stored = _decoded(ORDER, data, _StoredOrder)
    _check_written(ORDER, data, stored)
    command = cast(Command, _read(stored.name, bytes(stored.command), COMMANDS, steps))
    order = Order(command, stored.by, stored.at)
    if steps is UPCASTS and said.endswith(_AT) and len(said) <= SAID_BYTES_MAX:
        if len(_SAID) >= SAID_KEPT_MAX:
            _SAID.clear()
        _SAID[said] = order
    return order


def encode_table(table: Table) -> bytes:
    """Write a table's state, for a snapshot of the shape that `shape` names."""
    data = _encoded(TABLE, table)
    _check_read(TABLE, table, _decoded(TABLE, data, Table))
    return data


def decode_table(data: bytes) -> Table:
    """Read a table's state; raises `CodecError` where it has another shape."""
    table = _decoded(TABLE, data, Table)
    _check_written(TABLE, data, table)
    return table


@dataclass(frozen=True, slots=True)
class _StoredOrder:
    name: str
    command: msgspec.Raw
    by: Person
    at: int


@dataclass(frozen=True, slots=True)
class _StoredOpen:
    """`Open` with meters of one type: a decoder cannot tell a whole number from a fraction."""

    meters: Mapping[str, Fraction]
    facts: Facts


# Any, below: a name, known only at run time, decides which class comes out of a decoder.


def _name_of(value: object, names: Mapping[Any, str]) -> str:
    name = names.get(type(value))
    if name is None:
        raise CodecError(type(value).__name__, "has no stored name; give it one in names.py")
    return name


def _read(name: str, data: bytes, kinds: Mapping[str, type[Any]], steps: Mapping[str, Step]) -> Any:
    kind = kinds.get(name)
    if kind is None:
        newest, fields = _lifted(name, data, steps)
        return _made(name, newest, fields, kinds)
    value = _decoded(name, data, kind)
    _check_written(name, data, value)
    return value


def _lifted(name: str, data: bytes, steps: Mapping[str, Step]) -> tuple[str, dict[str, Any]]:
    """The newest name and shape of an older version, whose text must be as we write it, too."""
    if name not in steps:
        raise CodecError(name, "is no name we know; is the journal of a newer version?")
    old = _decoded(name, data, dict[str, Any])
    if msgspec.json.encode(old) != data:
        raise CodecError(name, "is not written as we write it: a blank, or a field twice")
    try:
        return upcast(name, old, steps)
    except (LookupError, TypeError, ValueError, AttributeError) as failure:
        problem = f"cannot be read: it has not its old shape ({_shown(repr(failure))})"
        raise CodecError(name, problem) from None


def _made(name: str, newest: str, fields: dict[str, Any], kinds: Mapping[str, type[Any]]) -> Any:
    """The value of lifted fields: all that its class has, and no more."""
    kind = kinds.get(newest)
    if kind is None:
        raise CodecError(name, f"leads to {_shown(newest)}, which is no name we know")
    value = _decoded(name, _ENCODER.encode(fields), kind)
    _check_fields(name, fields, msgspec.json.decode(_encoded(name, value)))
    return value


def _encoded(name: str, value: object) -> bytes:
    try:
        return _ENCODER.encode(_sortable(value))
    except (TypeError, ValueError, AttributeError, RecursionError) as failure:
        raise CodecError(name, f"cannot be written: {failure}") from None


def _decoded(name: str, data: bytes, kind: type[T]) -> T:
    try:
        if kind is Open:
            stored = _decoder(_StoredOpen).decode(data)
            return cast(T, Open(stored.meters, stored.facts))  # T is Open here
        return cast(T, _decoder(kind).decode(data))  # it makes nothing but what it was made for
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as failure:
        raise CodecError(name, f"cannot be read: {failure}") from None


def _check_read(name: str, value: object, read: object) -> None:
    """Refuse to write what would be read as something else: a list for a tuple, say."""
    if read != value:
        raise CodecError(name, "cannot be written: it would be read as another value")


def _check_written(name: str, data: bytes, value: object) -> None:
    """Refuse bytes that are not those `value` is written as."""
    written = _encoded(name, value)
    if written != data:
        # What the first reading passed over, in a field we do not know, may be no text at all.
        _check_fields(name, _decoded(name, data, dict[str, Any]), msgspec.json.decode(written))
        raise CodecError(name, "is not written as we write it: a blank, an order, a field twice")


def _check_fields(name: str, stored: object, written: object, path: str = "") -> None:
    """Name the first place at which what is stored is not what would be written."""
    at = f" at {path}" if path else ""
    if isinstance(stored, dict) and isinstance(written, dict):
        for key in stored.keys() - written.keys():
            raise CodecError(name, f"has an unknown field {_shown(key)}{at}")
        for key in written.keys() - stored.keys():
            raise CodecError(name, f"lacks the field {_shown(key)}{at}")
        for key, value in stored.items():
            _check_fields(name, value, written[key], f"{path}.{_shown(key)}")
    elif isinstance(stored, list) and isinstance(written, list) and len(stored) == len(written):
        for index, pair in enumerate(zip(stored, written, strict=True)):
            _check_fields(name, *pair, f"{path}[{index}]")
    elif stored != written:
        raise CodecError(name, f"has {_shown(stored)} where {_shown(written)} is written{at}")


def _shown(value: object) -> str:
    """A foreign value on one short line."""
    text = str(value).encode("unicode_escape").decode()
    return text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}..."


def _sortable(value: object) -> object:
    """The value with text in place of numbers as keys, since the encoder sorts text only."""
    change = _SORTABLE.get(type(value))
    return value if change is None else change(value)


def _sortable_settled(event: RoundSettled) -> RoundSettled:
    return RoundSettled(_sortable_settlement(event.settlement))


def _sortable_open(command: Open) -> Open:
    meters = {meter: Fraction(amount) for meter, amount in command.meters.items()}
    return Open(meters, command.facts)


def _sortable_settlement(settlement: Settlement) -> Settlement:
    return replace(
        settlement,
        movements=_as_bytes(settlement.movements),
        hands=_by_text(settlement.hands),
        six_hands=_by_text(settlement.six_hands),
    )


def _as_bytes(movements: Iterable[Movement]) -> Any:  # Any: for the encoder's eyes only
    """Movements as they are written: many are kept with their rules, and come round after round."""
    return tuple([(_MOVED.get(id(one)) or _encoded_once(one))[1] for one in movements])


def _encoded_once(movement: Movement) -> tuple[Movement, msgspec.Raw]:
    if len(_MOVED) >= MOVED_KEPT_MAX:
        _MOVED.clear()
    # It is held with its bytes: so no other movement can come to have its id.
    known = _MOVED[id(movement)] = movement, msgspec.Raw(_ENCODER.encode(movement))
    return known


def _sortable_table(table: Table) -> Table:
    shuffle, played = table.shuffle, table.round
    if shuffle is not None:
        shuffle = replace(shuffle, seeds=_by_text(shuffle.seeds))
    if played is not None and played.settlement is not None:
        played = replace(played, settlement=_sortable_settlement(played.settlement))
    return replace(table, seats=_by_text(table.seats), shuffle=shuffle, round=played)


def _by_text(by_number: Mapping[int, object]) -> Any:  # Any: for the encoder's eyes only
    return {str(number): value for number, value in by_number.items()}


def _to_plain(value: object) -> object:
    """What msgspec asks for a type it does not know."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"no journal holds a {type(value).__name__}")


def _from_plain(kind: type, value: object) -> object:
    """Make a Fraction, the one type that msgspec does not know, of its text."""
    if kind is not Fraction or not isinstance(value, str):
        raise TypeError(f"{_shown(value)!r} is no fraction; it is a text, 5/2 or 3")
    above, _, below = value.partition("/")
    try:
        return Fraction(int(above), int(below or 1))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{_shown(value)!r} is no fraction; write 5/2 or 3") from None


# The bytes of an order end with its time, of as many digits until the year 2286, and the end of the
# object.
_AT: Final = b',"at":'
_TIME_BYTES: Final = len(b"1000000000000}")
_TIME_LEAST: Final = 1_000_000_000_000  # of that many digits: a moment in 2001
_END: Final = ord("}")
_SAID: Final[dict[bytes, Order]] = {}
_MOVED: Final[dict[int, tuple[Movement, msgspec.Raw]]] = {}

# Any: each entry takes a value of its key, which a mapping cannot say.
_SORTABLE: Final[dict[type, Callable[[Any], object]]] = {
    RoundSettled: _sortable_settled,
    Table: _sortable_table,
    Open: _sortable_open,
}

_ENCODER: Final = msgspec.json.Encoder(enc_hook=_to_plain, order="deterministic")
_DECODERS: Final[dict[type[Any], msgspec.json.Decoder[Any]]] = {}
# While msgspec (0.22) learns a class, another thread that asks for it, or for one that holds it,
# is given what is known so far; decoding with that ends the process. So one learns at a time.
_LEARNING: Final = threading.Lock()


def _decoder(kind: type[Any]) -> msgspec.json.Decoder[Any]:
    """The decoder of a class, made when first used: who reads one kind learns no other."""
    decoder = _DECODERS.get(kind)
    if decoder is None:
        with _LEARNING:
            decoder = _DECODERS.get(kind) or msgspec.json.Decoder(kind, dec_hook=_from_plain)
            _DECODERS[kind] = decoder
    return decoder

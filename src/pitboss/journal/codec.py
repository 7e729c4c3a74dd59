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
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
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
    PURSE_EVENT_NAMES,
    PURSE_EVENTS,
)
from pitboss.journal.snapshot import state_fingerprint
from pitboss.journal.upcast import UPCASTS, Upcast, upcast
from pitboss.ledger.purse import PurseEvent
from pitboss.round.command import Open
from pitboss.round.event import RoundSettled
from pitboss.round.movement import Settlement
from pitboss.round.state import TableFacts
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
    "decode_purse_event",
    "decode_table",
    "encode_event",
    "encode_link_event",
    "encode_order",
    "encode_purse_event",
    "encode_table",
    "state_fingerprint",
    "written",
]

T = TypeVar("T")

TABLE: Final = "table"  # what a snapshot is called in an error; events and orders have names
ORDER: Final = "order"
SHOWN_MAX: Final = 60  # characters of a foreign text that an error repeats


class CodecError(JournalError):
    """A value that cannot be written, or bytes that are not what we would have written."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{_shown(name)}: {problem}")
        self.name = name
        self.problem = problem


def encode_event(event: Event) -> tuple[str, bytes]:
    """Write an event: its stored name and its bytes, which are sure to be read as this event."""
    return _encoded_checked(event, EVENT_NAMES)


def written(event: Event) -> tuple[str, bytes]:
    """Return the name and bytes that `encode_event` gives, without reading them back."""
    name = _name_of(event, EVENT_NAMES)
    return name, _encoded(name, event)


def decode_event(name: str, data: bytes, steps: Mapping[str, Upcast] = UPCASTS) -> Event:
    """Read an event, newest or by the `steps` up from an older version; raises `CodecError`."""
    event = _read(name, data, EVENTS, steps)
    return cast(Event, event)  # the decoder was made for a class of the union


def encode_link_event(event: LinkEvent) -> tuple[str, bytes]:
    """Write an event of a link, as `encode_event` does one of a table."""
    return _encoded_checked(event, LINK_EVENT_NAMES)


def decode_link_event(name: str, data: bytes, steps: Mapping[str, Upcast] = UPCASTS) -> LinkEvent:
    """Read an event of a link; raises `CodecError`."""
    return cast(LinkEvent, _read(name, data, LINK_EVENTS, steps))  # as in `decode_event`


def encode_purse_event(event: PurseEvent) -> tuple[str, bytes]:
    """Write an event of a purse, as `encode_event` does one of a table."""
    return _encoded_checked(event, PURSE_EVENT_NAMES)


def decode_purse_event(name: str, data: bytes, steps: Mapping[str, Upcast] = UPCASTS) -> PurseEvent:
    """Read an event of a purse; raises `CodecError`."""
    return cast(PurseEvent, _read(name, data, PURSE_EVENTS, steps))  # as in `decode_event`


def encode_order(order: Order) -> bytes:
    """Write an order, with the stored name of its command: the cause that a journal keeps."""
    name = _name_of(order.command, COMMAND_NAMES)
    command = msgspec.Raw(_encoded(name, order.command))
    data = _encoded(ORDER, _StoredOrder(name, command, order.by, order.at))
    _check_read(name, order, decode_order(data))
    return data


def decode_order(data: bytes, steps: Mapping[str, Upcast] = UPCASTS) -> Order:
    """Read an order, its command as `decode_event` does an event; raises `CodecError`."""
    stored = _decoded(ORDER, data, _StoredOrder)
    _check_written(ORDER, data, stored)
    command = cast(Command, _read(stored.name, bytes(stored.command), COMMANDS, steps))
    return Order(command, stored.by, stored.at)


def encode_table(table: Table) -> bytes:
    """Write a table's state, for a snapshot of the shape that `state_fingerprint` names."""
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
    facts: TableFacts


# Any, below: a name, known only at run time, decides which class comes out of a decoder.


def _encoded_checked(event: object, names: Mapping[Any, str]) -> tuple[str, bytes]:
    """Write an event under its stored name, and check that it is read back as it was."""
    name = _name_of(event, names)
    data = _encoded(name, event)
    _check_read(name, event, _decoded(name, data, type(event)))
    return name, data


def _name_of(value: object, names: Mapping[Any, str]) -> str:
    name = names.get(type(value))
    if name is None:
        raise CodecError(type(value).__name__, "has no stored name; give it one in names.py")
    return name


def _read(
    name: str, data: bytes, kinds: Mapping[str, type[Any]], steps: Mapping[str, Upcast]
) -> Any:
    kind = kinds.get(name)
    if kind is None:
        newest, fields = _lifted(name, data, steps)
        return _made(name, newest, fields, kinds)
    value = _decoded(name, data, kind)
    _check_written(name, data, value)
    return value


def _lifted(name: str, data: bytes, steps: Mapping[str, Upcast]) -> tuple[str, dict[str, Any]]:
    """Return the newest name and shape of an older version; its bytes must be canonical too."""
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
    """Return the value of lifted fields: all that its class has, and no more."""
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
    """Return a foreign value on one short line."""
    text = str(value).encode("unicode_escape").decode()
    return text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}..."


def _sortable(value: object) -> object:
    """Return the value with text in place of numbers as keys, since the encoder sorts text only."""
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
        hands=_by_text(settlement.hands),
        six_hands=_by_text(settlement.six_hands),
    )


def _sortable_table(table: Table) -> Table:
    shuffle, played = table.shuffle, table.round
    if shuffle.sealed is not None:
        sealed = replace(shuffle.sealed, seeds=_by_text(shuffle.sealed.seeds))
        shuffle = replace(shuffle, sealed=sealed)
    if played is not None and played.settlement is not None:
        played = replace(played, settlement=_sortable_settlement(played.settlement))
    return replace(table, seats=_by_text(table.seats), shuffle=shuffle, round=played)


def _by_text(by_number: Mapping[int, object]) -> Any:  # Any: for the encoder's eyes only
    return {str(number): value for number, value in by_number.items()}


def _to_plain(value: object) -> object:
    """Encode a type that msgspec does not know; msgspec calls this."""
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
    """Return the decoder of a class, made when it is first needed."""
    decoder = _DECODERS.get(kind)
    if decoder is None:
        with _LEARNING:
            decoder = _DECODERS.get(kind) or msgspec.json.Decoder(kind, dec_hook=_from_plain)
            _DECODERS[kind] = decoder
    return decoder

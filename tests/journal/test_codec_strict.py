"""What is not exactly what we would write is refused, and so is writing what would not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.journal.codec import (
    CodecError,
    decode_event,
    decode_order,
    decode_table,
    encode_event,
    encode_order,
    encode_table,
)
from pitboss.journal.names import EVENTS
from pitboss.round.command import PlaceBets
from pitboss.round.event import BetsClosed, BetsPlaced, Checked, MetersRead, PlayPlaced
from pitboss.rules import Chips
from pitboss.table.command import Order
from pitboss.table.event import Event, RoundBegun
from pitboss.table.people import AUTOMATIC_DEALER, Person, Role
from pitboss.table.state import Table
from tests.examples import examples
from tests.journal.golden.files import events
from tests.journal.golden.samples import full

BETS = BetsPlaced(3, {}, {})


def objects_in(value: object) -> Iterator[dict[str, Any]]:
    """Every object of a JSON document, the outermost first."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for inside in value:
            yield from objects_in(inside)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"seat":3,"wagers":{},"tips":{},"odds":1}', "unknown field odds"),
        (b'{"seat":3,"wagers":{}}', "missing required field `tips`"),
        (b'{"seat":"3","wagers":{},"tips":{}}', "Expected `int`, got `str` - at `$.seat`"),
        (b'{"seat":3.0,"wagers":{},"tips":{}}', "Expected `int`, got `float`"),
        (b'{"seat":true,"wagers":{},"tips":{}}', "Expected `int`, got `bool`"),
        (b'{"seat":null,"wagers":{},"tips":{}}', "Expected `int`, got `null`"),
        (b'{"seat":3,"wagers":{"anty":5},"tips":{}}', "Invalid enum value 'anty'"),
        (b'{"seat":3,"wagers":[],"tips":{}}', "Expected `object`, got `array`"),
        (b'{"seat":3,"wagers":{},"tips":{}} ', "is not written as we write it"),
        (b'{"seat":3, "wagers":{},"tips":{}}', "is not written as we write it"),
        (b'{"wagers":{},"seat":3,"tips":{}}', "is not written as we write it"),
        (b'{"seat":3,"seat":3,"wagers":{},"tips":{}}', "is not written as we write it"),
        (b'{"seat":3,"wagers":{"blind":5,"ante":5},"tips":{}}', "is not written as we write it"),
        (b'{"seat":3,"wagers":{},"tips":{}', "truncated"),
        (b"\xff", "cannot be read"),
        (b'{"seat":3,"wagers":{},"tips":{},"\xff":1}', "cannot be read"),
        (b"", "cannot be read"),
        (b"[" * 100_000, "cannot be read"),
        (b'{"x":' * 100_000, "cannot be read"),
    ],
)
def test_bets_that_are_not_ours_are_refused(data: bytes, problem: str) -> None:
    with pytest.raises(CodecError, match=re.escape(problem)) as refused:
        decode_event("bets-placed/1", data)

    assert str(refused.value).startswith("bets-placed/1: ")
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("text", ['"10/4"', '"3/1"', '" 3"', '"+3"', '"1_0"', '"3/-2"', '"٣"'])
def test_a_fraction_has_one_spelling(text: str) -> None:
    with pytest.raises(CodecError, match=r"has .* where .* is written at \.meters\.main"):
        decode_event("meters-read/1", b'{"meters":{"main":%s}}' % text.encode())


@pytest.mark.parametrize("text", ['"1/0"', '"x"', '""', '"/2"', "3", "2.5", '"1e5"', '"1.5"', "[]"])
def test_what_is_no_fraction_is_refused(text: str) -> None:
    with pytest.raises(CodecError, match="no fraction"):
        decode_event("meters-read/1", b'{"meters":{"main":%s}}' % text.encode())


def test_a_fraction_too_long_to_be_one_is_refused() -> None:
    with pytest.raises(CodecError, match="no fraction") as refused:
        decode_event("meters-read/1", b'{"meters":{"main":"%s"}}' % (b"9" * 10_000))

    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    "name", ["bets-placed/2", "bets-placed", "BetsPlaced", "", "no\nname", "place-bets/1"]
)
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(CodecError, match="name") as refused:
        decode_event(name, encode_event(BETS)[1])

    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("name", EVENTS)
def test_a_field_too_many_or_too_few_is_refused_however_deep(name: str) -> None:
    for stored in _spoilt(encode_event(full(EVENTS[name]))[1]):
        try:
            event = decode_event(name, stored)
        except CodecError:
            continue
        # A mapping may well have one entry more or less; then that is what the event says.
        assert encode_event(event) == (name, stored)


def _spoilt(data: bytes) -> Iterator[bytes]:
    """The document with one key more, then one less, in each of its objects in turn."""
    for index in range(len(list(objects_in(msgspec.json.decode(data))))):
        more, less = msgspec.json.decode(data), msgspec.json.decode(data)
        list(objects_in(more))[index]["zzz"] = 0
        inside = list(objects_in(less))[index]
        for key in list(inside)[:1]:
            del inside[key]
        yield from map(msgspec.json.encode, (more, less))


@settings(max_examples=examples(500))
@given(st.data())
def test_a_changed_byte_is_refused_or_makes_another_event(data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(events()))
    at = data.draw(st.integers(0, len(line.data) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != line.data[at]))
    changed = line.data[:at] + bytes([byte]) + line.data[at + 1 :]

    try:
        event = decode_event(line.name, changed)
    except CodecError:
        return

    assert event != decode_event(line.name, line.data)
    assert encode_event(event) == (line.name, changed) or line.name not in EVENTS


@pytest.mark.parametrize(
    "order",
    [
        b'{"name":"check/1","command":{"seat":1},"by":{"name":"Ada","role":"player"}}',
        b'{"name":"check/1","command":{"seat":1},"by":{"name":"Ada","role":"king"},"at":1}',
        b'{"name":"check/1","command":{"seat":1},"by":{"name":"Ada","role":"player"},"at":1,"x":1}',
        b'{"name":"check/1","command":{"seat":1,"x":1},"by":{"name":"Ada","role":"player"},"at":1}',
        b'{"name":"check/1","command":{"seat":1 },"by":{"name":"Ada","role":"player"},"at":1}',
        b'{"name":"checked/1","command":{"seat":1},"by":{"name":"Ada","role":"player"},"at":1}',
        b"[]",
    ],
)
def test_an_order_that_is_not_ours_is_refused(order: bytes) -> None:
    good = b'{"name":"check/1","command":{"seat":1},"by":{"name":"Ada","role":"player"},"at":1}'
    assert decode_order(good).by == Person("Ada", Role.PLAYER)

    with pytest.raises(CodecError):
        decode_order(order)


def test_a_table_with_a_field_too_many_is_refused() -> None:
    data = encode_table(full(Table))

    with pytest.raises(CodecError, match="table: has an unknown field mood"):
        decode_table(data[:-1] + b',"mood":"good"}')


# What could not be read back is not written.


@pytest.mark.parametrize(
    "event",
    [
        Checked("3"),  # type: ignore[arg-type]  # a wrong value, on purpose, here and below
        Checked(3.0),  # type: ignore[arg-type]
        Checked(seat=True),
        PlayPlaced(1, 4, None, Chips(0)),  # type: ignore[arg-type]
        BetsClosed([], {}),  # type: ignore[arg-type]
        MetersRead({"main": 5}),  # type: ignore[dict-item]
        MetersRead({"main": 2.5}),  # type: ignore[dict-item]
        RoundBegun(1, "a lone \ud800", b"", b""),
        RoundBegun(1, "red", b"", object()),  # type: ignore[arg-type]
    ],
)
def test_what_would_not_read_back_is_not_written(event: Event) -> None:
    with pytest.raises(CodecError):
        encode_event(event)


def test_what_is_no_event_and_no_command_has_no_name() -> None:
    with pytest.raises(CodecError, match="PlaceBets: has no stored name"):
        encode_event(PlaceBets(1, {}))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(CodecError, match="Checked: has no stored name"):
        encode_order(Order(Checked(1), AUTOMATIC_DEALER, 0))  # type: ignore[arg-type]  # on purpose

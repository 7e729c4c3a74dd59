"""Events, orders and tables to bytes and back, the same value and always the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.journal.codec import (
    decode_event,
    decode_order,
    decode_table,
    encode_event,
    encode_order,
    encode_table,
)
from pitboss.journal.names import COMMANDS, EVENTS
from pitboss.round.command import Open
from pitboss.round.event import BetsPlaced, MetersRead
from pitboss.rules import Chips, Wager
from pitboss.table.command import Order
from pitboss.table.event import Event, RoundBegun
from pitboss.table.people import AUTOMATIC_DEALER, Person
from pitboss.table.state import Seat, Table
from tests.examples import examples
from tests.journal.golden.samples import bare, full
from tests.round.rounds import whole_round

BETS = BetsPlaced(3, {Wager.BLIND: Chips(500), Wager.ANTE: Chips(500)}, {})

any_event = st.sampled_from(sorted(EVENTS)).flatmap(lambda name: st.from_type(EVENTS[name]))
any_command = st.sampled_from(sorted(COMMANDS)).flatmap(lambda name: st.from_type(COMMANDS[name]))
any_order = st.builds(Order, any_command, st.from_type(Person), st.integers(0, 2**53))


def assert_same(read: object, written: object) -> None:
    """Equal, and made of the same types down to the last key; any mapping is read as a dict."""
    assert read == written
    if isinstance(written, Mapping):
        assert isinstance(read, dict)
        assert {key: type(key) for key in read} == {key: type(key) for key in written}
        for key in written:
            assert_same(read[key], written[key])
        return
    assert type(read) is type(written)
    if is_dataclass(written):
        for each in fields(written):
            assert_same(getattr(read, each.name), getattr(written, each.name))
    elif isinstance(read, tuple) and isinstance(written, tuple):
        for one, two in zip(read, written, strict=True):
            assert_same(one, two)


def turned_over(value: Any) -> Any:  # Any: the same value, of the same type
    """The same value with each mapping and set filled in the other order."""
    if is_dataclass(value) and not isinstance(value, type):
        inside = {each.name: turned_over(getattr(value, each.name)) for each in fields(value)}
        return replace(value, **inside)
    if isinstance(value, Mapping):
        return {key: turned_over(value[key]) for key in reversed(list(value))}
    if isinstance(value, frozenset):
        return frozenset(reversed(list(value)))
    if isinstance(value, tuple):
        return tuple(map(turned_over, value))
    return value


# There and back.


def test_a_bet_is_written_for_people_to_read() -> None:
    assert encode_event(BETS) == (
        "bets-placed/1",
        b'{"seat":3,"wagers":{"ante":500,"blind":500},"tips":{}}',
    )


def test_fractions_are_text_in_lowest_terms_and_bytes_are_base64() -> None:
    read = MetersRead({"main": Fraction(10, 4), "mega": Fraction(3)})
    begun = RoundBegun(1, "red", b"\xff\x00", b"")

    assert encode_event(read)[1] == b'{"meters":{"main":"5/2","mega":"3"}}'
    assert encode_event(begun)[1] == b'{"number":1,"deck":"red","commitment":"/wA=","secret":""}'


@pytest.mark.parametrize("make", [full, bare])
@pytest.mark.parametrize("name", EVENTS)
def test_every_event_reads_as_it_was(name: str, make: Any) -> None:  # Any: full or bare
    event = make(EVENTS[name])

    assert_same(decode_event(*encode_event(event)), event)


@given(any_event)
def test_any_event_reads_as_it_was(event: Event) -> None:
    assert_same(decode_event(*encode_event(event)), event)


@given(any_order)
def test_any_order_reads_as_it_was(order: Order) -> None:
    read = decode_order(encode_order(order))

    assert read == order
    if not isinstance(order.command, Open):  # whole meters are read as fractions
        assert_same(read, order)


@pytest.mark.parametrize("seed", range(40))
def test_every_event_of_a_round_reads_as_it_was(seed: int) -> None:
    for event in whole_round(seed).events:
        assert_same(decode_event(*encode_event(event)), event)


@pytest.mark.parametrize("seed", range(12))
def test_every_command_of_a_round_reads_as_it_was(seed: int) -> None:
    for command in whole_round(seed).obeyed:
        order = Order(command, AUTOMATIC_DEALER, seed)

        assert decode_order(encode_order(order)) == order


@settings(max_examples=examples(50))
@given(st.from_type(Table))
def test_any_table_reads_as_it_was(table: Table) -> None:
    assert_same(decode_table(encode_table(table)), table)


@pytest.mark.parametrize("seed", range(12))
def test_a_table_with_a_round_on_it_reads_as_it_was(seed: int) -> None:
    for played in whole_round(seed).states:
        table = replace(full(Table), round=played)

        assert_same(decode_table(encode_table(table)), table)


# One value, one text.


@given(any_event)
def test_an_event_has_one_text_in_whatever_order_it_was_filled(event: Event) -> None:
    assert encode_event(turned_over(event)) == encode_event(event)


@given(any_order)
def test_an_order_has_one_text_in_whatever_order_it_was_filled(order: Order) -> None:
    assert encode_order(turned_over(order)) == encode_order(order)


@settings(max_examples=examples(50))
@given(st.from_type(Table))
def test_a_table_has_one_text_in_whatever_order_it_was_filled(table: Table) -> None:
    assert encode_table(turned_over(table)) == encode_table(table)


def test_seats_are_numbers_again_and_may_have_two_digits() -> None:
    seats = {number: Seat(number, f"player {number}") for number in (10, 2, 1)}

    table = decode_table(encode_table(Table(seats=seats)))

    assert table.seats == seats


def test_a_mapping_that_cannot_be_changed_is_written_like_any_other() -> None:
    frozen = replace(BETS, wagers=MappingProxyType(dict(BETS.wagers)))

    assert encode_event(frozen) == encode_event(BETS)

"""Every event and command has its stored name, and what was once written still reads."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from pitboss.journal.codec import (
    decode_event,
    decode_link_event,
    decode_order,
    decode_purse_event,
    encode_event,
    encode_link_event,
    encode_order,
    encode_purse_event,
)
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
from pitboss.ledger.purse import PurseEvent
from pitboss.table.command import Command
from pitboss.table.event import Event
from pitboss.table.link import LinkEvent
from tests.journal.golden.files import Line, events, link_events, orders, purse_events

NAME = re.compile(r"[a-z]+(-[a-z]+)*/[1-9][0-9]*")


def test_every_event_has_exactly_one_name() -> None:
    assert set(EVENT_NAMES) == set(get_args(Event))
    assert len(EVENTS) == len(EVENT_NAMES)
    assert set(LINK_EVENT_NAMES) == set(get_args(LinkEvent))
    assert len(LINK_EVENTS) == len(LINK_EVENT_NAMES)
    assert set(PURSE_EVENT_NAMES) == set(get_args(PurseEvent))
    assert len(PURSE_EVENTS) == len(PURSE_EVENT_NAMES)


def test_every_command_has_exactly_one_name() -> None:
    assert set(COMMAND_NAMES) == set(get_args(Command))
    assert len(COMMANDS) == len(COMMAND_NAMES)


def test_names_are_words_with_a_version_and_no_event_shares_one_with_a_command() -> None:
    names = [*EVENTS, *LINK_EVENTS, *PURSE_EVENTS, *COMMANDS]

    assert [name for name in names if not NAME.fullmatch(name)] == []
    assert len({name.partition("/")[0] for name in names}) == len(names)


def test_every_name_has_golden_lines() -> None:
    assert set(EVENTS) <= {line.name for line in events()}
    assert set(LINK_EVENTS) <= {line.name for line in link_events()}
    assert set(PURSE_EVENTS) <= {line.name for line in purse_events()}
    assert set(COMMANDS) <= {line.name for line in orders()}


# What was written stays readable. A name that is gone from the list fails here, unless an upcast
# leads from it to its successor.


@pytest.mark.parametrize("line", events(), ids=lambda line: line.name)
def test_an_event_of_the_golden_file_reads_and_is_written_as_it_was(line: Line) -> None:
    event = decode_event(line.name, line.data)

    assert encode_event(event) == (line.name, line.data) or line.name not in EVENTS


@pytest.mark.parametrize("line", link_events(), ids=lambda line: line.name)
def test_a_link_event_of_the_golden_file_reads_and_is_written_as_it_was(line: Line) -> None:
    event = decode_link_event(line.name, line.data)

    assert encode_link_event(event) == (line.name, line.data) or line.name not in LINK_EVENTS


@pytest.mark.parametrize("line", purse_events(), ids=lambda line: line.name)
def test_a_purse_event_of_the_golden_file_reads_and_is_written_as_it_was(line: Line) -> None:
    event = decode_purse_event(line.name, line.data)

    assert encode_purse_event(event) == (line.name, line.data) or line.name not in PURSE_EVENTS


@pytest.mark.parametrize("line", orders(), ids=lambda line: line.name)
def test_an_order_of_the_golden_file_reads_and_is_written_as_it_was(line: Line) -> None:
    order = decode_order(line.data)

    assert encode_order(order) == line.data or line.name not in COMMANDS

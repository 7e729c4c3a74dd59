"""Older versions of events and commands are read through the steps that lead to the newest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from pitboss.journal.codec import CodecError, decode_event, decode_order
from pitboss.journal.names import COMMANDS, EVENTS
from pitboss.journal.upcast import UPCASTS, Upcast
from pitboss.round.command import Play
from pitboss.round.event import PlayPlaced
from pitboss.rules import Chips
from pitboss.table.command import Order
from pitboss.table.people import Person, Role


def tip_added(old: dict[str, Any]) -> tuple[str, dict[str, Any]]:  # Any: as it was stored
    """As if tips on the Play wager had once been unknown."""
    return "play-placed/1", {"tip": 0, **old}


def renamed(old: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """As if the event had had another name, and its seat too."""
    return "play-placed/0", {"seat": old["place"], "times": old["times"], "chips": old["chips"]}


def tip_asked(old: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """As if a Play command had known no tip."""
    return "play/1", {**old, "tip": False}


STEPS: Mapping[str, Upcast] = {
    "play-placed/0": tip_added,
    "raised/1": renamed,
    "play/0": tip_asked,
    "lost/1": lambda old: ("nowhere/1", old),
}


def test_an_old_event_is_read_as_the_newest() -> None:
    event = decode_event("play-placed/0", b'{"seat":1,"times":4,"chips":400}', STEPS)

    assert event == PlayPlaced(1, 4, Chips(400), Chips(0))


def test_an_event_may_be_two_steps_old() -> None:
    event = decode_event("raised/1", b'{"place":1,"times":4,"chips":400}', STEPS)

    assert event == PlayPlaced(1, 4, Chips(400), Chips(0))


def test_the_command_of_an_order_may_be_old() -> None:
    data = (
        b'{"name":"play/0","command":{"seat":1,"times":4},'
        b'"by":{"name":"Ada","role":"player"},"at":7}'
    )

    assert decode_order(data, STEPS) == Order(Play(1, 4), Person("Ada", Role.PLAYER), 7)


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("play-placed/0", b'{"seat":1,"times":4,"chips":400,"odds":1}', "unknown field odds"),
        ("play-placed/0", b'{"seat":1,"times":4}', "missing required field `chips`"),
        ("play-placed/0", b'{"seat":1,"times":4,"chips":"400"}', "Expected `int`, got `str`"),
        ("play-placed/0", b'{"seat":1,"times":4,"chips": 400}', "not written as we write it"),
        ("play-placed/0", b'{"seat":1,"seat":1,"times":4,"chips":4}', "not written as we write it"),
        ("play-placed/0", b"[]", "Expected `object`, got `array`"),
        ("raised/1", b'{"times":4,"chips":400}', "has not its old shape"),
        ("lost/1", b"{}", "leads to nowhere/1"),
        ("play-placed/9", b"{}", "is no name we know"),
    ],
)
def test_what_has_not_the_old_shape_is_refused(name: str, data: bytes, problem: str) -> None:
    with pytest.raises(CodecError, match=problem) as refused:
        decode_event(name, data, STEPS)

    assert str(refused.value).startswith(f"{name}: ")


def test_no_name_is_both_the_newest_and_an_older_one() -> None:
    assert UPCASTS.keys() & (EVENTS.keys() | COMMANDS.keys()) == set()

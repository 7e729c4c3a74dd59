"""Tests of movements whose bytes are known: written as if nobody had ever written them."""

from __future__ import annotations

import msgspec
import pytest

from pitboss.journal import codec
from pitboss.journal.codec import decode_event, encode_event
from pitboss.round.event import RoundSettled
from pitboss.round.movement import Movement, Settlement
from pitboss.rules import Chips, Outcome, Wager


def movement(seat: int) -> Movement:
    return Movement(seat, Wager.ANTE, Outcome.LOSE, Chips(500), taken=Chips(500), due=-500)


def test_a_movement_that_comes_again_has_the_bytes_it_had() -> None:
    one, other = movement(1), movement(2)
    event = RoundSettled(Settlement((one, other, one), void=False))
    codec._MOVED.clear()
    first = encode_event(event)

    assert encode_event(event) == first
    assert decode_event(*first) == event
    written = msgspec.json.decode(first[1])["settlement"]["movements"]
    assert [each["seat"] for each in written] == [1, 2, 1]


def test_movements_beyond_those_that_are_kept_are_written_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(codec, "MOVED_KEPT_MAX", 2)
    for seat in range(1, 8):
        event = RoundSettled(Settlement((movement(seat), movement(seat + 1)), void=False))

        assert decode_event(*encode_event(event)) == event
        assert len(codec._MOVED) <= 2


def test_a_movement_never_has_the_bytes_of_one_that_is_gone() -> None:
    for seat in range(1, 8):
        event = RoundSettled(Settlement((movement(seat),), void=False))

        assert decode_event(*encode_event(event)) == event
        del event  # what it leaves in memory is free for the next

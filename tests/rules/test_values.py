"""`quick` changes nothing about a class but how fast its fields are read."""

from __future__ import annotations

import dis
import pickle
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, dataclass, fields
from enum import StrEnum
from typing import Any

import pytest

from pitboss.round.state import NEW_ROUND, Phase, Round, Spot
from pitboss.rules import Chips, Wager
from pitboss.rules.values import quick, replace
from pitboss.table.deck import Deck
from pitboss.table.state import Seat, Table


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Plain:
    name: str
    colour: Colour = Colour.RED
    rank: int = 7


@quick
@dataclass(frozen=True)
class Quick:
    name: str
    colour: Colour = Colour.RED
    rank: int = 7


def test_values_are_made_as_before() -> None:
    one = Quick("a", rank=3)

    assert (one.name, one.colour, one.rank) == ("a", Colour.RED, 3)
    assert repr(one) == "Quick(name='a', colour=<Colour.RED: 'red'>, rank=3)"
    assert one == Quick("a", Colour.RED, 3) != Quick("a")
    assert hash(one) == hash(Quick("a", Colour.RED, 3))
    assert asdict(one) == asdict(Plain("a", rank=3))
    assert [each.default for each in fields(Quick)] == [each.default for each in fields(Plain)]
    assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301  # our own


def test_a_wrong_call_is_refused_as_before() -> None:
    make: Any = Quick  # Any: what a type checker would not let pass
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        make()
    with pytest.raises(TypeError, match="unexpected keyword argument 'size'"):
        make("a", size=1)


def test_nobody_changes_a_value() -> None:
    one: Any = Quick("a")  # Any: as above
    with pytest.raises(FrozenInstanceError):
        one.rank = 8
    with pytest.raises(FrozenInstanceError):
        del one.rank


SPOT = Spot(1, {Wager.ANTE: Chips(500)})
READERS: list[tuple[object, Callable[[Any], object]]] = [  # Any: each reads a value of its own
    (replace(NEW_ROUND, phase=Phase.BETTING), lambda it: it.phase),
    (replace(Round(), cut=True), lambda it: it.street),
    (replace(SPOT, folded=True), lambda it: it.times),
    (replace(Seat(1, "Ann"), bot=True), lambda it: it.player),
    (replace(Deck("red"), since=1), lambda it: it.place),
    (replace(Table(), at=1), lambda it: it.standing),
]


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="asks for the inside of CPython 3.11")
@pytest.mark.parametrize(("value", "read"), READERS)
def test_a_field_of_a_copy_is_read_by_its_place(
    value: object, read: Callable[[Any], object]
) -> None:
    for _ in range(200):
        read(value)

    how = [step.opname for step in dis.get_instructions(read, adaptive=True)]
    assert "LOAD_ATTR_WITH_HINT" in how

"""Another way of dealing after a device has failed: only a permitted one, journaled, and back."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round import command as round_ask
from pitboss.round.state import Phase
from pitboss.rules import Wager
from pitboss.table import TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.methods import Way, other_ways, waits_for_device, way_of
from pitboss.table.timetable import Pace, due
from tests.table.nights import Night

IOWA, MD = "catfish-bend", "maryland"
SIX = {"six_card": "A", "trips": "A"}


def jammed(place: str, options: dict[str, Any] | None = None, kind: str = "shuffler-jam") -> Night:
    """A table whose device has jammed in a round that was void and is over."""
    night = Night(place, options).open().bet(1).close().load()
    night.give(round_ask.Declare(kind))
    return night.finish().end()


def next_round(night: Night) -> bool:
    """Tell whether the automatic dealer begins another round."""
    step = due(night.table, Pace())
    return step is not None and isinstance(step.command, ask.OpenRound)


def ways(night: Night) -> list[Way]:
    return list(other_ways(night.table, night.rules))


def test_nobody_deals_on_from_a_jammed_shuffler() -> None:
    night = jammed(IOWA)

    assert waits_for_device(night.table, night.rules)
    assert not next_round(night)


def test_iowa_deals_by_hand_after_its_shuffler_has_jammed() -> None:
    """IA-HAND.2: with one deck, shuffled by hand (IA-HAND.3, IA-HAND.4)."""
    night = jammed(IOWA)
    assert ways(night) == [Way("hand", "manual")]

    changed, rules, *away = night.give(ask.ChangeDealing("hand"))

    assert changed == past.DealingChanged("hand", "manual", "", "shuffler", "Ada")
    assert isinstance(rules, past.RulesChanged)
    assert [type(event) for event in away] == [past.DeckTakenAway]
    assert way_of(night.rules) == Way("hand", "manual")
    assert len(night.table.decks.at_table) == 1
    assert next_round(night)
    night.open().bet(1).close().load()
    night.give(round_ask.Deal())
    assert night.round.phase == Phase.DECIDING


def test_maryland_covers_or_signs_the_device_before_it_deals_another_way() -> None:
    """MD-13.J: the acknowledgement comes first; by hand needs a shuffler too (MD-9.A.1)."""
    night = jammed(MD, SIX)
    assert ways(night) == [Way("shoe", "manual")]

    refusal = night.refused(ask.ChangeDealing("shoe"))
    assert refusal.reason == TableReason.DEVICE_DOWN
    assert refusal.cite.clauses == ("MD-13.J.1",)

    night.give(ask.ChangeDealing("shoe", "signed"))
    assert night.table.device.down == "signed"
    assert way_of(night.rules) == Way("shoe", "manual")
    assert Wager.SIX_CARD not in night.rules.tables  # no box is dealt from a shoe
    assert next_round(night)


def test_a_device_that_was_declared_out_of_order_is_marked_already() -> None:
    night = Night(MD).open()
    night.give(round_ask.Declare("device-out-of-order", how="covered"))
    night.bet(1).give(ask.CallOff("no cards", "Ben"))
    assert not next_round(night)

    night.give(ask.ChangeDealing("shoe"))

    assert next_round(night)


def test_a_repaired_device_is_used_again_when_the_floor_says_so() -> None:
    night = jammed(MD, SIX)
    night.give(ask.ChangeDealing("shoe", "covered"))
    assert ways(night) == []

    night.give(ask.RepairDevice())
    assert ways(night) == [Way("shuffler", "device")]
    night.give(ask.ChangeDealing("shuffler"))

    assert way_of(night.rules) == Way("shuffler", "device")
    assert Wager.SIX_CARD in night.rules.tables
    assert night.table.device.filed is None
    assert ways(night) == []


def test_a_repaired_device_deals_on_without_another_order() -> None:
    night = jammed(IOWA)

    night.give(ask.RepairDevice())

    assert next_round(night)
    assert night.reason(ask.RepairDevice()) == TableReason.DEVICE_DOWN


@pytest.mark.parametrize("place", ["california", "royal-caribbean"])
def test_where_every_way_needs_the_device_none_is_offered(place: str) -> None:
    night = Night(place, chips={1: 10_000, 2: 1_000})
    night.open().bank(1, 500).bet(2).close().load()
    night.give(round_ask.Declare("shuffler-jam"))
    night.finish().end()

    assert ways(night) == []
    assert night.reason(ask.ChangeDealing("shoe", "covered")) == TableReason.DEVICE_DOWN


def test_while_devices_work_the_way_of_dealing_is_not_the_floors_to_change() -> None:
    night = Night(IOWA)

    assert night.reason(ask.ChangeDealing("hand")) == TableReason.DEVICE_DOWN


def test_the_way_of_dealing_is_not_changed_in_a_round() -> None:
    night = Night(IOWA).open().bet(1).close().load()
    night.give(round_ask.Declare("shuffler-jam"))

    assert night.reason(ask.ChangeDealing("hand")) == TableReason.ROUND_GOING_ON


def test_a_jammed_shoe_is_dealt_around() -> None:
    night = jammed(MD, {"dealing": "shoe"}, "shoe-jam")

    assert [way.method for way in ways(night)] == ["hand"]


def test_royal_caribbean_deals_from_the_shuffler_after_its_shoe_has_jammed() -> None:
    night = Night("royal-caribbean", chips={1: 1_000, 2: 1_000}).open().bank(1).bet(2).close()
    night.load().give(round_ask.Declare("shoe-jam"))
    night.finish().end()
    assert night.refused(ask.OpenRound(b"x" * 32)).reason == TableReason.DEVICE_DOWN

    night.give(ask.ChangeDealing("shuffler"))
    while not next_round(night):  # a second deck comes with the shuffler
        step = due(night.table, Pace())
        assert step is not None
        night.give(step.command, step.by)

    night.open()

"""Differences in words between a recorded event and the one that the rules give."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Final

from pitboss.audit.finding import Fault, FindingKind
from pitboss.journal import Entry
from pitboss.journal.codec import CodecError, decode_event
from pitboss.journal.names import EVENT_NAMES
from pitboss.round import event as round_past
from pitboss.round.movement import Movement, Settlement
from pitboss.rules import money
from pitboss.table import Event
from pitboss.table import event as past

SHOWN_MAX: Final = 80  # characters of a value that a finding repeats


def difference(entry: Entry, expected: Event) -> Fault:
    """Return what is wrong with an entry in whose place `expected` should stand."""
    try:
        recorded = decode_event(entry.name, entry.data)
    except CodecError as error:
        return FindingKind.SHAPE, str(error)
    if type(recorded) is not type(expected):
        return FindingKind.DECISION, f"the rules give {_name(expected)} here"
    if recorded == expected:  # the same value in other bytes: an encoding that is not ours
        return FindingKind.SHAPE, "is not written as we write it"
    match recorded, expected:
        case round_past.RoundSettled(one), round_past.RoundSettled(other):
            return _settlements(one, other)
        case round_past.DeckLoaded(), _:
            return FindingKind.DECK, "the deck is not the one that secret and seeds give"
        case past.SecretRevealed() | past.RoundBegun(), _:
            return FindingKind.SECRET, _fields(recorded, expected)
        case round_past.BetsClosed() | past.MeterCorrected(), _:
            return FindingKind.METERS, _fields(recorded, expected)
        case _:
            return FindingKind.DECISION, _fields(recorded, expected)


def _name(event: Event) -> str:
    return EVENT_NAMES[type(event)]


def _settlements(recorded: Settlement, expected: Settlement) -> Fault:
    """Return the first wager that is settled in another way, else the first other difference."""
    for one, other in zip(recorded.movements, expected.movements, strict=False):
        if one != other:
            return FindingKind.SETTLEMENT, _movements(one, other)
    count, right = len(recorded.movements), len(expected.movements)
    if count != right:
        return FindingKind.SETTLEMENT, f"{count} movements; the rules give {right}"
    if (recorded.meters, recorded.resets) != (expected.meters, expected.resets):
        return FindingKind.METERS, _fields(recorded, expected)
    return FindingKind.SETTLEMENT, _fields(recorded, expected)


def _movements(one: Movement, other: Movement) -> str:
    where = f"seat {one.seat}, {one.wager}"
    if (one.seat, one.wager) == (other.seat, other.wager) and one.net != other.net:
        return f"{where}: net {money(one.net)}; the rules give {money(other.net)}"
    return f"{where}: {_fields(one, other)}"


def _fields(one: object, other: object) -> str:
    """Return the first field that differs, down to built-in types."""
    if is_dataclass(one) and type(one) is type(other):
        for each in fields(one):
            mine, right = getattr(one, each.name), getattr(other, each.name)
            if mine != right:
                return f"{each.name}: {_fields(mine, right)}"
    return f"{_shown(one)} is recorded, {_shown(other)} is right"


def _shown(value: object) -> str:
    text = str(value).encode("unicode_escape").decode()
    return text if len(text) <= SHOWN_MAX else f"{text[:SHOWN_MAX]}…"

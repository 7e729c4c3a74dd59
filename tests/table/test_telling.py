"""The supervisor is told what was refused: a fact of the journal, once a round, seat and kind."""

from __future__ import annotations

import pytest

from pitboss.round import command as round_ask
from pitboss.rules import SET_NAMES
from pitboss.table import TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.floor import to_tell
from tests.round.felt import bets
from tests.table.nights import Night

IOWA, MD = "catfish-bend", "maryland"
PROGRESSIVE = {"progressive": "A", "meter.rate": 15, "meter.seed": 10_000}
TOLD = {
    IOWA: {"ante-blind-unequal", "bets-closed"},
    MD: {"progressive-count"},
    "south-dakota": {"progressive-count"},
}
REASONS = ("ante-blind-unequal", "bets-closed", "progressive-count", "not-now")


def told_of(night: Night, command: ask.Command) -> past.SupervisorTold:
    """Give a command that is refused, and tell the supervisor of it as the pit does."""
    tell = to_tell(command, night.refused(command))
    assert tell is not None
    (event,) = night.give(tell)
    assert isinstance(event, past.SupervisorTold)
    return event


def test_unequal_wagers_in_iowa_are_told_with_their_amounts() -> None:
    night = Night(IOWA, chips={1: 100, 2: 100}).open()

    event = told_of(night, bets(2, ante=10, blind=15))

    assert (event.seat, event.reason) == (2, "ante-blind-unequal")
    assert event.facts == {"ante": 1_000, "blind": 1_500}
    assert event.cite.clauses == ("IA-IRR.5",)
    assert [one.seat for one in night.table.status.told] == [2]


def test_a_late_change_in_iowa_is_told() -> None:
    night = Night(IOWA, chips={1: 100, 2: 100}).open().bet(1).close()

    event = told_of(night, bets(1, ante=20))

    assert (event.seat, event.reason) == (1, "bets-closed")
    assert {"IA-PROT.6", "IA-PROT.7"} <= set(event.cite.clauses)


def test_progressive_chips_that_do_not_agree_are_told_in_maryland() -> None:
    night = Night(MD, PROGRESSIVE, chips={1: 100}).open().bet(1, ante=10, progressive=1)

    event = told_of(night, round_ask.CloseBets(2))

    assert (event.seat, event.reason) == (0, "progressive-count")
    assert event.facts == {"counted": 2, "accepted": 1}
    assert "MD-8.C.3" in event.cite.clauses


def test_however_often_it_is_tried_one_fact_is_kept_of_a_round_seat_and_kind() -> None:
    night = Night(IOWA, chips={1: 100, 2: 100}).open()
    told_of(night, bets(1, ante=10, blind=15))

    for amount in (20, 25):
        command = bets(1, ante=10, blind=amount)
        tell = to_tell(command, night.refused(command))
        assert tell is not None
        assert night.give(tell) == ()
    told_of(night, bets(2, ante=10, blind=15))

    assert [(one.seat, one.reason) for one in night.table.status.told] == [
        (1, "ante-blind-unequal"),
        (2, "ante-blind-unequal"),
    ]


def test_the_next_round_is_told_of_anew() -> None:
    night = Night(IOWA, chips={1: 100}).open()
    told_of(night, bets(1, ante=10, blind=15))
    night.give(ask.CancelRound())

    night.open()

    assert night.table.status.told == ()
    told_of(night, bets(1, ante=10, blind=15))


@pytest.mark.parametrize("place", SET_NAMES)
@pytest.mark.parametrize("reason", REASONS)
def test_only_what_a_rule_wants_told_is_told(place: str, reason: str) -> None:
    night = Night(place, chips={1: 100, 2: 100}).open()
    tell = ask.TellSupervisor(1, reason)

    if reason in TOLD.get(place, ()):
        assert night.give(tell)
    else:
        assert night.reason(tell) == TableReason.NOT_ALLOWED


def test_nobody_is_told_of_a_seat_without_a_player_or_between_rounds() -> None:
    night = Night(IOWA, chips={1: 100})
    assert night.reason(ask.TellSupervisor(1, "bets-closed")) == TableReason.NO_ROUND
    night.open()

    assert night.reason(ask.TellSupervisor(4, "bets-closed")) == TableReason.NOT_SEATED
    assert night.reason(ask.TellSupervisor(1, "bets-closed", {"x": 1})) == TableReason.NOT_ALLOWED

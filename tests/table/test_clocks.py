"""Time at a table: the betting window, decisions that time out, players who are not there."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.state import Step
from pitboss.rules import SET_NAMES, Street, dollars
from pitboss.table import TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.people import AUTOMATIC_DEALER as DEALER_OF_HOUSE
from pitboss.table.state import Standing
from pitboss.table.timetable import Due, Pace, due
from tests.table.nights import DEALER, FLOOR, Night, player

MD = "maryland"
TRIPS = {"p1": "9s 9d", "board": "9h Jc 3s 4d 8c", "dealer": "As Ad"}  # seat 1 makes three nines
SECOND = 1_000


def dealt(place: str = MD, options: dict[str, Any] | None = None, **wagers: Any) -> Night:
    """Deal a hand to seat 1, who makes three of a kind."""
    return Night(place, options).open().bet(1, **(wagers or {"ante": 10})).deal(**TRIPS)


# -- the betting window ----------------------------------------------------------------------------


@pytest.mark.parametrize("late", [0, 1, 60 * SECOND])
def test_the_time_of_the_next_round_does_not_move_with_the_clock(late: int) -> None:
    night = Night(MD, chips={1: 100})

    step = due(night.table, Pace(between=SECOND), night.table.clock.at + late)

    assert step is not None
    assert isinstance(step.command, ask.OpenRound)
    assert step.at == night.table.clock.since + SECOND


def test_betting_closes_when_everybody_has_bet() -> None:
    night = Night(MD, chips={1: 100, 2: 100}).open().bet(1)
    assert due(night.table, Pace(betting=None)) is None

    night.bet(2)

    step = due(night.table, Pace(betting=None))
    assert step is not None
    assert step.command == round_ask.CloseBets()


def test_betting_closes_when_its_time_is_up_and_somebody_has_bet() -> None:
    night = Night(MD, chips={1: 100, 2: 100}).open()
    assert due(night.table, Pace()) is None
    night.wait(SECOND).bet(1)

    step = due(night.table, Pace(betting=20_000))

    assert step is not None
    assert (step.command, step.at) == (round_ask.CloseBets(), night.table.clock.since + 20_000)


def test_a_round_in_which_nobody_bets_is_cancelled_when_all_have_gone() -> None:
    night = Night(MD).open()
    night.give(ask.Leave(1))

    assert night.run() == [ask.CancelRound()]
    assert night.of(past.RoundCancelled)[-1].why == past.NoHand.NO_WAGER


# -- a table that the floor closes waits for nobody ------------------------------------------------


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_round_in_which_nobody_bets_does_not_keep_a_table_from_closing(place: str) -> None:
    night = Night(place, chips={1: 1_000, 2: 1_000}).open()
    assert night.run() == [], "people are waited for"
    night.give(ask.CloseTable("the night is over"))

    done = night.run()

    assert done[-1] == ask.CancelRound()
    assert {type(command) for command in done} <= {ask.CancelRound, ask.DeclineBank}
    assert night.events[-1] == past.TableClosed("Ada", "the night is over")
    assert (night.chips(1), night.chips(2)) == (dollars(1_000), dollars(1_000))


@pytest.mark.parametrize("place", ["california", "royal-caribbean"])
def test_a_bank_without_wagers_does_not_keep_a_table_from_closing(place: str) -> None:
    night = Night(place, chips={1: 1_000, 2: 1_000}).open()
    if not night.rules.house_banks:
        night.bank(1)
    night.give(ask.CloseTable())

    assert night.run() == [ask.CancelRound()]
    assert night.chips(1) == dollars(1_000)


def test_what_is_down_is_played_when_a_table_closes_and_nobody_else_is_waited_for() -> None:
    night = Night(MD, chips={1: 100, 2: 100}).open().bet(1)
    assert due(night.table, Pace(betting=None)) is None
    night.give(ask.CloseTable())

    step = due(night.table, Pace(betting=None))
    assert step is not None
    assert (step.command, step.at) == (round_ask.CloseBets(), night.table.clock.since + Pace().step)
    in_time = due(night.table, Pace(betting=20_000))
    assert in_time is not None
    assert in_time.at == night.table.clock.since + 20_000, "where there is a window, it stays open"


@pytest.mark.parametrize("place", ["california"])
def test_a_table_that_closes_waits_for_no_bank(place: str) -> None:
    night = Night(place, chips={1: 1_000, 2: 1_000, 3: 1_000}).open()
    night.give(ask.CloseTable())

    for pace in (Pace(bank=15_000), Pace(bank=None)):
        step = due(night.table, pace)
        assert step is not None
        assert (step.command, step.at) == (ask.DeclineBank(1), night.table.clock.since)

    night.run()

    assert night.stands() == Standing.CLOSED


def test_who_is_asked_at_a_closing_table_has_the_usual_time_even_without_a_clock() -> None:
    night = dealt()
    quiet = Pace(clock=False)
    assert due(night.table, quiet) is None
    night.give(ask.CloseTable())

    step = due(night.table, quiet)

    assert step is not None
    assert step == Due(ask.TimeOut(), DEALER_OF_HOUSE, night.table.clock.since + 60 * SECOND)
    night.run()
    assert night.stands() == Standing.CLOSED


# -- decisions that time out -----------------------------------------------------------------------


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_seat_has_as_long_as_the_house_says_and_no_shorter(place: str) -> None:
    night = Night(place, {"decision.timeout": 7}, chips={1: 1_000, 2: 1_000}).open()
    if not night.rules.house_banks:
        night.bank(1)
    night.bet(2).deal()

    night.wait(7 * SECOND - 1)
    refusal = night.refused(ask.TimeOut())
    assert (refusal.reason, refusal.text) == (TableReason.TOO_EARLY, "seat 2 has 1 seconds left")
    night.wait(1)

    timed_out, checked = night.give(ask.TimeOut())
    assert isinstance(timed_out, past.TimedOut)
    assert (timed_out.seat, timed_out.act, timed_out.street) == (2, "check", Street.DEAL)
    assert timed_out.cite.readings == ("A-X-05",)
    assert checked == round_past.Checked(2)


@pytest.mark.parametrize("place", SET_NAMES)
def test_sixty_seconds_is_what_a_place_says_unless_told(place: str) -> None:
    night = Night(place, chips={1: 1_000, 2: 1_000}).open()
    if not night.rules.house_banks:
        night.bank(1)
    night.bet(2).deal()

    night.wait(60 * SECOND - 1)
    assert night.reason(ask.TimeOut()) == TableReason.TOO_EARLY
    night.wait(1)

    night.give(ask.TimeOut())


def test_a_time_out_checks_and_at_the_river_folds() -> None:
    night = dealt()
    acts = []
    for _ in range(3):
        night.wait(200 * SECOND)
        acts.append(night.give(ask.TimeOut())[0].act)  # type: ignore[union-attr]  # a TimedOut
        night.run(1)

    assert acts == ["check", "check", "fold"]


def test_side_wagers_of_a_seat_that_timed_out_are_kept_and_settled() -> None:
    night = dealt(MD, {"progressive": "A", "meter.seed": 10_000}, ante=10, trips=5, progressive=1)
    for _ in range(3):
        night.wait(200 * SECOND).give(ask.TimeOut())
        night.run(1)
    night.finish()

    net = night.net(1)
    assert (net["ante"], net["blind"]) == (-1_000, -1_000)
    assert net["trips"] > 0
    assert "play" not in net


def test_the_clock_starts_anew_with_every_decision() -> None:
    night = Night(MD, chips={1: 100, 2: 100}).open().bet(1, 2).deal()
    night.wait(59 * SECOND).act(1, "check")

    night.wait(59 * SECOND)

    assert night.reason(ask.TimeOut()) == TableReason.TOO_EARLY


def test_nobody_times_out_who_is_not_asked() -> None:
    night = Night(MD).open().bet(1).wait(999 * SECOND)

    assert night.reason(ask.TimeOut()) == TableReason.TOO_EARLY
    assert Night(MD).reason(ask.TimeOut()) == TableReason.TOO_EARLY


def test_only_the_dealer_calls_time() -> None:
    night = dealt().wait(999 * SECOND)

    for by in (player(1), FLOOR):
        assert night.reason(ask.TimeOut(), by) == TableReason.NOT_ALLOWED


def test_without_a_clock_a_seat_is_waited_for() -> None:
    night = dealt()

    assert due(night.table, Pace(clock=False)) is None
    step = due(night.table, Pace())
    assert step is not None
    assert (step.command, step.at) == (ask.TimeOut(), night.at + 60 * SECOND)


# -- who is not there any more ---------------------------------------------------------------------


def test_an_absent_player_is_waited_for_only_as_long_as_the_house_says() -> None:
    night = dealt(MD, {"decision.timeout": 60, "abandon.timeout": 90})
    night.wait(60 * SECOND).give(ask.TimeOut())  # absent since now
    night.give(round_ask.Proceed(night_step(night)))

    night.wait(60 * SECOND).give(ask.TimeOut())
    night.give(round_ask.Proceed(night_step(night)))

    assert night.table.seats[1].absent_since == night.at - 60 * SECOND
    night.wait(30 * SECOND - 1)
    assert night.reason(ask.TimeOut()) == TableReason.TOO_EARLY
    night.wait(1).give(ask.TimeOut())


def night_step(night: Night) -> Step:
    step = due(night.table, Pace())
    assert step is not None
    assert isinstance(step.command, round_ask.Proceed)
    return step.command.step


def test_in_maryland_that_is_two_minutes_unless_told() -> None:
    night = dealt(MD, {"decision.timeout": 100})
    night.wait(100 * SECOND).give(ask.TimeOut())
    night.give(round_ask.Proceed(night_step(night)))
    night.wait(100 * SECOND).give(ask.TimeOut())
    night.give(round_ask.Proceed(night_step(night)))

    night.wait(20 * SECOND - 1)
    assert night.reason(ask.TimeOut()) == TableReason.TOO_EARLY
    night.wait(1).give(ask.TimeOut())


def test_who_does_something_is_there_again() -> None:
    night = dealt()
    night.wait(60 * SECOND).give(ask.TimeOut())
    night.give(round_ask.Proceed(night_step(night)))
    assert night.table.seats[1].absent_since is not None

    night.act(1, "check")

    assert night.table.seats[1].absent_since is None


def test_elsewhere_no_clause_speaks_of_the_absent() -> None:
    night = dealt("catfish-bend")
    night.wait(60 * SECOND).give(ask.TimeOut())
    night.give(round_ask.Proceed(night_step(night)))

    night.wait(59 * SECOND)
    assert night.reason(ask.TimeOut()) == TableReason.TOO_EARLY


# -- abandoned by the supervisor's decision --------------------------------------------------------


def test_wagers_that_the_supervisor_rules_abandoned_are_lost() -> None:
    night = dealt()

    night.give(round_ask.Declare("player-left", seat=1, ruling="abandoned"), FLOOR)
    night.finish()

    assert night.net(1) == {"ante": -1_000, "blind": -1_000}
    assert night.chips(1) == dollars(980)


def test_wagers_that_the_supervisor_lets_stand_are_settled() -> None:
    night = dealt(ante=10, trips=5)

    night.give(round_ask.Declare("player-left", seat=1, ruling="settled"), FLOOR)
    night.everyone("check", "check", "fold").finish()

    assert night.net(1)["trips"] > 0


def test_a_dealer_does_not_rule_on_abandoned_wagers() -> None:
    night = dealt()

    declared = round_ask.Declare("player-left", seat=1, ruling="abandoned")

    assert night.reason(declared, DEALER) == TableReason.NOT_ALLOWED

"""Rounds at a table: what opens one, what ends one, and what calls one off."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pitboss.round import Reason
from pitboss.round import command as round_ask
from pitboss.round.state import Phase, Step
from pitboss.rules import SET_NAMES, dollars
from pitboss.table import TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from tests.table.nights import DEALER, FLOOR, SECRET, Night

MD, CA = "maryland", "california"
TWO = {1: 1_000, 2: 1_000}


def betting(place: str) -> Night:
    """Bring a round to the moment when seat 2 has bet and, where one is wanted, seat 1 banks."""
    night = Night(place, chips=TWO).open()
    if not night.rules.house_banks:
        night.bank(1)
    return night.bet(2, ante=10, trips=5)


MOMENTS: dict[str, Callable[[Night], Night]] = {
    "betting": lambda night: night,
    "locked": lambda night: night.close(),
    "loaded": lambda night: night.close().load(),
    "dealt": lambda night: night.deal(),
    "flop": lambda night: night.deal().everyone("check"),
    "played": lambda night: night.deal().everyone("4x"),
    "river": lambda night: night.deal().everyone("check", "check"),
}


# -- called off ------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("place", SET_NAMES)
def test_a_round_that_is_called_off_gives_every_chip_back(place: str, moment: str) -> None:
    night = MOMENTS[moment](betting(place))

    events = night.give(ask.CallOff(" a dispute ", "Ben"))
    if night.table.round is not None:
        night.finish().end()

    assert events[0] == past.RoundCalledOff(1, "a dispute", "Ada", "Ben")
    assert [night.chips(seat) for seat in TWO] == [dollars(1_000)] * 2
    assert set(night.books.balances) == {"cage", "player Ann", "player Bob"}
    assert night.table.round is None


def test_a_round_is_called_off_by_the_floor_with_a_reason_and_a_second_person() -> None:
    night = betting(MD)

    assert night.reason(ask.CallOff("", "Ben")) == TableReason.REASON_MISSING
    assert night.reason(ask.CallOff("a dispute", "Ada")) == TableReason.SECOND_PERSON
    assert night.reason(ask.CallOff("a dispute", "")) == TableReason.SECOND_PERSON
    assert night.reason(ask.CallOff("a dispute", "Ben"), DEALER) == TableReason.NOT_ALLOWED


def test_what_is_settled_or_void_is_not_called_off() -> None:
    night = betting(MD).deal()
    night.give(ask.CallOff("a dispute", "Ben"))

    assert night.reason(ask.CallOff("again", "Ben")) == Reason.NOT_NOW
    night.finish()
    assert night.reason(ask.CallOff("again", "Ben")) == TableReason.NO_ROUND
    night.end()
    assert night.reason(ask.CallOff("again", "Ben")) == TableReason.NO_ROUND


def test_a_round_that_is_void_save_for_its_side_wagers_may_still_be_called_off() -> None:
    night = betting(MD).deal()
    night.give(round_ask.Declare("dealer-card-exposed", where="dealer"), DEALER)
    assert night.round.void is not None
    assert night.round.void.settles

    night.give(ask.CallOff("a dispute", "Ben"))
    night.finish()

    assert night.net(2)["trips"] == 0


# -- cancelled -------------------------------------------------------------------------------------


def test_a_round_in_which_nobody_bet_is_cancelled_and_its_number_is_used_up() -> None:
    night = Night(MD).open()

    events = night.give(ask.CancelRound())

    assert events == (past.RoundCancelled(1, past.NoHand.NO_WAGER),)
    assert night.open().table.rounds == 2


def test_a_round_with_wagers_or_cards_is_not_cancelled() -> None:
    night = betting(MD)

    assert night.reason(ask.CancelRound()) == TableReason.CHIPS_AT_STAKE
    night.close()
    assert night.reason(ask.CancelRound()) == TableReason.ROUND_GOING_ON
    assert Night(MD).reason(ask.CancelRound()) == TableReason.ROUND_GOING_ON


def test_the_stake_of_a_bank_goes_back_with_a_cancelled_round() -> None:
    night = Night(CA, chips=TWO).open().bank(1)

    night.give(ask.CancelRound())

    assert night.chips(1) == dollars(1_000)
    assert night.books.of("bank") == 0


def test_leavers_go_and_a_closing_table_closes_with_a_cancelled_round() -> None:
    night = Night(CA, chips=TWO).open().bank(1)
    night.give(ask.Leave(1))
    night.give(ask.CloseTable())

    events = night.give(ask.CancelRound())

    assert [type(event) for event in events] == [
        past.RoundCancelled,
        past.PlayerLeft,
        past.TableClosed,
    ]
    assert night.of(past.PlayerLeft)[0].chips == dollars(1_000)


# -- opened and ended ------------------------------------------------------------------------------


def test_one_round_at_a_time() -> None:
    assert Night(MD).open().reason(ask.OpenRound(SECRET)) == TableReason.ROUND_GOING_ON


def test_a_stopped_game_opens_no_round() -> None:
    night = Night(CA, chips=TWO)
    night.change(game__enabled=False)

    assert night.reason(ask.OpenRound(SECRET)) == Reason.GAME_STOPPED


def test_what_is_asked_of_a_round_wants_one() -> None:
    night = Night(MD)

    for command in (
        round_ask.CloseBets(),
        round_ask.Check(1),
        round_ask.Proceed(Step.FLOP),
        round_ask.Validate(1, "Ada"),
        ask.EndRound(),
        ask.ShuffleDeck(),
    ):
        assert night.reason(command) == TableReason.NO_ROUND


def test_a_round_ends_only_when_it_is_settled() -> None:
    night = betting(MD).deal()

    assert night.reason(ask.EndRound()) == TableReason.NO_ROUND
    night.finish()
    assert night.round.phase == Phase.SETTLED

    assert night.end().table.round is None


def test_a_table_opens_its_rounds_itself() -> None:
    for by in (DEALER, FLOOR):
        assert Night(MD).reason(round_ask.Open(), by) == TableReason.NOT_ALLOWED


@pytest.mark.parametrize("place", SET_NAMES)
def test_rounds_are_numbered_and_follow_one_another(place: str) -> None:
    night = Night(place, chips=TWO)
    for _ in range(4):
        night.open()
        bank = night.table.bank.offered
        if bank:
            night.bank(bank)
        night.bet(*(n for n in TWO if n != bank)).deal().finish().end()

    assert [event.number for event in night.of(past.RoundBegun)] == [1, 2, 3, 4]
    assert [event.number for event in night.of(past.RoundEnded)] == [1, 2, 3, 4]

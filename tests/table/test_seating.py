"""People at a table: one place each, chips bought and taken away, leaving at the round's end."""

from __future__ import annotations

import pytest

from pitboss.round import command as round_ask
from pitboss.rules import SET_NAMES, Chips, dollars
from pitboss.table import Person, Role, TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.seating import CHIPS_MAX, free_seats
from tests.round.felt import bets
from tests.table.nights import DEALER, FLOOR, Night, player

MD = "maryland"


# -- one place for each player ---------------------------------------------------------------------


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_player_has_one_place_only(place: str) -> None:
    night = Night(place)

    refusal = night.refused(ask.Sit(2, "Ann"), player(1))

    assert (refusal.reason, refusal.facts["seat"]) == (TableReason.ALREADY_SEATED, 1)
    assert refusal.cite.clauses or place == "south-dakota"


@pytest.mark.parametrize("name", [" Ann", "Ann ", "Ann\u200b", "A\nnn", "\u202eAnn", "x" * 61])
def test_nobody_sits_under_a_name_that_looks_like_anothers(name: str) -> None:
    refusal = Night(MD).refused(ask.Sit(2, name), Person(name, Role.PLAYER))

    assert refusal.reason == TableReason.NAME
    assert refusal.text.isprintable()


def test_a_place_has_one_player_only() -> None:
    night = Night(MD)

    refusal = night.refused(ask.Sit(1, "Bob"), player(2))

    assert refusal.reason == TableReason.SEAT_TAKEN
    assert refusal.facts["free"] == (2, 3, 4, 5, 6) == free_seats(night.table, night.rules)


@pytest.mark.parametrize("seat", [-1, 0, 7, 10**9])
def test_there_are_only_the_seats_of_the_felt(seat: int) -> None:
    assert Night(MD).reason(ask.Sit(seat, "Bob"), player(2)) == TableReason.NO_SUCH_PLACE


def test_a_player_sits_down_in_their_own_name() -> None:
    assert Night(MD).reason(ask.Sit(2, "Ann"), player(2)) == TableReason.NAME


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\nb", "tab\t", "\ud800"])
def test_a_name_fits_on_one_line_of_a_screen(name: str) -> None:
    night = Night(MD)

    assert night.reason(ask.Sit(2, name), Person(name, Role.PLAYER)) == TableReason.NAME
    assert night.reason(round_ask.CloseBets(), Person(name, Role.DEALER)) == TableReason.NAME


def test_a_player_may_change_seats_between_rounds() -> None:
    night = Night(MD)
    night.give(ask.Leave(1))

    night.sit(4, 50, name="Ann")

    assert list(night.table.seats) == [4]


def test_a_bot_is_marked_as_one() -> None:
    night = Night(MD)

    night.give(ask.Sit(2, "Bob", bot=True), player(2))

    assert [seat.bot for seat in night.table.seats.values()] == [False, True]


# -- one's own seat --------------------------------------------------------------------------------


def test_nobody_bets_decides_or_moves_chips_for_another_seat() -> None:
    night = Night(MD, chips={1: 100, 2: 100}).open()

    for command in (
        bets(1, ante=10),
        ask.BuyIn(1, Chips(100)),
        ask.CashOut(1, Chips(100)),
        ask.Leave(1),
        ask.AddSeed(1, b"x"),
        round_ask.ClearBets(1),
        round_ask.Check(1),
        round_ask.Play(1, 4),
        round_ask.Fold(1),
    ):
        refusal = night.refused(command, player(2))
        assert (refusal.reason, refusal.facts["seat"]) == (TableReason.NOT_YOUR_SEAT, 2)
        assert refusal.cite.clauses == ("MD-7.G",)


def test_who_has_no_seat_bets_nothing() -> None:
    night = Night(MD).open()

    refusal = night.refused(bets(2, ante=10))

    assert refusal.reason == TableReason.NOT_SEATED
    assert "MD-7.C" in refusal.cite.clauses


# -- chips -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("chips", [0, -1, CHIPS_MAX])
def test_a_buy_in_is_more_than_nothing_and_has_a_bound(chips: int) -> None:
    assert Night(MD).reason(ask.BuyIn(1, Chips(chips))) == TableReason.CHIPS


def test_all_that_a_player_has_stays_below_the_bound() -> None:
    night = Night(MD)

    night.give(ask.BuyIn(1, Chips(CHIPS_MAX - night.chips(1))))

    assert night.reason(ask.BuyIn(1, Chips(1))) == TableReason.CHIPS


@pytest.mark.parametrize("chips", [0, -1, 100_001])
def test_nobody_takes_away_what_they_do_not_have(chips: int) -> None:
    refusal = Night(MD).refused(ask.CashOut(1, Chips(chips)))

    assert (refusal.reason, refusal.facts["chips"]) == (TableReason.SHORT_OF_CHIPS, 100_000)


def test_chips_are_bought_during_a_round_and_taken_away_only_after_it() -> None:
    night = Night(MD).open().bet(1)
    night.give(ask.BuyIn(1, dollars(50)))

    assert night.reason(ask.CashOut(1, dollars(50))) == TableReason.CHIPS_AT_STAKE
    night.deal().finish()

    night.give(ask.CashOut(1, dollars(50)))


def test_who_is_not_in_the_round_takes_chips_away_at_any_time() -> None:
    night = Night(MD, chips={1: 100, 2: 100}).open().bet(1).deal()

    night.give(ask.CashOut(2, dollars(100)))

    assert night.chips(2) == 0


# -- leaving ---------------------------------------------------------------------------------------


def test_a_player_in_the_round_leaves_at_its_end_with_what_is_left() -> None:
    night = Night(MD, chips={1: 1_000, 2: 1_000}).open().bet(1, 2).deal()

    assert night.give(ask.Leave(1)) == (past.LeaveAsked(1),)
    assert night.give(ask.Leave(1)) == ()
    night.finish().end()

    left = night.of(past.PlayerLeft)
    assert [(event.seat, event.player) for event in left] == [(1, "Ann")]
    assert night.books.of("cage") == left[0].chips - dollars(2_000)
    assert list(night.table.seats) == [2]


def test_a_player_who_has_asked_to_leave_may_stay() -> None:
    night = Night(MD, chips={1: 1_000, 2: 1_000}).open().bet(1, 2).deal()
    assert night.give(ask.KeepSeat(1)) == ()

    night.give(ask.Leave(1))
    assert night.give(ask.KeepSeat(1)) == (past.LeaveCancelled(1),)
    night.finish().end()

    assert list(night.table.seats) == [1, 2]


def test_a_player_whom_the_floor_sends_away_may_not_stay() -> None:
    night = Night(MD, chips={1: 1_000, 2: 1_000}).open().bet(1, 2).deal()
    night.give(ask.Leave(1))

    assert night.give(ask.Leave(1), FLOOR) == (past.LeaveOrdered(1),)
    assert night.give(ask.Leave(1), FLOOR) == ()

    assert night.reason(ask.KeepSeat(1)) == TableReason.NOT_ALLOWED


def test_a_player_who_has_not_bet_leaves_at_once() -> None:
    night = Night(MD, chips={1: 100, 2: 100}).open().bet(1).deal()

    night.give(ask.Leave(2))

    assert list(night.table.seats) == [1]


def test_after_the_settlement_a_player_may_go_before_the_cards_are_cleared() -> None:
    night = Night(MD).open().bet(1).deal().finish()

    (left,) = night.give(ask.Leave(1))

    assert isinstance(left, past.PlayerLeft)
    night.end()


def test_the_floor_may_send_a_player_away_and_a_dealer_may_not() -> None:
    night = Night(MD)

    assert night.reason(ask.Leave(1), DEALER) == TableReason.NOT_ALLOWED
    assert night.reason(ask.Leave(3), FLOOR) == TableReason.NOT_SEATED
    night.give(ask.Leave(1), FLOOR)

    assert night.table.seats == {}


def test_no_round_begins_where_nobody_sits() -> None:
    night = Night(MD)
    night.give(ask.Leave(1))

    assert night.reason(ask.OpenRound()) == TableReason.NOBODY_SEATED


def test_somebody_may_sit_down_during_a_round_and_bets_in_the_next() -> None:
    night = Night(MD).open().bet(1).deal()
    night.sit(2)

    night.finish().end()

    night.hand(1, 2)
    assert night.table.rounds == 2


def test_a_message_has_a_text() -> None:
    night = Night(MD)

    assert night.give(ask.Announce(" last hand "), FLOOR) == (past.Announced("Ada", "last hand"),)
    assert night.reason(ask.Announce(" "), FLOOR) == TableReason.REASON_MISSING
    assert night.reason(ask.Announce("x" * 201), FLOOR) == TableReason.REASON_MISSING


# -- purses ----------------------------------------------------------------------------------------


def test_a_place_is_taken_with_chips_of_a_purse_at_once() -> None:
    night = Night(MD)

    given = night.give(ask.Sit(2, "Bob", purse="p-1", chips=Chips(500)), player(2))

    assert given == (
        past.PlayerSat(2, "Bob", bot=False),
        past.PurseNamed(2, "p-1"),
        past.ChipsBought(2, Chips(500)),
    )
    assert (night.table.seats[2].purse, night.table.seats[2].chips) == ("p-1", 500)


@pytest.mark.parametrize(
    ("sit", "reason"),
    [
        (ask.Sit(2, "Bob", purse="p-1", chips=Chips(-1)), TableReason.CHIPS),
        (ask.Sit(2, "Bob", chips=Chips(CHIPS_MAX + 1)), TableReason.CHIPS),
        (ask.Sit(2, "Bob", purse="a\nb"), TableReason.NOT_ALLOWED),
        (ask.Sit(2, "Bob", bot=True, purse="p-1"), TableReason.NOT_ALLOWED),
    ],
)
def test_no_place_is_taken_with_what_is_no_purse_or_no_chips(
    sit: ask.Sit, reason: TableReason
) -> None:
    assert Night(MD).reason(sit, player(2)) == reason


def test_a_player_without_a_purse_is_given_one_for_good() -> None:
    night = Night(MD)

    assert night.give(ask.NamePurse(1, "p-1"), FLOOR) == (past.PurseNamed(1, "p-1"),)
    assert night.give(ask.NamePurse(1, "p-1"), FLOOR) == ()
    assert night.reason(ask.NamePurse(1, "p-2"), FLOOR) == TableReason.NOT_ALLOWED
    assert night.reason(ask.NamePurse(2, "p-2"), FLOOR) == TableReason.NOT_SEATED


def test_the_chips_of_a_seat_are_those_in_front_of_it_and_those_at_stake() -> None:
    night = Night(MD)
    before = night.table.seats[1].chips
    night.prepare(players=True).open().bet(1, ante=10)

    assert night.table.seats[1].chips < before
    assert night.table.chips_at(1) == before
    assert night.table.chips_at(2) == 0

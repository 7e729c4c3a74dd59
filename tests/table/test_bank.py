"""The player-dealer's bank at a table: offered clockwise, two hands at most, never forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round import Reason
from pitboss.round import command as round_ask
from pitboss.round import event as round_past
from pitboss.round.bets import next_banker
from pitboss.rules import dollars
from pitboss.table import Person, Role, TableReason
from pitboss.table import command as ask
from pitboss.table import event as past
from pitboss.table.banking import bankers_needed, cover, next_offer
from pitboss.table.timetable import Pace, due
from tests.round.described import PLAYER_DEALER
from tests.round.felt import bets
from tests.table.nights import DEALER, Night, player

THREE = {1: 1_000, 2: 1_000, 3: 1_000}
both = pytest.mark.parametrize("place", PLAYER_DEALER)


def offered(night: Night) -> int | None:
    return night.table.bank.offered


def banks(night: Night, hands: int) -> list[int]:
    """Let the seat to which the bank is offered take it, hand after hand."""
    found = []
    for _ in range(hands):
        night.open()
        seat = offered(night)
        assert seat is not None
        night.bank(seat)
        night.bet(*(n for n in night.table.seats if n != seat)).deal().finish().end()
        found.append(seat)
    return found


# -- offered in turn -------------------------------------------------------------------------------


@both
def test_the_bank_goes_clockwise_two_hands_each(place: str) -> None:
    night = Night(place, chips=THREE)

    assert banks(night, 8) == [1, 1, 2, 2, 3, 3, 1, 1]


@both
def test_who_declines_passes_the_bank_to_the_next_seat(place: str) -> None:
    night = Night(place, chips=THREE).open()
    assert offered(night) == 1

    declined, following = night.give(ask.DeclineBank(1))

    assert (declined, following) == (past.BankDeclined(1), past.BankOffered(2))
    night.bank(2)


@both
def test_a_seat_to_which_the_bank_is_not_offered_does_not_take_it(place: str) -> None:
    night = Night(place, chips=THREE).open()

    refusal = night.refused(round_ask.TakeBank(2, dollars(100)))

    assert (refusal.reason, refusal.facts["seat"]) == (TableReason.BANK_NOT_OFFERED, 1)
    assert night.reason(ask.DeclineBank(2)) == TableReason.BANK_NOT_OFFERED


@both
def test_nobody_bets_before_somebody_banks(place: str) -> None:
    night = Night(place, chips=THREE).open()

    refusal = night.refused(bets(2, ante=10))

    assert refusal.reason == Reason.NO_BANK
    assert refusal.text == "betting opens when somebody takes the bank; it is offered to seat 1 now"
    assert refusal.cite.clauses
    night.bank(1).bet(2)


@both
def test_when_everyone_declines_there_is_no_hand(place: str) -> None:
    night = Night(place, chips=THREE).open()
    for seat in (1, 2, 3):
        night.give(ask.DeclineBank(seat))

    assert offered(night) is None
    assert night.reason(round_ask.CloseBets()) == Reason.NO_BANK
    assert night.reason(ask.DeclineBank(3)) == TableReason.BANK_NOT_OFFERED
    night.give(ask.CancelRound())

    assert night.of(past.RoundCancelled)[-1].why == past.NoHand.NOBODY_BANKS
    assert [night.chips(seat) for seat in THREE] == [dollars(1_000)] * 3


@both
def test_the_automatic_dealer_cancels_a_hand_that_nobody_banks(place: str) -> None:
    night = Night(place, chips={1: 1_000}).open()
    night.give(ask.DeclineBank(1))

    assert night.run() == [ask.CancelRound()]


@both
def test_after_two_hands_a_seat_alone_at_the_table_banks_no_third(place: str) -> None:
    night = Night(place, chips={1: 1_000, 2: 1_000})
    banks(night, 2)
    night.give(ask.Leave(2))

    assert night.reason(ask.OpenRound()) == Reason.NO_BANK
    assert due(night.table, Pace()) is None
    night.sit(4)
    assert banks(night, 1) == [4]


@both
def test_the_player_dealer_bets_nothing(place: str) -> None:
    night = Night(place, chips=THREE).open().bank(1)

    assert night.reason(bets(1, ante=10)) == Reason.BANK_MAY_NOT_BET
    assert night.reason(ask.DeclineBank(1)) == TableReason.BANK_NOT_OFFERED


@both
def test_declining_a_hand_does_not_cost_the_turn_after_next(place: str) -> None:
    night = Night(place, chips=THREE)
    assert banks(night, 1) == [1]

    night.open()
    assert offered(night) == 1  # the second of two hands
    night.give(ask.DeclineBank(1))
    night.bank(2).bet(1, 3).deal().finish().end()

    assert banks(night, 4) == [2, 3, 3, 1]


@both
def test_a_player_who_changes_seats_does_not_bank_again(place: str) -> None:
    night = Night(place, chips={1: 1_000, 3: 1_000})
    assert banks(night, 2) == [1, 1]
    night.give(ask.Leave(1))
    night.sit(2, name="Ann")

    night.open()

    assert offered(night) == 3


@both
def test_a_player_who_comes_back_has_not_been_forgotten(place: str) -> None:
    night = Night(place, chips=THREE)
    banks(night, 2)
    night.give(ask.Leave(1))
    night.sit(1)

    night.open()

    assert offered(night) == 2


@both
def test_when_the_last_bank_has_gone_the_turn_goes_on_from_that_place(place: str) -> None:
    night = Night(place, chips={1: 1_000, 2: 1_000, 3: 1_000, 4: 1_000})
    assert banks(night, 4) == [1, 1, 2, 2]
    night.give(ask.Leave(2))

    assert banks(night, 4) == [3, 3, 4, 4]


@both
def test_somebody_else_at_that_place_does_not_inherit_its_two_hands(place: str) -> None:
    night = Night(place, chips={1: 1_000, 2: 1_000})
    assert banks(night, 2) == [1, 1]
    night.give(ask.Leave(1))
    night.sit(1, name="Zoe")

    night.open()

    assert offered(night) == 1


@pytest.mark.parametrize("pause", [1, 2, 3])
@both
def test_a_break_lasts_as_many_hands_as_the_house_says(place: str, pause: int) -> None:
    night = Night(place, {"pd.break_hands": pause}, chips={1: 1_000, 2: 1_000, 3: 1_000})
    turn = banks(night, 2)
    others = 0
    for _ in range(pause):
        night.open()
        assert offered(night) != 1
        seat = offered(night)
        assert seat is not None
        night.bank(seat).bet(1).deal().finish().end()
        others += 1

    assert turn == [1, 1]
    assert 1 in {next_offer(night.table, frozenset({2, 3}), night.rules)}
    assert others == pause


# -- leaving with the bank -------------------------------------------------------------------------


@both
def test_who_leaves_while_the_bank_is_offered_passes_it_on(place: str) -> None:
    night = Night(place, chips=THREE).open()

    events = night.give(ask.Leave(1))

    assert [type(event) for event in events] == [
        past.BankDeclined,
        past.BankOffered,
        past.PlayerLeft,
    ]
    assert offered(night) == 2


@both
def test_who_banks_leaves_at_the_end_of_the_round(place: str) -> None:
    night = Night(place, chips=THREE).open().bank(1).bet(2)

    assert night.give(ask.Leave(1)) == (past.LeaveAsked(1),)
    night.deal().finish().end()

    assert list(night.table.seats) == [2, 3]


@both
def test_a_bank_that_goes_before_anybody_has_bet_gets_its_stake_back(place: str) -> None:
    night = Night(place, chips=THREE).open().bank(1)
    night.give(ask.Leave(1))

    assert night.run() == [ask.CancelRound()]
    assert night.of(past.PlayerLeft)[-1].chips == dollars(1_000)


@both
def test_a_bank_is_not_cancelled_over_wagers(place: str) -> None:
    night = Night(place, chips=THREE).open()
    assert night.reason(ask.CancelRound()) == TableReason.BANK_NOT_OFFERED

    night.bank(1).bet(2)

    assert night.reason(ask.CancelRound()) == TableReason.CHIPS_AT_STAKE


@both
def test_the_bank_passes_on_when_the_offered_seat_takes_its_time(place: str) -> None:
    night = Night(place, chips=THREE).open()

    step = due(night.table, Pace(bank=15_000))

    assert step is not None
    assert (step.command, step.at) == (ask.DeclineBank(1), night.at + 15_000)
    assert due(night.table, Pace(bank=None)) is None


# -- chips for it ---------------------------------------------------------------------------------


@both
def test_who_has_too_few_chips_is_passed_over(place: str) -> None:
    night = Night(place, {"pd.min_wager": 100}, chips={1: 50, 2: 1_000, 3: 99, 4: 1_000}).open()

    assert offered(night) == 2
    night.give(ask.DeclineBank(2))
    assert offered(night) == 4


@both
def test_where_nobody_has_the_chips_the_bank_is_offered_all_the_same(place: str) -> None:
    night = Night(place, {"pd.min_wager": 100}, chips={1: 50, 2: 60}).open()
    assert offered(night) == 1

    night.give(ask.BuyIn(1, dollars(100)))

    night.bank(1, 100)


# -- given back ------------------------------------------------------------------------------------


@both
def test_a_bank_that_is_given_back_goes_to_the_next_seat_and_bets_go_back(place: str) -> None:
    night = Night(place, chips=THREE).open().bank(1).bet(2, 3)

    events = night.give(ask.ReturnBank(1))

    assert events == (
        round_past.BetsCleared(2),
        round_past.BetsCleared(3),
        round_past.BankReturned(1),
        past.BankDeclined(1),
        past.BankOffered(2),
    )
    assert [night.chips(seat) for seat in THREE] == [dollars(1_000)] * 3
    night.bank(2).bet(1, 3).deal().finish().end()
    assert night.table.bank.recent == ("Bob",)  # the hand counts for who banked it


@both
def test_a_bank_is_given_back_by_who_holds_it_and_before_the_deal(place: str) -> None:
    night = Night(place, chips=THREE).open()
    assert night.reason(ask.ReturnBank(1)) == TableReason.BANK_NOT_HELD

    night.bank(1).bet(2)
    assert night.reason(ask.ReturnBank(2)) == TableReason.BANK_NOT_HELD
    night.close()

    refusal = night.refused(ask.ReturnBank(1))
    assert refusal.reason == Reason.BETS_CLOSED
    assert "until this hand is over" in refusal.text


@both
def test_the_last_bank_that_is_given_back_ends_the_round_without_a_hand(place: str) -> None:
    night = Night(place, chips={1: 1_000, 2: 1_000}).open()
    night.give(ask.DeclineBank(1))
    night.bank(2).bet(1)
    night.give(ask.ReturnBank(2))

    assert night.run() == [ask.CancelRound()]
    assert [night.chips(1), night.chips(2)] == [dollars(1_000)] * 2


@pytest.mark.parametrize(("pause", "needed"), [(1, 2), (2, 2), (3, 3), (100, 51)])
@both
def test_so_many_keep_the_bank_going_though_nobody_else_banks(
    place: str, pause: int, needed: int
) -> None:
    rules = Night(place, {"pd.break_hands": pause}).rules
    assert bankers_needed(rules) == needed

    recent: tuple[int, ...] = ()
    for _ in range(3 * needed):
        seat = next_banker(tuple(range(1, needed + 1)), recent, frozenset(), rules)
        assert seat is not None
        recent += (seat,)


def test_a_cover_is_all_that_the_others_may_bet() -> None:
    night = Night("california", chips={1: 1_000, 2: 1_000, 3: 100})

    # $50 on each circle and $200 as Play: $350 of seat 2, and all that seat 3 has.
    assert cover(night.table, 1, night.rules) == dollars(450)


# -- forced ----------------------------------------------------------------------------------------


@both
def test_where_the_bank_goes_round_by_itself_nobody_who_can_bank_declines(place: str) -> None:
    night = Night(place, {"pd.rotation": "forced"}, chips={1: 1_000, 2: 1_000}).open()

    refusal = night.refused(ask.DeclineBank(1))

    assert refusal.reason == TableReason.BANK_FORCED
    assert refusal.cite.readings
    night.bank(1)
    assert night.reason(ask.ReturnBank(1)) == TableReason.BANK_FORCED


@both
def test_who_has_not_the_chips_may_decline_all_the_same(place: str) -> None:
    options: dict[str, Any] = {"pd.rotation": "forced", "pd.min_wager": 100}
    night = Night(place, options, chips={1: 50}).open()

    night.give(ask.DeclineBank(1))

    assert offered(night) is None


@both
def test_a_dealer_passes_the_bank_on_for_who_does_not_answer(place: str) -> None:
    night = Night(place, {"pd.rotation": "forced"}, chips={1: 1_000, 2: 1_000}).open()

    night.give(ask.DeclineBank(1), DEALER)

    assert offered(night) == 2


# -- where the house banks -------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["maryland", "south-dakota", "catfish-bend"])
def test_where_the_house_banks_nobody_takes_or_declines_it(place: str) -> None:
    night = Night(place).open()

    assert night.reason(round_ask.TakeBank(1, dollars(100))) == Reason.BANK_NOT_NEEDED
    assert night.reason(ask.DeclineBank(1)) == TableReason.BANK_NOT_OFFERED
    assert night.reason(ask.DeclineBank(1), DEALER) == TableReason.BANK_NOT_OFFERED
    assert night.reason(ask.DeclineBank(5), DEALER) == TableReason.BANK_NOT_OFFERED


@both
def test_a_stranger_neither_takes_nor_declines_the_bank(place: str) -> None:
    night = Night(place, chips=THREE).open()
    stranger = Person("Zoe", Role.PLAYER)

    for command in (round_ask.TakeBank(1, dollars(100)), ask.DeclineBank(1)):
        assert night.reason(command, stranger) == TableReason.NOT_SEATED
        assert night.reason(command, player(2)) == TableReason.NOT_YOUR_SEAT

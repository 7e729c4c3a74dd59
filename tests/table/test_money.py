"""Money at a table: nobody bets, plays or banks with chips that are not in front of them."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.ledger.accounts import CAGE, DROP, HOUSE, TIP_BOX
from pitboss.round import command as round_ask
from pitboss.rules import SET_NAMES, dollars
from pitboss.table import TableReason
from pitboss.table import command as ask
from tests.round.felt import bets
from tests.table.nights import Night, royal

MD, CA = "maryland", "california"
WINS = {"p1": "As Ad", "dealer": "2c 7d", "board": "9h Jc 3s 4d 8c"}
LOSES = {"p1": "2c 7d", "dealer": "As Ad", "board": "9h Jc 3s 4d 8c"}


# -- wagers ----------------------------------------------------------------------------------------


def test_wagers_are_chips_that_lie_in_front_of_the_player() -> None:
    night = Night(MD, chips={1: 30}).open()

    refusal = night.refused(bets(1, ante=10, trips="10.02"))
    assert refusal.reason == TableReason.SHORT_OF_CHIPS
    assert refusal.facts == {"need": 3_002, "chips": 3_000}
    night.bet(1, ante=10, trips=10)

    assert night.chips(1) == 0


def test_wagers_put_down_anew_count_what_lies_there_already() -> None:
    night = Night(MD, chips={1: 30}).open().bet(1, ante=15)

    night.bet(1, ante=10, trips=10)

    assert night.chips(1) == 0
    night.give(round_ask.ClearBets(1))
    assert night.chips(1) == dollars(30)


def test_tips_are_paid_from_the_same_chips() -> None:
    night = Night("south-dakota", chips={1: 21}).open()

    assert night.reason(bets(1, {"ante": 2}, ante=10)) == TableReason.SHORT_OF_CHIPS
    night.bet(1, ante=10, tips={"ante": 1})

    assert night.chips(1) == 0


def test_play_needs_its_chips_and_a_check_does_not() -> None:
    night = Night(MD, chips={1: 50}).open().bet(1).deal()

    refusal = night.refused(round_ask.Play(1, 4))
    assert (refusal.reason, refusal.facts["need"]) == (TableReason.SHORT_OF_CHIPS, 4_000)
    night.give(round_ask.Play(1, 3))

    assert night.chips(1) == 0


def test_a_tip_on_play_needs_its_chips_as_well() -> None:
    night = Night("south-dakota", chips={1: 54}).open().bet(1, ante=10, tips={"ante": 2}).deal()

    refusal = night.refused(round_ask.Play(1, 3, tip=True))

    assert (refusal.reason, refusal.facts["need"]) == (TableReason.SHORT_OF_CHIPS, 3_600)
    night.give(round_ask.Play(1, 3))


def test_where_full_funding_is_asked_the_largest_play_must_be_there_before_the_deal() -> None:
    night = Night(MD, {"require_full_funding": True}, chips={1: 60}).open()

    refusal = night.refused(bets(1, ante="10.02"))
    assert refusal.facts["need"] == 6 * 1_002
    night.bet(1).deal()

    night.give(round_ask.Play(1, 4))
    assert night.chips(1) == 0


@pytest.mark.parametrize("place", SET_NAMES)
def test_where_it_is_not_asked_a_player_may_bet_the_last_chips(place: str) -> None:
    night = Night(place, chips={1: 1_000, 2: 22}).open()
    if not night.rules.house_banks:
        night.bank(1)

    night.bet(2).deal().everyone("check", "check", "fold").finish()

    assert night.chips(2) <= dollars(2)


# -- the player-dealer's stake, and fees -----------------------------------------------------------


@pytest.mark.parametrize(("fees", "most"), [(1, 2), (2, 3)])
def test_the_bank_needs_its_stake_and_the_largest_fee(fees: int, most: int) -> None:
    night = Night(CA, {"fees": fees}, chips={1: 100, 2: 1_000}).open()

    refusal = night.refused(round_ask.TakeBank(1, dollars(101 - most)))
    assert refusal.reason == TableReason.SHORT_OF_CHIPS
    night.bank(1, 100 - most)

    assert night.chips(1) == dollars(most)


def test_a_stake_put_up_anew_counts_the_one_that_is_there() -> None:
    night = Night(CA, chips={1: 102, 2: 1_000}).open().bank(1, 50)

    night.bank(1, 100)

    assert night.chips(1) == dollars(2)


@pytest.mark.parametrize(
    ("options", "fee"),
    [
        ({"fees": 1}, 100),
        ({"fees": 1, "fee.player_basis": "position"}, 50),
        ({"fees": 2}, 0),
    ],
)
def test_a_player_needs_the_wagers_and_the_largest_fee(options: dict[str, Any], fee: int) -> None:
    night = Night(CA, options, chips={1: 1_000, 2: 20}).open().bank(1)
    if fee:
        assert night.reason(bets(2, ante=10)) == TableReason.SHORT_OF_CHIPS
        night.give(ask.BuyIn(2, dollars(fee) // 100))  # type: ignore[arg-type]  # cents
    night.bet(2).close()

    assert night.chips(2) == 0
    assert night.books.of(DROP) - fee in (50, 100)


def test_fees_by_the_first_schedule_go_into_the_drop_before_the_deal() -> None:
    night = Night(CA, {"fees": 1}, chips={1: 1_000, 2: 1_000, 3: 1_000}).open().bank(1)
    night.bet(2, 3, ante=10, trips=5).close()  # $50 on the table: $1 for the bank, $1 each

    assert night.books.of(DROP) == dollars(3)
    assert night.chips(1) == dollars(1_000 - 200 - 1)
    assert night.chips(2) == dollars(1_000 - 25 - 1)


def test_fees_by_the_second_schedule_are_the_banks_alone() -> None:
    night = Night(CA, {"fees": 2}, chips={1: 1_000, 2: 1_000, 3: 1_000}).open().bank(1)
    night.bet(2, 3, ante=20, trips=20).close()  # $120 on the table

    assert night.books.of(DROP) == dollars(2)
    assert night.chips(2) == dollars(1_000 - 60)


@pytest.mark.parametrize("fees", [1, 2])
@pytest.mark.parametrize(("refund", "left"), [(True, 0), (False, 1)])
def test_fees_go_back_when_the_round_is_void(fees: int, refund: bool, left: int) -> None:
    options = {"fees": fees, "fee.refund_on_void": refund}
    night = Night(CA, options, chips={1: 1_000, 2: 1_000}).open().bank(1).bet(2).close()
    taken = night.books.of(DROP)

    night.give(ask.CallOff("a dispute", "Ben"))
    night.finish()

    assert night.books.of(DROP) == left * taken
    assert night.chips(1) + night.chips(2) == dollars(2_000) - left * taken


# -- who pays whom ---------------------------------------------------------------------------------


def test_the_house_pays_and_collects_where_it_banks() -> None:
    night = Night(MD).open().bet(1).deal(**WINS).everyone("4x").finish()

    assert night.net(1) == {"ante": 0, "blind": 0, "play": 4_000}
    assert night.books.of(HOUSE) == -4_000
    night.end().open().bet(1).deal(**LOSES).finish()

    assert night.books.of(HOUSE) == -4_000 + 3_000


def test_the_player_dealer_pays_and_collects_where_a_player_banks() -> None:
    night = Night(CA, {"fees": 2}, chips={1: 1_000, 2: 1_000}).open()
    night.give(ask.DeclineBank(1))
    night.bank(2).bet(1).deal(**WINS).everyone("4x").finish()

    assert night.net(1)["play"] == 4_000
    assert night.books.of(HOUSE) == 0
    assert night.chips(2) == dollars(1_000) - 4_000 - night.books.of(DROP)


def test_a_tip_that_wins_goes_into_the_tip_box_with_what_it_won() -> None:
    night = Night("south-dakota").open().bet(1, ante=10, tips={"ante": 1}).deal(**WINS)
    night.give(round_ask.Play(1, 4, tip=True))
    night.finish()

    # The Ante pushes, for the dealer has no pair; the tip on Play wins as much again.
    assert night.books.of(TIP_BOX) == 100 + 800


def test_chips_come_from_the_cage_and_go_back_there() -> None:
    night = Night(MD).open().bet(1).deal(**LOSES).finish().end()
    night.give(ask.Leave(1))

    assert night.books.of(CAGE) == -night.books.of(HOUSE)
    assert set(night.books.balances) == {CAGE, HOUSE}


def test_a_progressive_award_comes_from_the_meter() -> None:
    options = {"progressive": "A", "meter.seed": 10_000, "meter.rate": 10}
    night = Night(MD, options).open().bet(1, ante=10, progressive=1).deal(**royal(1)).finish()

    assert night.net(1)["progressive"] == 1_000_000 + 10 - 100
    assert night.meter() == 1_000_000

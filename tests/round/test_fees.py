"""Fees before the deal: California's two schedules at the ends of their tiers, and a flat one."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules import Wager
from tests.round.felt import Felt

# Total table action: what lies on Ante (as much on Blind) and Trips, seat by seat.
ACTIONS: dict[str, list[tuple[int, str]]] = {
    "50.00": [(10, "5"), (10, "5")],
    "50.50": [(10, "5"), (10, "5.50")],
    "51.00": [(10, "5"), (10, "6")],
    "300.00": [(40, "20"), (40, "20"), (40, "20")],
    "300.50": [(40, "20"), (40, "20"), (40, "20.50")],
    "301.00": [(40, "20"), (40, "20"), (40, "21")],
}
BANK_FEE = {
    1: {"50.00": 100, "50.50": 200, "51.00": 200, "300.00": 200, "300.50": 200, "301.00": 200},
    2: {"50.00": 50, "50.50": 200, "51.00": 200, "300.00": 200, "300.50": 300, "301.00": 300},
}


def closed(place: str, action: str, options: dict[str, Any]) -> Felt:
    """Put the action on the table, seat 1 upward with seat 6 banking, and close the bets."""
    felt = Felt(place, options, bank=(6, 1000))
    for seat, (ante, trips) in enumerate(ACTIONS[action], 1):
        felt.bet(seat, ante=ante, trips=trips)
    return felt.close()


@pytest.mark.parametrize("option", BANK_FEE)
@pytest.mark.parametrize("action", ACTIONS)
def test_the_banks_fee_follows_the_table_action(option: int, action: str) -> None:
    felt = closed("california", action, {"fees": option, "wager.increment": "0.50"})

    bank = [fee for fee in felt.round.fees if fee.bank]

    assert [(fee.seat, fee.chips) for fee in bank] == [(6, BANK_FEE[option][action])]
    assert f"CA-FEE.T{option}" in bank[0].cite.clauses


@pytest.mark.parametrize("action", ACTIONS)
def test_under_option_one_each_player_pays_for_two_circles(action: str) -> None:
    felt = closed("california", action, {"fees": 1, "wager.increment": "0.50"})

    players = {fee.seat: fee.chips for fee in felt.round.fees if not fee.bank}

    assert players == dict.fromkeys(range(1, len(ACTIONS[action]) + 1), 100)


def test_under_option_one_a_player_may_pay_once_for_the_position() -> None:
    felt = closed("california", "50.00", {"fees": 1, "fee.player_basis": "position"})

    assert {fee.seat: fee.chips for fee in felt.round.fees if not fee.bank} == {1: 50, 2: 50}


@pytest.mark.parametrize("action", ACTIONS)
def test_under_option_two_players_pay_nothing(action: str) -> None:
    felt = closed("california", action, {"fees": 2, "wager.increment": "0.50"})

    assert all(fee.bank for fee in felt.round.fees)


def test_california_charges_by_option_one_unless_told() -> None:
    felt = closed("california", "50.00", {})

    assert [fee.chips for fee in felt.round.fees] == [100, 100, 100]


def test_trips_is_free_for_the_player_but_counts_for_the_bank() -> None:
    without = Felt("california", bank=(6, 1000)).bet(1, ante=25).close()
    with_trips = Felt("california", bank=(6, 1000)).bet(1, ante=25, trips=5).close()

    assert [fee.chips for fee in without.round.fees] == [100, 100]
    assert [fee.chips for fee in with_trips.round.fees] == [200, 100]


def test_play_wagers_do_not_change_the_fee_that_was_due_before_the_cards() -> None:
    felt = Felt("california", bank=(6, 1000)).bet(1, 2, ante=10, trips=5).at("deal")
    before = felt.round.fees

    felt.everyone("4x")

    assert felt.round.spots[0].on(Wager.PLAY) == 4000
    assert felt.round.fees == before


def test_royal_caribbean_charges_no_fee_unless_one_is_filed() -> None:
    assert closed("royal-caribbean", "301.00", {}).round.fees == ()


@pytest.mark.parametrize("action", ["50.00", "301.00"])
def test_royal_caribbean_takes_a_flat_fee_whatever_the_action(action: str) -> None:
    options = {"fees": "flat", "fee.bank": 3, "fee.circle": "0.25"}

    felt = closed("royal-caribbean", action, options)

    assert [fee.chips for fee in felt.round.fees if fee.bank] == [300]
    assert {fee.chips for fee in felt.round.fees if not fee.bank} == {50}


@pytest.mark.parametrize("place", ["maryland", "south-dakota", "catfish-bend"])
def test_the_house_takes_no_fee_where_it_banks(place: str) -> None:
    assert Felt(place).bet(1, 2).close().round.fees == ()

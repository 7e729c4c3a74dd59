"""Tips as wagers: South Dakota alone has them, and they ride on the player's own wagers."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round import Reason
from pitboss.round import command as ask
from pitboss.rules import Wager
from tests.round.described import PLACES
from tests.round.felt import Felt, bets

SD = "south-dakota"


@pytest.mark.parametrize("place", [place for place in PLACES if place != SD])
def test_tips_are_no_wagers_elsewhere(place: str) -> None:
    felt = Felt(place)

    assert felt.reason(bets(2, {"ante": 5}, ante=10)) == Reason.TIP_SPOT


@pytest.mark.parametrize("spot", ["progressive", "six_card", "play"])
def test_no_tip_rides_on_any_other_spot_than_ante_blind_and_trips(spot: str) -> None:
    felt = Felt(SD, {"progressive": "PMG-01"})

    refusal = felt.refused(bets(2, {spot: 1}, ante=10, progressive=1))

    assert refusal.reason == Reason.TIP_SPOT
    assert refusal.cite.clauses == ("SD-3.s1",)


@pytest.mark.parametrize(
    "tips", [{"ante": 5}, {"blind": 5}, {"trips": 5}, {"ante": 10, "blind": 10, "trips": 5}]
)
def test_a_tip_may_ride_on_any_or_all_of_ante_blind_and_trips(tips: dict[str, int]) -> None:
    felt = Felt(SD)

    felt.bet(2, tips=tips, ante=10, trips=5)

    assert felt.round.spots[0].tips == {Wager(k): v * 100 for k, v in tips.items()}


def test_a_tip_without_any_own_wager_is_refused() -> None:
    felt = Felt(SD)

    refusal = felt.refused(bets(2, {"trips": 5}))

    assert refusal.reason == Reason.TIP_NEEDS_WAGER
    assert refusal.cite.clauses == ("SD-3.s1",)


@pytest.mark.parametrize("spot", ["ante", "blind", "trips"])
def test_any_tip_may_ride_beside_trips_alone(spot: str) -> None:
    felt = Felt(SD)

    felt.bet(2, tips={spot: 5}, trips=5)

    assert felt.round.spots[0].tips == {Wager(spot): 500}


def test_no_tip_rides_without_a_wager_of_the_players_own() -> None:
    refusal = Felt(SD).refused(bets(2, {"ante": 5, "trips": 5}))

    assert refusal.reason == Reason.TIP_NEEDS_WAGER
    assert refusal.cite.readings == ("A-SD-09",)


def test_a_tip_on_trips_beside_own_ante_and_blind_needs_no_own_trips() -> None:
    felt = Felt(SD)

    felt.bet(2, tips={"trips": 25}, ante=10)

    assert felt.round.spots[0].tips == {Wager.TRIPS: 2500}


def test_a_tip_on_trips_needs_own_trips_where_the_operator_filed_so() -> None:
    felt = Felt(SD, {"tips.trips_without_own": False})

    assert felt.reason(bets(2, {"trips": 5}, ante=10)) == Reason.TIP_NEEDS_WAGER


@pytest.mark.parametrize(
    ("tips", "own"),
    [
        ({"ante": 11}, {"ante": 10}),
        ({"blind": 11}, {"ante": 10}),
        ({"trips": 6}, {"ante": 10, "trips": 5}),
        ({"trips": 6}, {"trips": 5}),
    ],
)
def test_a_tip_is_at_most_the_players_own_wager_there_where_the_operator_filed_so(
    tips: dict[str, Any], own: dict[str, Any]
) -> None:
    felt = Felt(SD, {"tips.capped_by_own": True})

    assert felt.reason(bets(2, tips, **own)) == Reason.TIP_ABOVE_OWN


def test_a_tip_may_be_above_the_own_wager() -> None:
    felt = Felt(SD)

    felt.bet(2, tips={"ante": 50}, ante=10)

    assert felt.round.spots[0].tips == {Wager.ANTE: 5000}


def test_a_tip_keeps_to_the_step_of_its_spot() -> None:
    felt = Felt(SD)

    assert felt.reason(bets(2, {"ante": "5.01"}, ante=10)) == Reason.WAGER_INCREMENT


def test_a_play_tip_is_the_same_multiple_of_the_tip_on_the_ante() -> None:
    felt = Felt(SD).bet(2, tips={"ante": 5}, ante=10).at("deal")

    felt.give(ask.Play(2, 3, tip=True))

    assert felt.round.spots[0].tips == {Wager.ANTE: 500, Wager.PLAY: 1500}


def test_a_tip_on_the_ante_rides_without_a_play_tip() -> None:
    felt = Felt(SD).bet(2, tips={"ante": 5}, ante=10).at("deal")

    felt.give(ask.Play(2, 3))

    assert felt.round.spots[0].tips == {Wager.ANTE: 500}


def test_a_play_tip_needs_a_tip_on_the_ante() -> None:
    felt = Felt(SD).bet(2, tips={"blind": 5}, ante=10).at("deal")

    refusal = felt.refused(ask.Play(2, 3, tip=True))

    assert refusal.reason == Reason.TIP_NEEDS_WAGER
    assert refusal.cite.clauses == ("SD-3.s2",)


@pytest.mark.parametrize("place", [place for place in PLACES if place != SD])
def test_there_is_no_play_tip_elsewhere(place: str) -> None:
    felt = Felt(place).bet(2).at("deal")

    assert felt.reason(ask.Play(2, 3, tip=True)) == Reason.TIP_NEEDS_WAGER


def test_a_play_tip_counts_toward_the_customers_limit() -> None:
    felt = Felt(SD).bet(2, tips={"ante": 50}, ante=150).at("deal")  # 6 x 150 + 50 = 950

    refusal = felt.refused(ask.Play(2, 4, tip=True))  # 950 + 4 x 50 = 1,150

    assert refusal.reason == Reason.CUSTOMER_LIMIT
    assert refusal.facts["total"] == 115_000


def test_a_smaller_play_leaves_room_for_its_tip() -> None:
    felt = Felt(SD).bet(2, tips={"ante": 50}, ante=150).at("flop")  # 2 x 150 = 300 so far

    felt.give(ask.Play(2, 2, tip=True))  # 300 + 50 + 300 + 100 = 750

    assert felt.round.spots[0].tips[Wager.PLAY] == 10_000

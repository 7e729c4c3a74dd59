"""How much may be put down: steps, least and most, Progressive amounts, the customer's limit."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.round import Reason
from pitboss.round import command as ask
from pitboss.round.legal import bet_offers
from pitboss.rules import Wager
from tests.round.described import PLACES
from tests.round.felt import Felt, bets

STEP = {
    "maryland": ("10.02", "10.01"),
    "south-dakota": ("10.02", "10.01"),
    "california": ("10", "10.50"),  # A-CA-03: whole dollars close the gap between the fee tiers
    "catfish-bend": ("10.02", "10.01"),
    "royal-caribbean": ("10.02", "10.01"),
}
LIMITS: dict[str, Any] = {"limits.ante": {"min": 10, "max": 100}}
LIMITS |= {"limits.trips": {"min": 2, "max": 25}}
LIMITED = ("maryland", "south-dakota", "catfish-bend", "royal-caribbean")


@pytest.mark.parametrize("place", PLACES)
def test_a_wager_is_a_multiple_of_the_tables_step(place: str) -> None:
    felt = Felt(place)
    good, bad = STEP[place]

    refusal = felt.refused(bets(2, ante=bad))

    assert refusal.reason == Reason.WAGER_INCREMENT
    assert "A-X-02" in refusal.cite.readings
    felt.bet(2, ante=good, trips=good)


@pytest.mark.parametrize("place", PLACES)
def test_a_filed_step_is_kept(place: str) -> None:
    felt = Felt(place, {"wager.increment": 5})

    felt.bet(2, ante=15, trips=5)

    assert felt.reason(bets(2, ante=12)) == Reason.WAGER_INCREMENT
    assert felt.reason(bets(2, ante=10, trips=7)) == Reason.WAGER_INCREMENT


@pytest.mark.parametrize(("step", "good", "bad"), [("0.01", "5.02", "5.01"), ("0.05", 6, "6.05")])
def test_a_blind_that_could_pay_half_a_cent_is_refused(step: str, good: str, bad: str) -> None:
    felt = Felt("maryland", {"wager.increment": step})

    refusal = felt.refused(bets(2, ante=bad))

    assert refusal.reason == Reason.WAGER_INCREMENT
    assert refusal.facts["wager"] == Wager.BLIND
    felt.bet(2, ante=good, trips=bad)  # Trips has no 3 to 2


def test_the_offer_of_a_blind_tells_the_step_at_which_it_is_accepted() -> None:
    felt = Felt("maryland", {"wager.increment": "0.05"})

    steps = {offer.wager: offer.increment for offer in bet_offers(felt.round, felt.rules)}

    assert steps == {Wager.ANTE: 5, Wager.BLIND: 10, Wager.TRIPS: 5}


@pytest.mark.parametrize("place", LIMITED)
@pytest.mark.parametrize(
    ("wagers", "reason"),
    [
        ({"ante": "9.98"}, Reason.BELOW_MINIMUM),
        ({"ante": "100.02"}, Reason.ABOVE_MAXIMUM),
        ({"ante": 10, "trips": "1.98"}, Reason.BELOW_MINIMUM),
        ({"ante": 10, "trips": "25.02"}, Reason.ABOVE_MAXIMUM),
    ],
)
def test_a_wager_outside_the_posted_limits_is_refused(
    place: str, wagers: dict[str, Any], reason: Reason
) -> None:
    felt = Felt(place, LIMITS)

    assert felt.reason(bets(2, **wagers)) == reason


@pytest.mark.parametrize("place", LIMITED)
@pytest.mark.parametrize(("ante", "trips"), [(10, 2), (100, 25)])
def test_the_posted_limits_themselves_are_accepted(place: str, ante: int, trips: int) -> None:
    felt = Felt(place, LIMITS)

    felt.bet(2, ante=ante, trips=trips)

    assert felt.round.spots[0].on(Wager.TRIPS) == trips * 100


@pytest.mark.parametrize("place", LIMITED)
def test_without_posted_limits_any_amount_is_taken(place: str) -> None:
    felt = Felt(place)

    felt.bet(2, ante="0.02", trips="0.02")

    assert felt.round.spots[0].on(Wager.ANTE) == 2


@pytest.mark.parametrize(("six_card", "reason"), [(4, "below-minimum"), (11, "above-maximum")])
def test_six_card_has_limits_of_its_own(six_card: int, reason: str) -> None:
    felt = Felt("maryland", {"six_card": "A", "limits.six_card": {"min": 5, "max": 10}})

    refusal = felt.refused(bets(2, ante=10, trips=5, six_card=six_card))

    assert refusal.reason == reason
    assert refusal.cite.readings == ("A-MD-34",)


@pytest.mark.parametrize(
    ("wagers", "reason"),
    [
        ({"ante": 4}, Reason.BELOW_MINIMUM),
        ({"ante": 51}, Reason.ABOVE_MAXIMUM),
        ({"ante": 10, "trips": 4}, Reason.BELOW_MINIMUM),
        ({"ante": 10, "trips": 51}, Reason.ABOVE_MAXIMUM),
    ],
)
def test_california_takes_five_to_fifty_on_each_opening_spot(
    wagers: dict[str, Any], reason: Reason
) -> None:
    felt = Felt("california")

    refusal = felt.refused(bets(2, **wagers))

    assert refusal.reason == reason
    assert refusal.cite.readings == ("A-CA-05",)
    assert "CA-FEE.T1" in refusal.cite.clauses


def test_california_takes_exactly_five_and_exactly_fifty() -> None:
    felt = Felt("california")

    felt.bet(1, ante=5, trips=50).bet(2, ante=50, trips=5)

    assert [spot.on(Wager.ANTE) for spot in felt.round.spots] == [500, 5000]


def test_a_play_of_four_times_fifty_is_taken_in_california() -> None:
    felt = Felt("california").bet(2, ante=50).at("deal")

    felt.give(ask.Play(2, 4))

    assert felt.round.spots[0].on(Wager.PLAY) == 20_000


@pytest.mark.parametrize(
    ("place", "options", "taken", "refused"),
    [
        ("maryland", {"progressive": "A"}, (1, 5), (2, 10)),
        ("maryland", {"progressive": "A", "progressive.wagers": [5]}, (5,), (1,)),
        ("south-dakota", {"progressive": "PMG-01"}, (1,), (5, 2)),
        ("south-dakota", {"progressive": "PMG-02"}, (5,), (1,)),
        ("south-dakota", {"progressive": "UTHP-01"}, (1,), (5,)),
        ("south-dakota", {"progressive": "UTHP-02"}, (1,), (5,)),
        ("south-dakota", {"progressive": "UTHP-01", "uthp.wager": 2}, (2,), (1,)),
        ("south-dakota", {"progressive": "PMG-01", "progressive.wagers": [2]}, (2,), (1,)),
    ],
)
def test_the_progressive_device_takes_only_its_own_amounts(
    place: str, options: dict[str, Any], taken: tuple[int, ...], refused: tuple[int, ...]
) -> None:
    felt = Felt(place, options)

    for amount in refused:
        assert felt.reason(bets(2, ante=10, progressive=amount)) == Reason.PROGRESSIVE_AMOUNT
    for amount in taken:
        felt.bet(2, ante=10, progressive=amount)


PMG_5 = {"progressive": "PMG-02"}


def test_a_customer_may_bet_up_to_one_thousand_with_the_largest_play() -> None:
    felt = Felt("south-dakota", PMG_5)

    felt.bet(2, ante=142, trips=142, progressive=5)  # 7 x 142 + 5 = 999

    assert felt.round.spots[0].on(Wager.TRIPS) == 14_200


@pytest.mark.parametrize(
    ("wagers", "tips", "total"),
    [
        ({"ante": 143, "trips": 143}, {}, 100_100),
        ({"ante": 142, "trips": 142, "progressive": 5}, {"trips": 2}, 100_100),
        ({"ante": 167}, {}, 100_200),
        ({"trips": "1000.02"}, {}, 100_002),
    ],
)
def test_a_customer_may_not_pass_one_thousand_with_the_largest_play(
    wagers: dict[str, Any], tips: dict[str, Any], total: int
) -> None:
    felt = Felt("south-dakota", PMG_5)

    refusal = felt.refused(bets(2, tips, **wagers))

    assert refusal.reason == Reason.CUSTOMER_LIMIT
    assert refusal.facts["total"] == total
    assert refusal.cite.clauses == ("SD-1.s3",)
    assert refusal.cite.readings == ("A-SD-10",)


def test_exactly_one_thousand_is_within_the_limit() -> None:
    felt = Felt("south-dakota")

    felt.bet(2, ante=166, trips=4)  # 6 x 166 + 4 = 1,000

    assert felt.reason(bets(2, ante=166, trips="4.02")) == Reason.CUSTOMER_LIMIT


def test_tips_are_left_out_of_the_limit_where_the_operator_filed_so() -> None:
    felt = Felt("south-dakota", {**PMG_5, "limit.counts_tips": False})

    felt.bet(2, tips={"trips": 2}, ante=142, trips=142, progressive=5)

    assert felt.reason(bets(2, ante=143, trips=143)) == Reason.CUSTOMER_LIMIT


def test_the_limit_may_bound_each_wager_alone() -> None:
    felt = Felt("south-dakota", {"limit.scope": "per_wager"})

    felt.bet(2, ante=250, trips=1000)  # the largest Play is 4 x 250 = 1,000

    assert felt.reason(bets(2, ante=251)) == Reason.CUSTOMER_LIMIT
    assert felt.reason(bets(2, trips="1000.02")) == Reason.CUSTOMER_LIMIT


@pytest.mark.parametrize("place", LIMITED)
def test_the_customers_limit_is_south_dakotas_alone(place: str) -> None:
    felt = Felt(place)
    large = bets(2, ante=500, trips=500)

    if place == "south-dakota":
        assert felt.reason(large) == Reason.CUSTOMER_LIMIT
    else:
        felt.give(large)

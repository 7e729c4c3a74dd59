"""Payout limits of a player's hand and of a round, and the notices of large payouts."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from pitboss.round.play import PlayedScript
from pitboss.round.settlement.limits import shares
from tests.round.described import (
    PLACES,
    clauses,
    described,
    described_table,
    nets,
    notices,
    settled,
    what_if,
)

MD, IA = "maryland", "catfish-bend"
BOARD = "Ts Js Qs 2d 2h"
ROYAL: dict[str, Any] = {"player": "As Ks", "dealer": "2c 2s", "board": BOARD, "acts": ("play 4x",)}
FLUSH: dict[str, Any] = {
    "player": "Ah 5h",
    "dealer": "Kd 4s",
    "board": "Kh 8h 3h 2c Td",
    "acts": ("play 4x",),
}


def won(played: PlayedScript, seat: int = 2) -> dict[str, Decimal]:
    """Give a seat's results in dollars."""
    return {wager: Decimal(net) / 100 for wager, net in nets(played, seat).items()}


# -- Maryland: what one player may be paid on one hand --


def royal(options: dict[str, Any], **wagers: Any) -> PlayedScript:
    """S-MD-16: Ante $200, Blind $200, Trips $25, Play 4x; winnings of $102,250."""
    wagers = {"ante": 200, "trips": 25, **wagers}
    meters = {"main": "123456.78"} if "progressive" in options else {}
    return settled(described(MD, **ROYAL, options=options, meters=meters, **wagers))


def test_a_players_winnings_are_cut_to_the_operators_limit_in_one_line() -> None:
    played = royal({"limit.amount": 50_000})

    assert won(played) == {
        "ante": 200,
        "blind": 100_000,
        "play": 800,
        "trips": 1250,
        "limit": -52_250,
    }
    assert clauses(played)["limit"] == ("MD-12.F", "MD-12.F.1")


def test_the_cut_may_be_filed_to_fall_on_each_wager_in_proportion() -> None:
    """50,000 of 102,250: 97.7995, 48,899.7555, 391.1980 and 611.2469; three odd cents are left."""
    played = royal({"limit.amount": 50_000, "limit.allocation": "pro_rata"})

    assert won(played) == {
        "ante": Decimal("97.80"),
        "blind": Decimal("48899.75"),
        "play": Decimal("391.20"),
        "trips": Decimal("611.25"),
    }
    assert "MD-12.F" in clauses(played)["blind"]


def test_progressive_is_outside_the_limit() -> None:
    played = royal({"limit.amount": 50_000, "progressive": "A"}, progressive=1)

    assert won(played)["progressive"] == Decimal("123455.78")
    assert won(played)["limit"] == -52_250
    assert "MD-12.F.2" in clauses(played)["progressive"]


def test_six_card_is_outside_the_limit() -> None:
    """S-MD-23: a super royal in diamonds on $5."""
    played = settled(
        described(
            MD,
            player="Ad Kd",
            dealer="Kc Qs",
            board="2c 7h 8s 4c 4h",
            box="Qd Jd Td 9d",
            acts=("play 4x",),
            options={"six_card": "A", "limit.amount": 50_000},
            ante=10,
            trips=5,
            six_card=5,
        )
    )

    assert won(played)["six_card"] == 1_000_000
    assert "limit" not in won(played)
    assert "MD-12.F.2" in clauses(played)["six_card"]


def test_envy_is_outside_the_limit() -> None:
    seats: dict[int, dict[str, Any]] = {
        1: {"cards": "As Ks", "ante": 10, "acts": ["play 4x"]},
        4: {"cards": "9c 9d", "ante": 10, "progressive": 5, "acts": ["play 4x"]},
    }
    options = what_if({"progressive": "A", "limit.amount": 60})

    played = settled(
        described_table(
            MD,
            seats,
            dealer="3c 4d",
            board=BOARD,
            options=options,
            meters={"main": 20_000},
        )
    )

    assert won(played, 4) == {
        "ante": 10,
        "blind": 0,
        "play": 40,
        "progressive": -5,
        "envy": 5000,
    }


def test_winnings_of_exactly_the_limit_are_paid_in_full() -> None:
    assert "limit" not in won(royal({"limit.amount": 102_250}))
    assert won(royal({"limit.amount": "102249.99"}))["limit"] == Decimal("-0.01")


def test_there_is_no_limit_unless_one_is_filed() -> None:
    assert "limit" not in won(royal({}))


def test_losses_do_not_make_room_under_the_limit() -> None:
    """Ante 10 and Play 40 win, Trips 25 loses: the winnings are 50, not 25."""
    played = settled(
        described(
            MD,
            player="Ks 7d",
            dealer="9s Qd",
            board="Kh 9d 4c 2s 7h",
            acts=("play 4x",),
            options=what_if({"limit.amount": 30}),
            ante=10,
            trips=25,
        )
    )

    assert won(played)["limit"] == -20


def test_each_player_has_a_limit_of_the_own() -> None:
    seats: dict[int, dict[str, Any]] = {
        1: {"cards": "As Ks", "ante": 10, "acts": ["play 4x"]},
        4: {"cards": "9s 8s", "ante": 10, "acts": ["play 4x"]},
    }

    options = what_if({"limit.amount": 500})

    played = settled(described_table(MD, seats, dealer="3c 4d", board=BOARD, options=options))

    assert won(played, 1)["limit"] == -(10 + 40 + 5000 - 500)
    assert won(played, 4)["limit"] == -(10 + 40 + 500 - 500)


# -- Iowa: what a round may pay in all --

# Seat 2 makes a royal flush: 500 to 1 on the Blind; seat 5 a straight flush: 50 to 1.
TWO_WINNERS: dict[int, dict[str, Any]] = {
    2: {"cards": "As Ks", "ante": 40, "acts": ["play 4x"]},
    5: {"cards": "9s 8s", "ante": 200, "acts": ["play 4x"]},
}


def winners(options: dict[str, Any] | None = None, ante: int = 40) -> PlayedScript:
    seats = {2: {**TWO_WINNERS[2], "ante": ante}, 5: TWO_WINNERS[5]}
    return settled(described_table(IA, seats, dealer="3c 4d", board=BOARD, options=options))


def limits(played: PlayedScript) -> dict[int, Decimal]:
    return {seat: won(played, seat).get("limit", Decimal(0)) for seat in (2, 5)}


def test_one_winner_is_cut_to_the_aggregate() -> None:
    """S-IA-06."""
    played = settled(described(IA, **ROYAL, ante=50, trips=25))

    assert won(played)["limit"] == -1500
    assert sum(won(played).values()) == 25_000
    assert clauses(played)["limit"] == ("IA-PAY.2",)


def test_several_winners_share_the_aggregate_in_proportion() -> None:
    """20,200 and 11,000 of 31,200: 16,185.8974 and 8,814.1026; the odd cent goes to seat 2."""
    played = winners()

    assert limits(played) == {2: Decimal("-4014.10"), 5: Decimal("-2185.90")}


def test_the_aggregate_may_be_filed_to_be_paid_in_order() -> None:
    played = winners({"aggregate.allocation": "in_order"})

    assert limits(played) == {2: Decimal(-6200), 5: Decimal(0)}  # seat 5 is settled first


def test_the_aggregate_may_be_filed_for_each_player() -> None:
    played = winners({"aggregate.scope": "player"}, ante=60)

    assert limits(played) == {2: Decimal(-5300), 5: Decimal(0)}  # 60 + 240 + 30,000


def test_the_aggregate_may_be_filed_for_each_wager() -> None:
    played = winners({"aggregate.scope": "wager"}, ante=60)

    assert limits(played) == {2: Decimal(-5000), 5: Decimal(0)}


def test_the_aggregate_may_be_filed_to_count_long_odds_only() -> None:
    """Above 50 to 1 is only the royal's Blind: 20,000, and 30,000 with an Ante of 60."""
    options = {"aggregate.odds_over": 50}

    assert limits(winners(options)) == {2: Decimal(0), 5: Decimal(0)}
    assert limits(winners(options, ante=60)) == {2: Decimal(-5000), 5: Decimal(0)}


def test_a_round_that_pays_exactly_the_aggregate_is_not_cut() -> None:
    """49 + 196 + 24,500 on the royal, 51 times 5 on the other seat's Ante and Play: 25,000."""
    seats = {
        2: {**TWO_WINNERS[2], "ante": 49},
        5: {"cards": "Kc 2c", "ante": 51, "acts": ["play 4x"]},
    }
    exactly = described_table(IA, seats, dealer="3c 4d", board=BOARD)
    seats[5] = {**seats[5], "ante": "51.02"}
    above = described_table(IA, seats, dealer="3c 4d", board=BOARD)

    # Three 2s pay no Blind: 51 + 204 = 255, and 24,745 + 255 = 25,000.
    assert limits(settled(exactly)) == {2: Decimal(0), 5: Decimal(0)}
    assert sum(limits(settled(above)).values()) == Decimal("-0.10")


@pytest.mark.parametrize("place", [place for place in PLACES if place != IA])
def test_no_other_place_has_an_aggregate(place: str) -> None:
    played = settled(described(place, **ROYAL, ante=50, trips=25))

    assert sum(won(played).values()) == 26_500


@pytest.mark.parametrize(
    ("total", "weights", "wanted"),
    [
        (100, [1, 1, 1], [34, 33, 33]),
        (100, [1, 2], [33, 67]),
        (2_500_000, [2_020_000, 1_100_000], [1_618_590, 881_410]),
        (5, [3, 3, 3, 3], [2, 1, 1, 1]),
        (0, [1, 2], [0, 0]),
    ],
)
def test_shares_go_by_largest_remainder_then_by_order(
    total: int, weights: list[int], wanted: list[int]
) -> None:
    assert shares(total, weights) == wanted


# -- notices --


@pytest.mark.parametrize(
    ("ante", "trips", "total", "told"),
    [
        ("0.22", "14.08", "99.99", False),  # 0.22 + 0.88 + 0.33 + 98.56
        (1, "13.36", "100.02", True),
        (8, "6.86", "100.02", True),
        (2, "12.42", "99.94", False),
    ],
)
def test_the_supervisor_is_told_of_a_payout_of_one_hundred_dollars(
    ante: Any, trips: Any, total: str, told: bool
) -> None:
    played = settled(described(IA, **FLUSH, ante=ante, trips=trips))

    assert sum(won(played).values()) == Decimal(total)
    assert ("supervisor-payout" in notices(played)) == told


def test_exactly_one_hundred_dollars_is_told_and_cites_its_clause() -> None:
    """Ante 20 and Play 80 on two pair; the Trips that loses beside it does not count."""
    played = settled(
        described(
            IA,
            player="Ks 7d",
            dealer="9s Qd",
            board="Kh 9d 4c 2s 7h",
            acts=("play 4x",),
            ante=20,
            trips=5,
        )
    )

    assert notices(played) == ["supervisor-payout"]
    assert played.round.settlement is not None
    assert played.round.settlement.notices[0].cite.clauses == ("IA-PAY.1",)
    assert played.round.settlement.notices[0].chips == 10_000


def test_another_threshold_may_be_filed() -> None:
    options = what_if({"notify.threshold": 200})

    below = settled(described(IA, **FLUSH, options=options, ante=20, trips=9))
    above = settled(described(IA, **FLUSH, options=options, ante=20, trips=10))

    assert notices(below) == []  # 20 + 80 + 30 + 63 = 193
    assert notices(above) == ["supervisor-payout"]  # exactly 200


@pytest.mark.parametrize("place", [place for place in PLACES if place != IA])
def test_no_other_place_wants_the_supervisor_told_of_a_payout(place: str) -> None:
    played = settled(described(place, **FLUSH, ante=50, trips=5))

    assert notices(played) == []

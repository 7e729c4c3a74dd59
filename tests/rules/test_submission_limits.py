"""Limits, increments and fees of a submission, each check at its boundary."""

from __future__ import annotations

import pytest

from pitboss.rules import in_force, rule_set
from pitboss.rules.checks.limits import payout_floor
from pitboss.rules.money import dollars
from tests.rules.filings import PROGRESSIVE, errors, notes, the


def limits(ante: str, trips: str, most: str = "1000") -> dict[str, str]:
    return {
        "options.limits.ante": f"{{ min = {ante}, max = {most} }}",
        "options.limits.trips": f"{{ min = {trips}, max = {most} }}",
    }


@pytest.mark.parametrize(
    ("ante", "trips", "limit", "expected"),
    [
        ("15", "5", "49999.99", ["payout-limit-low"]),
        ("15", "5", "50000", []),
        ("100", "5", "50000", ["payout-limit-low"]),
        ("100", "5", "50749.99", ["payout-limit-low"]),
        ("100", "5", "50750", []),
        ("98.5", "5", "50000", []),
        ("98.52", "5", "50000", ["payout-limit-low"]),
    ],
)
def test_a_payout_limit_is_not_below_its_floor(
    ante: str, trips: str, limit: str, expected: list[str]
) -> None:
    assert errors("maryland", limits(ante, trips), {"options.limit.amount": limit}) == expected


@pytest.mark.parametrize(("ante", "trips"), [(15, 5), (100, 5), (200, 25), (1_000, 1)])
def test_the_floor_is_505_antes_and_50_trips_by_the_paytables_in_force(
    ante: int, trips: int
) -> None:
    least = {"ante": {"min": ante}, "trips": {"min": trips}}

    floor = payout_floor(in_force(rule_set("maryland"), {"limits": least}))

    assert floor == max(dollars(50_000), dollars(505 * ante + 50 * trips))


def test_a_low_limit_says_what_would_be_right() -> None:
    problem = the(
        "payout-limit-low", "maryland", limits("100", "5"), {"options.limit.amount": "50000"}
    )

    assert "at least $50,750.00" in problem.right
    assert problem.clauses == ("MD-12.F", "MD-12.F.1")


def test_no_place_but_maryland_knows_a_payout_limit() -> None:
    assert payout_floor(in_force(rule_set("south-dakota"))) is None
    assert errors("south-dakota", {"options.limit.amount": "1"}) == ["option-not-open"]


PMG_5 = {**PROGRESSIVE["south-dakota"], "options.progressive": '"PMG-02"'}


@pytest.mark.parametrize(
    ("ante", "more", "expected"),
    [
        ("140", PMG_5, []),  # 985
        ("143", {}, ["customer-limit"]),  # 1,001
        ("142", PMG_5, []),  # 999
        ("142", {**PMG_5, "posted.tips": "1"}, []),  # 1,000
        ("142", {**PMG_5, "posted.tips": "1.02"}, ["customer-limit"]),
        ("142", {**PMG_5, "posted.tips": "2", "options.limit.counts_tips": "false"}, []),
        ("250", {"options.limit.scope": '"per_wager"'}, ["departure"]),
        ("250.02", {"options.limit.scope": '"per_wager"'}, ["customer-limit", "departure"]),
    ],
)
def test_the_posted_maxima_leave_room_for_the_largest_play(
    ante: str, more: dict[str, str], expected: list[str]
) -> None:
    assert errors("south-dakota", limits("5", "5", ante), more) == expected


def test_what_is_left_for_tips_is_told_where_none_are_posted() -> None:
    problem = the(
        "tips-room", "south-dakota", limits("5", "5", "142"), PMG_5, {"posted.tips": None}
    )

    assert problem.right == "$1.00 of $1,000.00 is left for tips"
    assert not problem.is_error


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("0.02", []),
        ("0.01", ["increment-fraction"]),
        ("0.03", ["increment-fraction", "limit-not-multiple"]),
        ("0.05", ["increment-fraction"]),
        ("0.10", []),
        ("1", []),
        ("2.5", []),
    ],
)
def test_no_stake_may_win_a_fraction_of_a_cent(step: str, expected: list[str]) -> None:
    odd = {
        "options.limits.ante": "{ min = 5, max = 100 }",
        "options.limits.trips": "{ min = 5, max = 100 }",
    }

    assert errors("maryland", odd, {"options.wager.increment": step}) == expected


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ("{ min = 5, max = 500 }", []),
        ("{ min = 5, max = 501 }", ["limit-not-multiple"]),
        ("{ min = 6, max = 500 }", ["limit-not-multiple"]),
        ("{ min = 0, max = 500 }", ["limit-zero"]),
        ("{ min = 5 }", ["limits-missing"]),
        ("{ max = 5 }", ["limits-missing"]),
        ("{ min = 10, max = 5 }", ["option-value", "limits-missing"]),
    ],
)
def test_posted_limits_are_amounts_that_can_be_bet(span: str, expected: list[str]) -> None:
    step = {"options.wager.increment": "5", "options.limits.ante": span}

    assert errors("maryland", step) == sorted(expected)


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ("{ min = 5, max = 50 }", []),
        ("{ min = 10, max = 25 }", []),
        ("{ min = 4, max = 50 }", ["spot-limit"]),
        ("{ min = 5, max = 51 }", ["spot-limit"]),
        ("{ min = 5 }", ["spot-limit"]),
        ('"none"', ["spot-limit"]),
    ],
)
def test_california_spots_stay_within_five_and_fifty(span: str, expected: list[str]) -> None:
    assert errors("california", {"options.limits.spot": span}) == expected


def test_one_player_who_could_pass_the_iowa_aggregate_is_noted() -> None:
    assert notes("catfish-bend", {"options.limits.ante": "{ min = 5, max = 49 }"}) == []
    assert notes("catfish-bend", {"options.limits.ante": "{ min = 5, max = 50 }"}) == [
        "aggregate-reached"
    ]


@pytest.mark.parametrize(("amount", "expected"), [("25000", []), ("30000", ["locked-option"])])
def test_the_iowa_aggregate_is_fixed(amount: str, expected: list[str]) -> None:
    assert errors("catfish-bend", {"options.aggregate.amount": amount}) == expected


@pytest.mark.parametrize(
    ("fees", "expected"),
    [
        ("1", []),
        ('"2"', []),
        ("3", ["fee-option"]),
        ('"none"', ["fee-option"]),
        ('"2%"', ["percentage-fee"]),
    ],
)
def test_california_has_two_fee_options(fees: str, expected: list[str]) -> None:
    assert errors("california", {"options.fees": fees}) == expected


@pytest.mark.parametrize("place", ["california", "royal-caribbean"])
def test_a_percentage_of_wagers_never_goes_to_the_house(place: str) -> None:
    assert errors(place, {"options.fee.percentage": "0"}) == []
    assert errors(place, {"options.fee.percentage": "0.5"}) == ["percentage-fee"]


@pytest.mark.parametrize(
    ("filed", "expected"),
    [
        ({}, []),
        ({"options.fees": '"flat"', "options.fee.bank": "1"}, []),
        ({"options.fees": '"flat"', "options.fee.circle": "0.5"}, []),
        ({"options.fees": '"flat"'}, ["fee-amount"]),
        ({"options.fee.bank": "1"}, ["fee-amount"]),
        ({"options.fees": '"flat"', "options.fee.bank": '"2%"'}, ["fee-amount", "percentage-fee"]),
        ({"options.fees": "1"}, ["fee-option"]),
    ],
)
def test_royal_caribbean_fees_are_flat_or_none(filed: dict[str, str], expected: list[str]) -> None:
    assert errors("royal-caribbean", filed) == expected


def test_the_basis_of_the_player_s_fee_is_the_operator_s_to_confirm() -> None:
    option_1 = {"options.fees": "1"}

    assert notes("california", option_1) == ["fee-basis"]
    assert notes("california", option_1, {"options.fee.player_basis": '"position"'}) == []
    assert notes("california", {"options.fees": "2"}) == []

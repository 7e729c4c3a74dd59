"""Sums of a career against plain sums."""

from __future__ import annotations

import statistics
from fractions import Fraction
from math import isclose, sqrt

from hypothesis import given
from hypothesis import strategies as st

from pitboss.coach.career import (
    ChoiceCost,
    HandCost,
    PartSums,
    career_sums,
    course,
    last_session,
)
from pitboss.rules import Street

MINUTE_MS = 60_000


def hand(at: int, *costs: int, ante: int = 1_000, net: int = 0) -> HandCost:
    streets = tuple(Street)
    choices = tuple(
        ChoiceCost(streets[n], f"kind-{n}", Fraction(cost, 7)) for n, cost in enumerate(costs)
    )
    lost = sum((one.cost for one in choices), Fraction(0))
    before = Fraction(-22, 3)
    return HandCost(at, ante, before, net - before + lost, 0, net, choices)


costs_ = st.lists(st.integers(0, 5_000), max_size=3)
played = st.lists(
    st.builds(
        lambda costs, ante, net: hand(0, *costs, ante=ante, net=net),
        costs_,
        st.sampled_from((500, 1_000, 2_500)),
        st.integers(-20_000, 20_000),
    ),
    max_size=12,
)


@given(played)
def test_figures_are_those_of_plain_sums(hands: list[HandCost]) -> None:
    sums = career_sums(hands)

    costs = [one.cost / one.ante for one in hands]
    assert sums.hands == len(hands)
    assert sums.per_hundred == (100 * sum(costs) / len(costs) if costs else 0)
    if len(costs) > 1:
        error = 100 * sqrt(statistics.variance(costs) / len(costs))
        assert sums.error_variance is not None
        assert isclose(sqrt(sums.error_variance), error, abs_tol=1e-9)
    else:
        assert sums.error_variance is None
    assert sums.before + sums.luck - sums.cost + sums.others == sums.net
    for parts in (sums.streets, sums.kinds):
        assert sum((part.cost for part in parts.values()), Fraction(0)) == sums.cost
        assert sum(part.made for part in parts.values()) == sum(len(one.choices) for one in hands)


def test_streets_and_kinds_count_choices_and_mistakes() -> None:
    sums = career_sums([hand(0, 0, 70), hand(1, 14, 0, 7)])

    assert sums.streets == {
        Street.DEAL: PartSums(2, 1, Fraction(2)),
        Street.FLOP: PartSums(2, 1, Fraction(10)),
        Street.RIVER: PartSums(1, 1, Fraction(1)),
    }
    assert sums.kinds["kind-1"] == PartSums(2, 1, Fraction(10))


def test_a_session_ends_with_a_gap_of_half_an_hour() -> None:
    hands = [hand(minute * MINUTE_MS) for minute in (0, 29, 60, 90, 91)]

    assert last_session(hands) == hands[2:]
    assert last_session(hands[:2]) == hands[:2]
    assert last_session([]) == []


def test_a_course_has_few_points_and_ends_with_the_sums() -> None:
    hands = [hand(n, n, net=n) for n in range(11)]
    sums = career_sums(hands)

    points = list(course(hands, 4))

    assert [one.hands for one in points] == [3, 6, 9, 11]
    assert (points[-1].luck, points[-1].cost, points[-1].net) == (sums.luck, sums.cost, sums.net)
    assert list(course([], 4)) == []

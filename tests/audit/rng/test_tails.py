"""Tails against closed forms, exact sums and printed tables; families of p-values by Holm."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.audit.rng.finding import by_deviation, by_largest, by_repeats, holm
from pitboss.audit.rng.tails import chi_square_p, gamma_tails, normal_p

# The upper percentage points of the χ² distribution as any table prints them.
PRINTED = [
    (1, 3.841, 0.05), (1, 6.635, 0.01), (5, 11.070, 0.05), (8, 20.090, 0.01),
    (10, 23.209, 0.01), (30, 43.773, 0.05), (100, 135.807, 0.01), (100, 77.929, 0.95),
]  # fmt: skip


@pytest.mark.parametrize(("df", "statistic", "upper"), PRINTED)
def test_printed_points_of_chi_square(df: int, statistic: float, upper: float) -> None:
    assert gamma_tails(df / 2, statistic / 2)[1] == pytest.approx(upper, rel=2e-3)


@given(st.floats(1e-6, 600))
def test_one_degree_and_two_have_closed_forms(x: float) -> None:
    assert gamma_tails(0.5, x)[1] == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-9, abs=1e-15)
    assert gamma_tails(0.5, x)[0] == pytest.approx(math.erf(math.sqrt(x)), rel=1e-9)
    assert gamma_tails(1.0, x)[1] == pytest.approx(math.exp(-x), rel=1e-9, abs=1e-15)


@pytest.mark.parametrize(("a", "x"), [(5, 3), (5, 20), (40, 40), (300, 260), (300, 350)])
def test_whole_numbers_are_sums_of_poisson_terms(a: int, x: int) -> None:
    terms = sum(Fraction(x**k, math.factorial(k)) for k in range(a))
    upper = math.exp(math.log(terms.numerator) - math.log(terms.denominator) - x)

    assert gamma_tails(a, x)[1] == pytest.approx(upper, rel=1e-9)


@given(st.floats(0.5, 40_000), st.floats(0.2, 3))
def test_the_tails_add_up_and_never_leave_their_range(a: float, ratio: float) -> None:
    lower, upper = gamma_tails(a, a * ratio)

    assert lower + upper == pytest.approx(1)
    assert 0 <= min(lower, upper) <= 0.52


@given(st.floats(0.5, 3_000), st.floats(0.5, 2), st.floats(0.5, 2))
def test_the_upper_tail_falls(a: float, one: float, other: float) -> None:
    low, high = sorted((one, other))

    assert gamma_tails(a, a * low)[1] >= gamma_tails(a, a * high)[1] - 1e-12


@pytest.mark.parametrize("df", [2_601, 65_535])
def test_many_degrees_are_nearly_normal(df: int) -> None:
    """Wilson and Hilferty's cube root, right to some 1e-4 here."""
    for z in (-3, -1, 0, 1, 3):
        part = 2 / (9 * df)
        statistic = df * (1 - part + z * math.sqrt(part)) ** 3
        assert gamma_tails(df / 2, statistic / 2)[1] == pytest.approx(
            math.erfc(z / math.sqrt(2)) / 2, abs=2e-5
        )


def test_the_ends() -> None:
    assert gamma_tails(3, 0) == (0, 1)
    assert gamma_tails(3, math.inf) == (1, 0)
    assert gamma_tails(1_300, 1e9) == (1, 0)
    assert chi_square_p(0, 10) == 0
    assert chi_square_p(1e12, 2_601) == 0


def test_both_tails_count() -> None:
    assert chi_square_p(77.929, 100) == pytest.approx(0.1, rel=1e-3)
    assert chi_square_p(124.342, 100) == pytest.approx(0.1, rel=1e-3)
    assert normal_p(1.959964) == normal_p(-1.959964) == pytest.approx(0.05, rel=1e-5)


def test_what_is_no_number_fails() -> None:
    assert by_deviation("", "", math.inf).p == 0
    assert by_deviation("", "", math.nan).p == 0
    assert by_largest("", "", [("a", 1.0), ("b", math.nan), ("c", 9.0)]).p == 0


def test_the_largest_of_several_pays_for_their_number() -> None:
    found = by_largest("", "", [("a", -3.0), ("b", 1.0), ("c", 2.0)])

    assert found.p == pytest.approx(3 * normal_p(3))
    assert found.statistic == -3
    assert found.note == "the largest of 3: a"


def test_a_repeat_is_as_unlikely_as_any_at_all() -> None:
    assert by_repeats("", "", 0, 1e-50).p == 1
    assert by_repeats("", "", 1, 1e-50).p == 1e-50
    assert by_repeats("", "", 7, 12.0).p == 1


def test_holm_as_worked_by_hand() -> None:
    assert holm([0.04, 0.001, 0.03, 0.5]) == pytest.approx([0.09, 0.004, 0.09, 0.5])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_holm_rejects_as_its_steps_do(values: list[float]) -> None:
    adjusted = holm(values)

    ordered = sorted(values)
    steps = [p * (len(values) - rank) <= 0.01 for rank, p in enumerate(ordered)]
    rejected = steps.index(False) if False in steps else len(steps)
    assert sum(p <= 0.01 for p in adjusted) == rejected or len(set(values)) < len(values)
    assert all(new >= old for new, old in zip(adjusted, values, strict=True))

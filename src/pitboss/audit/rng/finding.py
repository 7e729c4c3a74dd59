"""What one test found, and how many findings together are judged."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pitboss.audit.rng.tails import chi_square_p, normal_p

FAMILY_RISK: Final = 0.01  # how often honest chance may fail the battery as a whole: once in 100


@dataclass(frozen=True, slots=True)
class RngResult:
    """A test's statistic and its p-value; a test that could not be run has none, and says why."""

    test: str
    of: str
    statistic: float | None
    df: int | None
    p: float | None
    note: str = ""


def by_chi_square(test: str, of: str, statistic: float, df: int, note: str = "") -> RngResult:
    return RngResult(test, of, statistic, df, chi_square_p(statistic, df), note)


def by_deviation(test: str, of: str, z: float, note: str = "") -> RngResult:
    """Return the result of a deviation, normal if chance is fair; infinite or NaN fails."""
    return RngResult(test, of, z, None, normal_p(z) if math.isfinite(z) else 0.0, note)


def by_largest(test: str, of: str, deviations: Sequence[tuple[str, float]]) -> RngResult:
    """Return the result of the largest of several deviations, by Bonferroni's bound."""
    where, worst = max(deviations, key=lambda one: _size(one[1]))
    p = normal_p(worst) if math.isfinite(worst) else 0.0
    note = f"the largest of {len(deviations)}: {where}"
    return RngResult(test, of, worst, None, min(1.0, p * len(deviations)), note)


def by_repeats(test: str, of: str, repeats: int, expected: float) -> RngResult:
    """Return the result of counting repeats where next to none are expected."""
    return RngResult(test, of, repeats, None, 1.0 if repeats == 0 else min(1.0, expected))


def too_few(test: str, of: str, needs: int, thing: str) -> RngResult:
    return RngResult(test, of, None, None, None, f"not run: needs {needs:,} {thing}")


def holm(values: Sequence[float]) -> list[float]:
    """Adjust p-values by Holm's method: below the risk means that the family fails by this one.

    >>> holm([0.01, 0.04, 0.5])
    [0.03, 0.08, 0.5]
    """
    adjusted = [0.0] * len(values)
    floor = 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        floor = max(floor, min(1.0, values[place] * (len(values) - rank)))
        adjusted[place] = floor
    return adjusted


def _size(deviation: float) -> float:
    return math.inf if math.isnan(deviation) else abs(deviation)

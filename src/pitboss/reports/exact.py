"""Exact numbers in JSON: the fraction as text, and beside it the nearest decimal."""

from __future__ import annotations

import math
from fractions import Fraction

from pitboss.rules.user_toml import Document


def exact(value: Fraction | int) -> Document:
    """Write an exact number: reduced, a whole one without a bar.

    >>> exact(Fraction(-2, 8))
    {'fraction': '-1/4', 'decimal': -0.25}
    """
    return {"fraction": str(value), "decimal": float(value)}


def exact_or_none(value: Fraction | int | None) -> Document | None:
    """Write an exact number where there is one."""
    return None if value is None else exact(value)


def root(variance: Fraction) -> Document:
    """Write a standard deviation as the root of an exact variance.

    >>> root(Fraction(4))
    {'decimal': 2.0, 'variance': {'fraction': '4', 'decimal': 4.0}}
    """
    return {"decimal": math.sqrt(variance), "variance": exact(variance)}


def sampled(mean: float, standard_error: float, rounds: int) -> Document:
    """Write a sampled number: its mean, its standard error and how many rounds are behind it."""
    return {"mean": mean, "standard_error": standard_error, "rounds": rounds}

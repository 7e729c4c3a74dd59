"""How likely a statistic is to come out so: tails of the χ² and of the normal distribution."""

from __future__ import annotations

import math
from typing import Final

_PRECISION: Final = 1e-15
_TINY: Final = 1e-300
# Near the middle of the distribution both expansions take a few times √a steps; 65,535 degrees of
# freedom, the most we ask for, take some 2,000.
_STEPS_MAX: Final = 100_000


def chi_square_p(statistic: float, df: int) -> float:
    """Return the two-sided p-value: far too even is as suspicious as far too uneven."""
    return min(1.0, 2 * min(gamma_tails(df / 2, statistic / 2)))


def normal_p(z: float) -> float:
    """Return the two-sided p-value of a deviation in standard deviations."""
    return math.erfc(abs(z) / math.sqrt(2))


def gamma_tails(a: float, x: float) -> tuple[float, float]:
    """Return the regularised incomplete gamma functions P(a, x) and Q(a, x), for `a` above 0.

    Each is precise in itself, so that neither tail is lost beside the other.

    >>> lower, upper = gamma_tails(1.0, 2.0)
    >>> math.isclose(upper, math.exp(-2)), math.isclose(lower, -math.expm1(-2))
    (True, True)
    """
    if x <= 0:
        return 0.0, 1.0
    if math.isinf(x):
        return 1.0, 0.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        lower = min(1.0, front * _series(a, x))
        return lower, 1 - lower
    upper = min(1.0, front * _fraction(a, x))
    return 1 - upper, upper


def _series(a: float, x: float) -> float:
    """Return the sum of x^n / (a (a+1) … (a+n)), which converges quickly below a + 1."""
    term = total = 1 / a
    for step in range(1, _STEPS_MAX):
        term *= x / (a + step)
        total += term
        if term < total * _PRECISION:
            return total
    raise ArithmeticError(f"no value for a={a}, x={x}")


def _fraction(a: float, x: float) -> float:
    """Legendre's continued fraction by Lentz's method, which converges quickly above a + 1."""
    b = x + 1 - a
    c = 1 / _TINY
    d = 1 / b
    total = d
    for step in range(1, _STEPS_MAX):
        numerator = -step * (step - a)
        b += 2
        d = 1 / (numerator * d + b or _TINY)
        c = numerator / c + b or _TINY
        total *= d * c
        if abs(d * c - 1) < _PRECISION:
            return total
    raise ArithmeticError(f"no value for a={a}, x={x}")

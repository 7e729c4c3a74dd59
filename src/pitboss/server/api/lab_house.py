"""The house's view of a variant: expected win of a shift, its band, the largest round."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import Final

from pitboss.server.wire.lab import LabBand, LabFigures, LabHouseView
from pitboss.server.worker.coach_questions import exact

_NORMAL: Final = NormalDist()
_MARGIN: Final = _NORMAL.inv_cdf(0.975)  # deviations on either side of 95 %


def house_view(found: LabFigures, *, ante: int, seats: int, rounds: int) -> LabHouseView:
    """Work out a shift; amounts in cents."""
    hands = seats * rounds
    expected = Fraction(found.house_edge.fraction) * ante * hands
    one = float(found.standard_deviation.decimal) * ante * math.sqrt(rounds)
    largest = max(Fraction(result.net.fraction) for result in found.distribution)
    return LabHouseView(
        ante=ante,
        seats=seats,
        rounds=rounds,
        wagered=exact(Fraction(found.average_wager.fraction) * ante * hands),
        expected=exact(expected),
        largest=exact(largest * ante),
        apart=_band(float(expected), one * math.sqrt(seats)),
        together=_band(float(expected), one * seats),
    )


def _band(expected: float, deviation: float) -> LabBand:
    if not deviation:
        return LabBand(0.0, expected, expected, float(expected < 0))
    margin = _MARGIN * deviation
    loses = _NORMAL.cdf(-expected / deviation)
    return LabBand(deviation, expected - margin, expected + margin, loses)

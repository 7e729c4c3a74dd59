"""The house's view of a variant: expected win of a shift, its band, the largest round."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import Final

from pitboss.server.wire.lab import LabBand, LabFigures, LabHouseView, LabSeatsSample
from pitboss.server.worker.coach_questions import exact
from pitboss.server.worker.lab_risk_questions import SeatsTogether

_NORMAL: Final = NormalDist()
_MARGIN: Final = _NORMAL.inv_cdf(0.975)  # deviations on either side of 95 %


def house_view(
    found: LabFigures, shared: SeatsTogether | None, *, ante: int, seats: int, rounds: int
) -> LabHouseView:
    """Work out a shift; amounts in cents. `shared`: how two seats at one board go together."""
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
        table=None
        if shared is None
        else _band(float(expected), _of_table(found, shared, seats) * ante * math.sqrt(rounds)),
        together=_band(float(expected), one * seats),
        sample=None
        if shared is None
        else LabSeatsSample(shared.covariance, shared.standard_error, shared.rounds),
    )


def _of_table(found: LabFigures, shared: SeatsTogether, seats: int) -> float:
    """Return the deviation of a round of all seats, in Antes."""
    pairs = seats * (seats - 1)
    variance = seats * found.standard_deviation.variance.decimal + pairs * shared.covariance
    return math.sqrt(max(0.0, variance))


def _band(expected: float, deviation: float) -> LabBand:
    if not deviation:
        return LabBand(0.0, expected, expected, float(expected < 0))
    margin = _MARGIN * deviation
    loses = _NORMAL.cdf(-expected / deviation)
    return LabBand(deviation, expected - margin, expected + margin, loses)

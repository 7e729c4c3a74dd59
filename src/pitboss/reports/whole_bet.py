"""Base game and Trips together, as a part of the document of `pitboss solve`."""

from __future__ import annotations

from fractions import Fraction

from pitboss.odds.with_trips import WholeBet
from pitboss.reports.exact import exact, root
from pitboss.rules import Paytable
from pitboss.rules.user_toml import Document


def whole_bet_document(bet: WholeBet, table: Paytable) -> Document:
    """Describe the whole bet; sums are in Antes, `trips` of a joint line in Trips stakes."""
    return {
        "trips": {"name": bet.trips, "lines": {line.hand: str(line.pays) for line in table.lines}},
        "trips_bet": exact(bet.trips_bet),
        "ev": exact(bet.ev),
        "trips_house_edge": exact(-bet.trips_ev),
        "standard_deviation": root(bet.variance),
        "covariance": exact(bet.covariance),
        "distribution": [
            {"net": exact(net), "deals": deals, "probability": exact(Fraction(deals, bet.deals))}
            for net, deals in bet.distribution.items()
        ],
        "joint": [
            {"base": exact(base), "trips": exact(trips), "deals": deals}
            for (base, trips), deals in bet.joint.items()
        ],
    }

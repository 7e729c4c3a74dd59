"""Base game and Trips together in one round: the same cards decide both, so they go together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.odds.counting.kernels import FOLD
from pitboss.odds.outcome import Outcomes
from pitboss.rules import Odds, Outcome, Paytable, Rules, Wager


@dataclass(frozen=True)
class WholeBet:
    """Every deal by what the base game and the Trips wager bring, each in its own stake.

    `trips_bet` is the Trips stake in Antes, which the sums of both are taken with.
    """

    trips: str
    trips_bet: Fraction
    joint: Mapping[tuple[Fraction, Fraction], int]
    deals: int

    @cached_property
    def distribution(self) -> dict[Fraction, int]:
        """How many deals bring each net result of the whole bet, in Antes, the worst first."""
        found: Counter[Fraction] = Counter()
        for (base, trips), count in self.joint.items():
            found[base + self.trips_bet * trips] += count
        return dict(sorted(found.items()))

    @cached_property
    def ev(self) -> Fraction:
        """What the whole bet brings on average, in Antes."""
        return self._mean(1, self.trips_bet)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the whole bet's net result, in Antes squared."""
        squares = sum((net**2 * count for net, count in self.distribution.items()), Fraction(0))
        return squares / self.deals - self.ev**2

    @cached_property
    def covariance(self) -> Fraction:
        """How base game and Trips go together, for a Trips wager of one Ante."""
        both = sum(
            (base * trips * count for (base, trips), count in self.joint.items()), Fraction(0)
        )
        return both / self.deals - self._mean(1, Fraction(0)) * self.trips_ev

    @cached_property
    def trips_ev(self) -> Fraction:
        """What the Trips wager brings on average, of its own stake."""
        return self._mean(0, Fraction(1))

    def _mean(self, base_weight: int, trips_weight: Fraction) -> Fraction:
        total = sum(
            (
                (base_weight * base + trips_weight * trips) * count
                for (base, trips), count in self.joint.items()
            ),
            Fraction(0),
        )
        return total / self.deals


def whole_bet(
    outcomes: Outcomes,
    rules: Rules,
    *,
    trips: Paytable | None = None,
    trips_bet: Fraction = Fraction(1),
) -> WholeBet:
    """Join the base game, as it was played, with a Trips wager of `trips_bet` Antes.

    The choices are those of the base game alone; what a fold does to Trips is up to the rules.
    """
    table = trips or rules.tables[Wager.TRIPS]
    joint: Counter[tuple[Fraction, Fraction]] = Counter()
    for at, count in outcomes.counts.items():
        choice, _, category = at
        paid = trips_pays(rules, table, Category(category), folded=choice == FOLD)
        joint[outcomes.net(*at), paid] += count
    return WholeBet(table.name, trips_bet, dict(sorted(joint.items())), outcomes.deals)


def trips_pays(rules: Rules, table: Paytable, category: Category, *, folded: bool) -> Fraction:
    """Return what a Trips wager brings with a category, of its stake; −1 where it is lost."""
    rule = rules.consequence(Wager.TRIPS, "fold" if folded else "stay")
    line = table.by_hand.get(CATEGORY_SLUGS[category])
    if rule.by_paytable and line is not None and isinstance(line.pays, Odds):
        return Fraction(line.pays.num, line.pays.den) - line.pays.stake_kept
    lost = (rule.below or rule) if rule.by_paytable else rule
    return Fraction(-1 if lost.outcome == Outcome.LOSE else 0)

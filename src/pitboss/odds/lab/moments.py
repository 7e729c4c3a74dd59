"""A policy's figures in every table of a family, hand by hand: sums that only have to be added.

What a hand of one category brings depends on the odds of that category alone. So the value of a
table, its second moment and its hit rates are sums over the hands, each counted once for its odds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import Category
from pitboss.odds.counting.kernels import FOLD, PAY_FOLD, PAY_PLAY
from pitboss.odds.lab.figures import paid_endings
from pitboss.odds.lab.policy_counts import PolicyCounts
from pitboss.odds.lab.table_family import PayRow, TableFamily
from pitboss.odds.lab.variant import CATEGORY_OF_SLUG, odds_value
from pitboss.odds.outcome import choice_multiples
from pitboss.rules import Odds


@dataclass(frozen=True, slots=True)
class Moments:
    """Sums over deals: net result and its square in pay units, deals ahead, deals Blind is paid."""

    value: int = 0
    square: int = 0
    ahead: int = 0
    blind: int = 0

    def __add__(self, other: Moments) -> Moments:
        return Moments(
            self.value + other.value,
            self.square + other.square,
            self.ahead + other.ahead,
            self.blind + other.blind,
        )


@dataclass(frozen=True, slots=True)
class PolicyMoments:
    """A policy in a family: `fixed` are the hands with the same odds in all tables.

    `lines` has for each line, in the family's order, the moments of each of its odds.
    """

    counts: PolicyCounts
    fixed: Moments
    lines: tuple[tuple[Moments, ...], ...]

    def value(self, point: Sequence[int]) -> int:
        """Return the value of a table, given by the place of its odds in each line, summed up."""
        parts = (line[at].value for line, at in zip(self.lines, point, strict=True))
        return self.fixed.value + sum(parts)

    def at(self, point: Sequence[int]) -> Moments:
        """Return all moments of a table."""
        parts = (line[at] for line, at in zip(self.lines, point, strict=True))
        return sum(parts, self.fixed)


def policy_moments(
    family: TableFamily, lines: Sequence[Sequence[Odds]], counts: PolicyCounts
) -> PolicyMoments:
    """Sum a policy's deals by hand and odds."""
    varied = [CATEGORY_OF_SLUG[hand] for hand in family.hands]
    others = [category for category in Category if category not in varied]
    table = family.variant.table()
    paid = {
        CATEGORY_OF_SLUG[line.hand]
        for line in table.lines
        if isinstance(line.pays, Odds) and odds_value(line.pays) > 0
    }
    fixed = (
        _moments(family, counts, category, family.game.pays[category], paid=category in paid)
        for category in others
    )
    return PolicyMoments(
        counts,
        sum(fixed, Moments()),
        tuple(
            tuple(
                _moments(family, counts, category, family.pays(hand, one), paid=odds_value(one) > 0)
                for one in odds
            )
            for hand, category, odds in zip(family.hands, varied, lines, strict=True)
        ),
    )


def variance(moments: Moments, deals: int, unit: int) -> Fraction:
    """Return the variance of a round's net result, in Antes squared."""
    mean = Fraction(moments.value, deals * unit)
    return Fraction(moments.square, deals * unit**2) - mean**2


def _moments(
    family: TableFamily, counts: PolicyCounts, category: Category, row: PayRow, *, paid: bool
) -> Moments:
    rules = family.variant.in_force()
    multiples = choice_multiples(family.game)
    pay_ends = paid_endings(rules, family.game, category) if paid else []
    value = square = ahead = blind = 0
    for (choice, ending, of), count in counts.counts.items():
        if of != category:
            continue
        folded = choice == FOLD
        net = row[PAY_FOLD] if folded else row[ending] + multiples[choice] * row[PAY_PLAY + ending]
        value += count * net
        square += count * net * net
        ahead += count * (net > 0)
        blind += count * (not folded and ending in pay_ends)
    return Moments(value, square, ahead, blind)

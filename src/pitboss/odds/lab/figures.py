"""All figures of a variant that follow from a policy's counts: edges, lines, hits, deviation."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.odds.counting.kernels import ENDINGS
from pitboss.odds.game import SITUATIONS, Game
from pitboss.odds.lab.policy_counts import PolicyCounts, counts_of
from pitboss.odds.lab.variant import CATEGORY_OF_SLUG, Variant, odds_value
from pitboss.odds.outcome import Outcomes
from pitboss.odds.paytable_file import LADDER
from pitboss.odds.solution import Solution, solved
from pitboss.rules import Odds, Rules, Wager

OPENING_ANTES: Final = 2  # Ante and Blind, which every round stakes


@dataclass(frozen=True, slots=True)
class BlindLine:
    """One hand of the Blind: its odds (None: no line), and how often they are paid, exactly.

    One more unit of pay, 2 to 1 instead of 1 to 1, takes `probability` off the house edge, as long
    as the policy stays; `value` is what the line brings now, in Antes.
    """

    hand: str
    pays: Odds | None
    probability: Fraction

    @property
    def value(self) -> Fraction:
        return Fraction(0) if self.pays is None else odds_value(self.pays) * self.probability

    @property
    def sensitivity(self) -> Fraction:
        """How the house edge changes when the line pays one more to one."""
        return -self.probability


@dataclass(frozen=True, slots=True)
class HitRates:
    """How often a round ends ahead, even and behind, and how often the Blind is paid."""

    ahead: Fraction
    even: Fraction
    behind: Fraction
    blind: Fraction


@dataclass(frozen=True)
class VariantFigures:
    """A variant under one policy; `exact` if that is perfect play, else the value is a bound.

    Every value is in Antes; `outcomes` has the distribution, frequencies and endings.
    """

    variant: Variant
    outcomes: Outcomes
    lines: tuple[BlindLine, ...]
    exact: bool

    @property
    def game(self) -> Game:
        return self.outcomes.game

    @property
    def ev(self) -> Fraction:
        """What a round brings the player, or at least brings where not `exact`."""
        return self.outcomes.ev

    @property
    def house_edge(self) -> Fraction:
        """What the house wins of the Ante; at most this where not `exact`."""
        return -self.ev

    @property
    def edge_of_opening(self) -> Fraction:
        """What the house wins of Ante and Blind together."""
        return -self.ev / OPENING_ANTES

    @property
    def element_of_risk(self) -> Fraction:
        """What the house wins of all that is wagered."""
        return self.outcomes.element_of_risk

    @property
    def top_pay(self) -> Fraction:
        """The largest odds of the Blind, to one."""
        paid = [odds_value(line.pays) for line in self.lines if line.pays is not None]
        return max(paid, default=Fraction(0))

    @cached_property
    def hit_rates(self) -> HitRates:
        deals = self.outcomes.deals
        spread = self.outcomes.distribution.items()
        ahead = Fraction(sum(count for net, count in spread if net > 0), deals)
        behind = Fraction(sum(count for net, count in spread if net < 0), deals)
        paid = sum((line.probability for line in self.lines if line.value > 0), Fraction(0))
        return HitRates(ahead, 1 - ahead - behind, behind, paid)


def figures_of(variant: Variant, counts: PolicyCounts, *, exact: bool = False) -> VariantFigures:
    """Work out all figures of a variant under a counted policy; a bound unless it is the best."""
    rules = variant.in_force()
    game = variant.game()
    return VariantFigures(variant, counts.outcomes(game), _lines(rules, game, counts), exact)


def exact_figures(variant: Variant) -> VariantFigures:
    """Solve a variant and work out all its figures."""
    solution = solved(variant.game())
    return solution_figures(variant, solution)


def solution_figures(variant: Variant, solution: Solution) -> VariantFigures:
    """Work out all figures of a variant that is solved."""
    return figures_of(variant, counts_of(solution), exact=True)


def _lines(rules: Rules, game: Game, counts: PolicyCounts) -> tuple[BlindLine, ...]:
    """Return every hand from the royal flush down, paid or not."""
    odds = {
        line.hand: line.pays
        for line in rules.tables[Wager.BLIND].lines
        if isinstance(line.pays, Odds)
    }
    found = []
    for hand in LADDER:
        category = CATEGORY_OF_SLUG[hand]
        often = counts.frequency(category, paid_endings(rules, game, category))
        found.append(BlindLine(CATEGORY_SLUGS[category], odds.get(hand), often))
    return tuple(found)


def paid_endings(rules: Rules, game: Game, category: Category) -> list[int]:
    """List the endings, as kernels number them, with which a hand's Blind goes by its table."""
    tie = "tie" if category >= game.qualifies else "unqualified-tie"
    names = [tie if name == "tie" else name for name in SITUATIONS]
    return [
        ending
        for ending in range(ENDINGS)
        if rules.consequence(Wager.BLIND, names[ending]).by_paytable
    ]

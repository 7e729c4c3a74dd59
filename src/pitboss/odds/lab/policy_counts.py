"""Counts of one policy: every deal by choice, ending and own hand; an exact bound for any pays.

For a fixed policy the value is linear in the pays and in the multiples. Perfect play is the best of
all policies, so what a policy is worth in any other game is never above that game's exact value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import Category
from pitboss.odds.counting.kernels import FOLD, PAY_FOLD, PAY_PLAY
from pitboss.odds.game import NO_RAISE, Game, GameError
from pitboss.odds.outcome import Outcomes, choice_multiples
from pitboss.odds.solution import Solution, solved


@dataclass(frozen=True, slots=True)
class PolicyCounts:
    """Deals by choice, ending and category of the player's hand, as `kernels` numbers them.

    They hold for every game in which the dealer qualifies with the same hand, and which has a raise
    wherever the policy makes one: `fits`.
    """

    qualifies: Category
    counts: Mapping[tuple[int, int, int], int]
    deals: int

    def fits(self, game: Game) -> bool:
        """Return whether the policy can be played in a game and the endings are as counted."""
        multiples = choice_multiples(game)
        raised = {choice for choice, _, _ in self.counts} - {FOLD}
        same = game.qualifies == self.qualifies
        return same and all(multiples[choice] != NO_RAISE for choice in raised)

    def value(self, game: Game) -> Fraction:
        """Return what the policy is worth in a game, in Antes: at most what the game is worth.

        >>> from pitboss.odds.lab.variant import Variant
        >>> from pitboss.rules import Odds
        >>> counts = policy_counts(Variant().game())
        >>> round(-float(counts.value(Variant(pays=(("flush", Odds(2)),)).game())), 6)
        0.008992
        """
        self._check(game)
        multiples, pays = choice_multiples(game), game.pays
        total = 0
        for (choice, ending, category), count in self.counts.items():
            row = pays[category]
            if choice == FOLD:
                total += count * row[PAY_FOLD]
            else:
                total += count * (row[ending] + multiples[choice] * row[PAY_PLAY + ending])
        return Fraction(total, self.deals * game.unit)

    def outcomes(self, game: Game) -> Outcomes:
        """Return what the policy comes to in a game: distribution, frequencies, deviation."""
        self._check(game)
        return Outcomes(game, self.counts, self.deals)

    def frequency(self, category: Category, endings: Iterable[int]) -> Fraction:
        """Return how often a hand is played to one of some endings, of all deals."""
        wanted = set(endings)
        found = sum(
            count
            for (choice, ending, of), count in self.counts.items()
            if of == category and choice != FOLD and ending in wanted
        )
        return Fraction(found, self.deals)

    def _check(self, game: Game) -> None:
        if not self.fits(game):
            raise GameError(
                "the counted policy cannot be played in this game: the dealer qualifies with "
                "another hand, or a raise is missing; count a policy of its own"
            )


def counts_of(solution: Solution) -> PolicyCounts:
    """Count all deals under perfect play of a solved game."""
    outcomes = solution.outcomes
    return PolicyCounts(solution.game.qualifies, outcomes.counts, outcomes.deals)


def policy_counts(game: Game) -> PolicyCounts:
    """Solve a game and count all deals under perfect play."""
    return counts_of(solved(game))


def lower_bound(known: Iterable[PolicyCounts], game: Game) -> Fraction | None:
    """Return the best of what known policies are worth in a game; None where none can be played."""
    return max((counts.value(game) for counts in known if counts.fits(game)), default=None)

"""Questions of the lab: a game solved, a variant's figures under kept policies, a side bet.

A solved game is asked for by its numbers alone, so that equal tables of any place share one answer.
Its counts are plain integers: the server keeps them, and sends them along with every bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cards import Category
from pitboss.odds import Game
from pitboss.odds.counting.executor import Progress
from pitboss.odds.lab.side_table import with_side_pays
from pitboss.odds.lab.variant import Variant, VariantError
from pitboss.rules import Odds, OptionError, Rules, Wager, in_force, named_rule_set
from pitboss.rules.paytable import PayError
from pitboss.server.wire.lab import LabFigures, LabSideFigures
from pitboss.server.wire.odds import Exact
from pitboss.server.worker.questions import QuestionError

if TYPE_CHECKING:
    from pitboss.odds.lab.policy_counts import PolicyCounts

HandValues = dict[str, dict[str, Exact | str | int]]


@dataclass(frozen=True, slots=True)
class KeptPolicy:
    """The counts of a way of playing: deals by choice, ending and own hand."""

    qualifies: Category
    counts: tuple[tuple[tuple[int, int, int], int], ...]
    deals: int


@dataclass(frozen=True, slots=True)
class LabSolved:
    """A solved game: the counts of perfect play, and the values of the 169 starting hands."""

    policy: KeptPolicy
    hands: HandValues


@dataclass(frozen=True, slots=True)
class SolveQuestion:
    """Perfect play of a game. Make it with a game without names."""

    game: Game

    def answer(self, _: Progress, /) -> LabSolved:
        """Solve the game and count all deals."""
        from pitboss.odds import solved
        from pitboss.odds.lab.policy_counts import counts_of
        from pitboss.reports.starting_hands import hands_document

        solution = solved(self.game)
        found = counts_of(solution)
        policy = KeptPolicy(found.qualifies, tuple(sorted(found.counts.items())), found.deals)
        return LabSolved(policy, msgspec.convert(hands_document(solution)["hands"], HandValues))


@dataclass(frozen=True, slots=True)
class FiguresQuestion:
    """All figures of a variant under the best of some policies; `exact` if it is perfect play."""

    variant: Variant
    known: tuple[KeptPolicy, ...]
    exact: bool

    def answer(self, _: Progress, /) -> LabFigures | None:
        """Work them out; None where no policy can be played in the variant."""
        from pitboss.odds.lab.figures import figures_of
        from pitboss.reports.lab import figures_document

        game = self.variant.game()
        fitting = [counts for kept in self.known if (counts := _counts(kept)).fits(game)]
        if not fitting:
            return None
        best = max(fitting, key=lambda counts: counts.value(game))
        found = figures_of(self.variant, best, exact=self.exact)
        return msgspec.convert(figures_document(found), LabFigures)


@dataclass(frozen=True, slots=True)
class SideBetQuestion:
    """A paytable of a side bet, with other odds for some of its lines."""

    rules: str
    wager: Wager
    table: str
    pays: tuple[tuple[str, Odds], ...]

    def answer(self, _: Progress, /) -> LabSideFigures:
        """Count every hand; raises `QuestionError` where the table cannot be played."""
        from pitboss.odds import progressive, side_bet
        from pitboss.reports.sidebet import bet_document, progressive_document

        rules = self.in_force()
        try:
            if self.wager == Wager.PROGRESSIVE:
                found = progressive_document(progressive(rules))
            else:
                found = bet_document(side_bet(rules, self.wager))
        except (PayError, ValueError) as error:
            raise QuestionError(str(error)) from None
        return _side_figures({"fixed_return": None, **found, "wager": self.wager})

    def in_force(self) -> Rules:
        """Return the rules with the table as it was edited; raises `QuestionError`."""
        place = named_rule_set(self.rules)
        options = {str(self.wager): self.table} if self.wager in place.options else {}
        try:
            rules = in_force(place, options)
        except OptionError as error:
            raise QuestionError(str(error)) from None
        try:
            return with_side_pays(rules, self.wager, dict(self.pays))
        except VariantError as error:
            raise QuestionError(str(error)) from None


def _counts(kept: KeptPolicy) -> PolicyCounts:
    from pitboss.odds.lab.policy_counts import PolicyCounts

    return PolicyCounts(kept.qualifies, dict(kept.counts), kept.deals)


def _side_figures(document: dict[str, Any]) -> LabSideFigures:  # Any: JSON values
    return msgspec.convert(document, LabSideFigures)

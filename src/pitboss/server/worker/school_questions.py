"""Questions of the dealer school: what a planted mistake costs, for which the game is solved."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.coach.school.catalog import draw_exercise
from pitboss.coach.school.prices import MistakePrice, price_of
from pitboss.coach.school.stakes import SchoolLevel
from pitboss.odds.counting.executor import Progress
from pitboss.rules.submission import read_submission
from pitboss.server.worker.questions import QuestionError
from pitboss.table import RulesChoice, rules_of


@dataclass(frozen=True, slots=True)
class MistakeQuestion:
    """The price of the mistake that is planted in an exercise."""

    game: RulesChoice
    submission: str | None
    kind: str
    level: SchoolLevel
    seed: int
    number: int

    def answer(self, _: Progress, /) -> MistakePrice | None:
        """Solve the game and price the mistake; None where it is not counted."""
        from pitboss.coach.school.prices import dealer_error_prices

        filed = self.submission
        rules = rules_of(self.game) if filed is None else read_submission(filed).rules
        if rules is None:
            raise QuestionError("this submission can no longer be read")
        exercise = draw_exercise(
            rules, self.kind, seed=self.seed, number=self.number, level=self.level
        )
        return price_of(exercise, dealer_error_prices(rules))

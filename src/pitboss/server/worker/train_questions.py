"""Questions of the training room: the spots of a drill with all their values."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.coach.training import TrainingDrill, TrainingPlan
from pitboss.odds import Game
from pitboss.odds.counting.executor import Progress
from pitboss.server.worker.questions import QuestionError


@dataclass(frozen=True, slots=True)
class TrainingQuestion:
    """The spots of a drill. The game has no name, so that places with equal numbers share them."""

    game: Game
    plan: TrainingPlan

    def answer(self, _: Progress, /) -> TrainingDrill:
        """Draw and value the spots; raises `QuestionError` where none fits."""
        from pitboss.coach.training_draws import draw_training
        from pitboss.odds import SpotError, StrategyError

        try:
            return draw_training(self.game, self.plan)
        except (SpotError, StrategyError) as error:
            raise QuestionError(str(error)) from None

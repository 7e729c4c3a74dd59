"""The question behind a career: what the choices of one finished hand cost, and their kinds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.coach.situation import Situation
from pitboss.odds.counting.executor import Progress
from pitboss.server.worker.questions import QuestionError


@dataclass(frozen=True, slots=True)
class CountedHand:
    """What a hand was worth before the cards, and each choice's cost in Antes with its kind.

    `patterns` has for each choice that cost something the pattern that a drill can ask, or "".
    """

    before: Fraction
    choices: tuple[tuple[Fraction, str], ...]
    patterns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandCostQuestion:
    """What the choices of a hand cost: each as its situation and the choice that was made."""

    made: tuple[tuple[Situation, str], ...]

    def answer(self, _: Progress, /) -> CountedHand:
        """Value each situation; raises `QuestionError` where one cannot be counted."""
        from pitboss.coach.pricing import valued
        from pitboss.odds import DecisionError, GameError, solved

        choices, patterns = [], []
        try:
            for situation, chosen in self.made:
                found = valued(situation, direct=False)
                lost = found.values[found.best] - found.values[chosen]
                choices.append((lost, _kind(situation)))
                patterns.append(_practised(situation, found.best) if lost else "")
            before = solved(self.made[0][0].payable).ev
        except (DecisionError, GameError, KeyError) as error:
            raise QuestionError(str(error)) from None
        return CountedHand(before, tuple(choices), tuple(patterns))


def _kind(situation: Situation) -> str:
    """Name the kind of hand as text: its pattern, without the best choice and the dealer's outs."""
    from pitboss.coach.patterns import pattern_text
    from pitboss.odds import pattern_of

    pattern = pattern_of(situation.game, situation.hole, situation.board)
    return pattern_text(replace(pattern, outs=None, best=None))


def _practised(situation: Situation, best: str) -> str:
    """Return the pattern of a mistake as text, where a drill has such spots; else "".

    A drill knows no card seen elsewhere, no short stack and no limit.
    """
    from pitboss.coach.patterns import pattern_text
    from pitboss.odds import pattern_of

    if situation.dead or situation.dealer or situation.payable != situation.game:
        return ""
    pattern = pattern_of(situation.game, situation.hole, situation.board)
    return pattern_text(pattern) if pattern.best == best else ""

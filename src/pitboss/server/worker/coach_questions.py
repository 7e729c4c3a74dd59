"""Questions of the coach: the prices of one situation, and what a game is worth before the cards.

Neither holds a name or a choice that was made, so that equal situations share one answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Self

from pitboss.cards import CATEGORY_SLUGS, card_text
from pitboss.coach.review import LuckAndSkill, MadeDecision
from pitboss.coach.situation import Situation
from pitboss.odds import Game
from pitboss.odds.counting.executor import Progress
from pitboss.server.wire.coach import CoachChoice, CoachDecision, CoachOut, CoachPrice, CoachSplit
from pitboss.server.wire.odds import Exact
from pitboss.server.worker.questions import QuestionError

if TYPE_CHECKING:
    from pitboss.odds import Out


@dataclass(frozen=True, slots=True)
class PriceQuestion:
    """What each choice of a situation is worth, and why. Make it with `of`."""

    situation: Situation
    strategy: str

    @classmethod
    def of(cls, situation: Situation, strategy: str) -> Self:
        """Make the question in the form that equal situations share."""
        return cls(situation.alike(), strategy)

    def answer(self, _: Progress, /) -> CoachPrice:
        """Count every deal that is left; raises `QuestionError` where there is no answer."""
        from pitboss.coach.pricing import price
        from pitboss.odds import DecisionError, GameError, StrategyError

        try:
            priced = price(self.situation, strategy=self.strategy)
        except (DecisionError, GameError, StrategyError) as error:
            raise QuestionError(str(error)) from None
        return CoachPrice(
            street=self.situation.street,
            ante=self.situation.ante,
            choices=tuple(
                CoachChoice(one.name, exact(one.value), exact(one.cents)) for one in priced.choices
            ),
            best=priced.best,
            guide=priced.guide,
            win=exact(priced.win),
            tie=exact(priced.tie),
            lose=exact(priced.lose),
            qualifies=exact(priced.qualifies),
            deals=priced.deals,
            reason=priced.reason,
            outs=tuple(map(_out, priced.outs)),
            dealer_outs=tuple(map(_out, priced.dealer_outs)),
        )


@dataclass(frozen=True, slots=True)
class ValueBefore:
    """What Ante, Blind and Play of a game are worth before the cards, played perfectly."""

    game: Game

    def answer(self, _: Progress, /) -> Fraction:
        """Solve the game; the answer is in Antes."""
        from pitboss.odds import solved

        return solved(self.game).ev


def _out(out: Out) -> CoachOut:
    makes = CATEGORY_SLUGS[out.makes]
    return CoachOut(card_text(out.card), makes, None if out.win is None else exact(out.win))


def exact(number: Fraction) -> Exact:
    """Write an exact number for the wire."""
    return Exact(str(number), float(number))


def made_decision(made: MadeDecision, price: CoachPrice) -> CoachDecision:
    """Add the choice that was made to the prices, which do not know it."""
    values = {one.name: Fraction(one.antes.fraction) for one in price.choices}
    chosen = values[made.chosen]
    lost = values[price.best] - chosen
    return CoachDecision(
        event=made.event,
        price=price,
        chosen=made.chosen,
        by_clock=made.by_clock,
        cost_antes=exact(lost),
        cost_cents=exact(lost * price.ante),
        behind_guide=exact((values[price.guide] - chosen) * price.ante),
    )


def wire_split(found: LuckAndSkill) -> CoachSplit:
    """Write the result of a round, taken apart, for the wire."""
    return CoachSplit(
        before=exact(found.before),
        luck=exact(found.luck),
        cost=exact(found.cost),
        others=found.others,
        net=found.net,
    )

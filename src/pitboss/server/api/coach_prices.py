"""Asks the odds service for prices of the coach, and adds the choice that was made to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from pitboss.coach.review import MadeDecision, SeatRound, split
from pitboss.coach.situation import Situation
from pitboss.odds import Game, GameError, game_of
from pitboss.server.api.odds import ask_odds
from pitboss.server.api.odds_queries import OddsRequest, check_names, check_strategy
from pitboss.server.api.prices import PRICE_S_MAX, asker_of, price_of
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.wire.coach import CoachDecision, CoachPrice, CoachSplit
from pitboss.server.worker.coach_questions import ValueBefore, made_decision, wire_split
from pitboss.server.worker.service import Priority
from pitboss.table import RulesChoice, rules_of

GAMES_KEPT: Final = 64  # worked out of the rules; there are few


@dataclass(frozen=True, slots=True)
class PriceAsker:
    """Asks the odds service for one person; answers are graded against `strategy`."""

    services: Services
    person: str
    strategy: str

    async def price(self, situation: Situation) -> CoachPrice:
        """Return the prices of a situation; raises `Turned` where they are not there yet."""
        return await price_of(self.services, situation, self.strategy, self.person)

    async def decisions(self, made: Sequence[MadeDecision]) -> tuple[CoachDecision, ...]:
        """Return decisions with their prices, in order."""
        return tuple([made_decision(one, await self.price(one.situation)) for one in made])

    async def split(
        self, played: SeatRound, decisions: Sequence[CoachDecision]
    ) -> CoachSplit | None:
        """Take the result of a settled round apart; None where nothing was decided."""
        if not decisions or played.base is None:
            return None
        question = ValueBefore(played.made[0].situation.payable)
        before = await ask_odds(self.services, question, Priority.LAB, self.person, PRICE_S_MAX)
        cost = sum((Fraction(one.cost_cents.fraction) for one in decisions), Fraction(0))
        found = split(played, before, cost)
        return None if found is None else wire_split(found)


def price_asker(services: Services, request: OddsRequest, strategy: str, *known: str) -> PriceAsker:
    """Check the question's own parameters, before anything is looked up; raises `Turned`.

    `known` are the names of further parameters.
    """
    check_names(request, "strategy", *known)
    return PriceAsker(services, asker_of(request.scope), check_strategy(strategy))


def counted_game(choice: RulesChoice) -> Game:
    """Return the base game of a table's rules; raises `Turned` where it cannot be counted."""
    try:
        return _game_of(choice)
    except GameError as error:
        raise Turned(409, "not-countable", f"this game cannot be counted: {error}") from None


@lru_cache(maxsize=GAMES_KEPT)
def _game_of(choice: RulesChoice) -> Game:
    return game_of(rules_of(choice)).numbers()

"""Prices of the coach for route handlers: asked of the odds service, for one person or address."""

from __future__ import annotations

from typing import Final

from litestar.types import Scope

from pitboss.coach.situation import Situation
from pitboss.server.api.odds import ASK_AGAIN, NOT_YET, ask_odds
from pitboss.server.api.odds_queries import PERFECT
from pitboss.server.auth.identity import human_in
from pitboss.server.http.middleware import address_of
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.wire.coach import CoachPrice
from pitboss.server.worker.coach_questions import PriceQuestion
from pitboss.server.worker.service import Priority

PRICE_S_MAX: Final = 2.5  # for one price; then the page says what it waits for, and asks again


async def price_of(
    services: Services,
    situation: Situation,
    strategy: str,
    person: str,
    seconds: float | None = None,
) -> CoachPrice:
    """Wait for the prices of a situation; raises `Turned` where they cannot be had now.

    Waits for `PRICE_S_MAX`, where no other number of seconds is given.
    """
    question = PriceQuestion.of(situation, strategy)
    # A named strategy has to be worked out for the whole game first: no decision waits for it.
    priority = Priority.DECISION if strategy == PERFECT else Priority.LAB
    longest = PRICE_S_MAX if seconds is None else seconds
    return await ask_odds(services, question, priority, person, longest)


def asker_of(scope: Scope) -> str:
    """Return whom the limits of the odds service count for: a person, or a stranger's address."""
    human = human_in(scope)
    return address_of(scope) if human is None else human.id


def why_waiting(turned: Turned) -> str:
    """Return why a page should ask again; raises what is no matter of waiting.

    To wait is no error here: a browser would log it as one.
    """
    if turned.reason != NOT_YET:
        raise turned
    return turned.detail.removesuffix(ASK_AGAIN)

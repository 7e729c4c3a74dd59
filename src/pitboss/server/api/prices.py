"""Prices of the coach for route handlers: asked of the odds service, for one person or address."""

from __future__ import annotations

from typing import Final

from litestar.types import Scope

from pitboss.coach.situation import PERFECT, Situation
from pitboss.server.api.odds import ASK_AGAIN, NOT_YET, ask_odds
from pitboss.server.auth.identity import human_in
from pitboss.server.http.middleware import address_of
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.wire.coach import CoachPrice, SpotPrice
from pitboss.server.worker.coach_questions import PriceQuestion
from pitboss.server.worker.service import Priority

PRICE_S_MAX: Final = 2.5  # for one price; then the page says what it waits for, and asks again


async def price_of(
    services: Services, situation: Situation, strategy: str, person: str
) -> CoachPrice:
    """Wait for the prices of a situation; raises `Turned` where they cannot be had now."""
    question = PriceQuestion.of(situation, strategy)
    # A named strategy has to be worked out for the whole game first: no decision waits for it.
    priority = Priority.DECISION if strategy == PERFECT else Priority.LAB
    return await ask_odds(services, question, priority, person, PRICE_S_MAX)


async def spot_price(
    services: Services, situation: Situation, strategy: str, person: str
) -> SpotPrice:
    """Return the prices of a situation, or why they are not there yet; raises `Turned`."""
    try:
        return SpotPrice(await price_of(services, situation, strategy, person))
    except Turned as turned:
        return SpotPrice(None, why_waiting(turned))


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

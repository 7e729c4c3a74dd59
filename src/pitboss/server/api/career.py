"""Career of a learner over HTTP: what choices cost over all priced hands, luck and skill apart."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Final

from litestar import get
from litestar.types import ControllerRouterHandler

from pitboss.coach.career import (
    HUNDRED,
    HandCost,
    PartSums,
    career_sums,
    course,
    last_session,
)
from pitboss.coach.patterns import pattern_words, read_pattern
from pitboss.coach.situation import PERFECT
from pitboss.rules import Street
from pitboss.server.api.coach_prices import counted_game
from pitboss.server.api.odds import ask_odds
from pitboss.server.api.odds_queries import OddsRequest, check_names, strategy_titles
from pitboss.server.api.prices import PRICE_S_MAX, why_waiting
from pitboss.server.api.queries import TheHuman, TheServices
from pitboss.server.auth.permissions import may
from pitboss.server.history.history import FRESH_S
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.store.career import PricedHandRow, PricedState
from pitboss.server.store.training_rows import read_game
from pitboss.server.wire.coach import (
    Career,
    CareerFigures,
    CareerPart,
    CareerPoint,
    StrategyPrice,
)
from pitboss.server.wire.odds import Deviation
from pitboss.server.worker.coach_questions import exact
from pitboss.server.worker.questions import StrategyQuestion
from pitboss.server.worker.service import Priority
from pitboss.table import RulesChoice, rules_of

POINTS_MAX: Final = 120  # of the course of a plot
KINDS_MAX: Final = 12  # kinds of hands that are listed: the dearest
STREET_WORDS: Final = {
    Street.DEAL: "Before the flop",
    Street.FLOP: "On the flop",
    Street.RIVER: "On the river",
}


@get("/api/coach/career", guards=[may("hands.own")], tags=["coach"])
async def career(services: TheServices, request: OddsRequest, human: TheHuman) -> Career:
    """Return what your choices cost per 100 hands, in this session and in all priced hands.

    Beside it stand the exact costs of the named strategies for the rules you played most.
    """
    check_names(request)

    def work() -> tuple[list[PricedHandRow], dict[str, int]]:
        services.history.indexer.fresh(FRESH_S)
        return services.career.hands(human.id), services.career.counts(human.id)

    rows, counts = await asyncio.to_thread(work)
    hands = [row.hand() for row in rows]
    choice = _most_played(rows)
    try:
        strategies = () if choice is None else await _strategies(services, choice, human.id)
        waiting = ""
    except Turned as turned:
        strategies, waiting = (), why_waiting(turned)
    return Career(
        session=_figures(last_session(hands)),
        career=_figures(hands),
        not_priced=counts[""],
        left_out=counts.get(PricedState.LEFT_OUT, 0),
        rules="" if choice is None else rules_of(choice).set.title,
        strategies=strategies,
        waiting=waiting,
    )


def _most_played(rows: Sequence[PricedHandRow]) -> RulesChoice | None:
    """Return the rules of most hands; of equals the latest."""
    counted = Counter(row.game for row in reversed(rows))
    return read_game(counted.most_common(1)[0][0]) if counted else None


async def _strategies(
    services: Services, choice: RulesChoice, person: str
) -> tuple[StrategyPrice, ...]:
    """Ask what each named strategy costs under these rules; raises `Turned` until it is counted."""
    game, found = counted_game(choice), []
    for strategy in strategy_titles():
        total = Fraction(0)
        if strategy.name != PERFECT:
            question = StrategyQuestion(game, strategy.name)
            answer = await ask_odds(services, question, Priority.LAB, person, PRICE_S_MAX)
            total = Fraction(answer.cost.total.fraction)
        found.append(
            StrategyPrice(
                name=strategy.name, title=strategy.title, per_hundred=exact(total * HUNDRED)
            )
        )
    return tuple(sorted(found, key=lambda one: one.per_hundred.decimal))


def _figures(hands: Sequence[HandCost]) -> CareerFigures:
    sums = career_sums(hands)
    variance = sums.error_variance
    kinds = sorted(sums.kinds.items(), key=lambda one: (-one[1].cost, -one[1].made, one[0]))
    return CareerFigures(
        hands=sums.hands,
        since=hands[0].at if hands else None,
        per_hundred=exact(sums.per_hundred),
        error=None if variance is None else Deviation(sqrt(variance), exact(variance)),
        before=exact(sums.before),
        luck=exact(sums.luck),
        cost=exact(sums.cost),
        others=sums.others,
        net=sums.net,
        streets=tuple(_street(sums.streets, street) for street in Street),
        kinds=tuple(_part(kind, _kind_words(kind), part) for kind, part in kinds[:KINDS_MAX]),
        course=tuple(
            CareerPoint(one.hands, float(one.luck), float(one.cost), one.net)
            for one in course(hands, POINTS_MAX)
        ),
    )


def _street(streets: Mapping[Street, PartSums], street: Street) -> CareerPart:
    part = streets.get(street, PartSums(0, 0, Fraction(0)))
    return _part(street.value, STREET_WORDS[street], part)


def _kind_words(kind: str) -> str:
    words = pattern_words(read_pattern(kind))
    return words[:1].upper() + words[1:]


def _part(name: str, words: str, part: PartSums) -> CareerPart:
    return CareerPart(
        name=name, words=words, made=part.made, mistakes=part.mistakes, cost=exact(part.cost)
    )


ROUTES: Final[list[ControllerRouterHandler]] = [career]

"""The coach on any spot: the price of every choice with these cards, for everybody."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.types import ControllerRouterHandler

from pitboss.coach.situation import BOARD_CARDS, Situation
from pitboss.odds import affordable_game
from pitboss.odds.game import STANDARD
from pitboss.server.api.odds import ANSWER_S_MAX, KEPT
from pitboss.server.api.odds_queries import (
    PERFECT,
    BlindName,
    BoardCards,
    ChipsCents,
    DeadCards,
    DealerCards,
    HoleCards,
    OddsRequest,
    RulesInQuery,
    StrategyInQuery,
    UsualAnteCents,
    base_game,
    check_names,
    check_strategy,
    read_places,
    read_rules,
)
from pitboss.server.api.prices import asker_of, price_of
from pitboss.server.api.queries import TheServices
from pitboss.server.wire.coach import CoachPrice

USUAL_ANTE: Final = 1_000  # cents
_PARAMETERS: Final = (
    "hole", "board", "dead", "dealer", "rules", "blind", "ante", "chips", "strategy",
)  # fmt: skip
_STREETS: Final = {cards: street for street, cards in BOARD_CARDS.items()}


@get("/api/coach/spot", tags=["coach"])
async def spot(
    services: TheServices,
    request: OddsRequest,
    hole: HoleCards,
    board: BoardCards = "",
    dead: DeadCards = "",
    dealer: DealerCards = "",
    rules: RulesInQuery = STANDARD,
    blind: BlindName = "",
    ante: UsualAnteCents = USUAL_ANTE,
    chips: ChipsCents = None,
    strategy: StrategyInQuery = PERFECT,
) -> Response[CoachPrice]:
    """Price every choice of a spot, with the reasons: Ante, Blind and Play alone.

    Later choices are the best ones. Graded against perfect play, or a strategy of pitboss.
    """
    check_names(request, *_PARAMETERS)
    places = read_places(hole, board, dead, dealer)
    game = base_game(read_rules(rules, blind)).numbers()
    situation = Situation(
        game=game,
        payable=game if chips is None else affordable_game(game, ante=ante, chips=chips),
        ante=ante,
        street=_STREETS[len(places["board"])],
        hole=places["hole"],
        board=places["board"],
        dead=places["dead"],
        dealer=places["dealer"],
    )
    person = asker_of(request.scope)
    price = await price_of(services, situation, check_strategy(strategy), person, ANSWER_S_MAX)
    return Response(price, headers={"Cache-Control": KEPT})


ROUTES: Final[list[ControllerRouterHandler]] = [spot]

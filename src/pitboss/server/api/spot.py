"""The coach on any spot: the price of every choice with these cards, for everybody."""

from __future__ import annotations

from typing import Final

from litestar import Response, get
from litestar.types import ControllerRouterHandler

from pitboss.coach.situation import BOARD_CARDS, PERFECT, Situation
from pitboss.odds import affordable_game
from pitboss.odds.game import STANDARD
from pitboss.server.api.odds import KEPT
from pitboss.server.api.odds_queries import (
    SPOT_NAMES,
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
from pitboss.server.api.prices import asker_of, spot_price
from pitboss.server.api.queries import TheServices
from pitboss.server.wire.coach import SpotPrice

USUAL_ANTE: Final = 1_000  # cents
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
) -> Response[SpotPrice]:
    """Price every choice of a spot, with the reasons: Ante, Blind and Play alone.

    Later choices are the best ones. Graded against perfect play, or a strategy of pitboss. While
    the prices are being compiled or counted, `waiting` says so: ask again.
    """
    check_names(request, *SPOT_NAMES, "strategy")
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
    found = await spot_price(services, situation, check_strategy(strategy), person)
    return Response(found, headers={} if found.waiting else {"Cache-Control": KEPT})


ROUTES: Final[list[ControllerRouterHandler]] = [spot]

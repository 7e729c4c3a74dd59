"""Exact odds for everybody: one decision, the starting hands, a strategy and its cost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from fractions import Fraction
from hashlib import sha256
from typing import Final, TypeVar

import msgspec
from litestar import Response, get
from litestar.openapi import ResponseSpec
from litestar.types import ControllerRouterHandler

from pitboss import __version__
from pitboss.cards import cards_text
from pitboss.odds import Game
from pitboss.odds.game import STANDARD
from pitboss.reports.base_game import game_document
from pitboss.server.api.odds_queries import (
    SPOT_NAMES,
    AnteCents,
    BlindName,
    BoardCards,
    ChipsCents,
    DeadCards,
    DealerCards,
    HoleCards,
    OddsRequest,
    RulesInQuery,
    SideWagers,
    StrategyName,
    base_game,
    check_names,
    check_strategy,
    paid_game,
    read_places,
    read_rules,
    read_wagers,
    strategy_titles,
)
from pitboss.server.api.queries import TheServices
from pitboss.server.auth.identity import human_in
from pitboss.server.http.middleware import address_of
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.wire.odds import (
    Exact,
    InCents,
    OddsDecision,
    OddsHands,
    OddsPaytables,
    OddsStrategy,
    Strategies,
)
from pitboss.server.worker.process import Question, WorkerError
from pitboss.server.worker.questions import (
    DecisionQuestion,
    HandsQuestion,
    QuestionError,
    StrategyQuestion,
)
from pitboss.server.worker.service import Priority, TooManyQuestions

ANSWER_S_MAX: Final = 10.0  # for an answer; then the client is asked to come back
NOT_YET: Final = "not-yet"  # why there is no answer: it is being compiled or counted
ASK_AGAIN: Final = "; ask again in a moment"  # for programs; a page asks again by itself
AGAIN_S: Final = 3  # until a client should ask again for what is being compiled or counted
KEPT: Final = "public, max-age=600"  # an answer changes with the version of pitboss alone
T = TypeVar("T", OddsDecision, OddsHands, OddsStrategy)
_Answer = TypeVar("_Answer")

_UNCHANGED: Final = {304: ResponseSpec(None, description="As the ETag of If-None-Match says.")}


@get("/api/odds/decision", tags=["odds"], responses=_UNCHANGED)
async def decision(
    services: TheServices,
    request: OddsRequest,
    hole: HoleCards,
    board: BoardCards = "",
    dead: DeadCards = "",
    dealer: DealerCards = "",
    rules: RulesInQuery = STANDARD,
    blind: BlindName = "",
    ante: AnteCents = None,
    chips: ChipsCents = None,
    wagers: SideWagers = "",
) -> Response[OddsDecision]:
    """Return what each choice is worth, exactly, and what the others cost against the best.

    Later choices are made as well as can be. Cards that are not named may still come.
    """
    check_names(request, *SPOT_NAMES, "wagers")
    places = read_places(hole, board, dead, dealer)
    choice = read_rules(rules, blind)
    side_wagers = read_wagers(wagers, choice)
    game = paid_game(base_game(choice), ante, chips)

    def complete(found: OddsDecision) -> OddsDecision:
        shown = cards_text(places["board"])
        return msgspec.structs.replace(
            _named(found, game),
            hole=cards_text(places["hole"]),
            flop=None if found.flop is None else shown,
            board=None if found.board is None else shown,
            dead=cards_text(places["dead"]),
            dealer=cards_text(places["dealer"]),
            cents=None if ante is None else _in_cents(found, ante),
            wagers=side_wagers,
        )

    tag = _tag("decision", game, places, ante, side_wagers)
    question = DecisionQuestion.of(game, *places.values())
    return await _answer(services, request, tag, question, Priority.DECISION, complete)


@get("/api/odds/hands", tags=["odds"], responses=_UNCHANGED)
async def starting_hands(
    services: TheServices,
    request: OddsRequest,
    rules: RulesInQuery = STANDARD,
    blind: BlindName = "",
) -> Response[OddsHands]:
    """Return the value of every choice before the flop for the 169 starting hands, and the best."""
    check_names(request, "rules", "blind")
    game = base_game(read_rules(rules, blind))
    return await _answer(
        services,
        request,
        _tag("hands", game),
        HandsQuestion(game.numbers()),
        Priority.LAB,
        lambda found: _named(found, game),
    )


@get("/api/odds/strategies", tags=["odds"])
async def strategies(request: OddsRequest) -> Strategies:
    """List the strategies that come with pitboss, perfect play first."""
    check_names(request)
    return Strategies(strategy_titles())


@get("/api/odds/strategy/{name:str}", tags=["odds"], responses=_UNCHANGED)
async def strategy(
    services: TheServices,
    request: OddsRequest,
    name: StrategyName,
    rules: RulesInQuery = STANDARD,
    blind: BlindName = "",
) -> Response[OddsStrategy]:
    """Return the exact figures of a strategy that comes with pitboss, and its mistakes' cost."""
    check_names(request, "rules", "blind")
    game = base_game(read_rules(rules, blind))
    check_strategy(name)
    return await _answer(
        services,
        request,
        _tag("strategy", game, name),
        StrategyQuestion(game.numbers(), name),
        Priority.LAB,
        lambda found: _named(found, game),
    )


async def _answer(
    services: Services,
    request: OddsRequest,
    tag: str,
    question: Question[T],
    priority: Priority,
    complete: Callable[[T], T],
) -> Response[T]:
    """Answer with what the odds service says, or that the client has it already."""
    headers = {"ETag": tag, "Cache-Control": KEPT}
    if tag in request.headers.get("if-none-match", "").split(", "):
        return Response(None, status_code=304, headers=headers)  # type: ignore[arg-type]  # no body
    human = human_in(request.scope)
    person = address_of(request.scope) if human is None else human.id
    found = await ask_odds(services, question, priority, person, ANSWER_S_MAX)
    return Response(complete(found), headers=headers)


async def ask_odds(
    services: Services,
    question: Question[_Answer],
    priority: Priority,
    person: str,
    seconds: float,
) -> _Answer:
    """Wait for an answer; raises `Turned` where it cannot be had now, or where there is none."""
    try:
        future = asyncio.wrap_future(services.odds.submit(question, priority, person=person))
    except TooManyQuestions as error:
        status, reason = (429, "too-many") if error.own else (503, "busy")
        raise _later(status, reason, str(error), error.retry_s) from None
    try:
        # Not `wait_for`: a service that is closed cancels the future, and that is not our own end.
        await asyncio.wait({future}, timeout=seconds)
        if not future.done():
            raise _later(503, NOT_YET, _why_not_yet(services, priority), AGAIN_S)
        if future.cancelled():
            raise _later(503, "leaving", "the server is stopping; come back in a moment", AGAIN_S)
        return future.result()
    except QuestionError as error:
        raise Turned(400, "not-valid", str(error)) from None
    except WorkerError as error:
        raise _later(503, "worker-ended", f"{error}{ASK_AGAIN}", AGAIN_S) from None
    finally:
        future.cancel()


def _why_not_yet(services: Services, priority: Priority) -> str:
    if services.odds.is_first_use(priority):
        return f"being compiled: first use takes about 20 s{ASK_AGAIN}"
    return f"still being counted{ASK_AGAIN}"


def _later(status: int, reason: str, text: str, seconds: int) -> Turned:
    return Turned(status, reason, text, headers={"Retry-After": str(seconds)})


def _named(found: T, game: Game) -> T:
    """Write the names of a place into an answer, which holds the numbers of a game alone."""
    paytables = msgspec.convert(game_document(game)["paytables"], OddsPaytables)
    return msgspec.structs.replace(
        found, rules=game.rules, edition=game.edition, paytables=paytables
    )


def _in_cents(found: OddsDecision, ante: int) -> InCents:
    choices, costs = (
        {choice: _times(value, ante) for choice, value in values.items()}
        for values in (found.choices, found.costs)
    )
    return InCents(ante, choices, costs)


def _times(value: Exact, ante: int) -> Exact:
    cents = Fraction(value.fraction) * ante
    return Exact(str(cents), float(cents))


def _tag(*asked: object) -> str:
    """Return the ETag of a question: its answer changes with the version of pitboss alone."""
    return f'W/"{sha256(repr((__version__, *asked)).encode()).hexdigest()[:24]}"'


ROUTES: Final[list[ControllerRouterHandler]] = [
    decision,
    starting_hands,
    strategies,
    strategy,
]

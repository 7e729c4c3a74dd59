"""The coach over HTTP: the decisions of a finished hand priced, and those at a table now."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from litestar import get
from litestar.types import ControllerRouterHandler

from pitboss.coach.review import SeatRound, seat_round
from pitboss.coach.situation import PERFECT
from pitboss.history.moments import PlayedRound
from pitboss.rules import Street
from pitboss.server.api.coach_prices import (
    PriceAsker,
    counted_game,
    price_asker,
)
from pitboss.server.api.coach_seat import (
    SEEN_NAMES,
    SeenFromDeal,
    SeenFromFlop,
    SeenFromRiver,
    read_seen,
    told_seat,
)
from pitboss.server.api.hands import check_may_read, telling
from pitboss.server.api.odds_queries import OddsRequest
from pitboss.server.api.prices import why_waiting
from pitboss.server.api.queries import (
    RoundNumber,
    TableInPath,
    TheHuman,
    TheServices,
    Token,
    Word,
)
from pitboss.server.auth.permissions import may
from pitboss.server.history.shares import shared_round
from pitboss.server.http.problems import Turned
from pitboss.server.wire.coach import CoachAtTable, HandReview


@get("/api/hands/{table:str}/{number:int}/review", guards=[may("hands.own")], tags=["coach"])
async def hand_review(
    services: TheServices,
    request: OddsRequest,
    human: TheHuman,
    table: TableInPath,
    number: RoundNumber,
    strategy: Word = PERFECT,
) -> HandReview:
    """Price each decision of your own seat in a finished round, exactly.

    Graded against perfect play, or a strategy that comes with pitboss.
    """
    asker = price_asker(services, request, strategy)
    await check_may_read(services, human, table, number)

    def work() -> tuple[PlayedRound, int]:
        played = services.history.played(table, number)
        return played, telling(services, human, table, number).seat

    return await _review(asker, *await asyncio.to_thread(work))


@get("/api/shared/{token:str}/review", tags=["coach"])
async def shared_review(
    services: TheServices, request: OddsRequest, token: Token, strategy: Word = PERFECT
) -> HandReview:
    """Price each decision of a hand that somebody has shared, as their seat saw it."""
    asker = price_asker(services, request, strategy)
    found = await asyncio.to_thread(shared_round, services.history, services.logins, token)
    return await _review(asker, *found)


@get("/api/tables/{table:str}/coach", guards=[may("table.see")], tags=["coach"])
async def at_table(
    services: TheServices,
    request: OddsRequest,
    human: TheHuman,
    table: TableInPath,
    strategy: Word = PERFECT,
    seen: SeenFromDeal = "",
    seen_flop: SeenFromFlop = "",
    seen_river: SeenFromRiver = "",
) -> CoachAtTable:
    """Price your decisions in the round at a table: the one asked now, and those you made.

    At a table with a clock, and beside other people, nothing is said before the round is settled.
    """
    asker = price_asker(services, request, strategy, *SEEN_NAMES.values())
    cards = read_seen(dict(zip(Street, (seen, seen_flop, seen_river), strict=True)))
    row = await services.live.directory.row(table)
    await services.access.let_in(human, row, table)
    feed = services.live.feeds.get(table)
    if feed is None:
        raise Turned(404, "no-such-table", "there is no such table here")
    told = (await told_seat(services, feed, human.name)).with_seen(cards)
    plain = CoachAtTable(
        time=told.time,
        round=told.round,
        over=told.played.base is not None,
        asked=None,
        decisions=(),
        split=None,
    )
    try:
        asked = None if told.asked is None else await asker.price(told.asked)
        decisions = await asker.decisions(told.played.made)
        parts = await asker.split(told.played, decisions)
    except Turned as turned:
        return msgspec.structs.replace(plain, waiting=why_waiting(turned))
    return msgspec.structs.replace(plain, asked=asked, decisions=decisions, split=parts)


async def _review(asker: PriceAsker, played: PlayedRound, seat: int) -> HandReview:
    found = SeatRound(seat, ())
    if seat:
        found = seat_round(played.moments, seat, played.rules, counted_game(played.choice))
    plain = HandReview(
        seat=seat, round=played.number, strategy=asker.strategy, decisions=(), split=None
    )
    try:
        decisions = await asker.decisions(found.made)
        parts = await asker.split(found, decisions)
    except Turned as turned:
        return msgspec.structs.replace(plain, waiting=why_waiting(turned))
    return msgspec.structs.replace(plain, decisions=decisions, split=parts)


ROUTES: Final[list[ControllerRouterHandler]] = [hand_review, shared_review, at_table]

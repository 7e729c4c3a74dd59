"""The coach over HTTP: the decisions of a finished hand priced, and those at a table now."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec
from litestar import get
from litestar.types import ControllerRouterHandler

from pitboss.coach.review import MadeDecision, SeatRound, seat_round, split
from pitboss.coach.situation import Situation, situation_of
from pitboss.history.moments import PlayedRound
from pitboss.odds import Game, GameError, game_of
from pitboss.round.view import Viewer, ViewerRole, view
from pitboss.server.api.hands import check_may_read, telling
from pitboss.server.api.odds import ask_odds
from pitboss.server.api.odds_queries import OddsRequest, check_names, check_strategy
from pitboss.server.api.prices import PERFECT, PRICE_S_MAX, asker_of, price_of, why_waiting
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
from pitboss.server.live.feed import Feed
from pitboss.server.services import Services
from pitboss.server.wire.coach import (
    CoachAtTable,
    CoachDecision,
    CoachPrice,
    CoachSplit,
    CoachTime,
    HandReview,
)
from pitboss.server.worker.coach_questions import ValueBefore, exact
from pitboss.server.worker.service import Priority
from pitboss.table import RulesChoice, Table, rules_of

GAMES_KEPT: Final = 64  # worked out of the rules; there are few


@dataclass(frozen=True, slots=True)
class _Asker:
    """Asks the odds service for one person; answers are graded against `strategy`."""

    services: Services
    person: str
    strategy: str

    async def price(self, situation: Situation) -> CoachPrice:
        return await price_of(self.services, situation, self.strategy, self.person)

    async def decisions(self, made: Sequence[MadeDecision]) -> tuple[CoachDecision, ...]:
        return tuple([_made(one, await self.price(one.situation)) for one in made])

    async def split(
        self, played: SeatRound, decisions: Sequence[CoachDecision]
    ) -> CoachSplit | None:
        if not decisions or played.base is None:
            return None
        question = ValueBefore(played.made[0].situation.payable)
        before = await ask_odds(self.services, question, Priority.LAB, self.person, PRICE_S_MAX)
        cost = sum((Fraction(one.cost_cents.fraction) for one in decisions), Fraction(0))
        found = split(played, before, cost)
        if found is None:
            return None
        return CoachSplit(
            before=exact(found.before),
            luck=exact(found.luck),
            cost=exact(found.cost),
            others=found.others,
            net=found.net,
        )


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
    asker = _asker(services, request, strategy)
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
    asker = _asker(services, request, strategy)
    found = await asyncio.to_thread(shared_round, services.history, services.logins, token)
    return await _review(asker, *found)


@get("/api/coach/{table:str}", guards=[may("table.see")], tags=["coach"])
async def at_table(
    services: TheServices,
    request: OddsRequest,
    human: TheHuman,
    table: TableInPath,
    strategy: Word = PERFECT,
) -> CoachAtTable:
    """Price your decisions in the round at a table: the one asked now, and those you made.

    At a table with a clock, and beside other people, nothing is said before the round is settled.
    """
    asker = _asker(services, request, strategy)
    row = await services.live.directory.row(table)
    await services.access.let_in(human, row, table)
    feed = services.live.feeds.get(table)
    if feed is None:
        raise Turned(404, "no-such-table", "there is no such table here")
    told = _told(feed, human.name)
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


# -- what may be told at a table ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Told:
    """What the coach may know of a table for one person, taken in one moment."""

    time: CoachTime
    round: int
    asked: Situation | None
    played: SeatRound


def coach_time(table: Table, player: str, *, clock: bool) -> CoachTime:
    """Return when the coach may speak: at any time only without a clock and without others."""
    others = any(not seat.bot and seat.player != player for seat in table.seats.values())
    return "after-round" if clock or others else "any-time"


def _told(feed: Feed, player: str) -> _Told:
    table = feed.table
    choice = table.identity.rules
    time = coach_time(table, player, clock=feed.table_task.pace.clock)
    if choice is None:
        return _Told(time, table.rounds, None, SeatRound(0, ()))
    game, rules = _counted(choice), rules_of(choice)
    moments = feed.decided
    number = moments[0].after.rounds if moments else table.rounds
    # The seat of the round's own time: another may sit there once it is settled.
    there = (moments[0].before if moments else table).seat_of(player)
    seat = there.number if there is not None else 0
    played = seat_round(moments, seat, rules, game) if seat else SeatRound(0, ())
    if time == "after-round" and played.base is None:
        return _Told(time, number, None, SeatRound(seat, ()))
    asked = _asked(table, seat, game) if seat and played.base is None else None
    return _Told(time, number, asked, played)


def _asked(table: Table, seat: int, game: Game) -> Situation | None:
    there = table.seats.get(seat)
    if table.round is None or table.identity.rules is None or there is None:
        return None
    choice = table.identity.rules
    seen = view(table.round, Viewer(ViewerRole.SEAT, seat), rules_of(choice))
    return situation_of(seen, seat, game, there.chips, choice)


# -- reviews --------------------------------------------------------------------------------------


async def _review(asker: _Asker, played: PlayedRound, seat: int) -> HandReview:
    found = SeatRound(seat, ())
    if seat:
        found = seat_round(played.moments, seat, played.rules, _counted(played.choice))
    plain = HandReview(
        seat=seat, round=played.number, strategy=asker.strategy, decisions=(), split=None
    )
    try:
        decisions = await asker.decisions(found.made)
        parts = await asker.split(found, decisions)
    except Turned as turned:
        return msgspec.structs.replace(plain, waiting=why_waiting(turned))
    return msgspec.structs.replace(plain, decisions=decisions, split=parts)


def _made(made: MadeDecision, price: CoachPrice) -> CoachDecision:
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


def _asker(services: Services, request: OddsRequest, strategy: str) -> _Asker:
    """Check the question's own parameters, before anything is looked up; raises `Turned`."""
    check_names(request, "strategy")
    return _Asker(services, asker_of(request.scope), check_strategy(strategy))


@lru_cache(maxsize=GAMES_KEPT)
def _game_of(choice: RulesChoice) -> Game:
    return game_of(rules_of(choice)).numbers()


def _counted(choice: RulesChoice) -> Game:
    """Return the base game of a table's rules; raises `Turned` where it cannot be counted."""
    try:
        return _game_of(choice)
    except GameError as error:
        raise Turned(409, "not-countable", f"this game cannot be counted: {error}") from None


ROUTES: Final[list[ControllerRouterHandler]] = [hand_review, shared_review, at_table]

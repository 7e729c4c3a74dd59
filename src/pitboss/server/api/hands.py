"""Finished hands: the list of your own, one replayed with its proof, files, share links."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Final, NamedTuple

from litestar import Response, get
from litestar.types import ControllerRouterHandler

from pitboss.history.index.model import HandRow
from pitboss.rules import SET_NAMES
from pitboss.server.api.queries import (
    PAGE,
    Cursor,
    PageSize,
    RoundNumber,
    SearchText,
    SomeTable,
    TableInPath,
    TheHuman,
    TheServices,
    TimeText,
    Token,
    Word,
    attached,
    cursor_text,
    one_of,
    read_cursor,
    span,
)
from pitboss.server.auth.permissions import may
from pitboss.server.history.export import FORMATS, export_round
from pitboss.server.history.history import FRESH_S, no_round
from pitboss.server.history.replays import Telling, proof_of, replay_of
from pitboss.server.history.shares import SharedHand, share_token, shared_replay
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services
from pitboss.server.store.career import PricedHandRow, PricedState
from pitboss.server.store.hands import HandFilter
from pitboss.server.store.people import Human
from pitboss.server.wire.hands import HandCard, HandPage, Proof, Replay
from pitboss.server.worker.coach_questions import exact

OUTCOMES: Final = ("win", "lose", "push", "void")


class HandCursor(NamedTuple):
    """Where a page of hands ends."""

    at: int
    table: str
    round: int
    seat: int


@get("/api/hands", guards=[may("hands.own")], tags=["hands"])
async def hands(
    services: TheServices,
    human: TheHuman,
    table: SomeTable = None,
    rules: Word = "",
    outcome: Word = "",
    begin: TimeText = "",
    end: TimeText = "",
    text: SearchText = "",
    before: Cursor = "",
    limit: PageSize = PAGE,
) -> HandPage:
    """List your own hands, latest first; `begin` and `end` are days or moments in UTC."""
    time = span(begin, end)
    wanted = HandFilter(
        table=table or "",
        rules=one_of("rules", rules, SET_NAMES),
        outcome=one_of("outcome", outcome, OUTCOMES),
        begin=time.begin,
        end=time.end,
        words=text.strip(),
    )
    place = read_cursor(before, HandCursor)

    def work() -> HandPage:
        history = services.history
        history.indexer.fresh(FRESH_S)
        names = services.people.names_of(human.id)
        rows = history.index.hands(names, wanted, place, limit + 1)
        total, net = history.index.totals(names, wanted)
        prices = services.career.of_hands((r.table_name, r.round, r.seat) for r in rows)
        titles = {row.table: row.title for row in services.registry.all()} if rows else {}
        return HandPage(
            hands=tuple(
                _card(
                    row,
                    titles.get(row.table_name, ""),
                    prices.get((row.table_name, row.round, row.seat)),
                )
                for row in rows[:limit]
            ),
            next=_next(rows[limit - 1]) if len(rows) > limit else "",
            total=total,
            net=net,
        )

    return await asyncio.to_thread(work)


@get("/api/hands/{table:str}/{number:int}", guards=[may("hands.own")], tags=["hands"])
async def replay(
    services: TheServices, human: TheHuman, table: TableInPath, number: RoundNumber
) -> Replay:
    """Replay a finished round: as your seat saw it, or as anybody did."""
    await check_may_read(services, human, table, number)

    def work() -> Replay:
        played = services.history.played(table, number)
        return replay_of(played, telling(services, human, table, number))

    return await asyncio.to_thread(work)


@get("/api/hands/{table:str}/{number:int}/proof", guards=[may("hands.own")], tags=["hands"])
async def proof(
    services: TheServices, human: TheHuman, table: TableInPath, number: RoundNumber
) -> Proof:
    """Return all that is needed to deal a finished round again."""
    await check_may_read(services, human, table, number)

    def work() -> Proof:
        found = proof_of(services.history.played(table, number))
        if found is None:
            raise Turned(404, "no-proof", "this table dealt by hand: there is no shuffle to prove")
        return found

    return await asyncio.to_thread(work)


@get("/api/hands/{table:str}/{number:int}/export", guards=[may("hands.own")], tags=["hands"])
async def export(
    services: TheServices,
    human: TheHuman,
    table: TableInPath,
    number: RoundNumber,
    form: Word = "text",
) -> Response[bytes]:
    """Return a finished round as a file: `form` is json, csv, toml or text."""
    if form not in FORMATS:
        raise Turned(400, "not-valid", f"form is one of {', '.join(FORMATS)}")
    await check_may_read(services, human, table, number)

    def work() -> Response[bytes]:
        played = services.history.played(table, number)
        file = export_round(played, telling(services, human, table, number), form)
        headers = attached(f"{table}-{number}.{file.suffix}")
        return Response(file.body, media_type=file.media_type, headers=headers)

    return await asyncio.to_thread(work)


@get("/api/shared/{token:str}", tags=["hands"])
async def shared(services: TheServices, token: Token) -> Replay:
    """Replay a hand that somebody has shared, as their seat saw it."""
    return await asyncio.to_thread(
        shared_replay, services.history, services.logins, services.registry, token
    )


async def check_may_read(services: Services, human: Human, table: str, number: int) -> None:
    """Raise `Turned` unless a person may see the hands of a private table.

    The answer is that for an unknown table. A share link shows its one hand to everybody.
    """
    row = await asyncio.to_thread(services.registry.get, table)
    if not await services.access.comes_in(human, row):
        raise no_round(number)


def telling(services: Services, human: Human, table: str, number: int) -> Telling:
    """Return how a person is told of a round: from their own seat, or as anybody."""
    names = services.people.names_of(human.id)
    seat = services.history.index.seat_of(names, table, number)
    token = share_token(services.logins.sign, SharedHand(table, number, seat))
    return Telling(services.registry.title(table), seat, token)


def _card(row: HandRow, title: str, price: PricedHandRow | None) -> HandCard:
    is_priced = price is not None and price.state == PricedState.PRICED
    return HandCard(
        table=row.table_name,
        title=title or row.table_name,
        rules=row.rules,
        round=row.round,
        at=row.at,
        seat=row.seat,
        cards=tuple(row.cards.split()),
        board=tuple(row.board.split()),
        dealer=tuple(row.dealer.split()),
        hand=row.hand,
        dealer_hand=row.dealer_hand,
        acts=tuple(row.acts.split(", ")) if row.acts else (),
        staked=row.staked,
        net=row.net,
        outcome=row.outcome,
        priced="not-yet" if price is None else PricedState(price.state).value,
        cost=exact(Fraction(price.cost)) if price is not None and is_priced else None,
    )


def _next(row: HandRow) -> str:
    return cursor_text(HandCursor(row.at, row.table_name, row.round, row.seat))


ROUTES: Final[list[ControllerRouterHandler]] = [hands, replay, proof, export, shared]

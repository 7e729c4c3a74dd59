"""Hands that are over: the list of one's own, one of them again with its proof, files, links."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from litestar import Response, get
from litestar.types import ControllerRouterHandler

from pitboss.rules import SET_NAMES
from pitboss.server.api.asked import (
    PAGE,
    Cursor,
    Moment,
    PageSize,
    RoundNumber,
    SomeTable,
    TableName,
    TheHouse,
    TheHuman,
    Token,
    Word,
    Words,
    attached,
    cursor_text,
    one_of,
    read_cursor,
    span,
)
from pitboss.server.gate import may
from pitboss.server.history.export import FORMATS, export_round
from pitboss.server.history.frames import Telling, replay_of
from pitboss.server.history.history import FRESH_S, history_of
from pitboss.server.history.proof import proof_of
from pitboss.server.history.share import Shared, ShareError, read_token, share_token
from pitboss.server.problems import Turned
from pitboss.server.state import House
from pitboss.server.store.hand_rows import HandRow
from pitboss.server.store.hands import HandFilter
from pitboss.server.store.people import Human
from pitboss.server.wire.hands import HandCard, HandPage, Proof, Replay

OUTCOMES: Final = ("win", "lose", "push", "void")


class Place(NamedTuple):
    """Where a page of hands ends."""

    at: int
    table: str
    round: int
    seat: int


@get("/api/hands", guards=[may("hands.own")], tags=["hands"])
async def hands(
    house: TheHouse,
    human: TheHuman,
    table: SomeTable = None,
    rules: Word = "",
    outcome: Word = "",
    begin: Moment = "",
    end: Moment = "",
    text: Words = "",
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
    place = read_cursor(before, Place)

    def work() -> HandPage:
        history = history_of(house)
        history.follower.fresh(FRESH_S)
        names = house.people.names_of(human.id)
        rows = history.index.hands(names, wanted, place, limit + 1)
        total, net = history.index.totals(names, wanted)
        titles = {row.table: row.title for row in house.registry.all()} if rows else {}
        return HandPage(
            hands=tuple(_card(row, titles.get(row.table_name, "")) for row in rows[:limit]),
            next=_next(rows[limit - 1]) if len(rows) > limit else "",
            total=total,
            net=net,
        )

    return await asyncio.to_thread(work)


@get("/api/hands/{table:str}/{number:int}", guards=[may("hands.own")], tags=["hands"])
async def replay(house: TheHouse, human: TheHuman, table: TableName, number: RoundNumber) -> Replay:
    """Tell a finished round again: as your seat saw it, or as anybody did."""

    def work() -> Replay:
        played = history_of(house).played(table, number)
        return replay_of(played, _telling(house, human, table, number))

    return await asyncio.to_thread(work)


@get("/api/hands/{table:str}/{number:int}/proof", guards=[may("hands.own")], tags=["hands"])
async def proof(house: TheHouse, table: TableName, number: RoundNumber) -> Proof:
    """Give all that is needed to deal a finished round again."""

    def work() -> Proof:
        found = proof_of(history_of(house).played(table, number))
        if found is None:
            raise Turned(404, "no-proof", "this table dealt by hand: there is no shuffle to prove")
        return found

    return await asyncio.to_thread(work)


@get("/api/hands/{table:str}/{number:int}/export", guards=[may("hands.own")], tags=["hands"])
async def export(
    house: TheHouse, human: TheHuman, table: TableName, number: RoundNumber, form: Word = "text"
) -> Response[bytes]:
    """Give a finished round as a file: `form` is json, csv, toml or text."""
    if form not in FORMATS:
        raise Turned(400, "not-valid", f"form is one of {', '.join(FORMATS)}")

    def work() -> Response[bytes]:
        played = history_of(house).played(table, number)
        file = export_round(played, _telling(house, human, table, number), form)
        headers = attached(f"{table}-{number}.{file.suffix}")
        return Response(file.body, media_type=file.media_type, headers=headers)

    return await asyncio.to_thread(work)


@get("/api/shared/{token:str}", tags=["hands"])
async def shared(house: TheHouse, token: Token) -> Replay:
    """Tell a hand that somebody has shared, as their seat saw it."""
    try:
        found = read_token(house.sessions.sign, token)
    except ShareError as error:
        raise Turned(404, "no-such-link", str(error)) from None

    def work() -> Replay:
        played = history_of(house).played(found.table, found.round)
        return replay_of(played, Telling(house.registry.title(found.table), found.seat, token))

    return await asyncio.to_thread(work)


def _telling(house: House, human: Human, table: str, number: int) -> Telling:
    names = house.people.names_of(human.id)
    seat = history_of(house).index.seat_of(names, table, number)
    token = share_token(house.sessions.sign, Shared(table, number, seat))
    return Telling(house.registry.title(table), seat, token)


def _card(row: HandRow, title: str) -> HandCard:
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
    )


def _next(row: HandRow) -> str:
    return cursor_text(Place(row.at, row.table_name, row.round, row.seat))


ROUTES: Final[list[ControllerRouterHandler]] = [hands, replay, proof, export, shared]

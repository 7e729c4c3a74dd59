"""The auditor's desk: search rounds, open the evidence of one, prove a table, take files away."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Final, NamedTuple

from litestar import get, post
from litestar.params import QueryParameter
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from pitboss.history.index.model import RoundRow
from pitboss.round.irregular import IRREGULARITY_KINDS
from pitboss.server.api.queries import (
    PAGE,
    Cursor,
    PageSize,
    RoundNumber,
    SomeTable,
    TableInPath,
    TheServices,
    TimeText,
    Word,
    attached,
    cursor_text,
    one_of,
    read_cursor,
    span,
)
from pitboss.server.auth.permissions import may
from pitboss.server.evidence.evidence import evidence_of, verify_table
from pitboss.server.evidence.files import round_zip, table_zip
from pitboss.server.history.history import FRESH_S
from pitboss.server.store.hands import RoundFilter
from pitboss.server.wire.ask import CENTS_MAX, PLAIN
from pitboss.server.wire.floor import Evidence, RoundCard, RoundPage, Verified

OUTCOMES: Final = ("settled", "void", "partly void", "cancelled")
INCIDENTS: Final = ("any", *IRREGULARITY_KINDS)
ZIP: Final = "application/zip"

SomePlayer = Annotated[str | None, QueryParameter(min_length=1, max_length=60, pattern=PLAIN)]
LeastWin = Annotated[int | None, QueryParameter(ge=0, le=CENTS_MAX)]


class RoundCursor(NamedTuple):
    """Where a page of rounds ends."""

    ended: int
    table: str
    round: int


@get("/api/audit/rounds", guards=[may("audit.read")], tags=["audit"])
async def rounds(
    services: TheServices,
    table: SomeTable = None,
    player: SomePlayer = None,
    outcome: Word = "",
    begin: TimeText = "",
    end: TimeText = "",
    least_win: LeastWin = None,
    incident: Word = "",
    before: Cursor = "",
    limit: PageSize = PAGE,
) -> RoundPage:
    """Search finished rounds, latest first; `least_win` is in cents, `incident` a kind or any."""
    time = span(begin, end)
    wanted = RoundFilter(
        table=table or "",
        player=player or "",
        outcome=one_of("outcome", outcome, OUTCOMES),
        begin=time.begin,
        end=time.end,
        least_win=least_win,
        incident=one_of("incident", incident, INCIDENTS),
    )
    place = read_cursor(before, RoundCursor)

    def work() -> RoundPage:
        history = services.history
        history.indexer.fresh(FRESH_S)
        rows = history.index.rounds(wanted, place, limit + 1)
        titles = {row.table: row.title for row in services.registry.all()} if rows else {}
        return RoundPage(
            rounds=tuple(_card(row, titles.get(row.table_name, "")) for row in rows[:limit]),
            next=_next(rows[limit - 1]) if len(rows) > limit else "",
        )

    return await asyncio.to_thread(work)


@get("/api/audit/rounds/{table:str}/{number:int}", guards=[may("audit.read")], tags=["audit"])
async def evidence(services: TheServices, table: TableInPath, number: RoundNumber) -> Evidence:
    """Return all evidence of a finished round: events, cards, shuffle proof, movements, clauses."""

    def work() -> Evidence:
        return evidence_of(services.history.played(table, number), services.registry.title(table))

    return await asyncio.to_thread(work)


@get("/api/audit/rounds/{table:str}/{number:int}/export", guards=[may("audit.read")],
     tags=["audit"])  # fmt: skip
async def export_round(services: TheServices, table: TableInPath, number: RoundNumber) -> Stream:
    """Return a finished round as a zip file: stored events, replay, PHH, rows, text."""

    def work() -> Stream:
        played = services.history.played(table, number)
        return _zip(round_zip(played, services.registry.title(table)), f"{table}-{number}")

    return await asyncio.to_thread(work)


@get("/api/audit/tables/{table:str}/export", guards=[may("audit.read")], tags=["audit"])
async def export_table(
    services: TheServices, table: TableInPath, begin: TimeText = "", end: TimeText = ""
) -> Stream:
    """Return a table's export as a zip file; a round that is still played is left out."""
    time = span(begin, end)

    def work() -> Stream:
        return _zip(table_zip(services.journal, table, time), table)

    async with services.floor.counting:
        return await asyncio.to_thread(work)


@post("/api/audit/tables/{table:str}/verify", guards=[may("audit.read")], status_code=200,
      tags=["audit"])  # fmt: skip
async def verify(services: TheServices, table: TableInPath) -> Verified:
    """Prove a table from its first event on, for as long as a person would wait."""
    async with services.floor.counting:
        return await asyncio.to_thread(verify_table, services.journal, table)


def _zip(chunks: Iterator[bytes], name: str) -> Stream:
    return Stream(chunks, media_type=ZIP, headers=attached(f"{name}.zip"))


def _card(row: RoundRow, title: str) -> RoundCard:
    return RoundCard(
        table=row.table_name,
        title=title or row.table_name,
        rules=row.rules,
        round=row.round,
        begun=row.begun,
        ended=row.ended,
        outcome=row.outcome,
        seats=row.seats,
        players=_lines(row.players),
        house_cents=row.house_cents,
        incidents=_lines(row.incidents),
        dealer_hand=row.dealer_hand,
    )


def _lines(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split("\n")))


def _next(row: RoundRow) -> str:
    return cursor_text(RoundCursor(row.ended, row.table_name, row.round))


ROUTES: Final[list[ControllerRouterHandler]] = [
    rounds, evidence, export_round, export_table, verify,
]  # fmt: skip

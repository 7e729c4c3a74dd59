"""The floor console: everything at a glance and pushed, orders, remedies before they are done."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
import msgspec.structs
from litestar import Response, get, post, websocket
from litestar.params import FromQuery, JSONBody
from litestar.types import ControllerRouterHandler

from pitboss.server.api.figures_query import figures_request
from pitboss.server.api.queries import (
    SomeTable,
    TableInPath,
    TheHuman,
    TheServices,
    TimeText,
    Word,
)
from pitboss.server.auth.permissions import may
from pitboss.server.floor.figures import floor_figures
from pitboss.server.http.problems import Turned
from pitboss.server.live.connection import Socket, send
from pitboss.server.live.pushing import PUSH_EVERY_S, keep_pushing
from pitboss.server.store.people import Human
from pitboss.server.wire.ask import Answered
from pitboss.server.wire.floor import (
    Declaration,
    FloorView,
    Irregularities,
    NoticeSeen,
    Ordered,
    Remedy,
)

NOTICE: Final = "notice/"
_ENCODE: Final = msgspec.json.Encoder().encode


@get("/api/floor", guards=[may("floor.see")], tags=["floor"])
async def floor(services: TheServices) -> FloorView:
    """Return the whole console as it stands now."""
    return await services.floor.view()


@post("/api/floor/seen", guards=[may("floor.order")], status_code=204, tags=["floor"])
async def seen(services: TheServices, human: TheHuman, data: JSONBody[NoticeSeen]) -> None:
    """Mark a notice as seen; it goes away for everybody."""
    notice = data.id.removeprefix(NOTICE)
    index, now = services.history.index, services.clock.now()
    if not await asyncio.to_thread(index.see, notice, human.name, now):
        by = await asyncio.to_thread(index.seen, notice)
        if not by:
            raise Turned(404, "no-such-notice", "there is no such notice")
    services.floor.forget()


@get("/api/floor/figures", guards=[may("floor.see")], tags=["floor"])
async def figures(
    services: TheServices,
    table: SomeTable = None,
    by: Word = "table",
    begin: TimeText = "",
    end: TimeText = "",
    bots: Word = "exclude",
    theory: FromQuery[bool] = False,  # noqa: FBT002
) -> Response[bytes]:
    """Count a table's or all tables' figures; `by` is table, day, hour or shift.

    With `theory`, what was won is set against what was to be expected.
    """
    asked = figures_request(by, begin, end, bots)
    async with services.floor.counting:
        odds = services.odds if services.config.worker else None
        found = await asyncio.to_thread(
            floor_figures, services.journal, table, asked, theory=theory, odds=odds
        )
    return Response(_ENCODE(found), media_type="application/json")


@get("/api/floor/{table:str}/irregularities", guards=[may("floor.see")], tags=["floor"])
async def irregularities(services: TheServices, table: TableInPath) -> Irregularities:
    """List what may be declared at a table now, and what has to be said about it."""
    return services.desk.kinds(table)


@post("/api/floor/{table:str}/remedy", guards=[may("floor.order")], status_code=200, tags=["floor"])
async def remedy(
    services: TheServices, human: TheHuman, table: TableInPath, data: JSONBody[Declaration]
) -> Remedy:
    """Try a declaration without doing it: the remedy, the chips it moves, what others do."""
    return services.desk.preview(human, table, data)


@post("/api/floor/{table:str}/orders", guards=[may("floor.order")], status_code=200, tags=["floor"])
async def order(
    services: TheServices, human: TheHuman, table: TableInPath, data: JSONBody[Ordered]
) -> Answered:
    """Give an order to a table; the same id again gets the same answer."""
    given = await services.desk.obey(human, table, data)
    services.floor.forget()
    return given


@websocket("/ws/floor", guards=[may("floor.see")])
async def floor_socket(socket: Socket, services: TheServices) -> None:
    """Push the console when something on it changes, at most once a second."""

    async def push(_: Human) -> None:
        last = b""
        while True:
            view = await services.floor.view()
            same = _ENCODE(msgspec.structs.replace(view, at=0))
            if same != last:
                last = same
                await send(socket, _ENCODE(view))
            await asyncio.sleep(PUSH_EVERY_S)

    await keep_pushing(services.live, socket, "floor", push)


ROUTES: Final[list[ControllerRouterHandler]] = [
    floor, seen, figures, irregularities, remedy, order, floor_socket,
]  # fmt: skip

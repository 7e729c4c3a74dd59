"""The lobby: lists tables, opens and closes private ones, seats bots; pushed live."""

from __future__ import annotations

import asyncio
import time
from typing import Final

import msgspec
from litestar import Response, delete, get, post, websocket
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ControllerRouterHandler, Scope

from pitboss.server.api.lab_tables import blind_option, playable_variant
from pitboss.server.api.prices import asker_of
from pitboss.server.api.queries import TableInPath, TheHuman, TheServices
from pitboss.server.auth.permissions import may
from pitboss.server.auth.table_access import NO_TABLE
from pitboss.server.http.middleware import address_of, take
from pitboss.server.http.problems import Turned
from pitboss.server.live.connection import Socket, send
from pitboss.server.live.lobby import lobby, table_felt
from pitboss.server.live.pushing import PUSH_EVERY_S, keep_pushing
from pitboss.server.live.socket import table_socket as serve_table
from pitboss.server.store.people import Human
from pitboss.server.wire.felt import Felt
from pitboss.server.wire.people import AddBot, Lobby, Opened, OpenTable, TableCard

_ENCODE: Final = msgspec.json.Encoder().encode


@get("/api/tables", guards=[may("lobby.see")], tags=["tables"])
async def tables(services: TheServices, human: TheHuman) -> Lobby:
    """List the public tables and your own, and the rule sets that may be played."""
    return lobby(services.live, human)


@post("/api/tables", guards=[may("table.open")], status_code=201, tags=["tables"])
async def open_table(
    services: TheServices, human: TheHuman, scope: Scope, data: JSONBody[OpenTable]
) -> Opened:
    """Open a table of your own: private, for people with its link, or solo, without a clock.

    With a variant of the lab, the table's name, its rules' title and its journal say so.
    """
    take(services.limits.table, address_of(scope), time.monotonic())
    if data.variant:
        variant = await playable_variant(services, data, asker_of(scope))
        options = {**data.options, **blind_option(variant)}
        data = msgspec.structs.replace(data, options=options)
        row = await services.tables.open(human, data, variant.changes())
    else:
        row = await services.tables.open(human, data)
    return Opened(table=row.table, path=row.link)


@get("/api/tables/{table:str}", guards=[may("table.see")], tags=["tables"])
async def felt(
    services: TheServices, human: TheHuman, table: TableInPath, key: FromQuery[str] = ""
) -> Felt:
    """Return what is printed on a table's felt and signs; `key` is needed on a first visit."""
    live = services.live
    row = await live.directory.row(table)
    await services.access.let_in(human, row, table, key)
    found = table_felt(live, table, row, human)
    if found is None:
        raise Turned(404, "no-such-table", NO_TABLE)
    return found


@delete("/api/tables/{table:str}", guards=[may("table.open")], status_code=204, tags=["tables"])
async def close_table(services: TheServices, human: TheHuman, table: TableInPath) -> Response[None]:
    """Close a table of your own when the round being played is over."""
    await services.tables.close(human, table)
    return Response(None, status_code=204)


@post("/api/tables/{table:str}/bots", guards=[may("table.open")], status_code=201, tags=["tables"])
async def add_bot(
    services: TheServices, human: TheHuman, table: TableInPath, data: JSONBody[AddBot]
) -> TableCard:
    """Seat a bot at a table of your own."""
    await services.tables.add_bot(human, table, data)
    for card in lobby(services.live, human).tables:
        if card.table == table:
            return card
    raise Turned(404, "no-such-table", NO_TABLE)


@websocket("/ws/table/{table:str}", guards=[may("table.see")])
async def table_socket(socket: Socket, services: TheServices, table: FromPath[str]) -> None:
    """Play at a table, or look on; `?from=N` gets the log behind event N."""
    await serve_table(socket, table, services.live, services.access)


@websocket("/ws/lobby", guards=[may("lobby.see")])
async def lobby_socket(socket: Socket, services: TheServices) -> None:
    """Push the lobby when something in it changes, at most once a second."""
    live = services.live

    async def push(human: Human) -> None:
        version, last = -1, b""
        while True:
            if version != live.version:
                version = live.version
                message = _ENCODE(lobby(live, human))
                if message != last:
                    last = message
                    await send(socket, message)
            await asyncio.sleep(PUSH_EVERY_S)

    await keep_pushing(services.live, socket, "lobby", push)


ROUTES: Final[list[ControllerRouterHandler]] = [
    tables, open_table, felt, close_table, add_bot, table_socket, lobby_socket,
]  # fmt: skip

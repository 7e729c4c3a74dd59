"""The lobby: which tables there are, opening one of one's own, bots for it; pushed live."""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from litestar import Response, delete, get, post, websocket
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ControllerRouterHandler

from pitboss.server.api.asked import TheHouse, TheHuman
from pitboss.server.door import let_in
from pitboss.server.gate import may
from pitboss.server.live.cards import lobby, table_felt
from pitboss.server.live.line import Socket, send
from pitboss.server.live.pushing import PUSH_EVERY_S, keep_pushing
from pitboss.server.live.room import room_of
from pitboss.server.live.socket import table_socket
from pitboss.server.problems import Turned
from pitboss.server.store.people import Human
from pitboss.server.tables import tables_of
from pitboss.server.wire.felt import Felt
from pitboss.server.wire.people import AddBot, Lobby, Opened, OpenTable, TableCard

_ENCODE: Final = msgspec.json.Encoder().encode


@get("/api/tables", guards=[may("lobby.see")], tags=["tables"])
async def tables(house: TheHouse, human: TheHuman) -> Lobby:
    """List the public tables and one's own, and the rule sets that may be played."""
    return lobby(room_of(house), human)


@post("/api/tables", guards=[may("table.open")], status_code=201, tags=["tables"])
async def open_table(house: TheHouse, human: TheHuman, data: JSONBody[OpenTable]) -> Opened:
    """Open a table of one's own: private, for those who have its link, or solo, without a clock."""
    row = await tables_of(house).open(human, data)
    return Opened(table=row.table, path=row.link)


@get("/api/tables/{table:str}", guards=[may("table.see")], tags=["tables"])
async def felt(
    house: TheHouse, human: TheHuman, table: FromPath[str], key: FromQuery[str] = ""
) -> Felt:
    """Give what is printed on a table's felt and signs; `key` lets one in for the first time."""
    room = room_of(house)
    row = await room.row(table)
    await let_in(house, human, row, table, key)
    found = table_felt(room, table, row, human)
    if found is None:
        raise Turned(404, "no-such-table", "there is no such table here")
    return found


@delete("/api/tables/{table:str}", guards=[may("table.open")], status_code=204, tags=["tables"])
async def close_table(house: TheHouse, human: TheHuman, table: FromPath[str]) -> Response[None]:
    """Close a table of one's own, when the round being played is over."""
    await tables_of(house).close(human, table)
    return Response(None, status_code=204)


@post("/api/tables/{table:str}/bots", guards=[may("table.open")], status_code=201, tags=["tables"])
async def add_bot(
    house: TheHouse, human: TheHuman, table: FromPath[str], data: JSONBody[AddBot]
) -> TableCard:
    """Let a bot take a place at a table of one's own."""
    await tables_of(house).add_bot(human, table, data)
    for card in lobby(room_of(house), human).tables:
        if card.table == table:
            return card
    raise Turned(404, "no-such-table", "there is no such table here")


@websocket("/ws/lobby", guards=[may("lobby.see")])
async def lobby_socket(socket: Socket) -> None:
    """Push the lobby when something in it changes, at most once a second."""
    room = room_of(socket.app.state.house)

    async def push(human: Human) -> None:
        version, last = -1, b""
        while True:
            if version != room.version:
                version = room.version
                message = _ENCODE(lobby(room, human))
                if message != last:
                    last = message
                    await send(socket, message)
            await asyncio.sleep(PUSH_EVERY_S)

    await keep_pushing(socket, "lobby", push)


ROUTES: Final[list[ControllerRouterHandler]] = [
    tables, open_table, felt, close_table, add_bot, table_socket, lobby_socket,
]  # fmt: skip

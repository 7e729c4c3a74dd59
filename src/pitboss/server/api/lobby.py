"""The lobby: which tables there are, opening one of one's own, bots for it; pushed live."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

import msgspec
from litestar import Response, WebSocket, delete, get, post, websocket
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.types import ControllerRouterHandler

from pitboss.server.api.asked import TheHouse, TheHuman
from pitboss.server.door import comes_in
from pitboss.server.gate import may
from pitboss.server.identity import human_in
from pitboss.server.live.cards import lobby, table_felt
from pitboss.server.live.room import Room, room_of
from pitboss.server.live.socket import MESSAGE_BYTES_MAX, close, gone, table_socket
from pitboss.server.problems import Turned
from pitboss.server.rates import Bucket
from pitboss.server.state import House
from pitboss.server.store.people import Human
from pitboss.server.tables import tables_of
from pitboss.server.wire.ask import Bye
from pitboss.server.wire.felt import Felt
from pitboss.server.wire.people import AddBot, Lobby, Opened, OpenTable, TableCard

PUSH_EVERY_S: Final = 1.0
SLOW_S: Final = 10.0
_ENCODE: Final = msgspec.json.Encoder().encode

Socket = WebSocket[Any, Any, Any]  # Any: the framework's own type parameters


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
    found = table_felt(room, table, row, human)
    if found is None or not await comes_in(house, human, row, key):
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
    house: House = socket.app.state.house
    room, human = room_of(house), human_in(socket.scope)
    await socket.accept()
    if human is None:
        return
    if (full := room.full(human)) is not None:
        await close(socket, full)
        return
    ended = asyncio.Event()
    last: list[Bye] = []

    async def leave() -> None:
        ended.set()
        await close(socket, Bye("leaving", "the server is stopping", again=True))

    def dismissed(bye: Bye) -> None:
        last.append(bye)
        ended.set()

    async with room.socket(human, "lobby"):
        tasks = [
            asyncio.create_task(_push(socket, room, human)),
            asyncio.create_task(_listen(socket, house)),
            asyncio.create_task(ended.wait()),
        ]
        with house.farewell.open(leave, human.id, dismissed):
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if last:
                await close(socket, last[0])
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception) and not gone(result):
                raise result


async def _push(socket: Socket, room: Room, human: Human) -> None:
    version, last = -1, b""
    while True:
        if version != room.version:
            version = room.version
            message = _ENCODE(lobby(room, human))
            if message != last:
                last = message
                await asyncio.wait_for(socket.send_data(message.decode(), mode="text"), SLOW_S)
        await asyncio.sleep(PUSH_EVERY_S)


async def _listen(socket: Socket, house: House) -> None:
    """Hear whether the client is still there; it has nothing to say here but a ping."""
    bucket = Bucket(house.config.rates.message, time.monotonic())
    while True:
        data = await socket.receive_data(mode="text")
        if len(data) > MESSAGE_BYTES_MAX:
            bye = Bye("too-large", f"a message has at most {MESSAGE_BYTES_MAX} bytes", again=False)
        elif bucket.take(time.monotonic()):
            bye = Bye("too-fast", "too many messages; wait a moment", again=True)
        else:
            continue
        await close(socket, bye)
        return


ROUTES: Final[list[ControllerRouterHandler]] = [
    tables, open_table, felt, close_table, add_bot, table_socket, lobby_socket,
]  # fmt: skip

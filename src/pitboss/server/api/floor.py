"""The floor console: everything at a glance and pushed, orders, remedies before they are done."""

from __future__ import annotations

import asyncio
import time
from typing import Any, Final

import msgspec
import msgspec.structs
from litestar import Response, WebSocket, get, post, websocket
from litestar.params import FromQuery, JSONBody
from litestar.types import ControllerRouterHandler

from pitboss.audit.figures.count import BOTS, Asked
from pitboss.audit.times import PERIODS
from pitboss.server.api.asked import (
    Moment,
    SomeTable,
    TableName,
    TheHouse,
    TheHuman,
    Word,
    one_of,
    span,
)
from pitboss.server.floor.desk import desk_of
from pitboss.server.floor.figures import floor_figures
from pitboss.server.floor.view import floor_of
from pitboss.server.gate import check, may
from pitboss.server.history.history import history_of
from pitboss.server.identity import human_in, session_in
from pitboss.server.live.room import room_of
from pitboss.server.live.socket import MESSAGE_BYTES_MAX, close, gone
from pitboss.server.problems import Turned
from pitboss.server.rates import Bucket
from pitboss.server.state import House
from pitboss.server.store.people import Human
from pitboss.server.wire.ask import Answered, Bye
from pitboss.server.wire.floor import (
    Declaration,
    FloorView,
    Irregularities,
    Ordered,
    Remedy,
    Seen,
)

PUSH_EVERY_S: Final = 1.0
SLOW_S: Final = 10.0
ASK_AGAIN_S: Final = 30.0  # a role that was taken away is felt after so long at most
NOTICE: Final = "notice/"
_ENCODE: Final = msgspec.json.Encoder().encode

Socket = WebSocket[Any, Any, Any]  # Any: the framework's own type parameters


@get("/api/floor", guards=[may("floor.see")], tags=["floor"])
async def floor(house: TheHouse) -> FloorView:
    """Give the whole console as it stands now."""
    return await floor_of(house).view()


@post("/api/floor/seen", guards=[may("floor.order")], status_code=204, tags=["floor"])
async def seen(house: TheHouse, human: TheHuman, data: JSONBody[Seen]) -> None:
    """Say that a notice was seen; it goes away for everybody."""
    notice = data.id.removeprefix(NOTICE)
    index, now = history_of(house).index, house.clock.now()
    if not await asyncio.to_thread(index.see, notice, human.name, now):
        by = await asyncio.to_thread(index.seen, notice)
        if not by:
            raise Turned(404, "no-such-notice", "there is no such notice")
    floor_of(house).forget()


@get("/api/floor/figures", guards=[may("floor.see")], tags=["floor"])
async def figures(
    house: TheHouse,
    table: SomeTable = None,
    by: Word = "table",
    begin: Moment = "",
    end: Moment = "",
    bots: Word = "exclude",
    theory: FromQuery[bool] = False,  # noqa: FBT002
) -> Response[bytes]:
    """Count a table's or all tables' figures; `by` is table, day, hour or shift.

    With `theory`, what was won is set against what was to be expected.
    """
    asked = Asked(one_of("by", by, PERIODS), span(begin, end), one_of("bots", bots, BOTS))
    async with floor_of(house).counting:
        found = await asyncio.to_thread(
            floor_figures, house.journal, table, asked, theory=theory, sums=house.sums
        )
    return Response(_ENCODE(found), media_type="application/json")


@get("/api/floor/{table:str}/irregularities", guards=[may("floor.see")], tags=["floor"])
async def irregularities(house: TheHouse, table: TableName) -> Irregularities:
    """List what may be declared at a table now, and what has to be said about it."""
    return desk_of(house).kinds(table)


@post("/api/floor/{table:str}/remedy", guards=[may("floor.order")], status_code=200, tags=["floor"])
async def remedy(
    house: TheHouse, human: TheHuman, table: TableName, data: JSONBody[Declaration]
) -> Remedy:
    """Try a declaration without doing it: the remedy, the chips it moves, what others do."""
    return desk_of(house).preview(human, table, data)


@post("/api/floor/{table:str}/orders", guards=[may("floor.order")], status_code=200, tags=["floor"])
async def order(
    house: TheHouse, human: TheHuman, table: TableName, data: JSONBody[Ordered]
) -> Answered:
    """Give an order to a table; the same id again gets the same answer."""
    given = await desk_of(house).obey(human, table, data)
    floor_of(house).forget()
    return given


@websocket("/ws/floor", guards=[may("floor.see")])
async def floor_socket(socket: Socket) -> None:
    """Push the console when something on it changes, at most once a second."""
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

    async with room.socket(human, "floor"):
        tasks = [
            asyncio.create_task(_push(socket, house)),
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


async def _push(socket: Socket, house: House) -> None:
    last = b""
    asked = time.monotonic()
    while True:
        if time.monotonic() - asked > ASK_AGAIN_S:
            asked = time.monotonic()
            try:
                check(
                    await asyncio.to_thread(_person, house, session_in(socket.scope)), "floor.see"
                )
            except Turned as turned:
                await close(socket, Bye(turned.reason, turned.detail, again=False))
                return
        view = await floor_of(house).view()
        same = _ENCODE(msgspec.structs.replace(view, at=0))
        if same != last:
            last = same
            await asyncio.wait_for(socket.send_data(_ENCODE(view).decode(), mode="text"), SLOW_S)
        await asyncio.sleep(PUSH_EVERY_S)


def _person(house: House, session: str) -> Human | None:
    id_ = house.sessions.person_of(session)
    return house.people.by_id(id_) if id_ else None


async def _listen(socket: Socket, house: House) -> None:
    """Hear whether the client is still there; it has nothing to say here but a ping."""
    bucket = Bucket(house.config.rates.message, time.monotonic())
    while True:
        data = await socket.receive_data(mode="text")
        if len(data) > MESSAGE_BYTES_MAX or bucket.take(time.monotonic()):
            await close(socket, Bye("too-much", "the console is only looked at", again=False))
            return


ROUTES: Final[list[ControllerRouterHandler]] = [
    floor, seen, figures, irregularities, remedy, order, floor_socket,
]  # fmt: skip

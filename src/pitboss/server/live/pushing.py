"""Sockets that are only looked at (lobby, floor): pushed to until either side has had enough."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

from litestar import WebSocket

from pitboss.server.farewell import Whose
from pitboss.server.identity import human_in, session_in
from pitboss.server.live.room import room_of
from pitboss.server.live.socket import MESSAGE_BYTES_MAX, close, gone
from pitboss.server.rates import Bucket
from pitboss.server.state import House
from pitboss.server.store.people import Human
from pitboss.server.wire.ask import Bye

PUSH_EVERY_S: Final = 1.0
SLOW_S: Final = 10.0  # a client that takes longer for one message is dropped

Socket = WebSocket[Any, Any, Any]  # Any: the framework's own type parameters


async def keep_pushing(
    socket: Socket, kind: str, push: Callable[[Human], Coroutine[None, None, None]]
) -> None:
    """Run `push` until it ends, the client goes, the person is dismissed or the server stops."""
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

    async with room.socket(human, kind):
        tasks = [
            asyncio.create_task(push(human)),
            asyncio.create_task(_listen(socket, house)),
            asyncio.create_task(ended.wait()),
        ]
        whose = Whose(human, session_in(socket.scope), dismissed)
        with house.farewell.open(leave, whose):
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if last:
                await close(socket, last[0])
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception) and not gone(result):
                raise result


async def send(socket: Socket, message: bytes) -> None:
    """Send one message, within bounds."""
    await asyncio.wait_for(socket.send_data(message.decode(), mode="text"), SLOW_S)


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

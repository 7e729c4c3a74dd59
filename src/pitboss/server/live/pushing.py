"""Sockets that are only looked at (lobby, floor): pushed to until either side has had enough."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Final

from pitboss.server.farewell import Whose
from pitboss.server.identity import human_in, session_in
from pitboss.server.live.line import SLOW, Socket, close, ended, receive, talking, too_large
from pitboss.server.live.room import room_of
from pitboss.server.rates import Bucket
from pitboss.server.state import House
from pitboss.server.store.people import Human
from pitboss.server.wire.ask import Bye

PUSH_EVERY_S: Final = 1.0


async def keep_pushing(
    socket: Socket, kind: str, push: Callable[[Human], Coroutine[None, None, None]]
) -> None:
    """Run `push` until it ends, the client goes, the person is dismissed or the server stops."""
    async with talking(socket):
        house: House = socket.app.state.house
        room, human = room_of(house), human_in(socket.scope)
        if human is None:
            return
        if (full := room.full(human)) is not None:
            await close(socket, full)
            return
        async with room.socket(human, kind):
            await _pushed(socket, house, human, push)


async def _pushed(
    socket: Socket,
    house: House,
    human: Human,
    push: Callable[[Human], Coroutine[None, None, None]],
) -> None:
    over = asyncio.Event()
    last: list[Bye] = []

    async def leave() -> None:
        over.set()
        await close(socket, Bye("leaving", "the server is stopping", again=True))

    def dismissed(bye: Bye) -> None:
        last.append(bye)
        over.set()

    tasks = [
        asyncio.create_task(push(human)),
        asyncio.create_task(_listen(socket, house)),
        asyncio.create_task(over.wait()),
    ]
    try:
        with house.farewell.open(leave, Whose(human, session_in(socket.scope), dismissed)):
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if last:
                await close(socket, last[0])
    finally:
        try:
            await ended(tasks)
        except TimeoutError:  # too slow for one message
            await close(socket, SLOW)


async def _listen(socket: Socket, house: House) -> None:
    """Hear whether the client is still there; it has nothing to say here but a ping."""
    bucket = Bucket(house.config.rates.message, time.monotonic())
    while True:
        data = await receive(socket)
        if (bye := too_large(data)) is None and bucket.take(time.monotonic()):
            bye = Bye("too-fast", "too many messages; wait a moment", again=True)
        if bye is not None:
            await close(socket, bye)
            return

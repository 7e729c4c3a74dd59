"""WebSockets that only push (lobby, floor console), until either side closes them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Final

from pitboss.server.auth.identity import human_in, session_in
from pitboss.server.http.rates import Bucket
from pitboss.server.live.connection import SLOW, Socket, close, ended, receive, talking, too_large
from pitboss.server.live.open_sockets import Whose
from pitboss.server.live.tables import LiveTables
from pitboss.server.store.people import Human
from pitboss.server.wire.ask import Bye

PUSH_EVERY_S: Final = 1.0


async def keep_pushing(
    live: LiveTables,
    socket: Socket,
    kind: str,
    push: Callable[[Human], Coroutine[None, None, None]],
) -> None:
    """Run `push` until it ends, the client goes, the person is dismissed or the server stops."""
    async with talking(socket):
        human = human_in(socket.scope)
        if human is None:
            return
        if (full := live.full(human)) is not None:
            await close(socket, full)
            return
        async with live.socket(human, kind):
            await _pushed(live, socket, human, push)


async def _pushed(
    live: LiveTables,
    socket: Socket,
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
        asyncio.create_task(_listen(socket, live)),
        asyncio.create_task(over.wait()),
    ]
    try:
        with live.open_sockets.open(leave, Whose(human, session_in(socket.scope), dismissed)):
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if last:
                await close(socket, last[0])
    finally:
        try:
            await ended(tasks)
        except TimeoutError:  # too slow for one message
            await close(socket, SLOW)


async def _listen(socket: Socket, live: LiveTables) -> None:
    """Read until the client is gone; only pings are expected here."""
    bucket = Bucket(live.message_rate, time.monotonic())
    while True:
        data = await receive(socket)
        if (bye := too_large(data)) is None and bucket.take(time.monotonic()):
            bye = Bye("too-fast", "too many messages; wait a moment", again=True)
        if bye is not None:
            await close(socket, bye)
            return

"""How a server leaves: every socket is told, finishes what it has in hand, and says goodbye."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

Say = Callable[[], Awaitable[None]]


class Farewell:
    """One of these a process. A socket is open inside `with farewell.open(say):`.

    `say` is called once when the server leaves: it answers the command in hand, sends a `Bye` with
    again=true, closes the socket, and returns. Nobody new is let in from then on (`leaving`).
    """

    def __init__(self) -> None:
        self.leaving = asyncio.Event()
        self._sockets: dict[object, Say] = {}

    def __len__(self) -> int:
        return len(self._sockets)

    @contextmanager
    def open(self, say: Say) -> Iterator[None]:
        """Count a socket as open for as long as the block lasts."""
        key = object()
        self._sockets[key] = say
        try:
            yield
        finally:
            self._sockets.pop(key, None)

    async def leave(self, seconds_max: float) -> int:
        """Let every socket say goodbye, all at a time; how many did not manage in time."""
        self.leaving.set()
        tasks = [asyncio.ensure_future(say()) for say in list(self._sockets.values())]
        if not tasks:
            return 0
        done, late = await asyncio.wait(tasks, timeout=seconds_max)
        for task in late:
            task.cancel()
        failed = [task for task in done if task.cancelled() or task.exception() is not None]
        return len(late) + len(failed)

"""How sockets end: all of them when the server leaves, or one person's when that one changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from pitboss.server.wire.ask import Bye

Say = Callable[[], Awaitable[None]]
Dismissed = Callable[[Bye], None]


class Farewell:
    """One of these a process. A socket is open inside `with farewell.open(say):`.

    `say` is called once when the server leaves: it answers the command in hand, sends a `Bye` with
    again=true, closes the socket, and returns. Nobody new is let in from then on (`leaving`).
    `dismissed` is called with a last word when `person` is not who they were: see `dismiss`.
    """

    def __init__(self) -> None:
        self.leaving = asyncio.Event()
        self._sockets: dict[object, Say] = {}
        self._people: dict[object, tuple[str, Dismissed]] = {}

    def __len__(self) -> int:
        return len(self._sockets)

    @contextmanager
    def open(
        self, say: Say, person: str = "", dismissed: Dismissed | None = None
    ) -> Iterator[None]:
        """Count a socket as open for as long as the block lasts."""
        key = object()
        self._sockets[key] = say
        if dismissed is not None:
            self._people[key] = (person, dismissed)
        try:
            yield
        finally:
            self._sockets.pop(key, None)
            self._people.pop(key, None)

    def dismiss(self, person: str, text: str) -> None:
        """End the sockets of a person whose session, name or roles have changed.

        They may come again at once, as whoever they are then.
        """
        for whose, dismissed in tuple(self._people.values()):
            if whose == person:
                dismissed(Bye("identity", text, again=True))

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

"""Open WebSockets: closes all of them at shutdown, or those of a person whose login changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pitboss.server.store.people import Human
from pitboss.server.wire.ask import Bye

Goodbye = Callable[[], Awaitable[None]]
Dismissed = Callable[[Bye], None]


@dataclass(frozen=True, slots=True)
class Whose:
    """Owner and session of a socket; `dismissed` is called with the close message."""

    human: Human
    session: str
    dismissed: Dismissed


class OpenSockets:
    """All open sockets of the process. A socket is open inside `with open_sockets.open(goodbye):`.

    `goodbye` is called once at shutdown: it answers the command in hand, sends a `Bye` with
    again=true, closes the socket, and returns. From then on no socket is accepted (`leaving`).
    """

    def __init__(self) -> None:
        self.leaving = asyncio.Event()
        self._sockets: dict[object, Goodbye] = {}
        self._people: dict[object, Whose] = {}

    def __len__(self) -> int:
        return len(self._sockets)

    @contextmanager
    def open(self, goodbye: Goodbye, whose: Whose | None = None) -> Iterator[None]:
        """Count a socket as open for as long as the block lasts."""
        key = object()
        self._sockets[key] = goodbye
        if whose is not None:
            self._people[key] = whose
        try:
            yield
        finally:
            self._sockets.pop(key, None)
            self._people.pop(key, None)

    def known(self) -> dict[object, tuple[Human, str]]:
        """Return the sockets of people, each with its owner and session."""
        return {key: (whose.human, whose.session) for key, whose in self._people.items()}

    def end(self, socket: object, text: str) -> None:
        """Close one socket if it is still open; its client may reconnect with its new identity."""
        if (whose := self._people.get(socket)) is not None:
            whose.dismissed(Bye("identity", text, again=True))

    def dismiss(self, person: str, text: str) -> None:
        """End the sockets of a person whose session, name or roles have changed.

        Those in other processes are closed by `Revocation`.
        """
        for socket, (human, _) in self.known().items():
            if human.id == person:
                self.end(socket, text)

    async def leave(self, seconds_max: float) -> int:
        """Close all sockets at once and return how many did not end in time."""
        self.leaving.set()
        tasks = [asyncio.ensure_future(goodbye()) for goodbye in list(self._sockets.values())]
        if not tasks:
            return 0
        done, late = await asyncio.wait(tasks, timeout=seconds_max)
        for task in late:
            task.cancel()
        failed = [task for task in done if task.cancelled() or task.exception() is not None]
        return len(late) + len(failed)

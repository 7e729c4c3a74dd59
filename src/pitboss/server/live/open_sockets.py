"""How sockets end: all of them when the server leaves, or one person's when that one changes."""

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
    """Whose socket it is, by which session; `dismissed` is told the last word when that changes."""

    human: Human
    session: str
    dismissed: Dismissed


class OpenSockets:
    """One of these a process. A socket is open inside `with open_sockets.open(say):`.

    `say` is called once when the server leaves: it answers the command in hand, sends a `Bye` with
    again=true, closes the socket, and returns. Nobody new is let in from then on (`leaving`).
    """

    def __init__(self) -> None:
        self.leaving = asyncio.Event()
        self._sockets: dict[object, Goodbye] = {}
        self._people: dict[object, Whose] = {}

    def __len__(self) -> int:
        return len(self._sockets)

    @contextmanager
    def open(self, say: Goodbye, whose: Whose | None = None) -> Iterator[None]:
        """Count a socket as open for as long as the block lasts."""
        key = object()
        self._sockets[key] = say
        if whose is not None:
            self._people[key] = whose
        try:
            yield
        finally:
            self._sockets.pop(key, None)
            self._people.pop(key, None)

    def known(self) -> dict[object, tuple[Human, str]]:
        """List the sockets of people, each with who it was and by which session."""
        return {key: (whose.human, whose.session) for key, whose in self._people.items()}

    def end(self, socket: object, text: str) -> None:
        """End one socket, if it is open still; they may come again, as whoever they are then."""
        if (whose := self._people.get(socket)) is not None:
            whose.dismissed(Bye("identity", text, again=True))

    def dismiss(self, person: str, text: str) -> None:
        """End the sockets of a person whose session, name or roles have changed.

        Those in other processes are found by the roll call.
        """
        for socket, (human, _) in self.known().items():
            if human.id == person:
                self.end(socket, text)

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

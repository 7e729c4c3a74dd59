"""Outbox of one client of a table: its owner, what it has seen, what waits to be sent."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from pitboss.server.store.people import Human
from pitboss.server.wire.ask import Answered, Bye, Pong

ANSWERS_MAX: Final = 64  # queued answers; commands are taken one at a time, so there are far fewer


class Outbox:
    """Queues answers for a socket, and marks that there is a newer view.

    Views do not queue. The writer asks for the newest when it is ready to send one.
    """

    def __init__(self, human: Human, purse: int, knows: int) -> None:
        self.human = human
        self.purse = purse
        self.knows = knows
        self.version = -1
        self.wake = asyncio.Event()
        self.ended: Bye | None = None
        self._said: deque[Answered | Pong] = deque(maxlen=ANSWERS_MAX)

    def say(self, message: Answered | Pong) -> None:
        """Queue an answer; it goes out behind the view that it belongs to."""
        self._said.append(message)
        self.wake.set()

    def end(self, bye: Bye) -> None:
        """End the connection with a close message."""
        if self.ended is None:
            self.ended = bye
        self.wake.set()

    def said(self) -> list[Answered | Pong]:
        """Take what waits."""
        found = list(self._said)
        self._said.clear()
        return found

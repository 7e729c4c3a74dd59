"""One connected client of a table: whose it is, what it knows, what waits to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Final

from pitboss.server.store.people import Human
from pitboss.server.wire.ask import Answered, Bye, Pong

ANSWERS_MAX: Final = 64  # that wait for a client; one command at a time is taken, so far fewer do


class Outbox:
    """The outbox of a socket: answers in turn, and a mark that there is a newer view.

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
        """Let the client go, with a last word."""
        if self.ended is None:
            self.ended = bye
        self.wake.set()

    def said(self) -> list[Answered | Pong]:
        """Take what waits."""
        found = list(self._said)
        self._said.clear()
        return found

"""Closes the WebSockets of people who signed out, or whose name or roles changed elsewhere.

Another process may have ended a login or taken a role: the sockets here do not hear of that. All of
them are looked up together every few seconds, so that the cost does not grow with what they do.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from pitboss.journal import JournalError
from pitboss.server.auth.logins import Logins
from pitboss.server.live.open_sockets import OpenSockets
from pitboss.server.store.people import Human, People

CHECK_S: Final = 5.0  # longest delay before sockets of a signed-out or changed user are closed

_LOG: Final = logging.getLogger(__name__)


class Revocation:
    """Compares the people behind open sockets with what the store says of them now."""

    def __init__(self, open_sockets: OpenSockets, logins: Logins, people: People) -> None:
        self._open_sockets = open_sockets
        self._logins = logins
        self._people = people

    async def check(self) -> int:
        """Close the sockets of those whose login, name or roles have changed; return how many."""
        known = self._open_sockets.known()
        if not known:
            return 0
        now = await asyncio.to_thread(self._now, {session for _, session in known.values()})
        ended = 0
        for socket, (human, session) in known.items():
            text = _changed(human, now.get(session))
            if text:
                self._open_sockets.end(socket, text)
                ended += 1
        return ended

    def _now(self, sessions: set[str]) -> dict[str, Human]:
        """Return whose sessions these are; those that are over are not among them."""
        whose = self._logins.people_of(sessions)
        people = self._people.by_ids(set(whose.values()))
        return {session: people[id_] for session, id_ in whose.items() if id_ in people}

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Check again and again for as long as the block lasts."""
        task = asyncio.create_task(self._run(), name="revocation")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(CHECK_S)
            try:
                await self.check()
            except JournalError as error:  # sockets stay open until the store says otherwise
                _LOG.warning("open sockets cannot be checked: %s", error)


def _changed(before: Human, now: Human | None) -> str:
    if now is None or now.id != before.id:
        return "you have signed out"
    if now.roles != before.roles:
        return "your roles have changed"
    return "your name has changed" if now.name != before.name else ""

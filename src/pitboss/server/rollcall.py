"""Who has sockets open here is looked up again every few seconds.

Somebody may sign out, or lose a role, in another process: the sockets here do not hear of that.
The roll is called for all of them together, so that its cost does not go with what they do.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from pitboss.journal import JournalError
from pitboss.server.state import House
from pitboss.server.store.people import Human

CALL_S: Final = 5.0  # after so long at most a socket of who is not who they were is closed

_LOG: Final = logging.getLogger(__name__)


async def call(house: House) -> int:
    """End the sockets of those whose session, name or roles have changed; how many."""
    known = house.farewell.known()
    if not known:
        return 0
    now = await asyncio.to_thread(_people, house, {session for _, session in known.values()})
    ended = 0
    for socket, (human, session) in known.items():
        text = _changed(human, now.get(session))
        if text:
            house.farewell.end(socket, text)
            ended += 1
    return ended


def _people(house: House, sessions: set[str]) -> dict[str, Human]:
    """Tell whose sessions these are now; those that are over are not among them."""
    whose = house.sessions.people_of(sessions)
    people = house.people.by_ids(set(whose.values()))
    return {session: people[id_] for session, id_ in whose.items() if id_ in people}


def _changed(before: Human, now: Human | None) -> str:
    if now is None or now.id != before.id:
        return "you have signed out"
    if now.roles != before.roles:
        return "your roles have changed"
    return "you have another name" if now.name != before.name else ""


@asynccontextmanager
async def open_rollcall(house: House) -> AsyncIterator[None]:
    """Call the roll for as long as the house is open."""
    task = asyncio.create_task(_run(house), name="roll call")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _run(house: House) -> None:
    while True:
        await asyncio.sleep(CALL_S)
        try:
            await call(house)
        except JournalError as error:  # who is here stays until the store says otherwise
            _LOG.warning("the roll cannot be called: %s", error)

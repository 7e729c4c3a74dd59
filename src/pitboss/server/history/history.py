"""The history of this house: its index, kept up to date, and the rounds behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from pitboss.audit.rounds import PlayedRound, UnreadableError
from pitboss.journal import BrokenChain
from pitboss.journal.codec import CodecError
from pitboss.server.history.find import NotFoundError, find_played
from pitboss.server.history.follow import Follower
from pitboss.server.problems import Turned
from pitboss.server.state import House
from pitboss.server.store.hand_rows import RoundRow
from pitboss.server.store.hands import HandIndex

FRESH_S: Final = 1.5  # a page waits at most so long for rounds that ended just now
_KEY: Final = "history"


class History:
    """What handlers ask about rounds that are over. Calls block."""

    def __init__(self, house: House) -> None:
        self._journal = house.journal
        self.index = HandIndex(house.database)
        self.follower = Follower(house.journal, self.index)

    def row(self, table: str, number: int) -> RoundRow:
        """Find a finished round; raises `Turned` where there is none, or it is not over yet."""
        found = self.index.round(table, number)
        if found is None:
            self.follower.fresh(FRESH_S)
            found = self.index.round(table, number)
        if found is not None:
            return found
        if self.follower.playing(table) == number:
            text = f"round {number} is still being played: its cards and secret are not out yet"
            raise Turned(409, "round-going-on", text)
        raise Turned(404, "no-such-round", f"there is no round {number} at that table")

    def played(self, table: str, number: int) -> PlayedRound:
        """Fold a finished round out of the journal; raises `Turned`."""
        try:
            return find_played(self._journal, self.index, self.row(table, number))
        except NotFoundError as error:
            raise Turned(404, "no-such-round", str(error)) from None
        except (BrokenChain, CodecError, UnreadableError) as error:
            raise Turned(409, "journal-broken", f"the journal does not hold: {error}") from None


@asynccontextmanager
async def open_history(house: House) -> AsyncIterator[History]:
    """Keep the index up to date for as long as the house is open."""
    history = await asyncio.to_thread(History, house)
    vars(house)[_KEY] = history
    history.follower.start()
    try:
        yield history
    finally:
        await asyncio.to_thread(history.follower.stop)


def is_open(house: House) -> bool:
    """Tell whether a house has a history: one may be opened without."""
    return _KEY in vars(house)


def history_of(house: House) -> History:
    """The history that was opened with this house."""
    found = vars(house)[_KEY]
    if not isinstance(found, History):
        raise TypeError("the house has no history yet")
    return found

"""The history of this house: its index, kept up to date, and the rounds behind it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from pitboss.history.index.find import NotFoundError, find_played, latest_round
from pitboss.history.index.indexer import Indexer
from pitboss.history.index.model import RoundRow
from pitboss.history.moments import PlayedRound, StoredMoment, UnreadableError
from pitboss.journal import BrokenChain, Journal
from pitboss.journal.codec import CodecError
from pitboss.server.http.problems import Turned
from pitboss.server.store.database import Database
from pitboss.server.store.hands import HandIndex

FRESH_S: Final = 1.5  # longest wait of a page for rounds that ended just now


class History:
    """What handlers ask about rounds that are over. Calls block."""

    def __init__(self, journal: Journal, database: Database) -> None:
        self._journal = journal
        self.index = HandIndex(database)
        self.indexer = Indexer(journal, self.index)

    def row(self, table: str, number: int) -> RoundRow:
        """Find a finished round; raises `Turned` where there is none, or it is not over yet."""
        found = self.index.round(table, number)
        if found is None:
            self.indexer.fresh(FRESH_S)
            found = self.index.round(table, number)
        if found is not None:
            return found
        if self.indexer.playing(table) == number:
            text = f"round {number} is still being played: its cards and secret are not out yet"
            raise Turned(409, "round-going-on", text)
        raise no_round(number)

    def played(self, table: str, number: int) -> PlayedRound:
        """Fold a finished round out of the journal; raises `Turned`."""
        try:
            return find_played(self._journal, self.index, self.row(table, number))
        except NotFoundError as error:
            raise Turned(404, "no-such-round", str(error)) from None
        except (BrokenChain, CodecError, UnreadableError) as error:
            raise _damaged(error) from None

    def latest(self, table: str, last_event: int) -> tuple[StoredMoment, ...]:
        """Fold the round that an event belongs to, up to that event; raises `Turned`."""
        try:
            return latest_round(self._journal, self.index, table, last_event)
        except (BrokenChain, CodecError, UnreadableError) as error:
            raise _damaged(error) from None


def no_round(number: int) -> Turned:
    """Return the 404 for a round that does not exist, or not for the person who asks."""
    return Turned(404, "no-such-round", f"there is no round {number} at that table")


def _damaged(error: Exception) -> Turned:
    return Turned(409, "journal-broken", f"the journal is damaged: {error}")


@asynccontextmanager
async def open_history(journal: Journal, database: Database) -> AsyncIterator[History]:
    """Keep the index up to date for as long as the block lasts."""
    history = await asyncio.to_thread(History, journal, database)
    history.indexer.start()
    try:
        yield history
    finally:
        await asyncio.to_thread(history.indexer.stop)

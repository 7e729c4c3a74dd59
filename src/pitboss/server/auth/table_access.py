"""Access to private tables: the owner, guests with the key of its link, and the floor."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from typing import Final

from pitboss.pit import Clock, Pit
from pitboss.server.auth.permissions import allowed
from pitboss.server.http.problems import Turned
from pitboss.server.store.people import Human
from pitboss.server.store.tables import Registry, TableRow

KEY_BYTES: Final = 16
KEY_MAX: Final = 64  # characters; ours is shorter
NO_TABLE: Final = "there is no such table; the link may be old, mistyped or cut short"


def new_key() -> str:
    """Make the secret part of a table's link."""
    return secrets.token_urlsafe(KEY_BYTES)


class TableAccess:
    """Decides who may come to a table; a right key makes its bearer a guest there."""

    def __init__(self, pit: Pit, registry: Registry, clock: Clock) -> None:
        self._pit = pit
        self._registry = registry
        self._clock = clock

    async def comes_in(self, human: Human, row: TableRow | None, key: str = "") -> bool:
        """Return whether a person may see a table; with its key they are a guest from then on.

        A table without a key is open to all who know its name, and so is one of an old journal.
        """
        if row is None or not row.key or human.id == row.owner or allowed(human, "floor.see"):
            return True
        if await asyncio.to_thread(self._registry.is_guest, row.table, human.id):
            return True
        if not (0 < len(key) <= KEY_MAX) or not hmac.compare_digest(key.encode(), row.key.encode()):
            return False
        await asyncio.to_thread(self._registry.add_guest, row.table, human.id, self._clock.now())
        return True

    async def let_in(self, human: Human, row: TableRow | None, name: str, key: str = "") -> None:
        """Raise `Turned` where a table is not here, or the person may not come in.

        A table that was closed for good is not rebuilt when a server starts; its hands are kept.
        """
        if not await self.comes_in(human, row, key):
            raise Turned(404, "no-such-table", NO_TABLE)
        if self._pit.table(name) is not None:
            return
        if row is not None and await asyncio.to_thread(self._registry.is_over, name):
            raise Turned(
                410, "table-closed", "this table is closed; you can find its hands in your history"
            )
        raise Turned(404, "no-such-table", NO_TABLE)

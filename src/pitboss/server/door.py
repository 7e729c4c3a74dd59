"""The door of a table of one's own: who may come in, and with what key."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from typing import Final

from pitboss.server.gate import allowed
from pitboss.server.problems import Turned
from pitboss.server.state import House
from pitboss.server.store.people import Human
from pitboss.server.store.tables import TableRow

KEY_BYTES: Final = 16
KEY_MAX: Final = 64  # characters; ours is shorter


def new_key() -> str:
    """Make the secret part of a table's link."""
    return secrets.token_urlsafe(KEY_BYTES)


async def comes_in(house: House, human: Human, row: TableRow | None, key: str = "") -> bool:
    """Tell whether somebody may see a table; who has its key is a guest there from then on.

    A table without a key is open to all who know its name, and so is one of an old journal.
    """
    if row is None or not row.key or human.id == row.owner or allowed(human, "floor.see"):
        return True
    if await asyncio.to_thread(house.registry.is_guest, row.table, human.id):
        return True
    if not (0 < len(key) <= KEY_MAX) or not hmac.compare_digest(key.encode(), row.key.encode()):
        return False
    now = house.clock.now()
    await asyncio.to_thread(house.registry.add_guest, row.table, human.id, now)
    return True


async def let_in(
    house: House, human: Human, row: TableRow | None, name: str, key: str = ""
) -> None:
    """See that a table is here and somebody may come in; raises `Turned`, saying why not.

    A table that was closed for good is not rebuilt when a server starts; its hands are kept.
    """
    if not await comes_in(house, human, row, key):
        raise Turned(404, "no-such-table", "there is no such table here")
    if house.pit.table(name) is not None:
        return
    if row is not None and await asyncio.to_thread(house.registry.is_over, name):
        raise Turned(410, "table-closed", "this table is closed; its hands are in your history")
    raise Turned(404, "no-such-table", "there is no such table here")

"""The accounts of a table: their names, and which of them may fall below nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pitboss.round.accounts import LAYOUT, meter_account
from pitboss.round.movement import BANK, DROP, HOUSE, TIP_BOX

CAGE: Final = "cage"
LINK: Final = "link "
PLAYERS_KEPT_MAX: Final = 1_024  # the people of a floor

__all__ = ["BANK", "CAGE", "DROP", "HOUSE", "LAYOUT", "TIP_BOX", "meter_account"]


@lru_cache(maxsize=PLAYERS_KEPT_MAX)  # asked for every chip that moves
def player_account(player: str) -> str:
    """Name the account of a player: the chips in front of them."""
    return f"player {player}"


def reserve_account(meter: str) -> str:
    """Name the account that holds the reserve of a meter."""
    return f"reserve {meter}"


def link_account(link: str, meter: str) -> str:
    """Name the account of a linked meter: one table's part may be negative, the whole never."""
    return f"{LINK}{link} {meter}"


def may_be_negative(account: str) -> bool:
    """Tell whether an account may be below nothing: the cage, the house, a part of a link."""
    return account in (CAGE, HOUSE) or account.startswith(LINK)

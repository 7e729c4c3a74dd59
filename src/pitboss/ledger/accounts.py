"""The accounts of a table: their names, and which of them may fall below nothing."""

from __future__ import annotations

from typing import Final

from pitboss.round.movement import BANK, DROP, HOUSE, TIP_BOX

CAGE: Final = "cage"
LAYOUT: Final = "layout"
GIFT: Final = "gift"  # free play chips, given to purses
CARRIED_OVER: Final = "carried over"  # chips of purses from before they stood in the journal
LINK: Final = "link "

__all__ = ["BANK", "CAGE", "DROP", "HOUSE", "LAYOUT", "TIP_BOX"]


def player_account(player: str) -> str:
    """Name the account of a player: the chips in front of them."""
    return f"player {player}"


def seat_account(seat: int) -> str:
    """Name the account of a seat whose player is not known."""
    return f"seat {seat}"


def meter_account(meter: str) -> str:
    """Name the account of a meter."""
    return f"meter {meter}"


def reserve_account(meter: str) -> str:
    """Name the account that holds the reserve of a meter."""
    return f"reserve {meter}"


def link_account(link: str, meter: str) -> str:
    """Name the account of a linked meter: one table's part may be negative, the whole never."""
    return f"{LINK}{link} {meter}"


def purse_account(purse: str) -> str:
    """Name the account of a purse, which has a stream of its own; the id says nothing of whose."""
    return f"purse {purse}"


def may_be_negative(account: str) -> bool:
    """Return whether an account may be below nothing: where chips come from, a part of a link."""
    return account in (CAGE, HOUSE, GIFT, CARRIED_OVER) or account.startswith(LINK)

"""Double entry: every chip movement has two sides, and every balance is a fold of them."""

from pitboss.ledger.books import Books, post, posted
from pitboss.ledger.purse import Purse, PurseEvent, evolve_purse, purse_transfers
from pitboss.ledger.transfers import Transfer, transfers

__all__ = [
    "Books",
    "Purse",
    "PurseEvent",
    "Transfer",
    "evolve_purse",
    "post",
    "posted",
    "purse_transfers",
    "transfers",
]

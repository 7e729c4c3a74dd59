"""Double entry: every chip movement has two sides, and every balance is a fold of them."""

from pitboss.ledger.books import Books, post, posted
from pitboss.ledger.posting import transfers
from pitboss.round.accounts import Transfer

__all__ = ["Books", "Transfer", "post", "posted", "transfers"]

"""The books of a table: every balance is a fold of its transfers, and all of them add up to 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.ledger.accounts import may_be_negative
from pitboss.ledger.transfers import Transfer, transfers
from pitboss.round import Broken
from pitboss.table import Event, Table


@dataclass(frozen=True, slots=True)
class Books:
    """Balances by account, in cents; meters know fractions. An account at 0 is not listed."""

    balances: Mapping[str, Fraction | int] = field(default_factory=dict)

    def of(self, account: str) -> Fraction | int:
        """Return the balance of an account."""
        return self.balances.get(account, 0)

    def trial_balance(self) -> Fraction | int:
        """Add up all balances; anything but 0 is our bug."""
        return sum(self.balances.values())


def post(books: Books, moved: Iterable[Transfer]) -> Books:
    """Enter transfers, each with its two sides; raises `Broken` where none may be made."""
    after = dict(books.balances)
    enter(after, moved)
    return Books(after)


def enter(balances: dict[str, Fraction | int], moved: Iterable[Transfer]) -> None:
    """As `post`, into balances that nobody else holds; where it raises, they are of no use."""
    change: dict[str, Fraction | int] = {}
    for source, target, chips, why in moved:
        if chips < 0 or source == target:
            raise Broken(f"{why}: {chips} from {source}")
        change[source] = change.get(source, 0) - chips
        change[target] = change.get(target, 0) + chips
    for account, net in change.items():
        balance = balances.get(account, 0) + net
        if balance > 0:
            balances[account] = balance
        elif balance == 0:
            balances.pop(account, None)
        elif may_be_negative(account):
            balances[account] = balance
        else:
            raise Broken(f"{account} would stand at {balance} cents")


def posted(books: Books, table: Table, event: Event) -> Books:
    """Return the books after `event` at the table as it was before."""
    moved = transfers(table, event)
    return post(books, moved) if moved else books

"""Whether a table's money adds up: chips bought against where they are, counted in two ways."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.ledger import Books
from pitboss.ledger.accounts import DROP, HOUSE, TIP_BOX, link_account
from pitboss.round.movement import BANK
from pitboss.round.state import Phase
from pitboss.rules import Wager
from pitboss.table import Table


@dataclass(slots=True)
class BalanceCheck:
    """A table from its first event to the last one read, everybody counted, bots too.

    buy-ins − cash-outs − in front of players − held for a round going on
    = won by the house − put up by the house + on the meters + in reserve + fees + tips
    """

    table: str
    bought: int = 0
    cashed: int = 0
    won: int = 0  # taken by the house less paid by it
    fed: Fraction = field(default_factory=Fraction)  # of it, put on the meters
    put_up: Fraction = field(default_factory=Fraction)  # seeds, resets, reserves, corrections
    meter_paid: Fraction = field(default_factory=Fraction)
    fees: int = 0
    tips: int = 0
    # As the table stands, and as the books say.
    in_front: int = 0
    layout: int = 0
    bank: int = 0
    tray: int = 0
    meters: Fraction = field(default_factory=Fraction)
    reserves: int = 0
    unresolved: int = 0
    books: Books = field(default_factory=Books)

    def close(self, table: Table, books: Books) -> None:
        """Take over how the table stands at the end."""
        self.books = books
        self.in_front = sum(seat.chips for seat in table.seats.values())
        self.reserves = sum(table.progressive.reserves.values())
        self.meters = _on_meters(table, books)
        round_ = table.round
        if round_ is None:
            return
        self.unresolved = 1
        if round_.phase == Phase.SETTLED:
            return
        for spot in round_.spots:
            self.layout += sum(spot.wagers.values()) + sum(spot.tips.values())
            if round_.phase != Phase.BETTING:
                self.tray += spot.on(Wager.PROGRESSIVE)
        self.layout -= self.tray
        self.bank = round_.bank.stake if round_.bank else 0

    @property
    def held(self) -> int:
        """Funds of a round going on: on the layout, in the bank's stake, in the tray."""
        return self.layout + self.bank + self.tray

    @property
    def house(self) -> Fraction:
        """What the house is ahead, all that it put up taken off."""
        return self.won - self.fed - self.put_up

    @property
    def left(self) -> Fraction:
        """Chips that were bought and are no player's any more."""
        return Fraction(self.bought - self.cashed - self.in_front - self.held)

    @property
    def right(self) -> Fraction:
        """Where those chips are."""
        return self.house + self.meters + self.reserves + self.fees + self.tips

    def faults(self) -> list[str]:
        """Name what does not agree; nothing, where all is well."""
        books = self.books
        pairs = [
            ("both sides of the identity", self.left, self.right),
            ("the trial balance and 0", books.trial_balance(), 0),
            ("the house's account and its figures", books.of(HOUSE), self.house + self.tray),
            ("the drop account and the fees", books.of(DROP), self.fees),
            ("the tip box and the tips", books.of(TIP_BOX), self.tips),
            ("the bank account and the stake", books.of(BANK), self.bank),
            ("the meters, and what went in less what was paid", self.meters, self._expected()),
        ]
        return [f"{what}: {one} is not {other}" for what, one, other in pairs if one != other]

    def _expected(self) -> Fraction:
        return self.fed + self.put_up - self.reserves - self.meter_paid


def _on_meters(table: Table, books: Books) -> Fraction:
    """Return the table's own meters, or its part of a link's, which may be below nothing."""
    if not table.progressive.link:
        return sum(
            (amount or Fraction(0) for amount in table.progressive.meters.values()), Fraction(0)
        )
    prefix = link_account(table.progressive.link, "")
    parts = (Fraction(v) for name, v in books.balances.items() if name.startswith(prefix))
    return sum(parts, Fraction(0))


def own_meters(table: Table) -> dict[str, Fraction]:
    """Return what stands on each of the table's own meters: what the house owes for them."""
    if table.progressive.link:
        return {}
    return {name: amount for name, amount in table.progressive.meters.items() if amount is not None}

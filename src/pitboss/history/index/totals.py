"""What is counted of a table event by event: what the house has won, and who has played how long.

The win is that of the figures with everybody counted, bots too: taken less paid,
less what went on to the meters. The books do not tell it: there, seeds and resets that the house
put up and contributions of wagers are one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import msgspec

from pitboss.history.index.model import TotalsRow
from pitboss.history.stays import StayTotals, stays_after
from pitboss.pit.replica import Moment
from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.movement import HOUSE, Settlement


@dataclass(frozen=True, slots=True)
class TableTotals:
    """A table after event `number`: cents taken less paid, what of it went on to meters, people."""

    number: int = 0
    won: int = 0
    fed: Fraction = field(default_factory=Fraction)
    stays: Mapping[str, StayTotals] = field(default_factory=dict)  # of those who sit

    @property
    def win(self) -> Fraction:
        """What is the house's own."""
        return self.won - self.fed

    def after(self, moment: Moment) -> TableTotals:
        """Return the totals after one more event."""
        event = moment.event
        won, fed = self.won, self.fed
        if isinstance(event, round_past.RoundSettled):
            round_, settlement = moment.before.round or Round(), event.settlement
            won += house_won(settlement)
            fed = sum(round_.fed.values(), fed) - sum(settlement.unfed.values())
        stays = stays_after(self.stays, event, moment.after, moment.at)
        return TableTotals(moment.number, won, fed, stays)

    def row(self, table: str) -> TotalsRow:
        """Write it for the index."""
        sat = msgspec.json.encode(self.stays).decode()
        return TotalsRow(table, self.number, self.won, str(self.fed), sat)


def read_totals(row: TotalsRow) -> TableTotals:
    """Read it back."""
    stays = msgspec.json.decode(row.sat, type=dict[str, StayTotals])
    return TableTotals(row.number, row.won, Fraction(row.fed), stays)


def house_won(settlement: Settlement | None) -> int:
    """Add up what the house took less what it paid; where a player banks that is nothing."""
    if settlement is None:
        return 0
    took = sum(m.taken for m in settlement.movements if m.collector == HOUSE)
    return took - sum(m.paid for m in settlement.movements if m.payer == HOUSE)

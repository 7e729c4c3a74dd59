"""What the house has won at a table since it was set up, counted event by event.

It is the win of the figures (`audit.figures`) with everybody counted, bots too: taken less paid,
less what went on to the meters. The books do not tell it: there, seeds and resets that the house
put up and contributions of wagers are one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.movement import HOUSE, Settlement
from pitboss.table import Event, Table


@dataclass(frozen=True, slots=True)
class Takings:
    """Cents taken less cents paid, and what of it went on to meters, exactly."""

    won: int = 0
    fed: Fraction = field(default_factory=Fraction)

    @property
    def win(self) -> Fraction:
        """What is the house's own."""
        return self.won - self.fed

    def after(self, before: Table, event: Event) -> Takings:
        """Give the takings after an event at the table as it was before."""
        if not isinstance(event, round_past.RoundSettled):
            return self
        round_, settlement = before.round or Round(), event.settlement
        fed = sum(round_.fed.values(), self.fed) - sum(settlement.unfed.values())
        return Takings(self.won + house_won(settlement), fed)


def house_won(settlement: Settlement | None) -> int:
    """Add up what the house took less what it paid; where a player banks that is nothing."""
    if settlement is None:
        return 0
    took = sum(m.taken for m in settlement.movements if m.collector == HOUSE)
    return took - sum(m.paid for m in settlement.movements if m.payer == HOUSE)

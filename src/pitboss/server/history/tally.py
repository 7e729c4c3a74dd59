"""What is counted of a table event by event: what the house has won, and who has played how long.

The win is that of the figures (`audit.figures`) with everybody counted, bots too: taken less paid,
less what went on to the meters. The books do not tell it: there, seeds and resets that the house
put up and contributions of wagers are one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import msgspec

from pitboss.audit.rounds import Moment
from pitboss.round import Round
from pitboss.round import event as round_past
from pitboss.round.movement import HOUSE, Settlement
from pitboss.server.live.sessions import Session, counted
from pitboss.server.store.hand_rows import TallyRow


@dataclass(frozen=True, slots=True)
class Tally:
    """A table after event `number`: cents taken less paid, what of it went on to meters, people."""

    number: int = 0
    won: int = 0
    fed: Fraction = field(default_factory=Fraction)
    sessions: Mapping[str, Session] = field(default_factory=dict)  # of those who sit

    @property
    def win(self) -> Fraction:
        """What is the house's own."""
        return self.won - self.fed

    def after(self, moment: Moment) -> Tally:
        """Give the tally after one more event."""
        event = moment.event
        won, fed = self.won, self.fed
        if isinstance(event, round_past.RoundSettled):
            round_, settlement = moment.before.round or Round(), event.settlement
            won += house_won(settlement)
            fed = sum(round_.fed.values(), fed) - sum(settlement.unfed.values())
        sessions = counted(self.sessions, event, moment.after, moment.at)
        return Tally(moment.entry.number, won, fed, sessions)

    def row(self, table: str) -> TallyRow:
        """Write it for the index."""
        sat = msgspec.json.encode(self.sessions).decode()
        return TallyRow(table, self.number, self.won, str(self.fed), sat)


def read_tally(row: TallyRow) -> Tally:
    """Read it back."""
    sessions = msgspec.json.decode(row.sat, type=dict[str, Session])
    return Tally(row.number, row.won, Fraction(row.fed), sessions)


def house_won(settlement: Settlement | None) -> int:
    """Add up what the house took less what it paid; where a player banks that is nothing."""
    if settlement is None:
        return 0
    took = sum(m.taken for m in settlement.movements if m.collector == HOUSE)
    return took - sum(m.paid for m in settlement.movements if m.payer == HOUSE)

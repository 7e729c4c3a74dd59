"""A settlement: the one list of movements that screens, ledger, drills and audit all read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.cards import Card, Strength
from pitboss.rules import NO_CITE, NOTHING, Chips, Cite, Outcome, Wager

HOUSE = "house"
BANK = "bank"
TIP_BOX = "tip box"
DROP = "drop"


@dataclass(frozen=True, slots=True)
class Movement:
    """What becomes of one wager.

    `paid` is what the payer hands over beside the stake, `taken` the part of the stake that the
    collector keeps; the rest of the stake goes back. A tip's gains go to the tip box, not to the seat.
    `due` is the net that would have moved without a cap.
    """

    seat: int
    wager: Wager
    outcome: Outcome
    staked: Chips
    paid: Chips = NOTHING
    taken: Chips = NOTHING
    payer: str = HOUSE
    collector: str = HOUSE
    odds: str = ""
    cite: Cite = NO_CITE
    due: int = 0
    note: str = ""
    tip: bool = False

    @property
    def net(self) -> int:
        """Tell what the player gains (+) or loses (-) on this wager."""
        return self.paid - self.taken


@dataclass(frozen=True, slots=True)
class Fee:
    """A fee taken before the deal; `seat` is the payer, `bank` marks the player-dealer's fee."""

    seat: int
    chips: Chips
    bank: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person must be told: a supervisor to call, a jackpot to validate, a deck to remove."""

    kind: str
    text: str
    cite: Cite = NO_CITE
    seat: int | None = None
    chips: Chips | None = None


@dataclass(frozen=True, slots=True)
class Reset:
    """A meter brought back to its filed amount by the house."""

    meter: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class Settlement:
    """All that a round moves, in the order in which it is done."""

    movements: tuple[Movement, ...]
    void: bool
    qualifies: bool | None = None
    dealer: Strength | None = None
    hands: Mapping[int, Strength] = field(default_factory=dict)
    six_hands: Mapping[int, str] = field(default_factory=dict)
    fees_returned: tuple[Fee, ...] = ()
    meters: Mapping[str, Fraction | None] = field(default_factory=dict)
    unfed: Mapping[str, Fraction] = field(default_factory=dict)
    resets: tuple[Reset, ...] = ()
    rack: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    notices: tuple[Notice, ...] = ()

    def of(self, seat: int) -> tuple[Movement, ...]:
        """Pick the movements of one seat's own wagers."""
        return tuple(m for m in self.movements if m.seat == seat and not m.tip)

    def tips_of(self, seat: int) -> tuple[Movement, ...]:
        """Pick the movements of one seat's tips."""
        return tuple(m for m in self.movements if m.seat == seat and m.tip)

    def net(self, seat: int) -> int:
        """Add up a seat's own result, tips and fees not counted."""
        return sum(m.net for m in self.of(seat))

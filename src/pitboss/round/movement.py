"""A settlement: the one list of movements that screens, ledger, drills and audit all read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from pitboss.cards import Card, Strength
from pitboss.rules import NO_CITE, NOTHING, Chips, Cite, Outcome, Wager
from pitboss.rules.values import quick

HOUSE = "house"
BANK = "bank"
TIP_BOX = "tip box"
DROP = "drop"


class Why(StrEnum):
    """What brought an outcome about; one movement, one reason."""

    BEATS = "beats-the-dealer"
    BEATEN = "beaten-by-the-dealer"
    TIE = "ties-the-dealer"
    NOT_QUALIFIED = "dealer-does-not-qualify"
    BELOW_FLOOR = "below-the-paytable"
    LINE = "paid-by-the-paytable"
    FOLDED = "folded"
    ENVY = "another-player's-hand"
    DEAD_HAND = "dead-hand"
    ABANDONED = "abandoned"
    VOID = "void"
    UNCOVERED = "not-covered-by-the-bank"
    WIN_CAP = "bank-may-not-win-more"
    LIMIT = "payout-limit"


@quick
@dataclass(frozen=True)  # without slots, so that `values.replace` is quick
class Movement:
    """What becomes of one wager.

    `paid` is what the payer hands over beside the stake, `taken` the part of the stake that the
    collector keeps; the rest of the stake goes back. A tip's gains go to the tip box.
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
    why: Why = Why.LINE
    odds: str = ""
    cite: Cite = NO_CITE
    due: int = 0
    note: str = ""
    tip: bool = False

    @property
    def net(self) -> int:
        """Tell what the player gains (+) or loses (-) on this wager."""
        return self.paid - self.taken


def lost(seat: int, wager: Wager, stake: Chips, why: Why, cite: Cite) -> Movement:
    """Make the movement of a stake that is taken whole."""
    return Movement(seat, wager, Outcome.LOSE, stake, taken=stake, why=why, cite=cite, due=-stake)


def given_back(
    seat: int, wager: Wager, stake: Chips, outcome: Outcome, why: Why, cite: Cite
) -> Movement:
    """Make the movement of a stake that goes back as it is."""
    return Movement(seat, wager, outcome, stake, why=why, cite=cite)


@dataclass(frozen=True, slots=True)
class Fee:
    """A fee taken before the deal; `seat` is the payer, `bank` marks the player-dealer's fee."""

    seat: int
    chips: Chips
    bank: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person must be told: a supervisor to call, a deck to remove."""

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


@dataclass(frozen=True)  # without slots, so that `values.replace` is quick
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

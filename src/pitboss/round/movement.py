"""A settlement: the one list of movements that screens, ledger, drills and audit all read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from pitboss.cards import Card, Strength
from pitboss.rules import NO_CITE, NOTHING, Chips, Cite, Outcome, Wager

HOUSE = "house"
BANK = "bank"
TIP_BOX = "tip box"
DROP = "drop"


class MovementReason(StrEnum):
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


@dataclass(frozen=True, slots=True)
class SeatPart:
    """A sum that belongs to a seat."""

    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class Movement:
    """What becomes of one wager.

    `paid` is what the payer hands over beside the stake, `taken` the part of the stake that the
    collector keeps; the rest of the stake goes back. A tip's gains go to the tip box.
    `due` is the net that would have moved without a cap. `parts` are the sums that it was made of:
    of Envy, what each holder's hand brings; of a limit, the winnings that it cuts.
    """

    seat: int
    wager: Wager
    outcome: Outcome
    staked: Chips
    paid: Chips = NOTHING
    taken: Chips = NOTHING
    payer: str = HOUSE
    collector: str = HOUSE
    why: MovementReason = MovementReason.LINE
    odds: str = ""
    cite: Cite = NO_CITE
    due: int = 0
    parts: tuple[SeatPart, ...] = ()
    tip: bool = False

    @property
    def net(self) -> int:
        """Return what the player gains (+) or loses (-) on this wager."""
        return self.paid - self.taken


def lost(seat: int, wager: Wager, stake: Chips, why: MovementReason, cite: Cite) -> Movement:
    """Make the movement of a stake that is taken whole."""
    return Movement(seat, wager, Outcome.LOSE, stake, taken=stake, why=why, cite=cite, due=-stake)


def given_back(
    seat: int, wager: Wager, stake: Chips, outcome: Outcome, why: MovementReason, cite: Cite
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


class NoticeKind(StrEnum):
    """What a notice is about."""

    IRREGULARITY = "irregularity"
    DECK_REMOVED = "deck-removed"
    RESHUFFLE = "reshuffle"
    PAYOUT = "supervisor-payout"
    PROGRESSIVE = "supervisor-progressive"
    VALIDATION = "jackpot-validation"
    BANK_EXHAUSTED = "bank-exhausted"
    METER_UNFILED = "meter-unfiled"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a person must be told: a supervisor to call, a deck to remove.

    Beside its `kind`, the facts that a notice of that kind has: the hand of a jackpot, the meter
    without a seed, the irregularity and its remedy, the wagers that a void round still settles.
    """

    kind: NoticeKind
    cite: Cite = NO_CITE
    seat: int | None = None
    chips: Chips | None = None
    hand: Strength | None = None
    meter: str = ""
    incident: str = ""
    action: str = ""
    settles: tuple[Wager, ...] = ()


@dataclass(frozen=True, slots=True)
class Reset:
    """A meter brought back to its filed amount by the house."""

    meter: str
    chips: Chips


@dataclass(frozen=True, slots=True)
class Settlement:
    """All that a round moves, in the order in which it is done.

    `six_hands` are the six cards of each seat that bets on Six Card.
    """

    movements: tuple[Movement, ...]
    void: bool
    qualifies: bool | None = None
    dealer: Strength | None = None
    hands: Mapping[int, Strength] = field(default_factory=dict)
    six_hands: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
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
        """Add up a seat's own wagers; `Round.net` has tips, fees and the bank too."""
        return sum(m.net for m in self.of(seat))

    def tips_given(self, seat: int) -> int:
        """Add up what a seat gave away as tips."""
        return sum(tip.taken for tip in self.tips_of(seat))

    @property
    def bank_paid(self) -> int:
        """Add up what a player-dealer's bank paid."""
        return sum(m.paid for m in self.movements if m.payer == BANK)

    @property
    def bank_collected(self) -> int:
        """Add up what a player-dealer's bank collected."""
        return sum(m.taken for m in self.movements if m.collector == BANK)

    @property
    def bank_net(self) -> int:
        """Return what a player-dealer's bank collected less what it paid."""
        return self.bank_collected - self.bank_paid

"""A round from its first bet to its settlement, and the seats in it; made by `evolve`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final, Literal

from pitboss.cards import Card
from pitboss.round.movement import Fee, Settlement
from pitboss.rules import NOTHING, Chips, Cite, Street, Target, Wager


class Phase(StrEnum):
    """What a round is waiting for."""

    NEW = "new"
    BETTING = "betting"
    LOCKED = "locked"
    DEALING = "dealing"
    DECIDING = "deciding"
    TURNING = "turning"
    REVEALING = "revealing"
    SETTLING = "settling"
    SETTLED = "settled"


class Step(StrEnum):
    """A step of the dealer after the deal."""

    FLOP = "flop"
    RIVER = "river"
    REVEAL = "reveal"
    SETTLE = "settle"


# What a seat is doing in a round, as every page shows it; `waiting` has not bet.
SpotState = Literal[
    "waiting",
    "betting",
    "banking",
    "to-act",
    "acting",
    "checked",
    "played",
    "folded",
    "dead",
    "void",
    "settled",
]


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What the table knows when a round opens; the round itself has no memory."""

    rounds_since_count: int = 0
    recent_banks: tuple[int, ...] = ()
    deck: str = ""
    last_deck: str = ""
    deck_hours: int = 0
    dealer_changed: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """One seat's part in a round."""

    seat: int
    wagers: Mapping[Wager, Chips]
    tips: Mapping[Wager, Chips] = field(default_factory=dict)
    cards: tuple[Card, ...] = ()
    times: int = 0
    folded: bool = False
    dead: Cite | None = None
    forfeited: Cite | None = None

    def on(self, wager: Wager) -> Chips:
        """Return what lies on a spot."""
        return self.wagers.get(wager, NOTHING)

    @property
    def asked(self) -> bool:
        """Return whether this seat still has a decision before it."""
        return (
            not self.times
            and not self.folded
            and self.dead is None
            and self.forfeited is None
            and self.wagers.get(Wager.ANTE, 0) > 0
        )


@dataclass(frozen=True, slots=True)
class Bank:
    """The player-dealer of the round and the stake that covers its payoffs."""

    seat: int
    stake: Chips


@dataclass(frozen=True, slots=True)
class Parcel:
    """A packet as it was delivered."""

    to: Target
    seat: int
    cards: tuple[Card, ...]


_BEFORE_CARDS: Final = (Phase.NEW, Phase.BETTING, Phase.LOCKED, Phase.DEALING)


@dataclass(frozen=True, slots=True)
class Incident:
    """An irregularity as it was declared, and the remedy that was applied."""

    kind: str
    case: str
    action: str
    deck: str
    cite: Cite
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Void:
    """Why a round is void, and which wagers are settled by paytable all the same."""

    cite: Cite
    settles: tuple[Wager, ...]
    settle_cite: Cite


@dataclass(frozen=True, slots=True)
class Round:
    """One round. Cards here are all the cards there are; `view` says who may see which."""

    phase: Phase = Phase.NEW
    street: Street = Street.DEAL
    facts: TableFacts = field(default_factory=TableFacts)
    spots: tuple[Spot, ...] = ()
    bank: Bank | None = None
    fees: tuple[Fee, ...] = ()
    meters: Mapping[str, Fraction | None] = field(default_factory=dict)
    fed: Mapping[str, Fraction] = field(default_factory=dict)
    stub: tuple[Card, ...] = ()
    shuffled: str = ""
    cut: bool = False
    parcels: tuple[Parcel, ...] = ()
    dealer: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    turned: int = 0
    box: tuple[Card, ...] = ()
    burned: tuple[Card, ...] = ()
    set_aside: tuple[Card, ...] = ()
    acted: frozenset[int] = frozenset()
    folds: tuple[int, ...] = ()
    revealed: bool = False
    validated: frozenset[int] = frozenset()
    incidents: tuple[Incident, ...] = ()
    void: Void | None = None
    void_wagers: Mapping[Wager, Cite] = field(default_factory=dict)
    settlement: Settlement | None = None

    @property
    def label(self) -> str:
        """Return how the round ends: settled, void, or partly void where some wagers go back."""
        if self.void is not None:
            return "partly void" if self.void.settles else "void"
        returned = self.void_wagers or any(spot.dead is not None for spot in self.spots)
        return "partly void" if returned else "settled"

    def spot(self, seat: int) -> Spot | None:
        """Find the spot of a seat that has bet."""
        for spot in self.spots:
            if spot.seat == seat:
                return spot
        return None

    def banks(self, seat: int) -> bool:
        """Return whether a seat holds the bank."""
        return self.bank is not None and self.bank.seat == seat

    def seat_state(self, seat: int, turn: int | None) -> SpotState:
        """Return what a seat is doing while the seat `turn`, if any, is asked."""
        if self.banks(seat):
            return "banking"
        spot = self.spot(seat)
        if spot is None:
            return "waiting"
        if spot.dead is not None or spot.forfeited is not None:
            return "dead"
        if spot.folded:
            return "folded"
        if self.phase in _BEFORE_CARDS:
            return "betting"
        if self.phase == Phase.SETTLED:
            return "settled"
        if self.void is not None:
            return "void"
        if spot.times:
            return "played"
        if turn == seat:
            return "acting"
        if not spot.on(Wager.ANTE):  # a side wager alone: no decision is asked
            return "betting"
        asked = self.phase == Phase.DECIDING and seat not in self.acted
        return "to-act" if asked else "checked"

    def net(self, seat: int) -> int:
        """Return what a settled round changed a seat's chips by: wagers, bank, tips and fees."""
        if self.settlement is None:
            return 0
        bank = self.settlement.bank_net if self.banks(seat) else 0
        away = self.settlement.tips_given(seat) + self.fee_paid(seat)
        return self.settlement.net(seat) + bank - away

    def fee_paid(self, seat: int) -> int:
        """Add up the fees of a seat that were not given back."""
        back = self.settlement.fees_returned if self.settlement is not None else ()
        return sum(fee.chips for fee in self.fees if fee.seat == seat and fee not in back)

    @property
    def bank_left(self) -> int:
        """Return how much of the player-dealer's stake is not paid out; 0 where the house banks."""
        if self.bank is None:
            return 0
        paid = self.settlement.bank_paid if self.settlement is not None else 0
        return max(0, self.bank.stake - paid)

    def dealt_in(self) -> Iterator[Spot]:
        """Go over the seats that get cards, in dealing order."""
        return iter(self.spots)


NEW_ROUND: Final = Round()  # every round begins as this one

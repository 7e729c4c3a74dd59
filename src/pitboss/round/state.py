"""A round from its first bet to its settlement, and the seats in it; made by `evolve`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Final

from pitboss.cards import Card
from pitboss.round.movement import Fee, Settlement
from pitboss.rules import NOTHING, Chips, Cite, Street, Target, Wager
from pitboss.rules.values import quick

_ANTE: Final = Wager.ANTE  # looked up once: every seat is asked about it at every event


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


@dataclass(frozen=True, slots=True)
class Facts:
    """What the table knows when a round opens; the round itself has no memory."""

    rounds_since_count: int = 0
    recent_banks: tuple[int, ...] = ()
    deck: str = ""
    last_deck: str = ""
    deck_hours: int = 0
    dealer_changed: bool = False


@quick
@dataclass(frozen=True)  # without slots, so that `values.replace` is quick
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
        """Tell what lies on a spot."""
        return self.wagers.get(wager, NOTHING)

    @property
    def asked(self) -> bool:
        """Tell whether this seat still has a decision before it."""
        return (
            not self.times
            and not self.folded
            and self.dead is None
            and self.forfeited is None
            and self.wagers.get(_ANTE, 0) > 0
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


@quick
@dataclass(frozen=True)  # without slots, so that `values.replace` is quick
class Round:
    """One round. Cards here are all the cards there are; `view` says who may see which."""

    phase: Phase = Phase.NEW
    street: Street = Street.DEAL
    facts: Facts = field(default_factory=Facts)
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

    def spot(self, seat: int) -> Spot | None:
        """Find the spot of a seat that has bet."""
        for spot in self.spots:
            if spot.seat == seat:
                return spot
        return None

    def dealt_in(self) -> Iterator[Spot]:
        """Go over the seats that get cards, in dealing order."""
        return iter(self.spots)


NEW_ROUND: Final = Round()  # every round begins as this one

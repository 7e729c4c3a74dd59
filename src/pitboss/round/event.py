"""What has happened in a round. All past tense, all frozen, all facts: nothing here asks a rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import Card
from pitboss.round.movement import Fee, Settlement
from pitboss.round.state import Incident, Parcel, TableFacts, Void
from pitboss.rules import Chips, Cite, Street, Wager


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """The first event names the rules, their edition and the engine that decides."""

    rules: str
    edition: int
    engine: int
    meters: Mapping[str, Fraction | None]
    facts: TableFacts


@dataclass(frozen=True, slots=True)
class BankTaken:
    seat: int
    stake: Chips


@dataclass(frozen=True, slots=True)
class BankReturned:
    """The player-dealer took the stake back before any card."""

    seat: int


@dataclass(frozen=True, slots=True)
class BetsPlaced:
    seat: int
    wagers: Mapping[Wager, Chips]
    tips: Mapping[Wager, Chips]


@dataclass(frozen=True, slots=True)
class BetsCleared:
    seat: int


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """No more bets; fees are in the drop, Progressive chips in the tray and on the meters."""

    fees: tuple[Fee, ...]
    fed: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class DeckLoaded:
    cards: tuple[Card, ...]
    shuffled: str


@dataclass(frozen=True, slots=True)
class DeckCut:
    depth: int


@dataclass(frozen=True, slots=True)
class PacketsDealt:
    parcels: tuple[Parcel, ...]
    complete: bool


@dataclass(frozen=True, slots=True)
class Checked:
    seat: int


@dataclass(frozen=True, slots=True)
class PlayPlaced:
    seat: int
    times: int
    chips: Chips
    tip: Chips


@dataclass(frozen=True, slots=True)
class Folded:
    seat: int


@dataclass(frozen=True, slots=True)
class StreetTurned:
    street: Street
    parcels: tuple[Parcel, ...]
    turned: int


@dataclass(frozen=True, slots=True)
class DealerRevealed:
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class IrregularityDeclared:
    incident: Incident


@dataclass(frozen=True, slots=True)
class CardsSetAside:
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DeckRemoved:
    pass


@dataclass(frozen=True, slots=True)
class HandKilled:
    """A seat's hand is dead; its wagers are returned, or lost where `forfeited`."""

    seat: int
    cite: Cite
    forfeited: bool


@dataclass(frozen=True, slots=True)
class WagerVoided:
    """One kind of wager is out of the round at every seat."""

    wager: Wager
    cite: Cite


@dataclass(frozen=True, slots=True)
class RoundVoided:
    void: Void


@dataclass(frozen=True, slots=True)
class MetersRead:
    """The meters of a link as they stand when it is this round's turn to be paid from them."""

    meters: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class JackpotValidated:
    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class RoundSettled:
    settlement: Settlement


Event = (
    RoundOpened
    | BankTaken
    | BankReturned
    | BetsPlaced
    | BetsCleared
    | BetsClosed
    | DeckLoaded
    | DeckCut
    | PacketsDealt
    | Checked
    | PlayPlaced
    | Folded
    | StreetTurned
    | DealerRevealed
    | IrregularityDeclared
    | CardsSetAside
    | DeckRemoved
    | HandKilled
    | WagerVoided
    | RoundVoided
    | MetersRead
    | JackpotValidated
    | RoundSettled
)

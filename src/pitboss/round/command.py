"""What a seat, the dealer or the floor may ask of a round. All imperative, all frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.cards import Card
from pitboss.round.state import Step, TableFacts
from pitboss.rules import Chips, Wager


@dataclass(frozen=True, slots=True)
class Open:
    """Start a round: the meters as they stand, and what the table knows of earlier rounds."""

    meters: Mapping[str, Fraction | int] = field(default_factory=dict)
    facts: TableFacts = field(default_factory=TableFacts)


@dataclass(frozen=True, slots=True)
class TakeBank:
    """A seat takes the player-dealer position and puts up its stake."""

    seat: int
    stake: Chips


@dataclass(frozen=True, slots=True)
class PlaceBets:
    """A seat puts down all its opening wagers and tips at once, in place of what lay there."""

    seat: int
    wagers: Mapping[Wager, Chips]
    tips: Mapping[Wager, Chips] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ClearBets:
    """A seat takes its opening wagers back while betting is open."""

    seat: int


@dataclass(frozen=True, slots=True)
class CloseBets:
    """No more bets; `progressive_chips` is the dealer's count of them, where they were counted."""

    progressive_chips: int | None = None


@dataclass(frozen=True, slots=True)
class LoadDeck:
    """Bring a shuffled deck: its order, and who shuffled it (the table's option where not said)."""

    cards: tuple[Card, ...]
    shuffled: str = ""


@dataclass(frozen=True, slots=True)
class CutDeck:
    """Cut with `depth` cards above the cover card; `recut` is the floor's order to cut again."""

    depth: int
    recut: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """Deliver the next `packets` packets of the dealing script; None: all that are left."""

    packets: int | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A seat passes on a Play wager for now."""

    seat: int


@dataclass(frozen=True, slots=True)
class Play:
    """A seat bets `times` its Ante; `tip`: also for the dealer, as often the tip on Ante."""

    seat: int
    times: int
    tip: bool = False


@dataclass(frozen=True, slots=True)
class Fold:
    """A seat leaves the round."""

    seat: int


@dataclass(frozen=True, slots=True)
class Proceed:
    """The dealer takes the step that is due: flop, river, reveal or settle."""

    step: Step


@dataclass(frozen=True, slots=True)
class ReadMeters:
    """Take over the meters of a link as they stand now, before they are paid from."""

    meters: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class Validate:
    """A floorperson validates a seat's Progressive win."""

    seat: int
    by: str


@dataclass(frozen=True, slots=True)
class Declare:
    """The dealer or the floor declares an irregularity. Which fields count depends on the kind.

    Of cards found face up, `count` says how many; `cards` names them where all cards are known.
    `note` is for those who look into it later, and `second` is who agreed; no player reads them.
    """

    kind: str
    seat: int | None = None
    where: str = ""
    cards: tuple[Card, ...] = ()
    count: int | None = None
    misdealt: bool = False
    holds: str = "in_play"
    ruling: str = ""
    how: str = ""
    note: str = ""
    second: str = ""


Command = (
    Open
    | TakeBank
    | PlaceBets
    | ClearBets
    | CloseBets
    | LoadDeck
    | CutDeck
    | Deal
    | Check
    | Play
    | Fold
    | Proceed
    | ReadMeters
    | Validate
    | Declare
)

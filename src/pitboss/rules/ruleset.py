"""One place's rules as a frozen value: what the TOML file of a rule set holds once it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pitboss.rules.cite import NO_CITE, Cite
from pitboss.rules.paytable import Odds, Paytable


class Wager(StrEnum):
    """A spot on the layout; envy and limit are lines of a settlement without a spot."""

    ANTE = "ante"
    BLIND = "blind"
    PLAY = "play"
    TRIPS = "trips"
    SIX_CARD = "six_card"
    PROGRESSIVE = "progressive"
    ENVY = "envy"
    LIMIT = "limit"


OPENING = (Wager.ANTE, Wager.BLIND, Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE)
AGAINST_DEALER = (Wager.ANTE, Wager.BLIND, Wager.PLAY)
BY_PAYTABLE = (Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE)


class Outcome(StrEnum):
    """What becomes of one wager."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"
    VOID = "void"
    ADJUSTED = "adjusted"


class Street(StrEnum):
    """A point at which seats are asked."""

    DEAL = "deal"
    FLOP = "flop"
    RIVER = "river"


class Target(StrEnum):
    """Where a packet of cards goes."""

    SEATS = "seats"
    DEALER = "dealer"
    BOARD = "board"
    BOX = "box"
    BURN = "burn"


@dataclass(frozen=True, slots=True)
class Consequence:
    """What one situation does to one wager; `odds` is None where none are fixed."""

    outcome: Outcome
    by_paytable: bool
    odds: Odds | None
    cite: Cite
    below: Consequence | None = None


@dataclass(frozen=True, slots=True)
class StreetRule:
    """The choices of one street: multiples of the Ante, whether a check and a fold are allowed."""

    play: tuple[int, ...]
    check: bool
    fold: bool
    play_cite: Cite
    check_cite: Cite
    fold_cite: Cite


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet of a dealing script; to "seats" means one packet to each seat in dealing order."""

    to: Target
    cards: int
    when: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class DealingMethod:
    """The packets of one way of dealing, street by street, and when the stub goes to the rack."""

    name: str
    needs_shuffler: bool
    deal: tuple[Packet, ...]
    flop: tuple[Packet, ...]
    river: tuple[Packet, ...]
    stub: str
    cite: Cite
    needs_cite: Cite = NO_CITE


@dataclass(frozen=True, slots=True)
class WagerRule:
    """What a wager needs beside it before the cards, and whether it must be filed to be offered."""

    needs: tuple[Wager, ...]
    alone: bool
    if_filed: bool
    cite: Cite


@dataclass(frozen=True, slots=True)
class Remedy:
    """What an irregularity does: `settles` names the wagers still paid or taken by paytable."""

    action: str
    settles: tuple[Wager, ...]
    deck: str
    cite: Cite
    settle_cite: Cite


@dataclass(frozen=True, slots=True)
class FeeTier:
    """Fees of a round whose action is at most `up_to` dollars (None: no upper end), in cents."""

    up_to: int | None
    bank: int
    circle: int


@dataclass(frozen=True, slots=True)
class FeeSchedule:
    """One fee option of a set."""

    name: str
    tiers: tuple[FeeTier, ...]
    cite: Cite


@dataclass(frozen=True, slots=True)
class Values:
    """Some of the values that an option may have: any, those listed, or all between two ends."""

    any: bool = False
    listed: tuple[object, ...] = ()
    least: object = None
    most: object = None

    @property
    def bounded(self) -> bool:
        return self.least is not None or self.most is not None


@dataclass(frozen=True, slots=True)
class OptionRule:
    """One choice that the set leaves to its operator: the default and the readings behind it.

    `text` are the values that the document itself has, `reading` those that a reading of it
    gives; any other departs from the clauses `departs`, or from those of `cite`.
    """

    key: str
    default: object
    locked: bool
    cite: Cite
    text: Values | None = None
    reading: Values | None = None
    departs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something that a submission must hold; `when` names the circumstance that calls for it."""

    key: str
    when: str
    wants: str
    cite: Cite


@dataclass(frozen=True, slots=True)
class LayoutItem:
    """A mark or sign at the table; `text` is filled from the active configuration.

    `spots` are the places for wagers and cards that it stands for, as a filed layout names them.
    """

    item: str
    text: str
    when: str
    cite: Cite
    spots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One place's rules. `facts` are the single values by dotted key; `cites` are their sources."""

    name: str
    title: str
    document: str
    prefix: str
    edition: int
    facts: Mapping[str, object]
    cites: Mapping[str, Cite]
    wagers: Mapping[Wager, WagerRule]
    streets: Mapping[Street, StreetRule]
    methods: Mapping[str, DealingMethod]
    consequences: Mapping[tuple[Wager, str], Consequence]
    paytables: Mapping[tuple[Wager, str], Paytable]
    irregularities: Mapping[str, Mapping[str, Remedy]]
    fees: Mapping[str, FeeSchedule]
    options: Mapping[str, OptionRule]
    requirements: tuple[Requirement, ...]
    layout: tuple[LayoutItem, ...]

    def cite(self, key: str) -> Cite:
        """Return which clauses a single value comes from; nothing where the set is silent."""
        return self.cites.get(key, Cite())

    def tables_of(self, wager: Wager) -> tuple[str, ...]:
        """Name the paytables of a wager, in the order of the file."""
        return tuple(name for table_wager, name in self.paytables if table_wager == wager)

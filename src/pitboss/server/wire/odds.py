"""Exact odds: one decision, the starting hands, a strategy; as `pitboss ev` and `solve` write them.

Values are in Antes unless a key says cents; what the player gains is positive.
"""

from __future__ import annotations

from msgspec import Struct


class Exact(Struct, frozen=True):
    """An exact number: its reduced fraction, and beside it the nearest decimal."""

    fraction: str
    decimal: float


class Deviation(Struct, frozen=True):
    """A standard deviation: the root of an exact variance."""

    decimal: float
    variance: Exact


class BlindPays(Struct, frozen=True):
    """A Blind paytable: its name, and what each hand is paid."""

    name: str
    lines: dict[str, str]


class OddsPaytables(Struct, frozen=True):
    """The paytables that a figure holds for."""

    blind: BlindPays


class StreetMultiples(Struct, frozen=True):
    """The multiples of the Ante that Play may be on each street."""

    deal: tuple[int, ...]
    flop: tuple[int, ...]
    river: tuple[int, ...]


class IfPlayed(Struct, frozen=True):
    """Chances of a hand that goes to the showdown; win, tie and lose add up to 1."""

    win: Exact
    tie: Exact
    lose: Exact
    dealer_not_qualified: Exact
    endings: dict[str, Exact]


class InCents(Struct, frozen=True):
    """The values and costs of a decision in cents, exactly, for this Ante."""

    ante: int
    choices: dict[str, Exact]
    costs: dict[str, Exact]


class OddsDecision(Struct, frozen=True, kw_only=True):
    """What each choice is worth, later choices being made as well as can be.

    `costs` is what each other choice loses against the best. `flop` and `board` are null until they
    are dealt. `cents` is null where no Ante was given. `wagers` are the side wagers that were
    named, in cents: they stand after a fold too, so none changes what a choice is worth.
    """

    rules: str
    edition: int = 1
    paytables: OddsPaytables
    multiples: StreetMultiples
    qualifies: str
    strategy: str
    street: str
    hole: str
    flop: str | None
    board: str | None
    dead: str
    dealer: str
    choices: dict[str, Exact]
    best: str
    costs: dict[str, Exact]
    deals: int
    if_played: IfPlayed
    cents: InCents | None = None
    wagers: dict[str, int] = {}


class OddsHands(Struct, frozen=True, kw_only=True):
    """The 169 starting hands: of each the value of every choice, the best one, and its holes."""

    rules: str
    edition: int = 1
    paytables: OddsPaytables
    multiples: StreetMultiples
    qualifies: str
    strategy: str
    ev: Exact
    house_edge: Exact
    hands: dict[str, dict[str, Exact | str | int]]


class StrategyStreet(Struct, frozen=True, rename={"raise_": "raise"}):
    """What a strategy does on a street: the raise that it makes, and with which hands."""

    raise_: str
    when: tuple[str, ...]


class StrategyCard(Struct, frozen=True):
    """A strategy in words."""

    title: str
    about: str
    deal: StrategyStreet
    flop: StrategyStreet
    river: StrategyStreet


class StreetCosts(Struct, frozen=True):
    """What a strategy loses against perfect play, in Antes a round; the streets add up to it."""

    total: Exact
    deal: Exact
    flop: Exact
    river: Exact


class DearestCards(Struct, frozen=True):
    """The cards with which a mistake costs most, and how much."""

    cards: str
    board: str
    loss: Exact


class OddsMistake(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A mistake of a strategy, by starting hand, or on the river by outs and hidden pair."""

    street: str
    hand: str | None = None
    outs: int | None = None
    hidden_pair: bool | None = None
    chosen: str
    best: str
    loss: Exact
    frequency: Exact
    cost: Exact
    example: DearestCards


class NetResult(Struct, frozen=True):
    """One result of a round in Antes, and how many deals bring it."""

    net: Exact
    deals: int
    probability: Exact


class OddsStrategy(Struct, frozen=True, kw_only=True):
    """A strategy played through all deals of a game; the costliest mistakes first."""

    rules: str
    edition: int = 1
    paytables: OddsPaytables
    multiples: StreetMultiples
    qualifies: str
    strategy: str
    card: StrategyCard
    ev: Exact
    house_edge: Exact
    element_of_risk: Exact
    average_wager: Exact
    standard_deviation: Deviation
    frequencies: dict[str, Exact]
    endings: dict[str, dict[str, Exact]]
    distribution: tuple[NetResult, ...]
    deals: int
    cost: StreetCosts
    mistakes: tuple[OddsMistake, ...]


class StrategyTitle(Struct, frozen=True):
    """A strategy that comes with pitboss: its name in addresses, its title, what it does."""

    name: str
    title: str
    about: str


class Strategies(Struct, frozen=True):
    """The strategies that come with pitboss, perfect play first."""

    strategies: tuple[StrategyTitle, ...]

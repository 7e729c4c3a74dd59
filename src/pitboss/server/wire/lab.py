"""The lab: a variant's figures, its starting hands, side bets, the house's view, where to begin.

Values are in Antes unless a key says otherwise; what the player gains is positive.
"""

from __future__ import annotations

from msgspec import Struct, field

from pitboss.rules import Wager
from pitboss.server.wire.odds import (
    Deviation,
    Exact,
    NetResult,
    OddsPaytables,
    StreetMultiples,
)


class LabVariant(Struct, frozen=True, omit_defaults=True):
    """A place's base game with changes; whatever is left out is as in the place."""

    rules: str
    blind: str | None = None
    pays: dict[str, str] = {}
    floor: str | None = None
    below: str | None = None
    deal: tuple[int, ...] | None = None
    flop: tuple[int, ...] | None = None
    river: tuple[int, ...] | None = None
    qualifies: str | None = None
    unqualified: str | None = None
    ties: str | None = None


class LabEdges(Struct, frozen=True):
    """What the house wins, as a part of the Ante, of Ante and Blind, and of all that is wagered."""

    ante: Exact
    ante_and_blind: Exact
    all_wagers: Exact


class LabWagers(Struct, frozen=True):
    """What Ante, Blind and Play bring each; together they are the value."""

    ante: Exact
    blind: Exact
    play: Exact


class LabHitRates(Struct, frozen=True):
    """How often a round ends ahead, even and behind, and how often the Blind is paid."""

    ahead: Exact
    even: Exact
    behind: Exact
    blind: Exact


class LabLine(Struct, frozen=True):
    """One hand of the Blind; `sensitivity` is the change of the house edge per 1 to 1 more.

    `pays` is null where there is no line, `one_in` where the hand is never paid.
    """

    hand: str
    pays: str | None
    probability: Exact
    one_in: Exact | None
    value: Exact
    sensitivity: Exact


class LabFigures(Struct, frozen=True, kw_only=True):
    """All figures of a variant under one way of playing: the best one where `exact`.

    Where not, `ev` is a lower bound and every edge an upper one: the player does at least so well.
    """

    rules: str
    edition: int
    paytables: OddsPaytables
    multiples: StreetMultiples
    qualifies: str
    variant: LabVariant
    exact: bool
    ev: Exact
    house_edge: Exact
    edges: LabEdges
    element_of_risk: Exact
    average_wager: Exact
    standard_deviation: Deviation
    wagers: LabWagers
    hit_rates: LabHitRates
    lines: tuple[LabLine, ...]
    frequencies: dict[str, Exact]
    distribution: tuple[NetResult, ...]
    deals: int


class LabAnswer(Struct, frozen=True):
    """Figures of a variant, or why they are not there.

    While they are being compiled or counted `waiting` says so: ask again. `none` says why a bound
    cannot be given; the exact value can. `hands` has the values of the 169 starting hands where the
    figures are exact, as `/api/odds/hands` has them.
    """

    figures: LabFigures | None
    hands: dict[str, dict[str, Exact | str | int]] = {}
    waiting: str = ""
    none: str = ""


class LabPayLine(Struct, frozen=True):
    """A line of a paytable: the hand and what it pays; odds, and nothing else, can be edited."""

    hand: str
    pays: str
    is_odds: bool


class LabPaytable(Struct, frozen=True):
    """A paytable to begin with; `usual` is the one that is played by default."""

    wager: Wager
    name: str
    usual: bool
    lines: tuple[LabPayLine, ...]


class LabPlace(Struct, frozen=True):
    """A place to begin with: its paytables, multiples and the hand the dealer qualifies with."""

    name: str
    title: str
    edition: int
    multiples: StreetMultiples
    qualifies: str
    paytables: tuple[LabPaytable, ...]


class LabPlaces(Struct, frozen=True):
    """All places to begin with, and the words that the rules of a variant may have."""

    places: tuple[LabPlace, ...]
    hands: tuple[str, ...]
    below: tuple[str, ...]
    unqualified: tuple[str, ...]
    ties: tuple[str, ...]


class LabSideLine(Struct, frozen=True, rename={"return_": "return"}):
    """A line of a side bet, or the hands that none pays; null needs a meter nobody gave."""

    hand: str
    pays: str | None
    hits: int
    probability: Exact
    net: Exact | None
    return_: Exact | None


class LabSideFigures(Struct, frozen=True, kw_only=True, rename={"return_": "return"}):
    """A side bet's paytable with its exact figures, in units of the stake.

    A Progressive is for its meters as reset; where a place files none, what needs them is null, and
    `fixed_return` is what its other lines bring.
    """

    rules: str
    edition: int
    wager: Wager
    paytable: str
    stake: str
    combinations: int
    lines: tuple[LabSideLine, ...]
    hit_frequency: Exact
    fixed_return: Exact | None
    return_: Exact | None = field()
    house_edge: Exact | None
    standard_deviation: Deviation | None
    notes: tuple[str, ...]


class LabSideAnswer(Struct, frozen=True):
    """Figures of a side bet; `waiting` says that they are being counted: ask again."""

    figures: LabSideFigures | None
    waiting: str = ""


class LabBand(Struct, frozen=True):
    """How far the win of a shift spreads, in cents, by the normal approximation.

    95 of 100 shifts end from `low` to `high`; `loses` is the chance that the house loses.
    """

    deviation: float
    low: float
    high: float
    loses: float


class LabSeatsSample(Struct, frozen=True):
    """What two seats at one board have in common, sampled from whole rounds.

    `covariance` is that of their results, in Antes squared.
    """

    covariance: float
    standard_error: float
    rounds: int


class LabHouseView(Struct, frozen=True, kw_only=True):
    """What the house may expect of a shift: `expected` is exact, in cents, the bands are not.

    Seats at one table share a board and a dealer, and so win and lose together: `table` has that
    as it was sampled, null where that was not asked for. `apart` is for seats that have nothing to
    do with one another, `together` for seats that all do alike; the true band lies between the two.
    `largest` is the most that one seat can win in a round.
    """

    ante: int
    seats: int
    rounds: int
    wagered: Exact
    expected: Exact
    largest: Exact
    table: LabBand | None
    apart: LabBand
    together: LabBand
    sample: LabSeatsSample | None


class LabHouseAnswer(Struct, frozen=True):
    """The house's view; `waiting` says that the game is being counted: ask again."""

    view: LabHouseView | None
    waiting: str = ""

"""The coach: what each choice was or is worth, what the one made cost, and luck and skill apart.

Values are exact, in Antes or in cents as the field says; what the player gains is positive.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pitboss.rules import Street
from pitboss.server.wire.odds import Deviation, Exact

CoachTime = Literal["any-time", "after-round"]


class CoachChoice(Struct, frozen=True):
    """One choice: "check", "fold" or "4x", and its value in Antes and in cents."""

    name: str
    antes: Exact
    cents: Exact


class CoachOut(Struct, frozen=True):
    """A card that is left and the kind of hand that it makes; `win` is null for the dealer's."""

    card: str
    makes: str
    win: Exact | None = None


class CoachPrice(Struct, frozen=True, kw_only=True):
    """The prices of one decision, the largest wager first; later choices are the best ones.

    `guide` is what the strategy does that one is graded against. `win`, `tie` and `lose` are the
    chances if the hand is played to the end, over `deals` deals. `outs` are on the flop the cards
    that improve your own hand, `dealer_outs` on the river those that alone beat it.
    """

    street: Street
    ante: int
    choices: tuple[CoachChoice, ...]
    best: str
    guide: str
    win: Exact
    tie: Exact
    lose: Exact
    qualifies: Exact
    deals: int
    reason: tuple[str, ...]
    outs: tuple[CoachOut, ...] = ()
    dealer_outs: tuple[CoachOut, ...] = ()


class SpotPrice(Struct, frozen=True):
    """The prices of a spot; `waiting` says why there are none yet, empty: they are there."""

    price: CoachPrice | None
    waiting: str = ""


class CoachDecision(Struct, frozen=True, kw_only=True):
    """A decision that was made: its prices, the choice, and what it cost against the best one.

    `event` is its number in the table's log. `by_clock`: the house chose, time having run out.
    `behind_guide` is what the choice lost against the guide's, in cents; negative: it was better.
    """

    event: int
    price: CoachPrice
    chosen: str
    by_clock: bool
    cost_antes: Exact
    cost_cents: Exact
    behind_guide: Exact


class CoachSplit(Struct, frozen=True, kw_only=True):
    """The result of a round in cents: `before` + `luck` - `cost` + `others` is `net`, exactly.

    `before` is what Ante, Blind and Play were worth before the cards; `others` is the net of side
    wagers, fees, tips and a bank.
    """

    before: Exact
    luck: Exact
    cost: Exact
    others: int
    net: int


class HandReview(Struct, frozen=True, kw_only=True):
    """A seat's decisions in a finished round, in order; none for a viewer who had no seat.

    `waiting` says why there is no price yet, as while it is being compiled; empty: this is all.
    """

    seat: int
    round: int
    strategy: str
    decisions: tuple[CoachDecision, ...]
    split: CoachSplit | None
    waiting: str = ""


class CoachAtTable(Struct, frozen=True, kw_only=True):
    """What the coach may say at a table now: of the decision asked, and of those made.

    `time` is when it may speak. `asked` is null where nothing is asked of you now, or it may not
    say so yet; `round` is the round that is told of, and `over` whether it is settled. `waiting`
    says why there is no price yet; empty: this is all.
    """

    time: CoachTime
    round: int
    over: bool
    asked: CoachPrice | None
    decisions: tuple[CoachDecision, ...]
    split: CoachSplit | None
    waiting: str = ""


class CareerPart(Struct, frozen=True, kw_only=True):
    """Choices of one street or one kind of hand: how many, those that cost, and what, in cents."""

    name: str
    words: str
    made: int
    mistakes: int
    cost: Exact


class CareerPoint(Struct, frozen=True):
    """Sums in cents after so many hands: what the cards brought, what choices cost, the net."""

    hands: int
    luck: float
    cost: float
    net: int


class CareerFigures(Struct, frozen=True, kw_only=True):
    """What choices cost over some hands, and luck and skill apart.

    `per_hundred` is in Antes for 100 hands, with the standard error of that mean; null for fewer
    than two hands. The other sums are in cents: `before` + `luck` - `cost` + `others` is `net`.
    """

    hands: int
    since: int | None
    per_hundred: Exact
    error: Deviation | None
    before: Exact
    luck: Exact
    cost: Exact
    others: int
    net: int
    streets: tuple[CareerPart, ...]
    kinds: tuple[CareerPart, ...]
    course: tuple[CareerPoint, ...]


class StrategyPrice(Struct, frozen=True, kw_only=True):
    """What a named strategy costs against perfect play, exactly: Antes for 100 hands."""

    name: str
    title: str
    per_hundred: Exact


class Career(Struct, frozen=True, kw_only=True):
    """What your choices cost: in this session, and in all hands that were priced.

    `not_priced` hands wait for their prices, `left_out` cannot be counted; hands without a choice
    of yours are in neither. `strategies` are for the rules you played most, `rules`. `waiting` says
    why their figures are not there yet; empty: this is all.
    """

    session: CareerFigures
    career: CareerFigures
    not_priced: int
    left_out: int
    rules: str
    strategies: tuple[StrategyPrice, ...]
    waiting: str = ""

"""The coach: what each choice was or is worth, what the one made cost, and luck and skill apart.

Values are exact, in Antes or in cents as the field says; what the player gains is positive.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from pitboss.rules import Street
from pitboss.server.wire.odds import Exact

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

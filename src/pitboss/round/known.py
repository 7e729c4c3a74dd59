"""What follows from the rules alone: worked out once for the rules in force, kept with them."""

from __future__ import annotations

from typing import Final

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.round.event import BetsPlaced
from pitboss.round.movement import Movement
from pitboss.round.refusal import Refusal
from pitboss.round.state import Round, Spot
from pitboss.rules import AGAINST_DEALER, Chips, Consequence, Line, Odds, Rules, Street, Wager

Bets = tuple[tuple[tuple[Wager, Chips], ...], tuple[tuple[Wager, Chips], ...]]
Placed = tuple[int, tuple[tuple[Wager, Chips], ...], tuple[tuple[Wager, Chips], ...]]
DueKey = tuple[Wager, str, str, int]
PaidKey = tuple[Wager, int, int]
MovedKey = tuple[int, Wager, Chips, str, Category | None, bool]  # true: a player-dealer banks
SeatKey = tuple[int, tuple[tuple[Wager, Chips], ...], str, Category]

BETS_KEPT_MAX: Final = 4_096  # wagers that were looked at once; people bet the same round by round
DUES_KEPT_MAX: Final = 1_024  # ways to settle a wager: far more than a rule set has
MOVED_KEPT_MAX: Final = 8_192  # movements: of all seats, with the stakes that are usual there
_NAME: Final = "_known"
_KINDS: Final = frozenset(CATEGORY_SLUGS.values())


class Known:
    """The answers of pure functions of one `Rules`; a cache, and nothing else."""

    __slots__ = (
        "asked",
        "at_end",
        "bets",
        "by_kind",
        "dues",
        "in_turn",
        "is_bounded",
        "last_bounded",
        "moved",
        "paid",
        "placed",
        "plain_tables",
        "play_times_max",
        "seats",
        "unqualified_first",
        "won",
    )

    def __init__(self, rules: Rules) -> None:
        self.play_times_max = max(times for s in Street for times in rules.street(s).play)
        self.bets: dict[Bets, Refusal | None] = {}
        self.dues: dict[DueKey, tuple[Consequence, Movement, Odds | None]] = {}
        self.paid: dict[PaidKey, tuple[Consequence, Line, Movement, Odds, bool]] = {}
        # The order of a settlement.
        at_end = rules.fact("settlement.at_end")
        self.in_turn = tuple(wager for wager in rules.order if wager not in at_end)
        self.at_end = tuple(wager for wager in rules.order if wager in at_end)
        self.unqualified_first = tuple(map(Wager, rules.fact("settlement.unqualified_first")))
        bounded = rules.fact("limits.payout_per_player") or ()
        self.is_bounded = bool(bounded) and rules.options.get("limit.amount") is not None
        self.last_bounded = max((n for n, w in enumerate(self.in_turn) if w in bounded), default=-1)
        # Tables whose lines ask for the kind of hand and nothing else: one line at most is met.
        self.plain_tables = frozenset(
            wager
            for wager, table in rules.tables.items()
            if all(line.hand in _KINDS for line in table.lines)
        )
        # Wagers of which seat, stake and situation tell all; where it says so, with the kind of the
        # seat's hand. No card by itself counts, no other hand, and no meter moves.
        self.by_kind = {wager: False for wager in AGAINST_DEALER if wager not in rules.tables}
        for wager in self.plain_tables - {Wager.SIX_CARD, Wager.PROGRESSIVE}:
            if all(isinstance(line.pays, Odds) for line in rules.tables[wager].lines):
                self.by_kind[wager] = True
        self.moved: dict[MovedKey, Movement] = {}
        self.seats: dict[SeatKey, tuple[Movement, ...]] = {}
        self.placed: dict[Placed, tuple[BetsPlaced]] = {}
        # What was last asked about a round is soon asked again: the seat whose turn it is, and the
        # seats that win its Progressive.
        self.asked: tuple[Round, Spot | None] | None = None
        self.won: tuple[Round, tuple[int, ...]] | None = None


def known(rules: Rules) -> Known:
    """Give what is kept with these rules, as a cached property is: it goes when they go."""
    found: Known | None = rules.__dict__.get(_NAME)
    if found is None:
        found = rules.__dict__[_NAME] = Known(rules)
    return found

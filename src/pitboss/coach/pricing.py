"""Prices of one decision: every choice in Antes and cents, the best one, the cost of the one made.

Importing this loads compiled code.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

from pitboss.coach.reason import reason
from pitboss.coach.situation import PERFECT, Situation
from pitboss.odds import (
    Explanation,
    Game,
    HandDecision,
    Out,
    SeatGame,
    decision,
    explain,
    seat_decision,
    seat_game,
)
from pitboss.pit.bots.plan import plan_of
from pitboss.rules import Chips, Street, Wager
from pitboss.table import RulesChoice, rules_of

SEATS_KEPT: Final = 256  # different wagers, meters and chips


@dataclass(frozen=True, slots=True)
class PricedChoice:
    """One choice and its value, later choices being the best ones: in Antes, and in cents."""

    name: str
    value: Fraction
    cents: Fraction


@dataclass(frozen=True, slots=True)
class PricedDecision:
    """A decision with its prices. `choices` has the largest wager first.

    `guide` is what the strategy that one is graded against would do: the best choice, unless a
    strategy was named. `chosen` is empty while nothing has been chosen; a cost is never negative,
    what was left against the guide may be. `lose`, `tie` and `win` are chances if the hand is
    played to the end, over `deals` deals. `outs` are on the flop the cards that improve the own
    hand, `dealer_outs` on the river those that alone beat it.
    """

    situation: Situation
    choices: tuple[PricedChoice, ...]
    best: str
    guide: str
    chosen: str
    win: Fraction
    tie: Fraction
    lose: Fraction
    qualifies: Fraction
    deals: int
    reason: tuple[str, ...]
    outs: tuple[Out, ...] = ()
    dealer_outs: tuple[Out, ...] = ()

    def choice(self, name: str) -> PricedChoice:
        """Find a choice by its name; raises `KeyError`."""
        found = next((choice for choice in self.choices if choice.name == name), None)
        if found is None:
            raise KeyError(name)
        return found

    @property
    def cost(self) -> Fraction:
        """What the choice made loses against the best one, in Antes; 0 where none was made."""
        if not self.chosen:
            return Fraction(0)
        return self.choice(self.best).value - self.choice(self.chosen).value

    @property
    def cost_cents(self) -> Fraction:
        """What the choice made loses against the best one, in cents."""
        return self.cost * self.situation.ante

    @property
    def behind_guide(self) -> Fraction:
        """What the choice made loses against the guide's, in Antes; negative where it is better."""
        if not self.chosen:
            return Fraction(0)
        return self.choice(self.guide).value - self.choice(self.chosen).value


def price(situation: Situation, chosen: str = "", strategy: str = PERFECT) -> PricedDecision:
    """Count every deal that is left and price each choice of a situation.

    Raises `DecisionError` for cards that no dealer could have dealt, `KeyError` for a choice that
    there is not, and `StrategyError` for a strategy that does not fit the game.

    >>> from pitboss.cards import parse_cards
    >>> from pitboss.odds import standard_game
    >>> game = standard_game().numbers()
    >>> river = parse_cards("4s 5h 6d 8c 9d")
    >>> spot = Situation(game, game, 1_000, Street.RIVER, parse_cards("Kd Qh"), river)
    >>> found = price(spot, "1x")
    >>> found.best, round(float(found.choice("1x").value), 4), found.cost_cents
    ('fold', -2.1727, Fraction(1900, 11))
    """
    found, why = _counted(situation)
    choices = tuple(
        PricedChoice(name, value, value * situation.ante)
        for name, value in reversed(found.values.items())
    )
    if chosen and chosen not in found.values:
        raise KeyError(f"{chosen!r} is no choice here; there are {', '.join(found.values)}")
    return PricedDecision(
        situation=situation,
        choices=choices,
        best=found.best,
        guide=found.best if strategy == PERFECT else _guide(situation, found, strategy),
        chosen=chosen,
        win=found.win,
        tie=found.tie,
        lose=found.lose,
        qualifies=1 - found.unqualified,
        deals=found.deals,
        reason=reason(situation, found, why, is_plain=_seat(situation) is None),
        outs=() if why is None else why.outs,
        dealer_outs=() if why is None else why.dealer_outs,
    )


def valued(situation: Situation, *, direct: bool = True) -> HandDecision:
    """Count what each choice is worth, without the reasons; raises as `price` does.

    Before the flop `direct` values this hand alone, which is quicker than to solve the whole game
    for the first time; without, a game that is solved already is looked up.
    """
    cards = situation.hole, situation.board, situation.dead, situation.dealer
    seat = _seat(situation)
    if seat is None:
        return decision(situation.payable, *cards, direct=direct)
    return seat_decision(seat, *cards, direct=direct)


def _counted(situation: Situation) -> tuple[HandDecision, Explanation | None]:
    """Count the deals; what lies behind them only where it is quick, from the flop on."""
    if situation.street == Street.DEAL:
        return valued(situation.alike()), None
    cards = situation.hole, situation.board, situation.dead, situation.dealer
    why = explain(situation.payable, *cards)
    seat = _seat(situation)
    return why.decision if seat is None else seat_decision(seat, *cards), why


def _seat(situation: Situation) -> SeatGame | None:
    """Return the seat's game where limits or forfeits change it; None: the base game alone."""
    if situation.rules is None:
        return None
    return _seat_game(situation.rules, situation.payable, situation.wagers, situation.meters)


@lru_cache(maxsize=SEATS_KEPT)
def _seat_game(
    rules: RulesChoice,
    game: Game,
    wagers: tuple[tuple[Wager, Chips], ...],
    meters: tuple[tuple[str, Fraction], ...],
) -> SeatGame | None:
    found = seat_game(rules_of(rules), dict(wagers), game=game, meters=dict(meters))
    return found if found.limited or found.forfeits else None


def _guide(situation: Situation, found: HandDecision, strategy: str) -> str:
    """Name what a strategy does; where its raise cannot be paid, the next lower one, or none."""
    times = plan_of(strategy, situation.game).times(situation.hole, situation.board)
    raises = [n for n in situation.payable.raises(situation.street) if n <= times]
    if raises:
        return f"{max(raises)}x"
    return next(name for name in found.values if not name.endswith("x"))

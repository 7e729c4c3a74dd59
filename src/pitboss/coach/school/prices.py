"""What a planted mistake costs when it is always made, from the price list of dealer errors.

`dealer_error_prices` loads compiled code; all else is plain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitboss.coach.school.exercise import Exercise
from pitboss.coach.school.mistakes import right_steps
from pitboss.round.movement import Fee
from pitboss.rules import Chips, Rules, Wager, money

if TYPE_CHECKING:
    from pitboss.odds.dealer_errors import DealerError

PACE_USUAL: Final = 40  # rounds an hour
FEE_MISSED: Final = "fee-missed"


@dataclass(frozen=True, slots=True)
class MistakePrice:
    """What a mistake costs the house (+) or the player (−) each round, in cents, exactly.

    `stake` on the wager `unit` and `pace`, the rounds an hour, are what it holds for.
    """

    key: str
    per_round: Fraction
    stake: Chips
    unit: str
    pace: int

    @property
    def per_hour(self) -> Fraction:
        """Return the same for an hour, in cents."""
        return self.per_round * self.pace


def dealer_error_prices(rules: Rules) -> dict[str, DealerError]:
    """Return the price list of these rules by the names of the mistakes; as the PAR sheet has it.

    Loads compiled code and solves the game.
    """
    from pitboss.odds.dealer_errors import dealer_errors
    from pitboss.odds.game import game_of
    from pitboss.odds.solution import solved

    outcomes = solved(game_of(rules)).outcomes
    return {error.key: error for error in dealer_errors(outcomes, rules)}


def price_of(
    exercise: Exercise, errors: Mapping[str, DealerError], pace: int = PACE_USUAL
) -> MistakePrice | None:
    """Price an exercise's planted mistake at the stake it was made with; None: not counted."""
    if exercise.mistake == FEE_MISSED:
        return _missed_fee(exercise, pace)
    error = errors.get(exercise.mistake)
    seat = _seat(exercise)
    if error is None or seat is None or exercise.layout is None:
        return None
    spot = exercise.layout.round.spot(seat)
    stake = spot.on(error.unit) if spot is not None else Chips(0)
    if not stake:
        return None
    return MistakePrice(error.key, error.price * stake, stake, error.unit, pace)


def _place(exercise: Exercise) -> int:
    item = exercise.item("wrong")
    return 0 if item is None else ord(item.key[0]) - ord("a")


def _seat(exercise: Exercise) -> int | None:
    """Return the seat at which the mistake was made."""
    if exercise.layout is None or not exercise.moves:
        return None
    return right_steps(exercise.layout)[_place(exercise)].seat


def _missed_fee(exercise: Exercise, pace: int) -> MistakePrice | None:
    """Price a fee that is never taken: what it is, each round."""
    if exercise.layout is None:
        return None
    step = right_steps(exercise.layout)[_place(exercise)]
    if not isinstance(step, Fee):
        return None
    return MistakePrice(FEE_MISSED, Fraction(step.chips), step.chips, "fee", pace)


def price_words(price: MistakePrice | None) -> str:
    """Say a price in one sentence; one that is not counted is never said to be nothing."""
    if price is None:
        return "What it costs is not counted."
    who = "the house" if price.per_round > 0 else "the player"
    unit = "" if price.unit == "fee" else f" of {money(price.stake)} on {_unit(price.unit)}"
    cost = money(round(abs(price.per_hour)))
    return f"Always made, it costs {who} {cost} an hour at {price.pace} rounds{unit}."


def _unit(unit: str) -> str:
    return "the Ante" if unit == Wager.ANTE else unit.replace("_", " ").title()

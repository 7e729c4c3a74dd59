"""What a strategy costs against perfect play: exactly, street by street, and by which mistakes.

A decision is judged with perfect play after it. So the streets' costs add up to the whole: what is
lost on a street is lost with the hands that the strategy itself brings there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.counting.boards import flops
from pitboss.odds.counting.kernels import (
    BEST,
    CHECKED,
    DEAL_HIGH,
    FLOP_HIGH,
    FLOP_LOW,
    LEVEL,
    SLOPE,
)
from pitboss.odds.counting.numbering import HOLE_CARDS, HOLES
from pitboss.odds.counting.policy import Policy
from pitboss.odds.counting.tally import tally
from pitboss.odds.game import ends
from pitboss.odds.hands import HAND_NAMES, HAND_OF_HOLE
from pitboss.odds.outcome import Outcomes, outcomes_of
from pitboss.odds.solution import CHECK, Solution
from pitboss.odds.strategies.conditions import FLOP, RIVER
from pitboss.odds.strategies.mistake import Example, Mistake
from pitboss.odds.strategies.river import river_mistakes
from pitboss.odds.strategies.strategy import Strategy, policy_of
from pitboss.round import Broken

DEAL: Final = "deal"
NOTHING: Final = Fraction(0)
FLOPS: Final = comb(50, 3)  # that a hole can meet
RUNOUTS: Final = comb(47, 2) * comb(45, 2)  # turn, river and dealer after a flop


@dataclass(frozen=True, slots=True)
class StrategyCost:
    """What is lost against perfect play, in Antes a round; the costliest mistakes first."""

    total: Fraction
    deal: Fraction
    flop: Fraction
    river: Fraction
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class PlayedStrategy:
    """A strategy played through all deals of a game."""

    strategy: Strategy
    solution: Solution
    policy: Policy
    outcomes: Outcomes
    cost: StrategyCost


def play_out(strategy: Strategy, solution: Solution) -> PlayedStrategy:
    """Play a strategy through all deals; raises `StrategyError` if the game forbids a raise."""
    if strategy.is_optimal:
        free = StrategyCost(NOTHING, NOTHING, NOTHING, NOTHING, ())
        return PlayedStrategy(strategy, solution, solution.policy, solution.outcomes, free)
    policy = policy_of(strategy, solution)
    outcomes = outcomes_of(solution.game, tally(policy, solution.game.qualifying()))
    return PlayedStrategy(strategy, solution, policy, outcomes, cost_of(policy, outcomes, solution))


def cost_of(policy: Policy, outcomes: Outcomes, solution: Solution) -> StrategyCost:
    """Return what a way of playing costs; `outcomes` are its own."""
    found = [
        *_deal_mistakes(policy, solution),
        *_flop_mistakes(policy, solution),
        *river_mistakes(solution.game, policy),
    ]
    streets = dict.fromkeys((DEAL, FLOP, RIVER), NOTHING)
    for mistake in found:
        streets[mistake.street] += mistake.cost
    total = solution.ev - outcomes.ev
    if sum(streets.values()) != total:
        raise Broken(f"the mistakes cost {sum(streets.values())}, and the strategy {total}")
    found.sort(key=lambda mistake: (-mistake.cost, mistake.street, mistake.kind))
    return StrategyCost(total, streets[DEAL], streets[FLOP], streets[RIVER], tuple(found))


def _deal_mistakes(policy: Policy, solution: Solution) -> Iterator[Mistake]:
    multiples = ends(solution.game.deal)
    for number, hand in enumerate(solution.hands):
        choice = policy.deal[number]
        raised = multiples[-1 if choice == DEAL_HIGH else 0]
        name = CHECK if choice == CHECKED else f"{raised}x"
        loss = hand.value - hand.values[name]
        if loss:
            frequency = Fraction(hand.holes, HOLES)
            hole = HOLE_CARDS[np.flatnonzero(number == HAND_OF_HOLE)[0]].tolist()
            example = Example(tuple(sorted(hole, reverse=True)), (), loss)
            yield Mistake(
                DEAL, hand.name, None, None, name, hand.best, frequency, loss * frequency, example
            )


def _flop_mistakes(policy: Policy, solution: Solution) -> Iterator[Mistake]:
    """Compare choices by flop and hole, then sum by starting hand."""
    values = _flop_choices(solution)
    best = solution.policy.flop
    checked = policy.deal[HAND_OF_HOLE] == CHECKED
    for made in values:
        for right in values:
            loss = values[right] - values[made]
            wrong = (policy.flop == made) & (best == right) & checked & (loss > 0)
            if made != right and wrong.any():
                yield from _by_hand(solution, np.where(wrong, loss, 0), made, right)


def _flop_choices(solution: Solution) -> dict[int, Ints]:
    """Return what each choice is worth by flop and hole, summed over runouts and dealer hands."""
    values = solution.flop_values
    found = {CHECKED: values[:, :, BEST]}
    if solution.game.flop:
        for choice, n in zip((FLOP_LOW, FLOP_HIGH), ends(solution.game.flop), strict=True):
            found[choice] = values[:, :, LEVEL] + n * values[:, :, SLOPE]
    return found


def _by_hand(solution: Solution, loss: Ints, made: int, right: int) -> Iterator[Mistake]:
    cards, weights = flops()
    unit = solution.game.unit
    losses, often = weights @ loss, weights @ (loss > 0)
    worst = loss.argmax(axis=0)
    for number in np.unique(HAND_OF_HOLE[losses > 0]).tolist():
        holes = np.flatnonzero(number == HAND_OF_HOLE)
        hole = max(holes.tolist(), key=lambda hole: int(loss[worst[hole], hole]))
        flop = tuple(sorted(cards[worst[hole]].tolist(), reverse=True))
        own = tuple(sorted(HOLE_CARDS[hole].tolist(), reverse=True))
        yield Mistake(
            street=FLOP,
            hand=HAND_NAMES[number],
            outs=None,
            hidden_pair=None,
            chosen=_name(solution, made),
            best=_name(solution, right),
            frequency=Fraction(int(often[holes].sum()), HOLES * FLOPS),
            # In Python's integers, which have no end.
            cost=Fraction(sum(losses[holes].tolist()), HOLES * FLOPS * RUNOUTS * unit),
            example=Example(own, flop, Fraction(int(loss[worst[hole], hole]), RUNOUTS * unit)),
        )


def _name(solution: Solution, choice: int) -> str:
    if choice == CHECKED:
        return CHECK
    return f"{ends(solution.game.flop)[choice == FLOP_HIGH]}x"

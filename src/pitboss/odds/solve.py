"""The whole base game under perfect play, exactly: values of every choice, and what it comes to."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.boards import flops
from pitboss.odds.game import Game, standard_game
from pitboss.odds.hands import HAND_NAMES, HAND_OF_HOLE, HANDS, HOLES_OF_HAND
from pitboss.odds.kernels import (
    BEST,
    CHECKED,
    DEAL_HIGH,
    DEAL_LOW,
    FLOP_HIGH,
    FLOP_LOW,
    LEVEL,
    SLOPE,
    flop_values,
)
from pitboss.odds.levels import Level, Progress, level_of, plain_values, workers
from pitboss.odds.numbering import (
    CHOOSE,
    HOLE_CARDS,
    HOLE_CLASS,
    HOLE_RANK_PAIR,
    HOLES,
    LEVEL_ROWS,
    SET_NUMBERS,
)
from pitboss.odds.outcome import Outcomes, outcomes_of
from pitboss.odds.policy import Policy
from pitboss.odds.tally import tally

Ints = NDArray[np.int64]

CHECK: Final = "check"
# What each starting hand can still meet: 20,975,724,000 deals.
DEALS_OF_HOLE: Final = comb(50, 3) * comb(47, 2) * comb(45, 2)


@dataclass(frozen=True, slots=True)
class StartingHand:
    """One of the 169 hands before the flop: exact values in Antes, of checking and of each raise."""

    name: str
    holes: int
    values: dict[str, Fraction]  # "check", "3x", "4x"
    best: str

    @property
    def value(self) -> Fraction:
        """What the hand is worth when it is played best."""
        return self.values[self.best]


@dataclass(frozen=True)
class Solution:
    """Perfect play of one game.

    `flop_values` is by flop (`boards.flops()`), hole and value: the best after a check, then Ante
    and Blind and each Ante of Play if raised; sums over runouts and dealer hands, in pay units.
    """

    game: Game
    hands: tuple[StartingHand, ...]
    policy: Policy
    flop_values: Ints
    executor: Executor | None

    @cached_property
    def ev(self) -> Fraction:
        """What the player gains on average, in Antes; negative, the house being ahead."""
        total = sum((hand.holes * hand.value for hand in self.hands), Fraction(0))
        return total / HOLES

    @cached_property
    def outcomes(self) -> Outcomes:
        """Every deal counted by choice, ending and hand; gives distribution and frequencies."""
        counted = tally(self.policy, self.game.qualifying(), executor=self.executor)
        return outcomes_of(self.game, counted)

    def hand(self, name: str) -> StartingHand:
        """Find a starting hand by its name, such as "AKs", "KTo" or "77"."""
        return self.hands[HAND_NAMES.index(name)]


def solve(
    game: Game | None = None,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Solution:
    """Solve a game exactly; without one, the game with the usual Blind table.

    >>> solution = solve()
    >>> solution.ev
    Fraction(-50643648973, 2317817502000)
    >>> solution.hand("K5o").best
    '4x'
    """
    game = game or standard_game()
    level = level_of(game, 3, executor=executor, progress=progress)
    values = _flop_values(level)
    found, weights = flops()
    best, choice = _best_on_flop(game, values)
    by_hole = {CHECK: weights @ best}
    stands, slope = weights @ values[:, :, LEVEL], weights @ values[:, :, SLOPE]
    for multiple in game.deal:
        by_hole[f"{multiple}x"] = stands + multiple * slope
    hands = _starting_hands(game, by_hole)
    policy = Policy(
        deal=np.array([_deal_choice(game, hand) for hand in hands], np.uint8),
        flop=choice,
        plain=plain_values(game, (), known_runout=False).chosen,
        flush=level.chosen[0],
    )
    return Solution(game, hands, policy, values, executor)


@lru_cache(maxsize=2)  # about 75 MB each
def solved(game: Game) -> Solution:
    """Solve a game, or give the solution if it was solved a moment ago."""
    return solve(game)


def _flop_values(level: Level) -> Ints:
    """Sum each flop and hole over all runouts; on threads, since it is short and its input large."""
    found, _ = flops()
    values = np.zeros((len(found), HOLES, 3), np.int64)

    def fill(first: int, last: int) -> None:
        flop_values(
            found[first:last], level.suits, level.kinds, level.plain, LEVEL_ROWS, SET_NUMBERS,
            CHOOSE, HOLE_CARDS, HOLE_CLASS, HOLE_RANK_PAIR, values[first:last],
        )  # fmt: skip

    with workers(None) as (pool, parts):
        cuts = [len(found) * part // parts for part in range(parts + 1)]
        for task in [pool.submit(fill, *ends) for ends in zip(cuts, cuts[1:], strict=False)]:
            task.result()
    return values


def _best_on_flop(game: Game, values: Ints) -> tuple[Ints, NDArray[np.uint8]]:
    """The better of checking and raising; a raise must be strictly better."""
    best = values[:, :, BEST].copy()
    choice = np.full(best.shape, CHECKED, np.uint8)
    for made, multiple in ((FLOP_LOW, game.flop[0]), (FLOP_HIGH, game.flop[-1])):
        raised = values[:, :, LEVEL] + multiple * values[:, :, SLOPE]
        choice[raised > best] = made
        np.maximum(best, raised, out=best)
    return best, choice


def _starting_hands(game: Game, by_hole: dict[str, Ints]) -> tuple[StartingHand, ...]:
    sums = {choice: _by_hand(of_holes) for choice, of_holes in by_hole.items()}
    hands = []
    for number, name in enumerate(HAND_NAMES):
        holes = int(HOLES_OF_HAND[number])
        per = holes * DEALS_OF_HOLE * game.unit
        values = {choice: Fraction(of_hands[number], per) for choice, of_hands in sums.items()}
        # The first of equals is the smaller wager: checking, then the lower raise.
        best = max(values, key=lambda choice: values[choice])
        hands.append(StartingHand(name, holes, values, best))
    return tuple(hands)


def _by_hand(of_holes: Ints) -> list[int]:
    """Sum by starting hand in Python's integers, which have no end."""
    sums = [0] * HANDS
    for hand, value in zip(HAND_OF_HOLE.tolist(), of_holes.tolist(), strict=True):
        sums[hand] += value
    return sums


def _deal_choice(game: Game, hand: StartingHand) -> int:
    if hand.best == CHECK:
        return CHECKED
    return DEAL_HIGH if hand.best == f"{game.deal[-1]}x" else DEAL_LOW



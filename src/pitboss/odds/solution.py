"""The whole base game under perfect play, exactly: values of every choice, and what it comes to."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.arrays import Ints
from pitboss.odds.counting.boards import flops
from pitboss.odds.counting.executor import Progress
from pitboss.odds.counting.kernels import (
    BEST,
    CHECKED,
    DEAL_HIGH,
    DEAL_LOW,
    LEVEL,
    SLOPE,
    flop_values,
)
from pitboss.odds.counting.levels import Level, level_of, plain_values, workers
from pitboss.odds.counting.numbering import HOLES
from pitboss.odds.counting.policy import Policy
from pitboss.odds.counting.tables import tables
from pitboss.odds.counting.tally import tally
from pitboss.odds.game import Game, ends, standard_game
from pitboss.odds.hands import HAND_NAMES, HAND_OF_HOLE, HANDS, HOLES_OF_HAND
from pitboss.odds.outcome import Outcomes, outcomes_of

CHECK: Final = "check"
# What each starting hand can still meet: 20,975,724,000 deals.
DEALS_OF_HOLE: Final = comb(50, 3) * comb(47, 2) * comb(45, 2)


@dataclass(frozen=True, slots=True)
class StartingHand:
    """One of the 169 hands before the flop: the exact value, in Antes, of each choice."""

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

    @cached_property
    def ev(self) -> Fraction:
        """What the player gains on average, in Antes; negative, the house being ahead."""
        total = sum((hand.holes * hand.value for hand in self.hands), Fraction(0))
        return total / HOLES

    @cached_property
    def outcomes(self) -> Outcomes:
        """Every deal counted by choice, ending and hand; gives distribution and frequencies."""
        return outcomes_of(self.game, tally(self.policy, self.game.qualifying()))

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
    values, choice, sums = _flop_values(game, level)
    by_hole = {CHECK: sums[:, BEST]}
    for multiple in game.deal:
        by_hole[f"{multiple}x"] = sums[:, LEVEL] + multiple * sums[:, SLOPE]
    hands = _starting_hands(game, by_hole)
    policy = Policy(
        deal=np.array([_deal_choice(game, hand) for hand in hands], np.uint8),
        flop=choice,
        plain=plain_values(game, (), known_runout=False).chosen,
        flush=level.chosen[0],
    )
    return Solution(game, hands, policy, values)


@lru_cache(maxsize=2)  # about 75 MB each
def solved(game: Game) -> Solution:
    """Solve a game, or give the solution if it was solved a moment ago."""
    return solve(game)


def _flop_values(game: Game, level: Level) -> tuple[Ints, NDArray[np.uint8], Ints]:
    """Value each flop and hole over all runouts; on threads, since it is short and its input large.

    Gives the values, the better choice of each, and its sums by hole.
    """
    found, weights = flops()
    values = np.zeros((len(found), HOLES, 3), np.int64)
    choice = np.zeros((len(found), HOLES), np.uint8)

    def fill(part: slice) -> Ints:
        sums = np.zeros((HOLES, 3), np.int64)
        flop_values(
            tables(), found[part], weights[part], game.multiples(), level.suits, level.kinds,
            level.plain, values[part], choice[part], sums,
        )  # fmt: skip
        return sums

    with workers(None) as (pool, parts):
        cuts = [len(found) * part // parts for part in range(parts + 1)]
        tasks = [pool.submit(fill, slice(*ends)) for ends in pairwise(cuts)]
        return values, choice, np.sum([task.result() for task in tasks], axis=0)


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
    return DEAL_HIGH if hand.best == f"{ends(game.deal)[1]}x" else DEAL_LOW

"""A strategy that a person can keep in mind, and its translation into a choice for every hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from pitboss.odds.arrays import Bytes
from pitboss.odds.counting.kernels import (
    CHECKED,
    DEAL_HIGH,
    DEAL_LOW,
    FLOP_HIGH,
    FLOP_LOW,
    FOLD,
    RIVER_HIGH,
    RIVER_LOW,
)
from pitboss.odds.counting.policy import Policy
from pitboss.odds.game import Game
from pitboss.odds.hands import HAND_NAMES
from pitboss.odds.solution import Solution
from pitboss.odds.strategies.conditions import ALWAYS, CONDITIONS, NEVER, OPTIMAL, Settings
from pitboss.odds.strategies.facts import BoardFacts, flop_facts, flush_facts, plain_facts

LOWEST: Final = "lowest"
HIGHEST: Final = "highest"

Raise = int | str  # a multiple of the Ante, or one of the words above


class StrategyError(ValueError):
    """A strategy that cannot be used: one line that says where, what, and what would be right."""


@dataclass(frozen=True, slots=True)
class DealRule:
    """Which starting hands are raised; None: those that perfect play raises, and by as much."""

    hands: frozenset[str] | None
    by: Raise | None
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """One line for the flop or the river: raise when the condition holds."""

    when: str
    settings: Settings
    by: Raise
    words: str


@dataclass(frozen=True, slots=True)
class Strategy:
    """What to do on each street: the first rule that holds decides, else check or fold."""

    name: str
    title: str
    about: str
    deal: DealRule
    flop: tuple[Rule, ...]
    river: tuple[Rule, ...]

    @property
    def is_optimal(self) -> bool:
        """Whether every choice is left to the solver."""
        streets = (self.flop, self.river)
        left = all(rules and rules[0].when == OPTIMAL and len(rules) == 1 for rules in streets)
        return left and self.deal.hands is None and self.deal.by is None


def check_game(strategy: Strategy, game: Game) -> None:
    """Raise `StrategyError` if the strategy has a raise that the game does not."""
    deal, flop, river = _streets(game)
    if strategy.deal.by is not None:
        deal.choice(strategy.deal.by)
    for street, rules in ((flop, strategy.flop), (river, strategy.river)):
        for rule in rules:
            street.choice(rule.by)


def policy_of(strategy: Strategy, solution: Solution) -> Policy:
    """Say what the strategy does with every hand; raises `StrategyError` if the game forbids it."""
    best = solution.policy
    deal, flop, river = _streets(solution.game)
    return Policy(
        deal=_deal(strategy.deal, deal, best.deal),
        flop=_choices(strategy.flop, flop, flop_facts, best.flop),
        plain=_choices(strategy.river, river, plain_facts, best.plain),
        flush=_choices(strategy.river, river, flush_facts, best.flush),
    )


@dataclass(frozen=True, slots=True)
class _Street:
    """What can be done on a street, and how the kernels number it."""

    name: str
    multiples: tuple[int, ...]
    low: int
    high: int
    passing: int

    def choice(self, by: Raise) -> int:
        """Number a raise; only the lowest and the highest multiple can ever be the best.

        Where the game has no raise, "lowest" and "highest" are to check, on the river to fold.
        """
        if not self.multiples and by in (LOWEST, HIGHEST):
            return self.passing
        if not self.multiples:
            raise StrategyError(f"{self.name}: raises {by}x, where this game has no raise")
        ends = {self.multiples[-1]: self.high, self.multiples[0]: self.low}
        if by in (LOWEST, HIGHEST):
            return ends[self.multiples[0 if by == LOWEST else -1]]
        if by not in ends:
            there = " or ".join(f"{multiple}x" for multiple in sorted(ends))
            raise StrategyError(f"{self.name}: raises {by}x, where this game has {there}")
        return ends[int(by)]


def _streets(game: Game) -> tuple[_Street, _Street, _Street]:
    return (
        _Street("deal", game.deal, DEAL_LOW, DEAL_HIGH, CHECKED),
        _Street("flop", game.flop, FLOP_LOW, FLOP_HIGH, CHECKED),
        _Street("river", game.river, RIVER_LOW, RIVER_HIGH, FOLD),
    )


def _deal(rule: DealRule, street: _Street, best: Bytes) -> Bytes:
    raised = np.array(
        [made != CHECKED if rule.hands is None else name in rule.hands
         for name, made in zip(HAND_NAMES, best.tolist(), strict=True)]
    )  # fmt: skip
    by = best if rule.by is None else np.uint8(street.choice(rule.by))
    return np.where(raised, by, np.uint8(street.passing))


def _choices(
    rules: tuple[Rule, ...], street: _Street, facts: Callable[[], BoardFacts], best: Bytes
) -> Bytes:
    """Choose for every row and hole; the facts are only worked out where a rule asks for them."""
    made = np.full(best.shape, street.passing, np.uint8)
    for rule in reversed(rules):
        if rule.when == OPTIMAL:
            made = np.where(best != street.passing, best, made)
            continue
        choice = street.choice(rule.by)
        if rule.when == ALWAYS:
            made[:] = choice
        elif rule.when != NEVER:
            made[CONDITIONS[rule.when].holds(facts(), rule.settings)] = choice
    return made

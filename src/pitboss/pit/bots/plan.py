"""A style's whole play of one game, worked out once and then looked up card by card.

Importing this loads compiled code. All five places have the same base game by default, and a game
is known by its numbers, so that one plan serves every table that plays them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Final

from pitboss.cards import Card
from pitboss.odds.counting.kernels import (
    DEAL_HIGH,
    DEAL_LOW,
    FLOP_HIGH,
    FLOP_LOW,
    FOLD,
    RIVER_HIGH,
    RIVER_LOW,
)
from pitboss.odds.counting.numbering import (
    BOARD_CARDS,
    FLUSH_CARDS,
    HOLE_CLASS,
    HOLE_RANK_PAIR,
    LEVEL_ROWS,
    SET_NUMBERS,
    hole_number,
    multiset_number,
    multisets,
)
from pitboss.odds.counting.policy import Policy
from pitboss.odds.decisions.decision import decision
from pitboss.odds.game import Game, ends, game_of
from pitboss.odds.hands import HAND_OF_HOLE
from pitboss.odds.simulation.tables import flop_rows, renamed_holes
from pitboss.odds.solution import solved
from pitboss.odds.strategies.file import strategy_named
from pitboss.odds.strategies.strategy import policy_of
from pitboss.round.legal import LegalAction
from pitboss.rules import Rules

PLANS_MAX: Final = 12  # about 16 MB each; a floor has few games that differ in their numbers
RULES_MAX: Final = 256  # as many as `table.house` keeps


_working: Final = Lock()


@dataclass(frozen=True, slots=True)
class BotPlan:
    """A choice for every hand. The tuples say by how many Antes each choice of a street raises."""

    policy: Policy
    deal: tuple[int, ...]
    flop: tuple[int, ...]
    river: tuple[int, ...]

    def times(self, hole: Sequence[int], board: Sequence[int]) -> int:
        """Return by how many Antes to raise with these cards; 0: check, or on the river fold."""
        number = hole_number(hole[0], hole[1])
        if not board:
            return self.deal[int(self.policy.deal[HAND_OF_HOLE[number]])]
        if len(board) < BOARD_CARDS:
            row, order = flop_rows()[_flop_number(board)]
            return self.flop[int(self.policy.flop[row, renamed_holes()[order, number]])]
        return self.river[self._on_river(number, board)]

    def _on_river(self, number: int, board: Sequence[int]) -> int:
        suits = [card & 3 for card in board]
        suit = next((s for s in set(suits) if suits.count(s) >= FLUSH_CARDS), None)
        if suit is None:
            ranks = tuple(sorted(card >> 2 for card in board))
            return int(self.policy.plain[multiset_number(ranks), HOLE_RANK_PAIR[number]])
        off = tuple(sorted(card >> 2 for card in board if card & 3 != suit))
        suited = sum(1 << (card >> 2) for card in board if card & 3 == suit)
        first = LEVEL_ROWS[BOARD_CARDS, BOARD_CARDS - len(off)]
        row = first + SET_NUMBERS[suited] * multisets(len(off)) + multiset_number(off)
        return int(self.policy.flush[row, HOLE_CLASS[number, suit]])


_plans: Final[dict[tuple[str, Game], BotPlan]] = {}


def plan_for(strategy: str, rules: Rules) -> BotPlan:
    """Return the plan of a strategy under these rules: a look-up, after a second at the first time.

    Raises `GameError` where the rules cannot be counted.
    """
    return plan_of(strategy, _game(_Same(rules)))


def is_known(strategy: str, rules: Rules) -> bool:
    """Return whether `plan_for` would only look up."""
    return (strategy, _game(_Same(rules))) in _plans


def take_over(strategy: str, rules: Rules, plan: BotPlan) -> None:
    """Keep a plan that another process has worked out, and what looking it up needs."""
    flop_rows()
    renamed_holes()
    with _working:
        _keep(strategy, _game(_Same(rules)), plan)


def plan_of(strategy: str, game: Game) -> BotPlan:
    """Return the plan of a strategy for a game.

    Two that ask for the same new plan wait for one sum; nobody waits for a plan that is there.
    """
    found = _plans.get((strategy, game))
    if found is None:
        with _working:
            found = _plans.get((strategy, game)) or _worked_out(strategy, game)
            _keep(strategy, game, found)
    return found


def _keep(strategy: str, game: Game, plan: BotPlan) -> None:
    while len(_plans) >= PLANS_MAX:
        _plans.pop(next(iter(_plans)))  # the oldest
    _plans[strategy, game] = plan


def best_of(
    offered: Sequence[LegalAction],
    rules: Rules,
    hole: Sequence[int],
    board: Sequence[int],
    dead: Sequence[int],
) -> LegalAction:
    """Value what is offered by counting, with cards that cannot come; of equals the cheapest."""
    game = _game(_Same(rules))
    cards = [tuple(map(Card, cards)) for cards in (hole, board, dead)]
    values = decision(game, *cards, direct=True).values
    cheapest_first = sorted(offered, key=lambda choice: choice.times)
    return max(cheapest_first, key=lambda choice: values[_word(choice)])


def _word(choice: LegalAction) -> str:
    return f"{choice.times}x" if choice.word == "play" else choice.word


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """Rules as a key: rules hold mappings, and a table keeps one value for as long as it runs."""

    rules: Rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.rules is other.rules

    def __hash__(self) -> int:
        return id(self.rules)


@lru_cache(maxsize=RULES_MAX)
def _game(same: _Same) -> Game:
    """Take the game's numbers out of the rules; names of places and paytables are left behind."""
    return game_of(same.rules).numbers()


def _worked_out(strategy: str, game: Game) -> BotPlan:
    # The values of a solution are four times as large as its choices: only those are kept.
    policy = policy_of(strategy_named(strategy), solved(game))
    return BotPlan(
        policy,
        deal=_raises(dict(zip((DEAL_LOW, DEAL_HIGH), ends(game.deal), strict=True))),
        flop=_raises(dict(zip((FLOP_LOW, FLOP_HIGH), ends(game.flop), strict=True))),
        river=_raises(dict(zip((RIVER_LOW, RIVER_HIGH), ends(game.river), strict=True))),
    )


def _raises(by_choice: dict[int, int]) -> tuple[int, ...]:
    """Put a street's multiples where the kernels number them; all else is no raise."""
    return tuple(by_choice.get(choice, 0) for choice in range(FOLD + 1))


def _flop_number(board: Sequence[int]) -> int:
    low, middle, high = sorted(board)
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low

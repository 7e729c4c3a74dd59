"""The river's part of a strategy's cost: every board that is reached, by dealer outs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np

from pitboss.odds.arrays import Bytes, Ints
from pitboss.odds.counting.boards import flops, flush_boards, level_rows
from pitboss.odds.counting.kernels import CHECKED, reach_down
from pitboss.odds.counting.levels import DEALER_HANDS, boards_of_part, plain_values, workers
from pitboss.odds.counting.numbering import (
    HOLE_CLASSES,
    PLAIN_BOARDS,
    RANK_PAIRS,
    multisets,
)
from pitboss.odds.counting.policy import Policy
from pitboss.odds.counting.tables import tables
from pitboss.odds.counting.tally import DEALS, drawn_down, reached
from pitboss.odds.game import Game, ends
from pitboss.odds.outcome import FOLDED
from pitboss.odds.strategies.conditions import CONDITIONS, RIVER, Settings
from pitboss.odds.strategies.examples import flush_example, plain_example
from pitboss.odds.strategies.facts import BoardFacts, flush_facts, plain_facts
from pitboss.odds.strategies.mistake import Example, Mistake
from pitboss.odds.strategies.river_kernels import (
    CELLS,
    LOSS_HIGH,
    LOSS_LOW,
    OFTEN,
    RIVER_CHOICES,
    WORST,
    WORST_BOARD,
    WORST_HOLE,
    flush_losses,
    plain_losses,
)

GROUPS: Final = 128  # the dealer outs, and above them whether there is a hidden pair or better
_HIDDEN: Final = 64
_MISTAKES: Final = (GROUPS, RIVER_CHOICES, RIVER_CHOICES)


def river_mistakes(game: Game, policy: Policy) -> Iterator[Mistake]:
    """Find every mistake on the river that the policy can come to, by groups."""
    by_view, reach = _reach(policy)
    from_flush = np.zeros((*_MISTAKES, CELLS), np.int64)
    groups = _groups(flush_facts())
    with workers(None) as (pool, parts):
        tasks = [
            pool.submit(_flush_part, game, policy.flush, by_view, groups, part, parts)
            for part in range(parts)
        ]
        for task in tasks:
            taken, cells = task.result()
            reach += taken
            from_flush = _joined(from_flush, cells)
    from_plain = np.zeros((*_MISTAKES, CELLS), np.int64)
    values = plain_values(game, (), known_runout=False)
    plain_losses(
        reach, values.rows, tables().plain, policy.plain, values.chosen,
        _groups(plain_facts()), DEALER_HANDS[0], game.pay_array(), game.multiples(), from_plain,
    )  # fmt: skip
    for at in np.argwhere(from_flush[..., OFTEN] + from_plain[..., OFTEN]).tolist():
        group, made, best = at
        yield _mistake(
            game, policy, group, made, best, from_flush[group, made, best],
            from_plain[group, made, best],
        )  # fmt: skip


def _groups(facts: BoardFacts) -> Bytes:
    better = CONDITIONS["hidden-pair-or-better"].holds(facts, Settings())
    return facts.outs + np.where(better, np.uint8(_HIDDEN), np.uint8(0))


def _reach(policy: Policy) -> tuple[Ints, Ints]:
    """Return how often each hole has checked: flops as a suit sees them, boards by their ranks."""
    by_view = np.zeros((level_rows(3), HOLE_CLASSES, 2), np.int64)
    by_rank = np.zeros((multisets(3), RANK_PAIRS, 2), np.int64)
    found, weights = flops()
    columns = np.zeros(CHECKED + 1, np.int64)  # all raises, then those who are still in
    columns[CHECKED] = 1
    reach_down(tables(), found, weights, reached(policy), columns, by_view, by_rank)
    reach = drawn_down(np.ascontiguousarray(by_rank[..., 1:]))
    return np.ascontiguousarray(by_view[..., 1:]), reach[..., 0]


def _flush_part(
    game: Game, chosen: Bytes, by_view: Ints, groups: Bytes, part: int, parts: int
) -> tuple[Ints, Ints]:
    taken = np.zeros((PLAIN_BOARDS, RANK_PAIRS), np.int64)
    cells = np.zeros((*_MISTAKES, CELLS), np.int64)
    flush_losses(
        tables(), flush_boards()[boards_of_part(part, parts)], game.qualifying(), DEALER_HANDS[0],
        game.pay_array(), game.multiples(), by_view, chosen, groups, taken, cells,
    )  # fmt: skip
    return taken, cells


def _joined(first: Ints, second: Ints) -> Ints:
    """Sum two parts' cells, and keep the worst of both."""
    joined = np.where(second[..., WORST, None] > first[..., WORST, None], second, first)
    joined[..., :WORST] = first[..., :WORST] + second[..., :WORST]
    return joined


def _mistake(
    game: Game, policy: Policy, group: int, made: int, best: int, from_flush: Ints, from_plain: Ints
) -> Mistake:
    often = int(from_flush[OFTEN] + from_plain[OFTEN])
    low = int(from_flush[LOSS_LOW] + from_plain[LOSS_LOW])
    high = int(from_flush[LOSS_HIGH] + from_plain[LOSS_HIGH])
    flush_is_worse = from_flush[WORST] >= from_plain[WORST]
    worst = from_flush if flush_is_worse else from_plain
    at = int(worst[WORST_BOARD]), int(worst[WORST_HOLE])
    hole, board = flush_example(*at, policy) if flush_is_worse else plain_example(*at, policy)
    dealers = DEALER_HANDS[0]
    return Mistake(
        street=RIVER,
        hand=None,
        outs=group % _HIDDEN,
        hidden_pair=group >= _HIDDEN,
        chosen=_name(game, made),
        best=_name(game, best),
        frequency=Fraction(often * dealers, DEALS),
        cost=Fraction((high << 32) + low, DEALS * game.unit),
        example=Example(hole, board, Fraction(int(worst[WORST]), dealers * game.unit)),
    )


def _name(game: Game, choice: int) -> str:
    """Name a river choice as the cells number it: low, high, fold."""
    return (*(f"{multiple}x" for multiple in ends(game.river)), FOLDED)[choice]

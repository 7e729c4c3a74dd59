"""What a way of playing comes to: every deal counted by choice, ending and hand."""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.arrays import Ints
from pitboss.odds.counting.boards import (
    flops,
    flush_boards,
    level_rows,
    multiset_array,
)
from pitboss.odds.counting.kernels import (
    CHECKED,
    CHOICES,
    ENDINGS,
    draw_one,
    flush_tally,
    plain_tally,
    reach_down,
)
from pitboss.odds.counting.levels import DEALER_HANDS, boards_of_part, workers
from pitboss.odds.counting.numbering import (
    BOARD_CARDS,
    HOLE_CLASSES,
    PLAIN_BOARDS,
    RANK_PAIRS,
    RANKS,
    multisets,
)
from pitboss.odds.counting.policy import Policy
from pitboss.odds.counting.tables import tables
from pitboss.odds.hands import HAND_OF_HOLE

# Hole, flop, turn and river, dealer: 27,813,810,024,000 deals.
DEALS: Final = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
CATEGORIES: Final = 10
DOWN: Final = True  # which way `draw_one` goes


def tally(policy: Policy, qualifying: int) -> Ints:
    """Count all deals by choice, ending and category of the player's hand.

    How often each flop is reached with each choice is handed down to the boards: the way that
    values come up to the flops, backwards. On threads here: what goes in is large, the work short.
    """
    leaves = reached(policy)
    # The columns that the policy uses: mostly three of the five ways to leave a flop.
    choices = np.flatnonzero(np.bincount(leaves.ravel(), minlength=CHECKED + 1))
    columns = np.zeros(CHECKED + 1, np.int64)
    columns[choices] = np.arange(len(choices))
    by_view = np.zeros((level_rows(3), HOLE_CLASSES, len(choices)), np.int64)
    by_rank = np.zeros((multisets(3), RANK_PAIRS, len(choices)), np.int64)
    found, weights = flops()
    reach_down(tables(), found, weights, leaves, columns, by_view, by_rank)
    reach = drawn_down(by_rank)
    counted = np.zeros((CHOICES, ENDINGS, CATEGORIES), np.int64)
    with workers(None) as (pool, parts):
        tasks = [
            pool.submit(_tally_part, by_view, choices, policy.flush, qualifying, part, parts)
            for part in range(parts)
        ]
        for task in tasks:
            taken, some = task.result()
            reach += taken
            counted += some
    plain_tally(
        tables(), multiset_array(BOARD_CARDS), qualifying, DEALER_HANDS[0], reach, choices,
        policy.plain, counted,
    )  # fmt: skip
    return counted


def reached(policy: Policy) -> NDArray[np.uint8]:
    """Return the choice by flop and hole: a raise before the flop, on it, or none."""
    by_hole = policy.deal[HAND_OF_HOLE]
    return np.where(by_hole == CHECKED, policy.flop, by_hole)


def drawn_down(by_rank: Ints) -> Ints:
    """Hand reaches of flops down to boards, by ranks alone."""
    left = np.full(RANKS, 4, np.int64)
    upper = by_rank
    for size in (3, 4):
        lower = np.zeros((multisets(size + 1), RANK_PAIRS, by_rank.shape[2]), np.int64)
        draw_one(tables(), size, multiset_array(size), left, DOWN, upper, lower)
        upper = lower
    return upper // 2  # turn and river were drawn in both orders


def _tally_part(
    by_view: Ints,
    choices: Ints,
    chosen: NDArray[np.uint8],
    qualifying: int,
    part: int,
    parts: int,
) -> tuple[Ints, Ints]:
    taken = np.zeros((PLAIN_BOARDS, RANK_PAIRS, len(choices)), np.int64)
    counted = np.zeros((CHOICES, ENDINGS, CATEGORIES), np.int64)
    flush_tally(
        tables(), flush_boards()[boards_of_part(part, parts)], qualifying, DEALER_HANDS[0],
        by_view, choices, chosen, taken, counted,
    )  # fmt: skip
    return taken, counted

"""Compiled loops over the river: what a way of playing loses there, board by board.

They call into `counting.kernels`, whose edits the cache of this file does not notice; `cost` checks
what they give against a count that does not come through here.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds.arrays import Ints
from pitboss.odds.counting.kernels import (
    ALL_SUITED,
    BEST,
    FOLD,
    LEVEL,
    PAY_FOLD,
    RIVER_LOW,
    SLOPE,
    UNKNOWN,
    VALUES,
    board_reach,
    flush_counts,
    targets_of,
    value_row,
    weigh,
)
from pitboss.odds.counting.tables import StrengthTables

RIVER_CHOICES: Final = 3
KNOWN_RUNOUT: Final = False
# Of each group of mistakes: how often, the loss in two halves of 32 bits each, so that no sum
# leaves 63 bits, then the greatest loss on one board, the board and the hole class of it.
OFTEN, LOSS_LOW, LOSS_HIGH, WORST, WORST_BOARD, WORST_HOLE = range(6)
CELLS: Final = 6
HALF: Final = (1 << 32) - 1


@njit(cache=True, nogil=True)
def add_losses(
    board: int, reach: Ints, row: Ints, strengths: NDArray[np.int32], chosen: NDArray[np.uint8],
    best: NDArray[np.uint8], groups: NDArray[np.uint8], dealers: int, pays: Ints, multiples: Ints,
    cells: Ints,
) -> None:  # fmt: skip
    """Add what each hole loses on one board to its group, choice made and best choice."""
    for hole in range(reach.size):
        if reach[hole] == 0 or chosen[hole] == best[hole]:
            continue
        if chosen[hole] == FOLD:
            value = dealers * pays[strengths[hole] >> 20, PAY_FOLD]
        else:
            multiple = multiples[2 + chosen[hole] - RIVER_LOW]
            value = row[hole, LEVEL] + multiple * row[hole, SLOPE]
        loss = row[hole, BEST] - value
        if loss == 0:
            continue
        into = cells[groups[hole], chosen[hole] - RIVER_LOW, best[hole] - RIVER_LOW]
        into[OFTEN] += reach[hole]
        total = reach[hole] * loss
        into[LOSS_LOW] += total & HALF
        into[LOSS_HIGH] += total >> 32
        if loss > into[WORST]:
            into[WORST] = loss
            into[WORST_BOARD] = board
            into[WORST_HOLE] = hole


@njit(cache=True, nogil=True)
def flush_losses(
    t: StrengthTables, boards: Ints, qualifying: int, dealers: int, pays: Ints, multiples: Ints,
    by_view: Ints, chosen: NDArray[np.uint8], groups: NDArray[np.uint8], plain_reach: Ints,
    cells: Ints,
) -> None:  # fmt: skip
    """Add the losses on boards with a possible flush; take what reaches them from the plain ones.

    `by_view` is how often each hole class has checked each flop, as a suit sees it.
    """
    counts = np.zeros((351, 4), np.int32)
    left = np.zeros(26, np.int64)
    row = np.zeros((351, VALUES), np.int64)
    best = np.zeros(351, np.uint8)
    nothing = np.zeros((91, VALUES), np.int64)
    reach = np.zeros((351, 1), np.int64)
    rows = np.zeros(32, np.int64)
    rests = np.zeros((32, 5), np.int64)
    weights = weigh(pays, dealers, qualifying)
    off_left = np.full(13, 3, np.int64)
    dealer = np.full(2, UNKNOWN, np.int64)
    for at in range(boards.shape[0]):
        number = flush_counts(
            t.plain, t.plain_order, t.flush_order, t.flush_strength, t.flush_from, t.choose,
            t.symbols, boards[at], np.int64(ALL_SUITED), off_left, dealer, qualifying, left, counts,
        )  # fmt: skip
        if number < 0:
            continue
        found = targets_of(t.sets, t.begins, t.choose, np.int64(3), boards[at], rows, rests)
        board_reach(
            t.symbols, t.held, t.holders, found, rows, rests, off_left, left, by_view, reach
        )
        for hole in range(351):
            plain_reach[number, t.class_pairs[hole]] -= reach[hole, 0]
        value_row(
            t.symbols, t.class_pairs, counts, left, weights, multiples, KNOWN_RUNOUT, nothing, row,
            best,
        )  # fmt: skip
        add_losses(
            boards[at, 0], reach[:, 0], row, counts[:, 0], chosen[boards[at, 0]], best,
            groups[boards[at, 0]], dealers, pays, multiples, cells,
        )  # fmt: skip


@njit(cache=True, nogil=True)
def plain_losses(
    reach: Ints, rows: Ints, strengths: NDArray[np.int32], chosen: NDArray[np.uint8],
    best: NDArray[np.uint8], groups: NDArray[np.uint8], dealers: int, pays: Ints, multiples: Ints,
    cells: Ints,
) -> None:  # fmt: skip
    """Add the losses on boards without a possible flush."""
    for board in range(reach.shape[0]):
        add_losses(
            board, reach[board], rows[board], strengths[board], chosen[board], best[board],
            groups[board], dealers, pays, multiples, cells,
        )  # fmt: skip

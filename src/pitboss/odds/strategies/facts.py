"""What a player can see of a hand, for every hole at once: what conditions are made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.arrays import Bytes, Ints

Flags = NDArray[np.bool_]

NO_RANK = -1


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """One table of facts: a row for each flop or board, a column for each hole (or hole class).

    Where a hole cannot be held beside the board, what stands there means nothing.
    """

    category: Bytes  # of the best five of all cards seen
    on_board: Bytes  # by row: what the board shows by itself, as far as its cards go
    hidden: Flags  # whether a pair has a hole card in it: a pocket pair, or one with the board
    pocket: Ints  # by column: the rank number of a pocket pair, else `NO_RANK`
    draw: NDArray[np.int8]  # the best hole card in a suit with four cards seen, else `NO_RANK`
    outs: Bytes  # how many single unseen cards beat the hand; on the river only


def hidden_pairs(on_board: Ints, holes: Ints) -> Flags:
    """Find pairs with a hole card in them, by the ranks of boards and of holes."""
    found = np.broadcast_to(holes[:, 0] == holes[:, 1], (len(on_board), len(holes))).copy()
    for place in range(on_board.shape[1]):
        for card in range(2):
            found |= on_board[:, place, None] == holes[:, card]
    return found


def pocket_pairs(holes: Ints) -> Ints:
    """Return the rank of each pocket pair by the ranks of the holes; `NO_RANK` for the others."""
    return np.where(holes[:, 0] == holes[:, 1], holes[:, 0], NO_RANK)

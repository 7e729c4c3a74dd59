"""All that the kernels look things up in, as one argument."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.arrays import Ints
from pitboss.odds.counting.numbering import (
    CHOOSE,
    CLASS_HELD,
    CLASS_HOLDERS,
    CLASS_RANK_PAIRS,
    CLASS_SYMBOLS,
    HOLE_CARDS,
    HOLE_CLASS,
    HOLE_RANK_PAIR,
    LEVEL_ROWS,
    SET_NUMBERS,
)
from pitboss.odds.counting.strengths import strengths


class StrengthTables(NamedTuple):
    """Strengths (see `strengths`) and numbers (see `numbering`); nothing here ever changes."""

    plain: NDArray[np.int32]
    plain_order: NDArray[np.uint8]
    flush: NDArray[np.int32]
    flush_order: NDArray[np.int16]
    flush_strength: NDArray[np.int32]
    flush_from: Ints
    choose: Ints
    sets: Ints
    begins: Ints
    symbols: Ints
    class_pairs: Ints
    held: Ints
    holders: Ints
    hole_cards: Ints
    hole_class: Ints
    hole_pairs: Ints


@cache
def tables() -> StrengthTables:
    """Return the tables; made once a process."""
    of = strengths()
    return StrengthTables(
        plain=of.plain,
        plain_order=of.plain_order,
        flush=of.flush,
        flush_order=of.flush_order,
        flush_strength=of.flush_strength,
        flush_from=of.flush_from,
        choose=CHOOSE,
        sets=SET_NUMBERS,
        begins=LEVEL_ROWS,
        symbols=CLASS_SYMBOLS,
        class_pairs=CLASS_RANK_PAIRS,
        held=CLASS_HELD,
        holders=CLASS_HOLDERS,
        hole_cards=HOLE_CARDS,
        hole_class=HOLE_CLASS,
        hole_pairs=HOLE_RANK_PAIR,
    )

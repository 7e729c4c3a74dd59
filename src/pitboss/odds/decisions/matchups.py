"""How the showdowns of the starting hands end when no other card is known: who wins, how often."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.odds.counting.kernels import (
    ENDINGS,
    LEVEL,
    LOSE_UNQUALIFIED,
    PAY_PLAY,
    SLOPE,
    TIE,
    WIN,
    WIN_UNQUALIFIED,
)
from pitboss.odds.counting.levels import level_of
from pitboss.odds.counting.numbering import BOARD_CARDS, HOLE_CLASS, HOLE_RANK_PAIR
from pitboss.odds.game import Game
from pitboss.odds.hands import HAND_NAMES, HAND_OF_HOLE
from pitboss.odds.solution import DEALS_OF_HOLE

FLOP_ORDERS: Final = comb(BOARD_CARDS, 3)  # which three of a board came first


@dataclass(frozen=True, slots=True)
class Matchup:
    """Showdowns of one starting hand by ending, and those in which the dealer does not qualify."""

    endings: tuple[int, ...]
    unqualified: int


def matchups(game: Game) -> dict[str, Matchup]:
    """Count the showdowns of each starting hand, of `DEALS_OF_HOLE` deals.

    Who qualifies matters, what is paid does not. The first time takes two seconds or so.
    """
    return _matchups(game.qualifies)


@lru_cache(maxsize=4)
def _matchups(qualifies: Category) -> dict[str, Matchup]:
    # Two counts at once: one is paid on Ante and Blind, the other on Play, and nothing else is.
    win, tie = _counts(qualifies, WIN, TIE)
    win_unqualified, lose_unqualified = _counts(qualifies, WIN_UNQUALIFIED, LOSE_UNQUALIFIED)
    tie_unqualified, _ = _counts(qualifies, TIE, TIE, below=qualifies)
    lose = DEALS_OF_HOLE - win - win_unqualified - tie - lose_unqualified
    endings = np.stack([win, win_unqualified, tie, lose, lose_unqualified], axis=1)
    unqualified = win_unqualified + lose_unqualified + tie_unqualified
    _, first = np.unique(HAND_OF_HOLE, return_index=True)
    return {
        name: Matchup(tuple(endings[hole].tolist()), int(unqualified[hole]))
        for name, hole in zip(HAND_NAMES, first, strict=True)
    }


def _counts(
    qualifies: Category, first: int, second: int, *, below: int = len(Category)
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count two endings by hole, over all boards and dealer hands, for hands `below` a category."""
    pays = [0] * (2 * ENDINGS + 1)
    nothing = tuple(pays)
    pays[first] = pays[PAY_PLAY + second] = 1
    rows = tuple(tuple(pays) if category < below else nothing for category in Category)
    level = level_of(replace(_BARE, qualifies=qualifies, pays=rows), 0)
    values = level.plain[0, HOLE_RANK_PAIR].copy()
    for suit in range(4):
        values += level.kinds[level.suits[suit], 0, HOLE_CLASS[:, suit]]
    return values[:, LEVEL] * FLOP_ORDERS, values[:, SLOPE] * FLOP_ORDERS


_BARE: Final = Game(
    rules="", blind="", qualifies=Category.PAIR, deal=(1,), flop=(1,), river=(1,), unit=1, pays=()
)

"""A solved game's policy for given holes: what a seat plays that has seen nobody else's cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.arrays import Ints, Shorts
from pitboss.odds.counting.boards import DECK_CARDS, SUIT_ORDERS, flops, flush_boards
from pitboss.odds.counting.kernels import (
    CHECKED,
    FLOP_HIGH,
    FLOP_LOW,
    FOLD,
    RIVER_HIGH,
    RIVER_LOW,
)
from pitboss.odds.counting.numbering import HOLE_CLASS, HOLE_RANK_PAIR, hole_number
from pitboss.odds.decisions.deal import SUITS, Given, Hole
from pitboss.odds.decisions.memberships import FLOP_CARDS
from pitboss.odds.game import Game, ends
from pitboss.odds.solution import solved


@dataclass(frozen=True, slots=True)
class Sheets:
    """A policy as multiples, laid out by hole: 0 is to check, or to fold.

    `flop` is by the flops that differ and by hole, `plain` by hole ranks and board, `flush` by hole
    class and board; `flop_of` and `orders` bring any flop to the one that stands for it.
    """

    flop: Shorts
    plain: Shorts
    flush: Shorts
    flop_of: Ints
    orders: Ints

    def given(self, holes: Sequence[Hole]) -> Given:
        """Take out what these holes play."""
        numbers = [hole_number(*hole) for hole in holes]
        return Given(
            flop=np.stack([self._on_flops(hole) for hole in holes]),
            plain=self.plain[HOLE_RANK_PAIR[numbers]],
            flush=tuple(self.flush[HOLE_CLASS[numbers, suit]] for suit in range(SUITS)),
        )

    def _on_flops(self, hole: Hole) -> Shorts:
        """Look the hole up on every flop, both with their suits renamed alike."""
        first, second = (card // 4 * 4 + self.orders[:, card % 4] for card in hole)
        low, high = np.minimum(first, second), np.maximum(first, second)
        return np.asarray(self.flop[self.flop_of, high * (high - 1) // 2 + low], np.int16)


@lru_cache(maxsize=2)  # about 30 MB each
def sheets(game: Game) -> Sheets:
    """Lay out the policy of the solved game."""
    policy = solved(game).policy
    on_flop = {CHECKED: 0, **dict(zip((FLOP_LOW, FLOP_HIGH), ends(game.flop), strict=True))}
    on_river = {FOLD: 0, **dict(zip((RIVER_LOW, RIVER_HIGH), ends(game.river), strict=True))}
    flop_of, orders = _representatives()
    return Sheets(
        flop=_multiples(policy.flop, on_flop),
        plain=_multiples(np.ascontiguousarray(policy.plain.T), on_river),
        flush=_multiples(np.ascontiguousarray(policy.flush[flush_boards()[:, 0]].T), on_river),
        flop_of=flop_of,
        orders=orders,
    )


def _multiples(choices: NDArray[np.uint8], multiples: dict[int, int]) -> Shorts:
    table = np.zeros(max(multiples) + 1, np.int16)
    for choice, multiple in multiples.items():
        table[choice] = multiple
    return table[choices]


def _representatives() -> tuple[Ints, Ints]:
    """Of each flop: which one stands for it, and how its suits are renamed to become that one."""
    cards = np.array(list(combinations(range(DECK_CARDS), FLOP_CARDS)), np.int64)
    places = DECK_CARDS ** np.arange(FLOP_CARDS)
    known = flops()[0] @ places
    rising = np.argsort(known)
    found = np.zeros(len(cards), np.int64)
    orders = np.zeros((len(cards), SUITS), np.int64)
    for order in SUIT_ORDERS:
        keys = np.sort((cards >> 2 << 2) + np.array(order)[cards & 3], axis=1) @ places
        at = rising[np.searchsorted(known, keys, sorter=rising).clip(max=len(known) - 1)]
        same = known[at] == keys
        found[same] = at[same]
        orders[same] = order
    return found, orders

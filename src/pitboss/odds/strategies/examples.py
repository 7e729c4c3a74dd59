"""Real cards for a row of the river's tables: an example to show where a mistake was made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import numpy as np

from pitboss.odds.counting.boards import SUIT_ORDERS, flops, flush_boards, multiset_array
from pitboss.odds.counting.kernels import CHECKED
from pitboss.odds.counting.numbering import (
    BOARD_CARDS,
    CLASS_SYMBOLS,
    PAIR_RANKS,
    RANKS,
    hole_number,
)
from pitboss.odds.counting.policy import Policy
from pitboss.odds.hands import hand_number

CardNumbers = tuple[int, ...]
Dealt = tuple[CardNumbers, CardNumbers]  # hole; flop, turn and river

SUIT = 3  # the suit from which an example is seen
OTHERS = (0, 1, 2)


def plain_example(board: int, pair: int, policy: Policy) -> Dealt:
    """Cards of a board without a possible flush, for which the policy has checked twice."""
    ranks = multiset_array(BOARD_CARDS)[board].tolist()
    held = PAIR_RANKS[pair].tolist()
    return _checked(_plain(ranks, held), policy)


def flush_example(board: int, hole_class: int, policy: Policy) -> Dealt:
    """Cards of a board with a possible flush, for which the policy has checked twice."""
    _, suited, offs, first, second = _flush_board(board)
    in_suit = [rank * 4 + SUIT for rank in range(RANKS) if suited >> rank & 1]
    off = [first, second][:offs]
    symbols = CLASS_SYMBOLS[hole_class].tolist()
    return _checked(_flush(in_suit, off, symbols), policy)


def _plain(ranks: list[int], held: list[int]) -> Iterator[Dealt]:
    for suits in product(range(4), repeat=BOARD_CARDS + 2):
        on_board = suits[:BOARD_CARDS]
        if max(on_board.count(suit) for suit in range(4)) > 2:
            continue
        cards = [rank * 4 + suit for rank, suit in zip((*ranks, *held), suits, strict=True)]
        if len(set(cards)) == len(cards):
            yield tuple(cards[BOARD_CARDS:]), tuple(cards[:BOARD_CARDS])


def _flush(in_suit: list[int], off: list[int], symbols: list[int]) -> Iterator[Dealt]:
    loose = [*off, *(symbol for symbol in symbols if symbol < RANKS)]
    own = [(symbol - RANKS) * 4 + SUIT for symbol in symbols if symbol >= RANKS]
    for suits in product(OTHERS, repeat=len(loose)):
        cards = [rank * 4 + suit for rank, suit in zip(loose, suits, strict=True)]
        if len(set(cards)) == len(cards):
            yield (*own, *cards[len(off) :]), (*in_suit, *cards[: len(off)])


def _checked(candidates: Iterator[Dealt], policy: Policy) -> Dealt:
    """The first candidate, its board so ordered that the policy checks before and on the flop."""
    for hole, board in candidates:
        for flop in combinations(board, 3):
            rest = tuple(card for card in board if card not in flop)
            if _checks(hole, flop, policy):
                high_first = tuple(sorted(flop, reverse=True)) + tuple(sorted(rest, reverse=True))
                return tuple(sorted(hole, reverse=True)), high_first
    raise LookupError("no hand of this class is checked to the river")


def _checks(hole: CardNumbers, flop: CardNumbers, policy: Policy) -> bool:
    if policy.deal[hand_number(*hole)] != CHECKED:
        return False
    for order in SUIT_ORDERS:
        at = _flop_numbers().get(_renamed(flop, order))
        if at is not None:
            return bool(policy.flop[at, hole_number(*_renamed(hole, order))] == CHECKED)
    raise LookupError(f"no flop stands for {flop}")


def _renamed(cards: CardNumbers, order: tuple[int, ...]) -> CardNumbers:
    return tuple(sorted(card // 4 * 4 + order[card % 4] for card in cards))


@cache
def _flop_numbers() -> dict[CardNumbers, int]:
    found, _ = flops()
    return {tuple(sorted(flop)): at for at, flop in enumerate(found.tolist())}


@cache
def _flush_board(number: int) -> tuple[int, ...]:
    boards = flush_boards()
    return tuple(boards[np.flatnonzero(boards[:, 0] == number)[0]].tolist())

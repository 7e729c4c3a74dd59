"""Values of the game for every hole at once, by the cards that are known: boards, then fewer.

A *level* of n cards says what each hole is worth once n board cards are known, the rest of the
board and the dealer's unknown cards being summed over. It is a plain part, by ranks, and a
correction from each suit in which a flush is still possible (see `numbering` and `kernels`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import comb, factorial
from typing import Final

import numpy as np

from pitboss.odds.arrays import Bytes, Ints
from pitboss.odds.counting.boards import (
    ALL_RANKS,
    flush_boards,
    level_rows,
    multiset_array,
)
from pitboss.odds.counting.executor import Progress
from pitboss.odds.counting.kernels import UNKNOWN, VALUES, draw_one, flush_level, plain_rows
from pitboss.odds.counting.numbering import (
    BOARD_CARDS,
    FLUSH_BOARDS,
    HOLE_CLASSES,
    PLAIN_BOARDS,
    RANK_PAIRS,
    RANKS,
)
from pitboss.odds.counting.tables import tables
from pitboss.odds.game import Game

UP: Final = False  # which way `draw_one` goes
PARTS_ELSEWHERE: Final = 8  # for an executor that is not ours, whose workers we cannot count
# Dealer hands that are possible beside a hole and a board, by how many dealer cards are known.
DEALER_HANDS: Final = (comb(45, 2), 44, 1)


@dataclass(frozen=True, slots=True)
class LevelValues:
    """Values by ranks on boards without a possible flush, and the choice made on each."""

    rows: Ints
    chosen: Bytes


@dataclass(frozen=True, slots=True)
class Level:
    """Everything summed to n known cards: the plain part and, by kind of suit, the corrections.

    `chosen` are the choices on the flush boards, for each kind of suit.
    """

    n: int
    plain: Ints
    kinds: Ints
    suits: Ints
    chosen: Bytes


def seen_from(suit: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return how cards look from one suit, as symbols."""
    return tuple(sorted(card // 4 + RANKS * (card % 4 == suit) for card in cards))


@lru_cache(maxsize=4)
def plain_values(game: Game, dealer: tuple[int, ...], *, known_runout: bool) -> LevelValues:
    """Work out all boards on which nobody can have a flush."""
    rows = np.zeros((PLAIN_BOARDS, RANK_PAIRS, VALUES), np.int64)
    chosen = np.zeros((PLAIN_BOARDS, RANK_PAIRS), np.uint8)
    plain_rows(
        tables(),
        multiset_array(BOARD_CARDS),
        _rank_left(dealer),
        _padded(tuple(sorted(card // 4 for card in dealer))),
        DEALER_HANDS[len(dealer)],
        game.qualifying(),
        game.pay_array(),
        game.multiples(),
        known_runout,
        rows,
        chosen,
    )
    return LevelValues(rows, chosen)


def plain_level(game: Game, dealer: tuple[int, ...], n: int, *, known_runout: bool) -> Ints:
    """Sum the plain boards to rank multisets of n cards."""
    upper = plain_values(game, dealer, known_runout=known_runout).rows
    for size in range(BOARD_CARDS - 1, n - 1, -1):
        sets = multiset_array(size)
        lower = np.zeros((len(sets), RANK_PAIRS, VALUES), np.int64)
        draw_one(tables(), size, sets, _rank_left(dealer), UP, upper, lower)
        upper = lower
    # The cards that are missing were drawn in each of their orders.
    return upper // factorial(BOARD_CARDS - n)


def flush_part(
    game: Game,
    dealer: tuple[int, ...],
    suit: int,
    n: int,
    known_runout: bool,  # noqa: FBT001  # an executor passes arguments by place
    part: int,
    parts: int,
) -> tuple[Ints, Bytes]:
    """Work out one part of the boards on which `suit` can make a flush, summed to n cards."""
    into = np.zeros((level_rows(n), HOLE_CLASSES, VALUES), np.int64)
    boards = flush_boards()[boards_of_part(part, parts)]
    chosen = np.zeros((len(boards), HOLE_CLASSES), np.uint8)
    _fill(game, dealer, suit, n, boards, into, chosen, known_runout=known_runout)
    return into, chosen


def _fill(
    game: Game,
    dealer: tuple[int, ...],
    suit: int,
    n: int,
    boards: Ints,
    into: Ints,
    chosen: Bytes,
    *,
    known_runout: bool,
) -> None:
    flush_level(
        tables(),
        n,
        boards,
        ALL_RANKS & ~sum(1 << card // 4 for card in dealer if card % 4 == suit),
        _off_left(dealer, suit),
        _padded(seen_from(suit, dealer)),
        DEALER_HANDS[len(dealer)],
        game.qualifying(),
        game.pay_array(),
        game.multiples(),
        known_runout,
        plain_values(game, dealer, known_runout=known_runout).rows,
        into,
        chosen,
    )


def level_of(
    game: Game,
    n: int,
    *,
    dealer: tuple[int, ...] = (),
    known_runout: bool = False,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Level:
    """Work out a level; the boards are shared out to the executor's workers, ours being threads."""
    level, looks = _empty(game, n, dealer, known_runout=known_runout)
    with workers(executor) as (pool, parts):
        tasks = {
            pool.submit(flush_part, game, dealer, suit, n, known_runout, part, parts): (kind, part)
            for kind, suit in enumerate(looks)
            for part in range(parts)
        }
        for done, task in enumerate(as_completed(tasks), 1):
            kind, part = tasks[task]
            sums, made = task.result()
            level.kinds[kind] += sums
            level.chosen[kind, flush_boards()[boards_of_part(part, parts), 0]] = made
            if progress:
                progress(done, len(tasks))
    return level


def level_here(game: Game, n: int, dealer: tuple[int, ...], *, known_runout: bool = False) -> Level:
    """Work out a level on this thread alone."""
    level, looks = _empty(game, n, dealer, known_runout=known_runout)
    boards = flush_boards()
    for kind, suit in enumerate(looks):
        made = np.zeros((len(boards), HOLE_CLASSES), np.uint8)
        _fill(game, dealer, suit, n, boards, level.kinds[kind], made, known_runout=known_runout)
        level.chosen[kind, boards[:, 0]] = made
    return level


def _empty(
    game: Game, n: int, dealer: tuple[int, ...], *, known_runout: bool
) -> tuple[Level, list[int]]:
    """Return a level without its corrections, and for each kind of suit a suit of that kind."""
    looks = [seen_from(suit, dealer) for suit in range(4)]
    kinds = sorted(set(looks))
    level = Level(
        n,
        plain_level(game, dealer, n, known_runout=known_runout),
        np.zeros((len(kinds), level_rows(n), HOLE_CLASSES, VALUES), np.int64),
        np.array([kinds.index(look) for look in looks], np.int64),
        np.zeros((len(kinds), FLUSH_BOARDS, HOLE_CLASSES), np.uint8),
    )
    return level, [looks.index(kind) for kind in kinds]


@contextmanager
def workers(executor: Executor | None) -> Iterator[tuple[Executor, int]]:
    """Return an executor and into how many parts work should be cut for it."""
    if executor is not None:
        yield executor, PARTS_ELSEWHERE
        return
    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        yield pool, threads


@lru_cache(maxsize=64)
def boards_of_part(part: int, parts: int) -> Ints:
    """Return which flush boards a part has; those with the same off ranks are in the same part."""
    boards = flush_boards()
    offs = boards[:, 2] * RANKS**2 + boards[:, 3] * RANKS + boards[:, 4]
    _, group = np.unique(offs, return_inverse=True)
    return np.flatnonzero(group % parts == part)


def _padded(symbols: tuple[int, ...]) -> Ints:
    return np.array([*symbols, UNKNOWN, UNKNOWN][:2], np.int64)


def _rank_left(dealer: tuple[int, ...]) -> Ints:
    left = np.full(RANKS, 4, np.int64)
    for card in dealer:
        left[card // 4] -= 1
    return left


def _off_left(dealer: tuple[int, ...], suit: int) -> Ints:
    left = np.full(RANKS, 3, np.int64)
    for card in dealer:
        left[card // 4] -= card % 4 != suit
    return left

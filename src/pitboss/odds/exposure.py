"""What seen cards are worth: the exact edge of a player who knows some cards before the first bet.

The player has seen none, one or both of the dealer's cards, some flop cards and some of the turn
and river, and makes perfect use of it. What matters of the board is only which cards are known
when: the `known` ones at the first bet, with them the flop at the second, all five at the third.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.odds.boards import DECK_CARDS, completions, orders_fixing, representatives
from pitboss.odds.game import Game
from pitboss.odds.kernels import BEST, PLAYS, decide_known, sum_known
from pitboss.odds.levels import DEALER_HANDS, Level, Progress, level_here, level_of, workers
from pitboss.odds.numbering import (
    BOARD_CARDS,
    CHOOSE,
    HOLE_CARDS,
    HOLE_CLASS,
    HOLE_RANK_PAIR,
    HOLES,
    LEVEL_ROWS,
    SET_NUMBERS,
)

Ints = NDArray[np.int64]

DEALER_MAX: Final = 2
FLOP_MAX: Final = 3
TURN_MAX: Final = 2
SETS_AT_ONCE: Final = 500  # known sets to a task; also keeps each task's totals within 63 bits
TOTALS: Final = 7  # the best; runouts raised low, raised high, played, played late, folded, in all


class SightError(ValueError):
    """Cards that cannot be seen: one line that says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How many cards are seen before the first bet: of the dealer, the flop, the turn and river."""

    dealer: int = 0
    flop: int = 0
    turn: int = 0

    def __str__(self) -> str:
        parts = (("dealer", self.dealer), ("flop", self.flop), ("turn", self.turn))
        return ",".join(f"{name}{count}" for name, count in parts if count) or "nothing"

    @property
    def known(self) -> int:
        """How many board cards are known at the first bet."""
        return self.flop + self.turn


MOST: Final = {"dealer": DEALER_MAX, "flop": FLOP_MAX, "turn": TURN_MAX}


def parse_sight(text: str) -> Sight:
    """Read "dealer1,flop1"; raises `SightError`.

    >>> parse_sight("dealer1, turn2")
    Sight(dealer=1, flop=0, turn=2)
    """
    right = "write dealer1 or dealer2, flop1 to flop3, turn1 or turn2, with commas between"
    found: dict[str, int] = {}
    for word in text.split(","):
        name, count = word.strip()[:-1], word.strip()[-1:]
        if name not in MOST or count not in "0123456789" or not count:
            raise SightError(f"{word.strip()[:20]!r} is nothing that can be seen; {right}")
        if not 1 <= int(count) <= MOST[name]:
            raise SightError(f"{word.strip()}: from 1 to {MOST[name]} can be seen; {right}")
        if name in found:
            raise SightError(f"{name} is there twice; {right}")
        found[name] = int(count)
    return Sight(**found)


@dataclass(frozen=True, slots=True)
class Exposure:
    """The exact result: value in Antes, positive when the player is ahead, and the choices made."""

    game: Game
    sight: Sight
    ev: Fraction
    frequencies: dict[str, Fraction]
    deals: int


def exposure(
    game: Game,
    sight: Sight,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Exposure:
    """Work out the edge of a player who has seen so many cards, by all deals.

    Dealer cards that differ only by suits' names are worked out once. Each is a task for the
    executor, ours being threads; without dealer cards the threads share the one task there is.
    """
    dealers = list(dealer_cards(sight.dealer))
    totals = [0] * TOTALS
    if len(dealers) == 1 and executor is None:
        totals = seen_total(game, sight, dealers[0][0], progress=progress, spread=True)
    else:
        with workers(executor) as (pool, _):
            tasks = {
                pool.submit(seen_total, game, sight, cards): weight for cards, weight in dealers
            }
            for done, task in enumerate(as_completed(tasks), 1):
                totals = _added(totals, [tasks[task] * part for part in task.result()])
                if progress:
                    progress(done, len(tasks))
    return _result(game, sight, totals)


def dealer_cards(seen: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The dealer's seen cards up to the suits' names, and how many each stands for."""
    sets, counts = representatives(seen)
    for cards, count in zip(sets.tolist(), counts.tolist(), strict=True):
        yield tuple(cards), count


def seen_total(
    game: Game,
    sight: Sight,
    dealer: tuple[int, ...],
    *,
    progress: Progress | None = None,
    spread: bool = False,
) -> list[int]:
    """Add up all deals for one set of dealer cards; `spread`: on all processors, not one."""
    if sight.known == BOARD_CARDS:
        # The whole board is known: a bet on the flop is as good as one before it.
        game = replace(game, flop=game.deal)
    late = sight.turn == TURN_MAX
    # With turn and river known the flop bet is chosen on each board, so that nothing is left to
    # decide between a board and the cards known at the first bet.
    n = (sight.known % BOARD_CARDS) if late else FLOP_MAX + sight.turn
    if spread:
        level = level_of(game, n, dealer=dealer, known_runout=late, progress=progress)
    else:
        level = level_here(game, n, dealer, known_runout=late)
    if n == 0:
        return _all_known(level, dealer)
    tasks = _tasks(game, sight, level, dealer, late=late)
    totals = [0] * TOTALS
    if not spread:
        for task in tasks:
            totals = _added(totals, task())
        return totals
    with workers(None) as (pool, _):
        waiting = [pool.submit(task) for task in tasks]
        for done, one in enumerate(waiting, 1):
            totals = _added(totals, one.result())
            if progress:
                progress(done, len(waiting))
    return totals


def _tasks(
    game: Game, sight: Sight, level: Level, dealer: tuple[int, ...], *, late: bool
) -> Iterator[partial[list[int]]]:
    """Cut the known sets into tasks; sets that differ only by suits' names are worked out once."""
    orders = orders_fixing(dealer)
    sets, weights = representatives(sight.known, without=dealer, orders=orders)
    if late or sight.known == level.n:
        for first in range(0, len(sets), SETS_AT_ONCE):
            cut = slice(first, first + SETS_AT_ONCE)
            yield partial(_decided, game, level, dealer, sets[cut], weights[cut], late=late)
    elif sight.known == 0:
        flops, counts = representatives(level.n, without=dealer, orders=orders)
        yield partial(_summed, game, level, dealer, flops, counts, 1, orders)
    else:
        for known, weight in zip(sets.tolist(), weights.tolist(), strict=True):
            later = completions(tuple(known), level.n, without=dealer)
            ones = np.ones(len(later), np.int64)
            yield partial(_summed, game, level, dealer, later, ones, weight, ())


def _summed(
    game: Game,
    level: Level,
    dealer: tuple[int, ...],
    later: Ints,
    counts: Ints,
    weight: int,
    orders: tuple[tuple[int, ...], ...],
) -> list[int]:
    """One set of cards known at the first bet: sum over what may come, then decide by hole."""
    sums = np.zeros((HOLES, TOTALS), np.int64)
    sum_known(
        level.n, later, counts, _mask(dealer), _runouts(level.n, dealer), game.multiples(),
        level.suits, level.kinds, level.plain, LEVEL_ROWS, SET_NUMBERS, CHOOSE, HOLE_CARDS,
        HOLE_CLASS, HOLE_RANK_PAIR, sums,
    )  # fmt: skip
    totals = [0] * TOTALS
    for best, stands, slope, on_flop, on_river, folded, runouts in by_orbit(sums, orders).tolist():
        raises = [stands + multiple * slope for multiple in (game.deal[0], game.deal[-1])]
        totals[0] += max(best, *raises)
        totals[6] += runouts
        if raises[1] > max(best, raises[0]):
            totals[2] += runouts
        elif raises[0] > best:
            totals[1] += runouts
        else:
            totals[3] += on_flop
            totals[4] += on_river
            totals[5] += folded
    return [weight * total for total in totals]


def by_orbit(sums: Ints, orders: tuple[tuple[int, ...], ...]) -> Ints:
    """Add up the holes that renaming suits so makes one another.

    When the sums ran over one flop for each kind, a hole's sum is complete only together with
    those; and only then may the better choice be taken.
    """
    least = np.arange(HOLES)
    for order in orders:
        renamed = np.sort((HOLE_CARDS >> 2 << 2) + np.array(order)[HOLE_CARDS & 3], axis=1)
        least = np.minimum(least, renamed[:, 1] * (renamed[:, 1] - 1) // 2 + renamed[:, 0])
    whole = np.zeros_like(sums)
    np.add.at(whole, least, sums)
    return whole


def _decided(
    game: Game,
    level: Level,
    dealer: tuple[int, ...],
    sets: Ints,
    weights: Ints,
    *,
    late: bool,
) -> list[int]:
    """Sets of cards known at the first bet, with nothing more to come before the flop's."""
    totals = np.zeros(TOTALS, np.int64)
    decide_known(
        level.n, sets, weights, _mask(dealer), _runouts(level.n, dealer),
        np.zeros(2, np.int64) if late else game.multiples(),
        np.array([game.deal[0], game.deal[-1]], np.int64), level.suits, level.kinds, level.plain,
        LEVEL_ROWS, SET_NUMBERS, CHOOSE, HOLE_CARDS, HOLE_CLASS, HOLE_RANK_PAIR, totals,
    )  # fmt: skip
    return [int(total) for total in totals]


def _all_known(level: Level, dealer: tuple[int, ...]) -> list[int]:
    """The whole board is known at the first bet, so each board was decided by itself."""
    totals = [0] * TOTALS
    boards = _runouts(0, dealer)
    for hole, cards in enumerate(HOLE_CARDS.tolist()):
        if set(cards) & set(dealer):
            continue
        value = level.plain[0, HOLE_RANK_PAIR[hole]].copy()
        for suit in range(4):
            value += level.kinds[level.suits[suit], 0, HOLE_CLASS[hole, suit]]
        raised, played = divmod(int(value[PLAYS]), 1 << 32)
        parts = [int(value[BEST]), 0, raised, 0, played, boards - raised - played, boards]
        totals = _added(totals, parts)
    return totals


def _added(totals: list[int], parts: list[int]) -> list[int]:
    return [total + part for total, part in zip(totals, parts, strict=True)]


def _mask(cards: tuple[int, ...]) -> int:
    return sum(1 << card for card in cards)


def _runouts(n: int, dealer: tuple[int, ...]) -> int:
    """How many ways the board can go on when n of its cards, a hole and dealer cards are out."""
    return comb(DECK_CARDS - len(dealer) - 2 - n, BOARD_CARDS - n)


def _result(game: Game, sight: Sight, totals: list[int]) -> Exposure:
    counts = dict.fromkeys(
        [*(f"{m}x" for m in (*game.deal[::-1], game.flop[-1], game.river[-1])), "fold"], 0
    )
    counts[f"{game.deal[0]}x"] += totals[1]
    counts[f"{game.deal[-1]}x"] += totals[2]
    counts[f"{game.flop[-1]}x"] += totals[3]
    counts[f"{game.river[-1]}x"] += totals[4]
    counts["fold"] += totals[5]
    deals = totals[6] * DEALER_HANDS[sight.dealer]
    return Exposure(
        game=game,
        sight=sight,
        ev=Fraction(totals[0], deals * game.unit),
        frequencies={name: Fraction(count, totals[6]) for name, count in counts.items()},
        deals=deals,
    )

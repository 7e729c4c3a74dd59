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
from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from pitboss.odds.arrays import Ints
from pitboss.odds.counting.boards import DECK_CARDS, completions, orders_fixing, representatives
from pitboss.odds.counting.executor import Progress
from pitboss.odds.counting.kernels import BEST, PLAYS, decide_known, sum_known
from pitboss.odds.counting.levels import (
    DEALER_HANDS,
    Level,
    level_here,
    level_of,
    workers,
)
from pitboss.odds.counting.numbering import (
    BOARD_CARDS,
    HOLE_CARDS,
    HOLE_CLASS,
    HOLE_RANK_PAIR,
    HOLES,
)
from pitboss.odds.counting.tables import tables
from pitboss.odds.game import Game, ends

DEALER_MAX: Final = 2
FLOP_MAX: Final = 3
TURN_MAX: Final = 2
SEEN_MAX: Final = 2  # cards seen for which all sums are kept at once; beyond, set after set
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


MOST: Final = {"dealer": DEALER_MAX, "flop": FLOP_MAX, "turn": TURN_MAX, "river": 1}
RIGHT: Final = "write dealer1 or dealer2, flop1 to flop3, turn1 or turn2, with commas between"


def parse_sight(text: str) -> Sight:
    """Read "dealer1,flop1"; raises `SightError`. A river card counts like one of the turn.

    >>> parse_sight("dealer1, turn2")
    Sight(dealer=1, flop=0, turn=2)
    """
    found: dict[str, int] = {}
    for word in (part.strip() for part in text.split(",")):
        name, count = word[:-1], word[-1:]
        if name not in MOST or count not in tuple("0123456789"):
            raise SightError(f"{word[:20]!r} is nothing that can be seen; {RIGHT}")
        if not 1 <= int(count) <= MOST[name]:
            raise SightError(f"{word}: from 1 to {MOST[name]} can be seen; {RIGHT}")
        if name in found:
            raise SightError(f"{name} is there twice; {RIGHT}")
        found[name] = int(count)
    late = found.pop("river", 0) + found.get("turn", 0)
    if late > TURN_MAX:
        raise SightError(f"turn and river are two cards, not {late}; {RIGHT}")
    return Sight(**{**found, "turn": late})


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
    """Work out the edge of a player who has seen some cards, by all deals.

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
    return result(game, sight, totals)


def dealer_cards(seen: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the dealer's seen cards up to the suits' names, and how many each stands for."""
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
    elif sight.known <= SEEN_MAX:
        yield partial(_summed, game, level, dealer, sight.known, orders)
    else:
        for known, weight in zip(sets.tolist(), weights.tolist(), strict=True):
            yield partial(_one_set, game, level, dealer, tuple(known), weight)


def _summed(
    game: Game,
    level: Level,
    dealer: tuple[int, ...],
    seen: int,
    orders: tuple[tuple[int, ...], ...],
) -> list[int]:
    """All sets of few cards seen at the first bet: sum over what may come, then decide by hole."""
    later, counts = representatives(level.n, without=dealer, orders=orders)
    sums = np.zeros((comb(DECK_CARDS, seen), HOLES, TOTALS), np.int64)
    _sum(game, level, dealer, later, counts, seen, sums)
    return decided_by_hole(game, by_orbit(sums, seen, orders))


def _one_set(
    game: Game, level: Level, dealer: tuple[int, ...], known: tuple[int, ...], weight: int
) -> list[int]:
    """One set of cards known at the first bet, with everything that may come after it."""
    later = completions(known, level.n, without=dealer)
    sums = np.zeros((1, HOLES, TOTALS), np.int64)
    _sum(game, level, dealer, later, np.ones(len(later), np.int64), 0, sums)
    return [weight * total for total in decided_by_hole(game, sums[0])]


def _sum(
    game: Game,
    level: Level,
    dealer: tuple[int, ...],
    later: Ints,
    counts: Ints,
    seen: int,
    sums: Ints,
) -> None:
    sum_known(
        tables(), level.n, later, counts, seen, _mask(dealer), _runouts(level.n, dealer),
        game.multiples(), level.suits, level.kinds, level.plain, sums,
    )  # fmt: skip


def decided_by_hole(game: Game, sums: Ints) -> list[int]:
    """Take the better choice before the flop for each row, and add up."""
    best, stands, slope, on_flop, on_river, folded, runouts = sums[sums[:, -1] > 0].T
    # Where there is no raise, none is better than the best.
    low, high = (stands + n * slope if n else best for n in ends(game.deal))
    raised_high = high > np.maximum(best, low)
    raised_low = ~raised_high & (low > best)
    stays = ~raised_high & ~raised_low
    return [
        sum(np.maximum(best, np.maximum(low, high)).tolist()),
        int(runouts[raised_low].sum()),
        int(runouts[raised_high].sum()),
        *(int(part[stays].sum()) for part in (on_flop, on_river, folded)),
        int(runouts.sum()),
    ]


def by_orbit(sums: Ints, seen: int, orders: tuple[tuple[int, ...], ...]) -> Ints:
    """Add up the seen cards and holes that renaming suits makes one another; by their first.

    When the sums ran over one flop for each kind, a hole's sum is complete only together with
    those; and only then may the better choice be taken.
    """
    cards = np.array(list(combinations(range(DECK_CARDS), seen)), np.int64)
    cards = cards.reshape(len(sums), seen)
    least = np.full((len(sums), HOLES), np.iinfo(np.int64).max)
    for order in orders:
        renamed = [np.sort((of >> 2 << 2) + np.array(order)[of & 3]) for of in (cards, HOLE_CARDS)]
        subset = _subset_numbers(renamed[0])
        least = np.minimum(least, subset[:, None] * HOLES + _subset_numbers(renamed[1]))
    # The sums are by number of the subset; `cards` are in the order of combinations.
    ordered = sums[_subset_numbers(cards)].reshape(-1, TOTALS)
    found, place = np.unique(least.ravel(), return_inverse=True)
    whole = np.zeros((len(found), TOTALS), np.int64)
    np.add.at(whole, place, ordered)
    return whole


def _subset_numbers(cards: Ints) -> Ints:
    """Number sets of none, one or two cards as the kernels do; the lower card comes first."""
    if cards.shape[1] == 0:
        return np.zeros(len(cards), np.int64)
    if cards.shape[1] == 1:
        return cards[:, 0]
    return cards[:, 1] * (cards[:, 1] - 1) // 2 + cards[:, 0]


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
        tables(), level.n, sets, weights, _mask(dealer), _runouts(level.n, dealer),
        np.zeros(2, np.int64) if late else game.multiples(),
        np.array(ends(game.deal), np.int64), level.suits, level.kinds, level.plain,
        totals,
    )  # fmt: skip
    return [int(total) for total in totals]


def _all_known(level: Level, dealer: tuple[int, ...]) -> list[int]:
    """Handle a board that is all known at the first bet: each board was decided by itself."""
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


def result(game: Game, sight: Sight, totals: list[int]) -> Exposure:
    """Make the totals of all deals, each weighted, into what they say."""
    counts = dict.fromkeys(
        [*(f"{m}x" for m in (*game.deal[::-1], *game.flop[-1:], *game.river[-1:])), "fold"], 0
    )
    multiples = (*ends(game.deal), ends(game.flop)[1], ends(game.river)[1])
    for multiple, count in zip(multiples, totals[1:5], strict=True):
        if multiple:
            counts[f"{multiple}x"] += count
    counts["fold"] += totals[5]
    deals = totals[6] * DEALER_HANDS[sight.dealer]
    return Exposure(
        game=game,
        sight=sight,
        ev=Fraction(totals[0], deals * game.unit),
        frequencies={name: Fraction(count, totals[6]) for name, count in counts.items()},
        deals=deals,
    )

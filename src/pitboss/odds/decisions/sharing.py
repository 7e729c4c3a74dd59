"""Seats that show each other their cards before the first decision: sampled deals, exact play.

Each seat then plays perfectly against the cards that are left, and its value is counted exactly.
Only the deals are sampled, and of them only the gain: what a seat wins more than by the policy of
one who has seen nothing, *on the same deal*. The mean of that policy over all deals is the exact
value of the solved game, so that nothing but the small gain carries an error.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, wait
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Final

from numpy.random import PCG64

from pitboss.odds.counting.boards import DECK_CARDS
from pitboss.odds.counting.executor import Progress
from pitboss.odds.counting.levels import workers
from pitboss.odds.counting.numbering import HOLES
from pitboss.odds.decisions.deal import DealSums, Hole, deal_sums, deals_left
from pitboss.odds.decisions.unseeing import sheets
from pitboss.odds.game import Game
from pitboss.odds.hands import hand_number
from pitboss.odds.solution import CHECK, Solution, solved

SEATS_MIN: Final = 2
SEATS_MAX: Final = 6
DEALS_MIN: Final = 2  # one deal has no error to estimate
DEALS_MAX: Final = 10_000_000  # some days
SEED_MAX: Final = 2**63
BLOCK: Final = 20  # deals a task: about a second

DealtHoles = tuple[Hole, ...]


class SharingError(ValueError):
    """Sharing that cannot be sampled: one line that says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A sampled number and the standard error of its mean."""

    mean: Fraction
    standard_error: float


@dataclass(frozen=True, slots=True)
class SharingValue:
    """What sharing is worth to each seat on average, in Antes.

    `alone` is the exact value of the game when nothing is shared, `gain` what sharing adds.
    `chosen` is how often each choice is made before the flop: "check", "3x", "4x".
    """

    game: Game
    seats: int
    deals: int
    seed: int
    alone: Fraction
    gain: Estimate
    chosen: dict[str, Estimate]

    @property
    def mean(self) -> float:
        """The value of a round to each seat; positive when the player is ahead."""
        return float(self.alone + self.gain.mean)

    @property
    def standard_error(self) -> float:
        """The standard error of `mean`."""
        return self.gain.standard_error

    @property
    def frequencies(self) -> dict[str, float]:
        """How often each choice is made before the flop."""
        return {choice: float(often.mean) for choice, often in self.chosen.items()}


@dataclass(slots=True)
class _Sum:
    """Adds whole numbers up, with their squares; the order does not matter."""

    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        self.total += value
        self.squares += value**2

    def merge(self, other: _Sum) -> None:
        self.total += other.total
        self.squares += other.squares

    def estimate(self, count: int, *, per: int, beside: Fraction = Fraction(0)) -> Estimate:
        """Return the mean in units of 1/`per`, on top of what is known exactly."""
        spread = Fraction(self.squares * count - self.total**2, count * (count - 1))
        error = math.sqrt(spread / count / per**2)
        return Estimate(beside + Fraction(self.total, count * per), error)


_Result = tuple[int, _Sum, dict[str, _Sum]]  # of some deals: how many, the gain, the choices


def share(
    game: Game,
    seats: int,
    deals: int,
    seed: int,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> SharingValue:
    """Estimate what a round brings to each of the `seats` that share their cards.

    The same seed gives the same numbers, on any number of threads or machines.
    """
    _check(seats, deals, seed)
    solution = solved(game)
    sheets(game)  # before the threads start, so that it is made once
    gain, chosen = _Sum(), {choice: _Sum() for choice in _choices(game)}
    done = 0
    for count, some_gain, some_chosen in _results(game, _blocks(seats, deals, seed), executor):
        gain.merge(some_gain)
        for choice, found in some_chosen.items():
            chosen[choice].merge(found)
        done += count
        if progress:
            progress(done, deals)
    unit = seats * game.unit * deals_left(DECK_CARDS - 2 * seats)
    return SharingValue(
        game=game,
        seats=seats,
        deals=deals,
        seed=seed,
        alone=solution.ev,
        gain=gain.estimate(deals, per=unit),
        chosen={
            choice: found.estimate(deals, per=seats, beside=_frequency(solution, choice))
            for choice, found in chosen.items()
        },
    )


def sampled_deals(seats: int, deals: int, seed: int) -> Iterator[DealtHoles]:
    """Yield `deals` deals of two cards for each seat, from a seed.

    Only the raw stream of PCG64 is used, which NumPy promises not to change.

    >>> next(sampled_deals(2, 1, 7)) == next(sampled_deals(2, 100, 7))
    True
    """
    stream = PCG64(seed)
    for _ in range(deals):
        deck = list(range(DECK_CARDS))
        for place in range(2 * seats):
            other = place + _below(stream, DECK_CARDS - place)
            deck[place], deck[other] = deck[other], deck[place]
        yield tuple((deck[2 * seat], deck[2 * seat + 1]) for seat in range(seats))


def _below(stream: PCG64, bound: int) -> int:
    """A number from 0 to `bound` - 1, all equally likely: what would favour some is drawn again."""
    fair = 2**64 - 2**64 % bound
    while True:
        raw = int(stream.random_raw())
        if raw < fair:
            return raw % bound


def _blocks(seats: int, deals: int, seed: int) -> Iterator[list[DealtHoles]]:
    dealt = sampled_deals(seats, deals, seed)
    for first in range(0, deals, BLOCK):
        yield [next(dealt) for _ in range(min(BLOCK, deals - first))]


def _results(
    game: Game, blocks: Iterator[list[DealtHoles]], executor: Executor | None
) -> Iterator[_Result]:
    """Play all blocks, in the order in which they finish; only a few wait at any time."""
    with workers(executor) as (pool, parts):
        waiting = {pool.submit(_play_all, game, block) for block in islice(blocks, 2 * parts)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(_play_all, game, block) for block in islice(blocks, len(done))}
            for task in done:
                yield task.result()


def _play_all(game: Game, deals: Sequence[DealtHoles]) -> _Result:
    """Play some deals: how many, what all seats of a deal gain together, and what they choose.

    Choices are counted beyond those of seats that have seen nothing, whose frequencies are exact.
    """
    solution = solved(game)
    gain, chosen = _Sum(), {choice: _Sum() for choice in _choices(game)}
    for holes in deals:
        found = deal_sums(game, holes, given=sheets(game).given(holes))
        gained, more = 0, dict.fromkeys(chosen, 0)
        for hole, sums in zip(holes, found, strict=True):
            values = {choice: _value(sums, choice) for choice in chosen}
            # The first of equals is the smaller wager: checking, then the lower raise.
            best = max(values, key=lambda choice: values[choice])
            before = solution.hands[hand_number(*hole)].best
            gained += values[best] - (sums.given if before == CHECK else values[before])
            more[best] += 1
            more[before] -= 1
        gain.add(gained)
        for choice, count in more.items():
            chosen[choice].add(count)
    return len(deals), gain, chosen


def _choices(game: Game) -> list[str]:
    return [CHECK, *(f"{multiple}x" for multiple in game.deal)]


def _value(sums: DealSums, choice: str) -> int:
    return sums.check if choice == CHECK else sums.raised(int(choice.removesuffix("x")))


def _frequency(solution: Solution, choice: str) -> Fraction:
    """Return how often a seat that has seen nothing makes a choice before the flop."""
    return Fraction(sum(hand.holes for hand in solution.hands if hand.best == choice), HOLES)


def _check(seats: int, deals: int, seed: int) -> None:
    if not SEATS_MIN <= seats <= SEATS_MAX:
        raise SharingError(f"{seats} seats cannot share; write {SEATS_MIN} to {SEATS_MAX}")
    if not DEALS_MIN <= deals <= DEALS_MAX:
        raise SharingError(f"{deals:,} deals cannot be sampled; write {DEALS_MIN} to {DEALS_MAX:,}")
    if not 0 <= seed <= SEED_MAX:
        raise SharingError(f"{seed} is no seed; write a whole number from 0 to 2**63")

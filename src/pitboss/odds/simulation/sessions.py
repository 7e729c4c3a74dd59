"""Many rounds from the exact distribution of one: results after n rounds, and the risk of ruin.

Money lies on a lattice: all nets of a round are whole multiples of one step. Probabilities are
floats, but only added and multiplied, all of them at least 0, so that each keeps about fifteen
digits. What lies so far out that it cannot matter is cut off; `lost` says how much that was in all,
and with it how far any probability here can be off. `after_exactly` is the plain twin in fractions.

A player is *ruined* when, after a round, less than `need` is left: by default what a round can ask
for at most, all opening wagers and the largest Play wager. Who is ruined stops and keeps the rest.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CUT: Final = 1e-18  # what may be cut off at each end, each time
CELLS_MAX: Final = 1 << 20  # beyond this many places of the lattice, memory and time run away
_ROOT_STEPS: Final = 200  # halvings; more than a float has digits


class SessionError(ValueError):
    """A session that cannot be worked out exactly: one line that says why and what to do."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution on a lattice: `probabilities[n]` belongs to start + (low + n) * step."""

    step: int
    low: int
    probabilities: Floats
    lost: float = 0.0
    start: int = 0

    @property
    def amounts(self) -> NDArray[np.int64]:
        """The amounts, the least first."""
        return self.start + (self.low + np.arange(len(self.probabilities))) * self.step

    @property
    def mean(self) -> float:
        """The mean amount."""
        return float(self.probabilities @ self.amounts.astype(np.float64))

    @property
    def deviation(self) -> float:
        """The standard deviation of the amount."""
        off = self.amounts - self.mean
        return math.sqrt(float(self.probabilities @ (off * off)))

    def quantile(self, part: float) -> int:
        """Return the least amount that is not exceeded with at least this probability."""
        at = int(np.searchsorted(np.cumsum(self.probabilities), part * self.probabilities.sum()))
        return int(self.amounts[min(at, len(self.probabilities) - 1)])

    def above(self, amount: int) -> float:
        """Return the probability of more than an amount."""
        return float(self.probabilities[self.amounts > amount].sum())


@dataclass(frozen=True, slots=True)
class Course:
    """A bankroll over the rounds: amounts at some of them, and the risk of ruin up to each."""

    rounds: tuple[int, ...]
    spreads: tuple[Spread, ...]
    ruined: tuple[float, ...]
    lost: float


def one_round(counts: Mapping[int, int]) -> Spread:
    """Lay the exact distribution of one round on its lattice; `counts` are deals by net."""
    whole = sum(counts.values())
    step = math.gcd(*counts) or 1
    low, high = min(counts) // step, max(counts) // step
    if high - low >= CELLS_MAX:
        raise SessionError(
            f"nets of {step} cents up to {max(counts)} are too fine to follow exactly; "
            "take wagers and meters with a larger common step"
        )
    probabilities = np.zeros(high - low + 1)
    for net, count in counts.items():
        probabilities[net // step - low] = count / whole
    return Spread(step, low, probabilities)


def after(one: Spread, rounds: int) -> Spread:
    """Return the result of several rounds, by repeated squaring.

    >>> coin = one_round({-1: 1, 1: 1})
    >>> after(coin, 4).probabilities.tolist()
    [0.0625, 0.0, 0.25, 0.0, 0.375, 0.0, 0.25, 0.0, 0.0625]
    """
    whole = Spread(one.step, 0, np.ones(1))
    power, left = one, rounds
    while left:
        if left & 1:
            whole = summed(whole, power)
        left >>= 1
        if left:
            power = summed(power, power)
    return whole


def summed(first: Spread, second: Spread) -> Spread:
    """Add two results that do not bear on each other."""
    size = len(first.probabilities) + len(second.probabilities)
    if size > CELLS_MAX:
        raise SessionError(f"{size:,} different results are too many; take fewer rounds")
    probabilities = np.convolve(first.probabilities, second.probabilities)
    lost = first.lost + second.lost
    return _cut(first.step, first.low + second.low, probabilities, lost)


def after_exactly(counts: Mapping[int, int], rounds: int) -> dict[int, Fraction]:
    """Do the same in fractions; for few rounds, since the numbers grow without end."""
    whole = sum(counts.values()) ** rounds
    found = {0: 1}
    for _ in range(rounds):
        longer: Counter[int] = Counter()
        for amount, ways in found.items():
            for net, count in counts.items():
                longer[amount + net] += ways * count
        found = dict(longer)
    return {amount: Fraction(ways, whole) for amount, ways in sorted(found.items())}


def course(one: Spread, *, bankroll: int, need: int, rounds: int, at: Sequence[int] = ()) -> Course:
    """Follow a bankroll in cents round by round; a ruined player stops for good.

    `at` names the rounds whose amounts are kept, the last one always.
    """
    if bankroll < need:
        raise SessionError("the bankroll does not cover a single round")
    wanted = sorted({*at, rounds})
    moves = [(one.low + n, p) for n, p in enumerate(one.probabilities.tolist()) if p]
    # Places are counted from the bankroll; the least from which one goes on, and the least of all.
    least = -((bankroll - need) // one.step)
    lowest = least + min(0, moves[0][0])
    stopped = np.zeros(least - lowest)
    alive, low, lost = np.ones(1), 0, 0.0
    kept, risks = [], []
    for n in range(1, rounds + 1):
        alive, low = _moved(alive, low, moves)
        gone = max(0, min(least - low, len(alive)))
        if gone:
            stopped[low - lowest : low - lowest + gone] += alive[:gone]
            alive, low = alive[gone:], low + gone
        spread = _cut(one.step, low, alive, lost)
        alive, low, lost = spread.probabilities, spread.low, spread.lost
        if n in wanted:
            start, found = _together(lowest, stopped, low, alive)
            kept.append(Spread(one.step, start, found, lost, start=bankroll))
            risks.append(float(stopped.sum()))
    return Course(tuple(wanted), tuple(kept), tuple(risks), lost)


def ruin_in_the_end(counts: Mapping[int, int], *, bankroll: int, need: int) -> tuple[float, float]:
    """Bound the risk of ruin of a player who never stops: at least, at most.

    It is certain unless the game favours the player. Else let r < 1 be the root of E[r**net] = 1:
    r**money is a martingale, and ruin leaves between need − largest loss and need − 1, which gives
    r**(room + largest loss) and r**(room + 1) for a room of bankroll − need.
    """
    whole = sum(counts.values())
    if bankroll < need or sum(net * count for net, count in counts.items()) <= 0:
        return 1.0, 1.0
    worst = -min(counts)
    if worst <= 0:
        return 0.0, 0.0
    scale = worst  # so that the root is neither tiny nor all but 1
    nets = np.array(list(counts), np.float64) / scale
    chances = np.array([count / whole for count in counts.values()])
    low, high = 0.0, 1.0
    while _excess(nets, chances, high) < 0:
        low, high = high, 2 * high
    for _ in range(_ROOT_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _excess(nets, chances, middle) < 0 else (low, middle)
    room = (bankroll - need) / scale
    return math.exp(-high * (room + 1)), min(1.0, math.exp(-low * (room + 1 / scale)))


def _excess(nets: Floats, chances: Floats, rate: float) -> float:
    """E[exp(−rate × net)] − 1, which falls below 0 and then rises for good."""
    return float(chances @ np.expm1(np.minimum(-rate * nets, 700.0)))


def _moved(alive: Floats, low: int, moves: Sequence[tuple[int, float]]) -> tuple[Floats, int]:
    """Play a round: every amount goes to all those that a net leads to."""
    if not len(alive):  # everybody has stopped
        return alive, low
    first, last = moves[0][0], moves[-1][0]
    size = len(alive) + last - first
    if size > CELLS_MAX:
        raise SessionError(f"{size:,} different amounts are too many; take fewer rounds")
    found = np.zeros(size)
    for net, probability in moves:
        found[net - first : net - first + len(alive)] += probability * alive
    return found, low + first


def _cut(step: int, low: int, probabilities: Floats, lost: float) -> Spread:
    """Cut off both ends where next to nothing lies."""
    sums = np.cumsum(probabilities)
    first = int(np.searchsorted(sums, CUT))
    above = np.cumsum(probabilities[::-1])
    last = len(probabilities) - int(np.searchsorted(above, CUT))
    if first >= last:
        return Spread(step, low, probabilities[:0], lost + float(probabilities.sum()))
    gone = float(probabilities[:first].sum() + probabilities[last:].sum())
    return Spread(step, low + first, probabilities[first:last], lost + gone)


def _together(lowest: int, stopped: Floats, low: int, alive: Floats) -> tuple[int, Floats]:
    """Put those who stopped and those who go on into one distribution; give its least place too."""
    if not stopped.any():  # with a large bankroll the places of ruin lie far below all others
        return low, alive
    high = max(lowest + len(stopped), low + len(alive))
    if high - lowest > CELLS_MAX:
        raise SessionError(f"{high - lowest:,} different amounts are too many; take fewer rounds")
    found = np.zeros(high - lowest)
    found[: len(stopped)] += stopped
    found[low - lowest : low - lowest + len(alive)] += alive
    return lowest, found

"""Whole tables played at speed: sampled results with their errors, beside the exact values.

Every reported figure is worked out from integer counts. The standard error comes from the totals of
whole rounds, all seats together, because seats share a board and a dealer and so win and lose
together; for one seat that is the usual formula. Intervals are of the normal approximation.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import CATEGORY_SLUGS, Category
from pitboss.odds.counting.executor import Progress
from pitboss.odds.counting.levels import workers
from pitboss.odds.counting.policy import Policy
from pitboss.odds.counting.tally import tally
from pitboss.odds.outcome import Outcomes, outcomes_of
from pitboss.odds.simulation.bets import ALL, BASE, SIDE, SimulatedBets, SimulationError, stakes_of
from pitboss.odds.simulation.exact import ENVY, LIMIT, Known, known_values
from pitboss.odds.simulation.kernels import (
    AFTER_SEVEN,
    CHOICES,
    CLASSES,
    ENDINGS,
    FOLDED,
    ROYAL,
    Stakes,
)
from pitboss.odds.simulation.parts import NO_NEED, SimulatedPart, SimulationPlan, Sums, play_part
from pitboss.odds.simulation.tables import lookup
from pitboss.rules import Wager

ROUNDS_MAX: Final = 10**10  # an hour or so on one core
SEED_MAX: Final = 2**64 - 1
SESSION_MAX: Final = 10_000  # rounds; some 300 hours at a table
GROUP: Final = 64  # chunks to a task: about a second, so that progress shows and a stop is heard
CONFIDENCE: Final = 0.95
DEVIATIONS: Final = 1.959963984540054  # of a normal distribution, on either side of 95 %


@dataclass(frozen=True, slots=True)
class Sampled:
    """A sampled mean for each seat and round, in `unit` cents, and the exact value if it is known.

    `exact_error` is the standard error that the exact variance gives for as many seats that do not
    bear on one another. Where a rare hand pays most of the return, few rounds do not show it, and
    the sampled error comes out far too small; this one does not.
    """

    mean: float
    standard_error: float
    rounds: int
    unit: int = 1
    exact: Fraction | None = None
    exact_error: float | None = None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval, by the normal approximation."""
        margin = DEVIATIONS * self.standard_error
        return self.mean - margin, self.mean + margin

    @property
    def z(self) -> float | None:
        """How many standard errors, the larger of both, the mean lies off the exact value."""
        error = max(self.standard_error, self.exact_error or 0.0)
        if self.exact is None or not error:
            return None
        return (self.mean - float(self.exact)) / error


@dataclass(frozen=True, slots=True)
class SessionSample:
    """Sessions that were played: what each seat ended with, in cents, and how many were ruined.

    Without a bankroll nobody stops, and the ends are what was won or lost.
    """

    rounds: int
    bankroll: int | None
    sessions: int  # at each seat
    ends: Mapping[int, int]
    ruined: Sampled | None

    def quantile(self, part: float) -> int:
        """Return the least amount that at least this part of the seats did not exceed."""
        wanted, seen = part * sum(self.ends.values()), 0
        for end, count in sorted(self.ends.items()):
            seen += count
            if seen >= wanted:
                return end
        return self.bankroll or 0


@dataclass(frozen=True)
class Simulation:
    """The results of a simulation; `held` rounds were settled by the engine itself."""

    bets: SimulatedBets
    strategy: str
    rounds: int
    seed: int
    by_wager: Mapping[str, Sampled]
    counts: NDArray[np.int64]  # seats by choice, ending, and classes of cards as in a cell
    nets: Mapping[int, int]  # seats by net, in cents
    held: int
    outcomes: Outcomes
    sessions: SessionSample | None

    @property
    def seat_rounds(self) -> int:
        """How many hands were played."""
        return self.rounds * self.bets.seats

    @cached_property
    def choices(self) -> dict[str, int]:
        """How often each choice ended the betting: "4x", "2x", "1x", "fold"."""
        found = dict.fromkeys(
            (name for name, share in self.outcomes.frequencies.items() if share), 0
        )
        for choice, count in enumerate(self.counts.sum(axis=(1, 2, 3, 4)).tolist()):
            if count:
                name = self.outcomes.name(choice)
                found[name] = found.get(name, 0) + count
        return found

    @cached_property
    def categories(self) -> dict[str, int]:
        """How often the seven cards made each kind of hand, the best first."""
        by_class = self.counts.sum(axis=(0, 1, 3, 4)).tolist()
        by_class[ROYAL] = sum(by_class[ROYAL:])
        return {CATEGORY_SLUGS[c]: by_class[c] for c in sorted(Category, reverse=True)}


def simulate(
    bets: SimulatedBets,
    policy: Policy,
    *,
    rounds: int,
    seed: int,
    strategy: str = "",
    outcomes: Outcomes | None = None,
    session: int = 0,
    bankroll: int | None = None,
    need: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play `rounds` rounds by a policy; the same seed gives the same result on any machine.

    `outcomes` are the policy's exact ones, counted here unless given. With a `session`, each seat
    is followed through sessions of that many rounds; with a `bankroll` in cents it stops for good
    once it has less than it `need`s for a round. Raises `SimulationError`.
    """
    _check(rounds, seed, session)
    if outcomes is None:
        outcomes = outcomes_of(bets.game, tally(policy, bets.game.qualifying()))
    stops = session and bankroll is not None
    least = (bets.need if need is None else need) if stops else NO_NEED
    plan = SimulationPlan(bets, rounds, seed, session, bankroll or 0, least)
    stakes = stakes_of(bets)
    part = _played(plan, policy, stakes, executor, progress)
    return Simulation(
        bets=bets,
        strategy=strategy,
        rounds=rounds,
        seed=seed,
        by_wager=_by_wager(bets, part, rounds, outcomes),
        counts=(part.cells + part.held_cells).reshape(CHOICES, ENDINGS, *[CLASSES] * 3),
        nets=_nets(part, stakes),
        held=part.held,
        outcomes=outcomes,
        sessions=_sessions(plan, part) if session else None,
    )


def _check(rounds: int, seed: int, session: int) -> None:
    if not 1 <= rounds <= ROUNDS_MAX:
        raise SimulationError(f"{rounds:,} rounds: write 1 to {ROUNDS_MAX:,}")
    if not 0 <= seed <= SEED_MAX:
        raise SimulationError(f"seed {seed}: write a whole number from 0 to {SEED_MAX}")
    if not 0 <= session <= min(rounds, SESSION_MAX):
        raise SimulationError(
            f"sessions of {session:,} rounds: write 1 to {min(rounds, SESSION_MAX):,}, "
            "no more than are played in all"
        )


def _played(
    plan: SimulationPlan,
    policy: Policy,
    stakes: Stakes,
    executor: Executor | None,
    progress: Progress | None,
) -> SimulatedPart:
    """Share the chunks out and join what comes back; a stop is passed on to those not yet begun."""
    whole = SimulatedPart()
    tables = lookup(policy)
    with workers(executor) as (pool, parts):
        size = max(1, min(GROUP, -(-plan.chunks // parts)))
        starts = range(0, plan.chunks, size)
        tasks = [
            pool.submit(play_part, plan, tables, stakes, range(n, min(n + size, plan.chunks)))
            for n in starts
        ]
        try:
            for done, task in enumerate(as_completed(tasks), 1):
                whole.join(task.result())
                if progress:
                    progress(done, len(tasks))
        except BaseException:
            for task in tasks:
                task.cancel()
            raise
    return whole


def _by_wager(
    bets: SimulatedBets, part: SimulatedPart, rounds: int, outcomes: Outcomes
) -> dict[str, Sampled]:
    known = known_values(bets, outcomes)
    units = {BASE: bets.ante}
    units |= {wager.value: bets.side[wager] for wager in SIDE if wager in bets.side}
    if ENVY in known or ENVY in part.sums:
        units[ENVY] = bets.side[Wager.PROGRESSIVE]
    if LIMIT in part.sums:
        units[LIMIT] = bets.ante
    units[ALL] = bets.ante
    return {
        name: _sampled(part.sums.get(name, Sums()), rounds, bets.seats, unit, known.get(name))
        for name, unit in units.items()
    }


def _sampled(
    sums: Sums, rounds: int, seats: int, unit: int = 1, known: Known | None = None
) -> Sampled:
    """Mean and error for each seat, from sums over whole rounds."""
    mean = Fraction(sums.total, rounds * seats * unit)
    spread = Fraction(sums.squares * rounds - sums.total**2, rounds * max(1, rounds - 1))
    error = math.sqrt(spread / rounds) / (seats * unit)
    if known is None:
        return Sampled(float(mean), error, rounds, unit)
    least = None
    if known.variance is not None:
        least = math.sqrt(known.variance / (rounds * seats)) / unit
    return Sampled(float(mean), error, rounds, unit, known.mean / unit, least)


def _nets(part: SimulatedPart, stakes: Stakes) -> dict[int, int]:
    """Count seats by their whole net: what the kernel counted by cells, and what the engine did."""
    found = Counter(part.held_nets)
    for cell in np.flatnonzero(part.cells).tolist():
        seven, six, decided = cell // AFTER_SEVEN, cell // CLASSES % CLASSES, cell % CLASSES
        folded = int(cell >= FOLDED)
        net = stakes.base[seven] + stakes.side[0, folded, seven % CLASSES]
        net += stakes.side[1, folded, six] + stakes.side[2, folded, decided]
        found[int(net)] += int(part.cells[cell])
    return dict(sorted(found.items()))


def _sessions(plan: SimulationPlan, part: SimulatedPart) -> SessionSample:
    ends = dict(sorted(part.ends.items()))
    if plan.need == NO_NEED:
        return SessionSample(plan.session, None, part.sessions, ends, None)
    ruined = _sampled(part.ruined, part.sessions, plan.bets.seats)
    return SessionSample(plan.session, plan.bankroll, part.sessions, ends, ruined)

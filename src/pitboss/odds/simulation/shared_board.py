"""How the seats of one table go together: the covariance of two seats that share a board.

A round of n seats varies by n variances and n × (n − 1) covariances. The variance of a seat is
exact; what two seats have in common, board and dealer, is sampled here from whole rounds, with its
standard error. It is the same for every pair of seats, whatever their number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.odds.counting.policy import Policy
from pitboss.odds.outcome import Outcomes
from pitboss.odds.sidebets.side_bet import smallest_stake
from pitboss.odds.simulation.bets import BASE, bets_of
from pitboss.odds.simulation.simulation import simulate
from pitboss.rules import Rules, Wager

SEATS: Final = 5  # sampled together: every rule set has as many, a player-dealer left out
BATCHES_MIN: Final = 2  # one has no error to estimate


@dataclass(frozen=True, slots=True)
class SharedBoard:
    """The sampled covariance of two seats' nets, in Antes squared, with its standard error."""

    covariance: float
    standard_error: float
    rounds: int
    seed: int

    def variance(self, one: Fraction, seats: int) -> float:
        """Return the variance of a round of so many seats; `one` is the exact one of a seat."""
        return seats * float(one) + seats * (seats - 1) * self.covariance

    def variance_error(self, seats: int) -> float:
        """Return the standard error of `variance`."""
        return seats * (seats - 1) * self.standard_error


def shared_board(
    rules: Rules, policy: Policy, outcomes: Outcomes, *, batches: int, rounds: int, seed: int
) -> SharedBoard:
    """Sample `batches` of `rounds` rounds each; the error comes from how far the batches differ.

    Batch n is drawn with seed + n, so that the same arguments give the same figures anywhere.
    """
    bets = bets_of(rules, seats=SEATS, ante=smallest_stake(rules, Wager.ANTE))
    pairs, one = SEATS * (SEATS - 1), float(outcomes.variance)
    found = []
    for batch in range(max(batches, BATCHES_MIN)):
        played = simulate(bets, policy, rounds=rounds, seed=seed + batch, outcomes=outcomes)
        whole = (played.by_wager[BASE].standard_error * SEATS) ** 2 * rounds
        found.append((whole - SEATS * one) / pairs)
    mean = math.fsum(found) / len(found)
    spread = math.fsum((x - mean) ** 2 for x in found) / (len(found) - 1)
    return SharedBoard(mean, math.sqrt(spread / len(found)), rounds * len(found), seed)

"""How far the house's actual win may lie from the expected: for one seat and for a full table.

The win of many rounds is close to normal; a band is the expectation and some deviations around it.
A seat's deviation is exact. Seats of one table share board and dealer and win and lose together:
the deviation of a table holds their sampled covariance, and says its error.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitboss.odds.simulation.shared_board import SharedBoard, shared_board
from pitboss.odds.solution import Solution
from pitboss.reports.par.figure import (
    Cell,
    amount,
    count,
    figure_text,
    fraction,
    percent,
    stakes,
)
from pitboss.reports.par.kept import is_usual, kept_figures
from pitboss.reports.par.view import Grid, ParSection
from pitboss.reports.par.wager_odds import WagerOdds
from pitboss.rules import Rules, Wager

ROUNDS: Final = (1_000, 10_000, 100_000, 1_000_000, 10_000_000)
CONFIDENCE: Final = {"95": 1.959963984540054, "99": 2.5758293035489004}  # percent: deviations
BATCHES: Final = 10  # where nothing is kept: enough to see the error, in a second or two
BATCH_ROUNDS: Final = 10_000
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Band:
    """The house's win after some rounds, in stakes: expected, and the ends of both bands.

    The last two are the ends of the narrower one as parts of all Antes or stakes of those rounds.
    """

    rounds: int
    expected: Fraction
    deviation: float
    low_95: float
    high_95: float
    low_99: float
    high_99: float
    low_95_of_stakes: float
    high_95_of_stakes: float


@dataclass(frozen=True, slots=True)
class Bands:
    """Bands of one wager, or of the base game; `seats` that play every round.

    `variance_error` is None where the variance is exact, else its standard error.
    """

    what: str
    unit: str
    seats: int
    variance: float
    variance_error: float | None
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class ActualWin:
    """All bands, and the sample behind the full table's."""

    shared: SharedBoard
    kept: bool
    tables: tuple[Bands, ...]


def actual_win(solution: Solution, rules: Rules, wagers: tuple[WagerOdds, ...]) -> ActualWin:
    """Work out the bands of the base game, and of every side wager for one seat."""
    outcomes, seats = solution.outcomes, rules.seats - (not rules.house_banks)
    kept = is_usual(solution.game)
    shared = _kept() if kept else _sampled(solution, rules)
    base = "Ante, Blind and Play"
    table = shared.variance(outcomes.variance, seats)
    tables = [
        _bands(base, "Ante", 1, outcomes.ev, float(outcomes.variance), None),
        _bands(base, "Ante", seats, outcomes.ev * seats, table, shared.variance_error(seats)),
    ]
    for one in wagers:
        if one.wager in (Wager.TRIPS, Wager.SIX_CARD) and one.ev is not None:
            variance = float(one.variance or 0)
            tables.append(_bands(one.name, "stake", 1, one.ev, variance, None))
    return ActualWin(shared, kept, tuple(tables))


def _kept() -> SharedBoard:
    return SharedBoard(**kept_figures()["shared_board"])


def _sampled(solution: Solution, rules: Rules) -> SharedBoard:
    return shared_board(
        rules, solution.policy, solution.outcomes,
        batches=BATCHES, rounds=BATCH_ROUNDS, seed=SEED,
    )  # fmt: skip


def _bands(
    what: str, unit: str, seats: int, ev: Fraction, variance: float, error: float | None
) -> Bands:
    bands = tuple(_band(n, seats, ev, variance) for n in ROUNDS)
    return Bands(what, unit, seats, variance, error, bands)


def _band(rounds: int, seats: int, ev: Fraction, variance: float) -> Band:
    expected, deviation = -ev * rounds, math.sqrt(variance * rounds)
    ends = [float(expected) + z * deviation for z95 in CONFIDENCE.values() for z in (-z95, z95)]
    return Band(rounds, expected, deviation, *ends, *(x / (rounds * seats) for x in ends[:2]))


def bands_section(found: ActualWin) -> ParSection:
    """Lay out the bands."""
    shared = found.shared
    words = (
        "The house's win after so many rounds lies within a band in 95 or 99 of 100 cases (normal "
        "approximation). The variance of one seat is exact. Seats of one table share the board and "
        "the dealer's hand: the covariance of two seats is sampled, "
        f"{shared.covariance:.6f} ± {shared.standard_error:.6f} Antes squared (standard error), "
        f"from {shared.rounds:,} rounds, first seed {shared.seed}"
        + (", kept for the usual game." if found.kept else "."),
        "A meter's award is too rare for a band: the Progressive has none here.",
    )
    return ParSection(
        "bands",
        "Bands of the actual win",
        words,
        tuple(_grid(one) for one in found.tables),
    )


def _grid(one: Bands) -> Grid:
    columns = ("rounds", "expected win", "exactly", "deviation", "95 % from", "95 % to")
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            count(x.rounds), stakes(x.expected), fraction(x.expected), stakes(x.deviation),
            stakes(x.low_95), stakes(x.high_95), stakes(x.low_99), stakes(x.high_99),
            percent(x.low_95_of_stakes), percent(x.high_95_of_stakes),
        )
        for x in one.bands
    )  # fmt: skip
    more = ("99 % from", "99 % to", "95 % from, of stakes", "95 % to, of stakes")
    whole = "one seat" if one.seats == 1 else f"a full table of {one.seats} seats"
    error = "exact" if one.variance_error is None else f"sampled, ± {one.variance_error:.6f}"
    note = f"Variance of a round {figure_text(amount(one.variance))} ({error})."
    title = f"{one.what}: {whole}, in units of the {one.unit}"
    return Grid(title, (*columns, *more), rows, note, live="bands")

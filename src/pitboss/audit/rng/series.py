"""What follows what: runs and correlations from round to round, seat to seat, deck to deck."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.audit.rng.finding import RngResult, by_deviation, by_largest, by_repeats, too_few
from pitboss.audit.rng.places import DECK_CARDS, Decks, Layout

SERIES_MIN: Final = 500  # below, a correlation is not normal enough
LAGS: Final = tuple(range(1, 21))
RANK_VARIANCE: Final = 14.0  # of one card: thirteen ranks, equally often
RANK_MEAN: Final = 6.0  # of one card, counted from 0
_PART: Final = 100_000  # decks at a time, to bound the memory
_NO_CARD: Final = 255

Series = NDArray[np.int32] | NDArray[np.uint8]


def runs(values: Series, test: str, of: str) -> RngResult:
    """Test runs above and not above the median (Wald and Wolfowitz)."""
    above = values > np.median(values)
    return by_deviation(test, of, runs_deviation(above))


def runs_deviation(marks: NDArray[np.bool_]) -> float:
    """Return how far the number of runs is off, in standard deviations."""
    n = len(marks)
    one = int(np.count_nonzero(marks))
    other = n - one
    if not one or not other:
        return math.inf
    found = 1 + int(np.count_nonzero(marks[1:] != marks[:-1]))
    mean = 1 + 2 * one * other / n
    return (found - mean) / math.sqrt((mean - 1) * (mean - 2) / (n - 1))


def serial_correlation(
    values: NDArray[np.float64], test: str, of: str, lags: tuple[int, ...] = LAGS
) -> RngResult:
    """Return the largest autocorrelation of a series, at lags of one round or more."""
    centred = values - values.mean()
    square = float(centred @ centred)
    return by_largest(test, of, [(f"lag {lag}", _lagged(centred, square, lag)) for lag in lags])


def _lagged(centred: NDArray[np.float64], square: float, lag: int) -> float:
    if not square:
        return math.inf
    n = len(centred)
    found = float(centred[:-lag] @ centred[lag:]) / square
    return (found + 1 / n) / (math.sqrt(n - lag) / n)


def of_strengths(strengths: dict[str, NDArray[np.int32]]) -> list[RngResult]:
    """Test runs and serial correlation of the strengths of dealer and first seat."""
    decks = len(next(iter(strengths.values())))
    if decks < SERIES_MIN:
        return [too_few("runs and serial correlation", "strengths", SERIES_MIN, "decks")]
    found = []
    for name, values in list(strengths.items())[:2]:  # the others share the board
        found.append(runs(values, "runs of strength", name))
        order = np.unique(values, return_inverse=True)[1].astype(np.float64)
        found.append(serial_correlation(order, "serial correlation of strength", name))
    return found


def across_seats(decks: Decks, layout: Layout) -> RngResult:
    """Test that two hands' ranks correlate no more than cards from one deck must.

    Cards of one deck exclude one another: each pair of cards has the covariance −variance/51.
    """
    test, of = "correlation across seats", "ranks of first two cards"
    if len(decks) < SERIES_MIN:
        return too_few(test, of, SERIES_MIN, "decks")
    ranks = {
        name: (decks[:, places] // 4).sum(axis=1, dtype=np.float64) - 2 * RANK_MEAN
        for name, places in layout.holes
    }
    due = -4 * RANK_VARIANCE / (DECK_CARDS - 1)
    deviations = []
    for a, b in combinations(ranks, 2):
        products = ranks[a] * ranks[b]
        error = float(products.std()) / math.sqrt(len(products))
        z = (float(products.mean()) - due) / error if error else math.inf
        deviations.append((f"{a} and {b}", z))
    return by_largest(test, of, deviations)


def deck_after_deck(decks: Decks) -> list[RngResult]:
    """Count cards that keep their place or their neighbour from one deck to the next."""
    steps = len(decks) - 1
    names = ("place kept", "neighbour kept")
    if steps < SERIES_MIN:
        return [too_few(name, "deck after deck", SERIES_MIN + 1, "decks") for name in names]
    places = neighbours = 0
    for start in range(0, steps, _PART):
        part = decks[start : start + _PART + 1]
        places += int(np.count_nonzero(part[1:] == part[:-1]))
        following = _following(part)
        same = (following[1:] == following[:-1]) & (following[1:] != _NO_CARD)
        neighbours += int(np.count_nonzero(same))
    n = DECK_CARDS
    mean = (n - 1) / n  # of 51 pairs, each with the chance 1/52
    square = mean + (n - 2) / n  # and any two of them with the chance 1/(52 · 51)
    return [
        by_deviation(names[0], "deck after deck", (places - steps) / math.sqrt(steps)),
        by_deviation(
            names[1],
            "deck after deck",
            (neighbours - steps * mean) / math.sqrt(steps * (square - mean * mean)),
        ),
    ]


def _following(decks: Decks) -> Decks:
    """Return, by card, the one that follows it in each deck."""
    found = np.full_like(decks, _NO_CARD)
    np.put_along_axis(found, decks[:, :-1], decks[:, 1:], axis=1)
    return found


def repeated_decks(decks: Decks) -> RngResult:
    """Count whole decks that came before: there must be none."""
    repeats = len(decks) - len({deck.tobytes() for deck in decks})
    expected = len(decks) ** 2 / 2 / math.factorial(DECK_CARDS)
    return by_repeats("repeated decks", "whole decks", repeats, expected)

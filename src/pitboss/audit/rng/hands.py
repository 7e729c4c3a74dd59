"""What hands are made: the class of the best five of seven cards, against the exact counts."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.audit.rng.finding import RngResult, by_chi_square, too_few
from pitboss.audit.rng.places import EXPECTED_MIN, Decks, Layout
from pitboss.cards import Category, Strength, category_of
from pitboss.odds import evaluate

# Of all C(52, 7) = 133,784,560 hands of seven cards, by category, the weakest first.
CLASS_COUNTS: Final = (
    *(23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020),
    *(4_047_644, 3_473_184, 224_848, 37_260, 4_324),
)
CLASSES_DECKS_MIN: Final = 500  # so that a few classes stand alone


def strengths_of(decks: Decks, layout: Layout) -> dict[str, NDArray[np.int32]]:
    """Return each hand's strength in each deck, by the hand's name."""
    return {name: evaluate(decks[:, [*places, *layout.board]]) for name, places in layout.holes}


def classes(strengths: dict[str, NDArray[np.int32]]) -> list[RngResult]:
    """Test that each hand makes each class as often as the exact counts say."""
    decks = len(next(iter(strengths.values())))
    if decks < CLASSES_DECKS_MIN:
        return [too_few("seven-card class", "every hand", CLASSES_DECKS_MIN, "decks")]
    return [_classes(name, found) for name, found in strengths.items()]


def _classes(name: str, strengths: NDArray[np.int32]) -> RngResult:
    values, times = np.unique(strengths, return_counts=True)
    counts = np.zeros(len(Category))
    for value, often in zip(values.tolist(), times.tolist(), strict=True):
        counts[category_of(Strength(value))] += often
    expected = np.array(CLASS_COUNTS) * (len(strengths) / sum(CLASS_COUNTS))
    # The best hands are too rare to stand alone; they are put together until enough are expected.
    last = len(Category) - 1
    while expected[last:].sum() < EXPECTED_MIN:
        last -= 1
    seen = np.append(counts[:last], counts[last:].sum())
    due = np.append(expected[:last], expected[last:].sum())
    statistic = float(((seen - due) ** 2 / due).sum())
    return by_chi_square("seven-card class", name, statistic, last)

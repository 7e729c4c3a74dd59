"""Where cards lie: each card in each place, the first two cards of a hand, and neighbours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.audit.rng.finding import RngResult, by_chi_square, too_few
from pitboss.audit.rng.tails import gamma_tails
from pitboss.cards import Card, card_text

DECK_CARDS: Final = 52
SEATS: Final = 6


@dataclass(frozen=True, slots=True)
class Layout:
    """Five places for the board, and two for each hand by its name."""

    board: tuple[int, ...]
    holes: tuple[tuple[str, tuple[int, int]], ...]


# The packets of a full table behind a shuffler: board, dealer, then the seats. Where chance is fair
# all places are alike; a hand that is dealt from others is tested by giving another layout.
FULL_TABLE: Final = Layout(
    board=(0, 1, 2, 3, 4),
    holes=(
        ("dealer", (5, 6)),
        *((f"seat {seat}", (5 + 2 * seat, 6 + 2 * seat)) for seat in range(1, SEATS + 1)),
    ),
)


Decks = NDArray[np.uint8]

EXPECTED_MIN: Final = 5  # in each cell, the usual bound for a χ² test
PAIRS: Final = math.comb(DECK_CARDS, 2)
_TABLE: Final = "52 cards in 52 places"


def card_by_place(decks: Decks) -> list[RngResult]:
    """Test that each card is in each place equally often, over all and in the worst cell."""
    if len(decks) < EXPECTED_MIN * DECK_CARDS:
        return [too_few("card by place", _TABLE, EXPECTED_MIN * DECK_CARDS, "decks")]
    counts = np.stack([np.bincount(column, minlength=DECK_CARDS) for column in decks.T])
    expected = len(decks) / DECK_CARDS
    return [_whole_table(counts, expected), _worst_cell(counts, expected)]


def _whole_table(counts: NDArray[np.int64], expected: float) -> RngResult:
    """χ² with 51² degrees of freedom, which sees a fault that is spread over many places.

    Rows and columns of the table both add up to the number of decks, since a deck has each card
    once. So the usual sum comes out 52/51 times a χ² variable, which the factor 51/52 undoes.
    """
    usual = float(((counts - expected) ** 2).sum()) / expected
    free = DECK_CARDS - 1
    return by_chi_square("card by place", _TABLE, usual * free / DECK_CARDS, free * free)


def _worst_cell(counts: NDArray[np.int64], expected: float) -> RngResult:
    """Return the fullest or the emptiest cell, which sees one card that prefers one place.

    Tails are Poisson's, a little wider than those of a count; by Bonferroni's bound for all cells
    and both sides.
    """
    high, low = int(counts.max()), int(counts.min())
    above, below = gamma_tails(high, expected)[0], gamma_tails(low + 1, expected)[1]
    p, worst = min((above, high), (below, low))
    place, card = np.argwhere(counts == worst)[0].tolist()
    return RngResult(
        "card in one place",
        _TABLE,
        (worst - expected) / math.sqrt(expected),
        None,
        min(1.0, p * 2 * counts.size),
        f"the largest of {counts.size:,}: {card_text(Card(card))} in place {place + 1}",
    )


def first_two(decks: Decks, layout: Layout) -> list[RngResult]:
    """Test that each hand gets each of the 1,326 pairs of cards equally often."""
    if len(decks) < EXPECTED_MIN * PAIRS:
        return [too_few("first two cards", "every hand", EXPECTED_MIN * PAIRS, "decks")]
    return [_first_two(decks[:, places], name) for name, places in layout.holes]


def _first_two(holes: Decks, name: str) -> RngResult:
    low, high = np.sort(holes, axis=1).astype(np.int64).T
    counts = np.bincount(high * (high - 1) // 2 + low, minlength=PAIRS)
    expected = len(holes) / PAIRS
    statistic = float(((counts - expected) ** 2).sum()) / expected
    return by_chi_square("first two cards", name, statistic, PAIRS - 1)


def neighbours(decks: Decks) -> RngResult:
    """Test that each card follows each other card equally often, over all 51 places.

    The 2,652 counts depend on one another, as a deck is one chain of cards. What the first and the
    last card add is left to the table of places: taking it out leaves counts whose rows and columns
    add up to nothing. Of those, a symmetric part (1,274 degrees of freedom) has the variance p for
    each deck, and an antisymmetric one (1,275) has p + 2q, where p = 1/52 is the chance that b
    follows a, and q = 1/(52 · 51) that two given pairs that do not exclude each other both follow.
    """
    test, of = "neighbours", "each card after each other"
    if len(decks) < EXPECTED_MIN * DECK_CARDS:
        return too_few(test, of, EXPECTED_MIN * DECK_CARDS, "decks")
    n = DECK_CARDS
    counts = np.zeros(n * n)
    for place in range(n - 1):
        pairs = decks[:, place].astype(np.int64) * n + decks[:, place + 1]
        counts += np.bincount(pairs, minlength=n * n)
    followed = counts.reshape(n, n)
    off = ~np.eye(n, dtype=bool)
    symmetric = np.where(off, (followed + followed.T) / 2 - len(decks) / n, 0.0)
    total = symmetric.sum() / (2 * n - 2)
    share = (symmetric.sum(axis=1) - total) / (n - 2)
    symmetric = np.where(off, symmetric - share[:, None] - share[None, :], 0.0)
    turned = (followed - followed.T) / 2
    share = turned.sum(axis=1) / n
    turned = turned - (share[:, None] - share[None, :])
    p, q = 1 / n, 1 / (n * (n - 1))
    statistic = (symmetric**2).sum() / p + (turned**2).sum() / (p + 2 * q)
    df = n * (n - 3) // 2 + (n - 1) * (n - 2) // 2
    return by_chi_square(test, of, float(statistic) / len(decks), df)

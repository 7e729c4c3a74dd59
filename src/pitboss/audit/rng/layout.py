"""Which places of a deck make the hands that are tested."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

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

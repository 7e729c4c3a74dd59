"""How many decks a second we shuffle, provably, beside the standard library's own shuffles."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable
from statistics import median

from pitboss.cards.shuffle import commitment, deck_order

ROUNDS = 9
DECKS_A_ROUND = 2_000
OURS = "deck_order, no seeds"


def main() -> None:
    """Time each in turn, several times, and print medians."""
    secret = secrets.token_bytes(32)
    seeds = {seat: secrets.token_bytes(32) for seat in range(1, 7)}
    system, twister = random.SystemRandom(), random.Random(20)
    deck = list(range(52))
    work: dict[str, Callable[[int], object]] = {
        OURS: lambda number: deck_order(secret, "table-1", number, {}),
        "deck_order, six seeds": lambda number: deck_order(secret, "table-1", number, seeds),
        "with a fresh secret and its commitment": lambda number: _round(number),
        "SystemRandom().shuffle": lambda _: system.shuffle(deck),
        "Random().shuffle (no secret at all)": lambda _: twister.shuffle(deck),
    }
    spent: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(ROUNDS):
        for name, shuffle in work.items():
            start = time.perf_counter()
            for number in range(DECKS_A_ROUND):
                shuffle(number)
            spent[name].append((time.perf_counter() - start) / DECKS_A_ROUND)
    ours = median(spent[OURS])
    print(f"median of {ROUNDS} rounds of {DECKS_A_ROUND:,} decks")
    print(f"{'':<40} {'µs a deck':>10} {'decks/s':>10} {'theirs/ours':>12}")
    for name, times in spent.items():
        one = median(times)
        print(f"{name:<40} {one * 1e6:>10.1f} {1 / one:>10,.0f} {one / ours:>11.2f}x")
    print()


def _round(number: int) -> object:
    secret = secrets.token_bytes(32)
    return commitment(secret, "table-1", number), deck_order(secret, "table-1", number, {})


if __name__ == "__main__":
    main()

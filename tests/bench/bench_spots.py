"""How long it takes to draw 10,000 spots within a twentieth of an Ante, by street."""

import time
from fractions import Fraction

from pitboss.odds import SpotFilter, draw_spots, solved, standard_game
from pitboss.rules import Street

ROUNDS = 5
SPOTS = 10_000
CLOSE = Fraction(1, 20)
DUE_S = 1.0


def drawn(street: Street, closeness: Fraction, seed: int) -> float:
    start = time.perf_counter()
    draw_spots(standard_game(), SpotFilter(street, closeness=closeness), SPOTS, seed)
    return time.perf_counter() - start


def main() -> None:
    """Print the first draw of a filter and the least of several later ones."""
    solved(standard_game())
    draw_spots(standard_game(), SpotFilter(Street.RIVER), 1, seed=1)  # loads tables and kernels
    draw_spots(standard_game(), SpotFilter(Street.FLOP), 1, seed=1)
    for street in Street:
        new = min(drawn(street, CLOSE + Fraction(n, 1_000), 1) for n in range(1, 4))
        drawn(street, CLOSE, 1)
        again = min(drawn(street, CLOSE, seed) for seed in range(2, 2 + ROUNDS))
        print(
            f"{street:<6} {SPOTS:,} spots: {again:.2f} s, {new:.2f} s with a new filter; "
            f"due {DUE_S:.0f} s"
        )


if __name__ == "__main__":
    main()

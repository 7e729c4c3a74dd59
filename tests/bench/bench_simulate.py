"""Seat-rounds a second on one core: compiled rounds beside the engine, in one run."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import numpy as np

from pitboss.odds.simulation.bets import SimulatedBets, bets_of, stakes_of
from pitboss.odds.simulation.kernels import AFTER_SEVEN, CLASSES, ENDINGS, Stakes
from pitboss.odds.simulation.parts import SimulationPlan, dealt, play_part, played
from pitboss.odds.simulation.tables import lookup
from pitboss.odds.solution import solve
from pitboss.rules import Chips, Wager, in_force, rule_set
from tests.odds.test_simulate_engine import engine

REPEATS = 5
CHUNKS = 40
ENGINE_ROUNDS = 100
SEED = 20
ANTE = Chips(1000)
SIDE = {Wager.TRIPS: ANTE, Wager.SIX_CARD: ANTE, Wager.PROGRESSIVE: Chips(100)}


def tables() -> dict[str, SimulatedBets]:
    rules = in_force(rule_set("maryland"), {"six_card": "A", "progressive": "A"})
    return {
        f"{seats} seat{'s' * (seats > 1)}, {name}": bets_of(
            rules, seats=seats, ante=ANTE, side=side
        )
        for seats in (1, 6)
        for name, side in (("base game", {}), ("all side bets", SIDE))
    }


def per_second(work: Callable[[], object], seat_rounds: int) -> float:
    """How many of so many seat-rounds are done in a second of this thread's own time."""
    start = time.thread_time()
    work()
    return seat_rounds / (time.thread_time() - start)


def main() -> None:
    game = solve(next(iter(tables().values())).game)
    found = lookup(game.policy)
    print(f"seat-rounds a second on one core, median of {REPEATS} alternating runs")
    print(f"{'table':<24} {'compiled':>12} {'engine':>9} {'ratio':>9}")
    for name, bets in tables().items():
        stakes = stakes_of(bets)
        plan = SimulationPlan(bets, 10**9, SEED)
        cards = dealt(bets, SEED, 0, ENGINE_ROUNDS)
        cells = played(bets, cards, found, stakes).astype(np.int64)
        choices = (cells // (ENDINGS * CLASSES * AFTER_SEVEN)).tolist()
        deals = list(zip(cards.tolist(), choices, strict=True))

        def compiled(plan: SimulationPlan = plan, stakes: Stakes = stakes) -> None:
            play_part(plan, found, stakes, range(CHUNKS))

        def by_engine(
            bets: SimulatedBets = bets, deals: list[tuple[list[int], list[int]]] = deals
        ) -> None:
            for deal in deals:
                engine(bets, *deal)

        play_part(plan, found, stakes, range(1))  # compiled before it is timed
        ours, theirs = [], []
        for _ in range(REPEATS):
            ours.append(per_second(compiled, CHUNKS * plan.chunk * bets.seats))
            theirs.append(per_second(by_engine, ENGINE_ROUNDS * bets.seats))
        rate, base = median(ours), median(theirs)
        print(f"{name:<24} {rate:>12,.0f} {base:>9,.0f} {rate / base:>8,.0f}x")


if __name__ == "__main__":
    main()

"""The whole game beside brute force: a slice of it, one by one and compiled, scaled up."""

import time
from collections.abc import Callable
from itertools import combinations
from random import Random

import numpy as np

from pitboss.cards import DECK, strength
from pitboss.odds.counting.batch import evaluate
from pitboss.odds.counting.levels import plain_values
from pitboss.odds.counting.tally import DEALS
from pitboss.odds.game import standard_game
from pitboss.odds.solution import solve

ROUNDS = 5
SEED = 3
RUNOUTS_PLAIN = 4  # turns and rivers of the slice in plain Python
RUNOUTS_COMPILED = 400


def seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The least time of some rounds: the others were disturbed."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def solved() -> None:
    plain_values.cache_clear()
    solve()


def plain_slice(cards: list[int], runouts: list[tuple[int, int]]) -> int:
    """Showdowns of one flop and hole on some runouts, one by one."""
    met = 0
    for runout in runouts:
        board = [*cards[2:5], *runout]
        mine = strength([DECK[c] for c in (*board, *cards[:2])])
        unseen = [c for c in range(52) if c not in board and c not in cards[:2]]
        for hand in combinations(unseen, 2):
            met += mine > strength([DECK[c] for c in (*board, *hand)])
    return met


def compiled_slice(cards: list[int], runouts: list[tuple[int, int]]) -> int:
    """The same with our compiled evaluator, all dealer hands of a board at once."""
    met = 0
    for runout in runouts:
        board = [*cards[2:5], *runout]
        unseen = [c for c in range(52) if c not in board and c not in cards[:2]]
        hands = PAIRS[np.isin(PAIRS, unseen).all(axis=1)]
        seven = np.concatenate([np.tile(board, (len(hands), 1)), hands], axis=1)
        mine = evaluate(np.array([[*board, *cards[:2]]]))[0]
        met += int((evaluate(seven) < mine).sum())
    return met


PAIRS = np.array(list(combinations(range(52), 2)))


def main() -> None:
    chance = Random(SEED)
    cards = chance.sample(range(52), 5)
    rest = [c for c in range(52) if c not in cards]
    runouts = chance.sample(list(combinations(rest, 2)), RUNOUTS_COMPILED)
    game = standard_game()

    solved()
    compiled_slice(cards, runouts[:2])
    assert plain_slice(cards, runouts[:3]) == compiled_slice(cards, runouts[:3])
    ours = seconds(solved)
    tally = seconds(lambda: solve(game).outcomes, 3) - ours
    plain = seconds(lambda: plain_slice(cards, runouts[:RUNOUTS_PLAIN]), 3)
    compiled = seconds(lambda: compiled_slice(cards, runouts), 3)

    print(f"all {DEALS:,} deals, least of {ROUNDS} rounds")
    print(f"{'way':<34} {'seconds':>16} {'times ours':>14}")
    rows = [
        ("pitboss solve", ours),
        ("  and the tally of all deals", ours + tally),
        ("brute force in Python, scaled", plain * DEALS / (RUNOUTS_PLAIN * 990)),
        ("brute force compiled, scaled", compiled * DEALS / (RUNOUTS_COMPILED * 990)),
    ]
    for name, took in rows:
        print(f"{name:<34} {took:>16,.2f} {took / ours:>13,.1f}x")
    print()


if __name__ == "__main__":
    main()

"""How long one decision takes on each street, beside the plain twin that deals every showdown."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median

from pitboss.cards import DECK, Card
from pitboss.odds.decisions.decision import decision
from pitboss.odds.decisions.explanation import explain
from pitboss.odds.decisions.matchups import matchups
from pitboss.odds.decisions.sharing import share
from pitboss.odds.game import standard_game
from pitboss.odds.solution import solved
from tests.odds.reference import Twin

ROUNDS = 9
SEED = 20
TWIN_BOARDS = 3  # of 990 showdowns each; the twin's time for all is worked out from these
SHARED_DEALS = 20

GAME = standard_game()


@dataclass(frozen=True, slots=True)
class Street:
    """A decision: how many board, dead and dealer cards are known, and the time it may take."""

    name: str
    board: int
    dead: int
    dealer: int
    due_ms: float


STREETS = [
    Street("river", 5, 0, 0, 2),
    Street("river, 10 dead", 5, 10, 0, 2),
    Street("flop", 3, 0, 0, 15),
    Street("flop, 10 dead", 3, 10, 0, 15),
    Street("before, from the solve", 0, 0, 0, 5),
    Street("before, 2 dead", 0, 2, 0, 1000),
    Street("before, 10 dead", 0, 10, 0, 1000),
    Street("before, 1 of the dealer", 0, 0, 1, 1000),
    Street("before, 2 of the dealer", 0, 0, 2, 1000),
]


def measure(street: Street, chance: random.Random) -> tuple[float, float]:
    """Median milliseconds of ours and, scaled up from a few boards, of the twin; the same cards."""
    ours, theirs = [], []
    for _ in range(ROUNDS):
        cards = chance.sample(DECK, 2 + street.board + street.dead + street.dealer)
        hole, board = cards[:2], cards[2 : 2 + street.board]
        dead = cards[2 + street.board : 2 + street.board + street.dead]
        dealer = cards[2 + street.board + street.dead :]
        deals = decision(GAME, hole, board, dead, dealer).deals
        ours.append(timed(partial(decision, GAME, hole, board, dead, dealer)))
        theirs.append(twin_ms(Twin(GAME, hole, dead=dead, dealer=dealer), board, deals, chance))
    return median(ours), median(theirs)


def twin_ms(twin: Twin, board: list[Card], deals: int, chance: random.Random) -> float:
    left = [card for card in twin.deck if card not in board]
    boards = [[*board, *chance.sample(left, 5 - len(board))] for _ in range(TWIN_BOARDS)]
    met = 0
    start = time.perf_counter()
    for some in boards[: 1 if len(board) == 5 else None]:
        met += len(twin.showdowns(some))
    return (time.perf_counter() - start) * 1e3 * deals / met


def timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1e3


def main() -> None:
    chance = random.Random(SEED)
    solved(GAME)
    matchups(GAME)
    print(f"one decision, median of {ROUNDS} with fresh cards; the twin scaled up from few boards")
    print(f"{'decision':<24} {'ms':>9} {'due ms':>7} {'twin ms':>16} {'twin/ours':>14}")
    for street in STREETS:
        ours, theirs = measure(street, chance)
        ratio = theirs / ours
        print(
            f"{street.name:<24} {ours:>9.3f} {street.due_ms:>7g} {theirs:>16,.1f} {ratio:>13,.0f}x"
        )
    print()
    for board in (5, 3, 0):
        cards = chance.sample(DECK, 2 + board)
        found = [timed(partial(explain, GAME, cards[:2], cards[2:])) for _ in range(ROUNDS)]
        print(f"explain with {board} board cards: {min(found):.2f} ms")
    print()
    for seats in (2, 6):
        taken = timed(partial(share, GAME, seats, SHARED_DEALS, SEED))
        print(f"{seats} seats share: {taken / SHARED_DEALS:.1f} ms a deal on all cores")


if __name__ == "__main__":
    main()

"""How many hands a second we evaluate, beside treys, PokerKit, phevaluator and eval7."""

import random
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
import phevaluator
import pokerkit
import treys

from pitboss.cards import DECK, Card, card_text, strength
from pitboss.odds.counting.batch import evaluate

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # eval7 calls pyparsing by names that are going away
    import eval7

ROUNDS = 9
HANDS_A_ROUND = 20_000
SEED = 20

# Any, here and below: each library has cards of its own type, and its own way to be given them.
Arguments = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Contender:
    """A library: how its arguments are made from a hand beforehand, and the call that is timed."""

    name: str
    prepare: Callable[[list[Card]], Arguments]
    evaluate: Callable[..., object]
    hands_a_round: int = HANDS_A_ROUND

    def hands_a_second(self, hands: list[list[Card]]) -> float:
        """Its speed on as many of `hands` as it has time for."""
        prepared = [self.prepare(hand) for hand in hands[: self.hands_a_round]]
        evaluate = self.evaluate
        start = time.perf_counter()
        for arguments in prepared:
            evaluate(*arguments)
        return len(prepared) / (time.perf_counter() - start)


def contenders() -> list[Contender]:
    return [
        Contender("pitboss", lambda hand: (hand,), strength),
        Contender("treys", hole_and_board(treys.Card.new), treys.Evaluator().evaluate),
        Contender(
            "PokerKit",
            hole_and_board(lambda text: next(iter(pokerkit.Card.parse(text)))),
            pokerkit.StandardHighHand.from_game,
            hands_a_round=HANDS_A_ROUND // 50,  # it is slow, and as well known from few
        ),
        Contender("phevaluator (C)", tuple, phevaluator.evaluate_cards),
        Contender("eval7 (C)", whole(eval7.Card), eval7.evaluate),
    ]


def hole_and_board(new: Callable[[str], Any]) -> Callable[[list[Card]], Arguments]:
    cards = [new(card_text(card)) for card in DECK]
    return lambda hand: ([cards[card] for card in hand[:2]], [cards[card] for card in hand[2:]])


def whole(new: Callable[[str], Any]) -> Callable[[list[Card]], Arguments]:
    cards = [new(card_text(card)) for card in DECK]
    return lambda hand: ([cards[card] for card in hand],)


def measure(size: int) -> dict[str, float]:
    """Median hands a second by name; each round has fresh hands, the same for all, in turn."""
    chance = random.Random(SEED)
    libraries = contenders()
    speeds: dict[str, list[float]] = {library.name: [] for library in libraries}
    for _ in range(ROUNDS):
        hands = [chance.sample(DECK, size) for _ in range(HANDS_A_ROUND)]
        chance.shuffle(libraries)  # whoever comes first finds the caches cold
        for library in libraries:
            speeds[library.name].append(library.hands_a_second(hands))
    return {name: median(of_rounds) for name, of_rounds in speeds.items()}


def batch() -> None:
    """Seven cards, all hands in one call; the others have no such call, so theirs is a loop."""
    chance = random.Random(SEED)
    hands = [chance.sample(DECK, 7) for _ in range(HANDS_A_ROUND)]
    cards = np.array(hands)
    evaluate(cards)  # compiled, or loaded, before the clock starts
    ours = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        evaluate(cards)
        ours.append(HANDS_A_ROUND / (time.perf_counter() - start))
    speeds = {"pitboss batch": median(ours)}
    for library in contenders():
        speeds[library.name] = median(library.hands_a_second(hands) for _ in range(3))
    show(
        f"7 cards, {HANDS_A_ROUND:,} hands in one call where there is one", speeds, "pitboss batch"
    )


def show(title: str, speeds: dict[str, float], ours: str) -> None:
    print(title)
    print(f"{'library':<16} {'hands/s':>12} {'ours/theirs':>12}")
    for name, speed in speeds.items():
        print(f"{name:<16} {speed:>12,.0f} {speeds[ours] / speed:>11.2f}x")
    print()


def main() -> None:
    for size in (5, 7):
        title = f"{size} cards, median of {ROUNDS} rounds of {HANDS_A_ROUND:,} fresh hands"
        show(title, measure(size), "pitboss")
    batch()


if __name__ == "__main__":
    main()

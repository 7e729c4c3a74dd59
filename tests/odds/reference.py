"""Slow, plain twins of the kernels: everything that can happen, one deal after the other.

Nothing here is clever. A deck with few cards left can be gone through whole; that is how the tests
hold the kernels to account.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from pitboss.cards import DECK, Card, category_of, strength
from pitboss.odds.counting.kernels import PAY_FOLD, PAY_PLAY
from pitboss.odds.game import Game
from pitboss.odds.outcome import ENDING_NAMES


@dataclass(frozen=True, slots=True)
class Showdown:
    """One board and one dealer hand against ours: how it ends, and what the wagers bring."""

    ending: str
    qualified: bool
    stands: int  # Ante and Blind, in the game's pay units
    slope: int  # each Ante of the Play wager
    fold: int

    def played(self, multiple: int) -> int:
        """What all wagers bring, with a Play wager of so many Antes."""
        return self.stands + multiple * self.slope


def showdown(
    game: Game, hole: Sequence[Card], board: Sequence[Card], dealer: Sequence[Card]
) -> Showdown:
    """Compare two hands on a board."""
    mine = strength((*hole, *board))
    theirs = strength((*dealer, *board))
    qualified = category_of(theirs) >= game.qualifies
    ending = "tie" if mine == theirs else "win" if mine > theirs else "lose"
    if not qualified and ending != "tie":
        ending += "-unqualified"
    pays = game.pays[category_of(mine)]
    at = ENDING_NAMES.index(ending)
    return Showdown(ending, qualified, pays[at], pays[PAY_PLAY + at], pays[PAY_FOLD])


class Twin:
    """One player's cards, the cards that cannot come, and those the dealer is known to hold."""

    def __init__(
        self,
        game: Game,
        hole: Sequence[Card],
        *,
        dead: Sequence[Card] = (),
        dealer: Sequence[Card] = (),
    ) -> None:
        self.game = game
        self.hole = tuple(hole)
        self.dealer = tuple(dealer)
        self.deck = [card for card in DECK if card not in {*hole, *dead, *dealer}]
        self._found: dict[frozenset[Card], list[Showdown]] = {}

    def showdowns(self, board: Sequence[Card]) -> list[Showdown]:
        """Meet every hand that the dealer may have on a board."""
        key = frozenset(board)
        if key not in self._found:
            left = [card for card in self.deck if card not in key]
            rests = combinations(left, 2 - len(self.dealer))
            self._found[key] = [
                showdown(self.game, self.hole, board, (*self.dealer, *rest)) for rest in rests
            ]
        return self._found[key]

    def boards(self, known: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
        """Complete a board in every way."""
        left = [card for card in self.deck if card not in known]
        return ((*known, *rest) for rest in combinations(left, 5 - len(known)))

    def play(self, known: Sequence[Card], multiple: int) -> Fraction:
        """What a Play wager of so many Antes is worth when these board cards are known."""
        return (
            self._mean(
                Fraction(sum(met.played(multiple) for met in found), len(found))
                for found in map(self.showdowns, self.boards(known))
            )
            / self.game.unit
        )

    def river(self, board: Sequence[Card]) -> dict[str, Fraction]:
        """Fold, or play."""
        fold = Fraction(self.showdowns(board)[0].fold, self.game.unit)
        return {"fold": fold, **{f"{n}x": self.play(board, n) for n in self.game.river}}

    def flop(self, flop: Sequence[Card]) -> dict[str, Fraction]:
        """Check and then do what is best on the river, or play now."""
        check = self._mean(max(self.river(board).values()) for board in self.boards(flop))
        return {"check": check, **{f"{n}x": self.play(flop, n) for n in self.game.flop}}

    def deal(self) -> dict[str, Fraction]:
        """Check and then do what is best on the flop, or play now."""
        flops = combinations(self.deck, 3)
        check = self._mean(max(self.flop(flop).values()) for flop in flops)
        return {"check": check, **{f"{n}x": self.play((), n) for n in self.game.deal}}

    def endings(self, known: Sequence[Card] = ()) -> dict[str, Fraction]:
        """How likely each ending is, and a dealer who does not qualify."""
        found: Counter[str] = Counter(dict.fromkeys((*ENDING_NAMES, "unqualified"), 0))
        deals = 0
        for board in self.boards(known):
            for met in self.showdowns(board):
                deals += 1
                found[met.ending] += 1
                found["unqualified"] += not met.qualified
        return {name: Fraction(count, deals) for name, count in found.items()}

    @staticmethod
    def _mean(values: Iterator[Fraction]) -> Fraction:
        found = list(values)
        return sum(found, Fraction(0)) / len(found)

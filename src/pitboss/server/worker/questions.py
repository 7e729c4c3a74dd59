"""Questions about the base game: one decision, the 169 starting hands, a strategy and its cost.

A question holds the numbers of a game and no name, so that places with equal numbers share one
answer; whoever asks writes the names into it. Odds are imported inside functions, because that
loads compiled code, which the server's own process does without.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations
from typing import Final, Self, TypeVar

import msgspec

from pitboss.cards import Card, parse_cards, suit_of
from pitboss.cards.card import SUIT_COUNT
from pitboss.odds import Game, standard_game
from pitboss.odds.counting.executor import Progress
from pitboss.rules.user_toml import Document
from pitboss.server.wire.odds import OddsDecision, OddsHands, OddsStrategy

SUITS: Final = tuple(range(SUIT_COUNT))
T = TypeVar("T")
_Cards = tuple[Card, ...]


class QuestionError(ValueError):
    """A question that has no answer: one line that says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class DecisionQuestion:
    """What each choice is worth with these cards. Make it with `of`."""

    game: Game
    hole: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    dead: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()

    @classmethod
    def of(
        cls,
        game: Game,
        hole: Iterable[Card],
        board: Iterable[Card] = (),
        dead: Iterable[Card] = (),
        dealer: Iterable[Card] = (),
    ) -> Self:
        """Make the question without names and without the order of the cards.

        Before the flop suits are renamed too: as long as nothing else is seen there are 169 hands.
        """
        places = (tuple(hole), tuple(board), tuple(dead), tuple(dealer))
        namings = (SUITS,) if places[1] else permutations(SUITS)
        return cls(game.numbers(), *min(_renamed(places, suits) for suits in namings))

    def answer(self, _: Progress, /) -> OddsDecision:
        """Count every deal that is left; raises `QuestionError` for cards that do not fit."""
        from pitboss.odds import DecisionError, decision
        from pitboss.reports.ev import decision_document

        try:
            found = decision(self.game, self.hole, self.board, self.dead, self.dealer, direct=True)
        except DecisionError as error:
            raise QuestionError(str(error)) from None
        return _typed(decision_document(found), OddsDecision)


@dataclass(frozen=True, slots=True)
class HandsQuestion:
    """What each choice before the flop is worth, for all 169 starting hands."""

    game: Game

    def answer(self, _: Progress, /) -> OddsHands:
        """Solve the game."""
        from pitboss.odds import solved
        from pitboss.reports.starting_hands import hands_document

        return _typed(hands_document(solved(self.game)), OddsHands)


@dataclass(frozen=True, slots=True)
class StrategyQuestion:
    """How a named strategy does in a game, and what it costs against perfect play."""

    game: Game
    name: str

    def answer(self, _: Progress, /) -> OddsStrategy:
        """Play it through all deals; raises `QuestionError` where the game forbids a raise."""
        from pitboss.odds import StrategyError, play_out, solved, strategy_named
        from pitboss.reports.solve import solution_document

        try:
            played = play_out(strategy_named(self.name), solved(self.game))
        except StrategyError as error:
            raise QuestionError(str(error)) from None
        return _typed(solution_document(played), OddsStrategy)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The first question of a process for decisions: it compiles, or loads what was compiled."""

    def answer(self, _: Progress, /) -> None:
        """Count one hand on each street."""
        rehearse()


def rehearse() -> None:
    """Count one hand on each street, so that the code for it is compiled, or loaded."""
    from pitboss.odds import decision, explain

    hole, dead = parse_cards("As Kd"), parse_cards("3h")
    for board in ("", "2c 7d 9s", "2c 7d 9s Th Jh"):
        decision(standard_game(), hole, parse_cards(board), dead, direct=True)
        if board:  # the coach explains from the flop on
            explain(standard_game(), hole, parse_cards(board), dead)


def _renamed(places: tuple[_Cards, ...], suits: tuple[int, ...]) -> tuple[_Cards, ...]:
    """Return the cards of each place in order, under other suits: they are worth the same."""
    return tuple(
        tuple(sorted(Card(card - suit_of(card) + suits[suit_of(card)]) for card in cards))
        for cards in places
    )


def _typed(document: Document, kind: type[T]) -> T:
    """Give a plain document its type, strictly."""
    return msgspec.convert(document, kind)

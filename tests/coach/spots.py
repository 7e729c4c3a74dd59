"""Situations for tests of the coach: written cards, and random spots under a rule book."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from pitboss.cards import DECK, parse_cards
from pitboss.coach.situation import BOARD_CARDS, Situation
from pitboss.odds import Game, affordable_game, game_of
from pitboss.rules import Street, in_force, rule_set

ANTE = 1_000  # cents
STREETS = {cards: street for street, cards in BOARD_CARDS.items()}


def game(rules: str = "maryland") -> Game:
    return game_of(in_force(rule_set(rules))).numbers()


def spot(hole: str, board: str = "", dead: str = "", *, chips: int | None = None) -> Situation:
    """A situation of the usual game; `chips` in cents, None: enough for everything."""
    usual = game()
    payable = usual if chips is None else affordable_game(usual, ante=ANTE, chips=chips)
    cards = parse_cards(board)
    return Situation(
        usual, payable, ANTE, STREETS[len(cards)], parse_cards(hole), cards, parse_cards(dead)
    )


def random_spots(rules: str, count: int, seed: int, *streets: Street) -> Iterator[Situation]:
    """Go over random spots on the given streets, under the rules as they are by default."""
    chance, numbers = Random(seed), game(rules)
    for _ in range(count):
        street = chance.choice(streets)
        hole_1, hole_2, *board = chance.sample(DECK, 2 + BOARD_CARDS[street])
        yield Situation(numbers, numbers, ANTE, street, (hole_1, hole_2), tuple(board))

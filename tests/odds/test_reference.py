"""The kernels against their plain twins, on decks small enough to go through card by card."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.odds.decisions.decision import HandDecision, decision
from pitboss.odds.game import Game
from tests.odds.games import GAMES, STANDARD
from tests.odds.reference import Twin, showdown

SEEDS = range(3)


def dealt(chance: Random, left: int, known: int, board: int) -> tuple[list[Card], ...]:
    """Hole, board, dead and dealer cards; few are left, most of them of two suits, for flushes."""
    deck = sorted(DECK, key=lambda card: chance.random() + (card % 4 > 1) * 0.5)
    alive, dead = deck[: 2 + board + known + left], deck[2 + board + known + left :]
    chance.shuffle(alive)
    return alive[:2], alive[2 : 2 + board], dead, alive[2 + board : 2 + board + known]


def chances(found: HandDecision) -> dict[str, Fraction]:
    return {**found.endings, "unqualified": found.unqualified}


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("known", [0, 1, 2])
@pytest.mark.parametrize("seed", SEEDS)
def test_values_before_the_flop(game: Game, known: int, seed: int) -> None:
    hole, _, dead, dealer = dealt(Random(seed), 9 + known, known, 0)
    twin = Twin(game, hole, dead=dead, dealer=dealer)

    found = decision(game, hole, (), dead, dealer)

    assert found.values == twin.deal()
    assert chances(found) == twin.endings()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("known", [0, 1, 2])
@pytest.mark.parametrize("seed", SEEDS)
def test_values_on_the_flop(game: Game, known: int, seed: int) -> None:
    hole, flop, dead, dealer = dealt(Random(seed), 13, known, 3)
    twin = Twin(game, hole, dead=dead, dealer=dealer)

    found = decision(game, hole, flop, dead, dealer)

    assert found.values == twin.flop(flop)
    assert chances(found) == twin.endings(flop)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("known", [0, 1, 2])
@pytest.mark.parametrize("seed", range(8))
def test_values_on_the_river(game: Game, known: int, seed: int) -> None:
    hole, board, dead, dealer = dealt(Random(seed), 30, known, 5)
    twin = Twin(game, hole, dead=dead, dealer=dealer)

    found = decision(game, hole, board, dead, dealer)

    assert found.values == twin.river(board)
    assert chances(found) == twin.endings(board)


@pytest.mark.parametrize("seed", range(20))
def test_values_on_the_river_with_the_whole_deck(seed: int) -> None:
    cards = Random(seed).sample(DECK, 7)
    twin = Twin(STANDARD, cards[:2])

    assert decision(STANDARD, cards[:2], cards[2:]).values == twin.river(cards[2:])


SUITED = ["2s 5s 9s Qs Ks", "2s 5s 9s Qs Kd", "2s 5s 9s 9d Kd", "Ts Js Qs Ks As"]
HOLES = ["Ah 3s", "8s 3s", "Ad 3d", "3s 9h", "2c 2d", "9c 9h", "6s 4d", "4c 3h"]


@pytest.mark.parametrize("board", SUITED)
@pytest.mark.parametrize("hole", HOLES)
@pytest.mark.parametrize("dealer", ["", "7s", "7d", "7s 8c"])
def test_flushes_of_three_four_and_five_suited_cards(board: str, hole: str, dealer: str) -> None:
    own, there, known = parse_cards(hole), parse_cards(board), parse_cards(dealer)
    twin = Twin(STANDARD, own, dealer=known)

    assert decision(STANDARD, own, there, dealer=known).values == twin.river(there)


def test_a_twin_says_what_a_reader_can_work_out() -> None:
    board = parse_cards("Ts Js Qs Ks As")

    met = showdown(STANDARD, parse_cards("2c 3d"), board, parse_cards("Ad Ac"))

    assert (met.ending, met.qualified) == ("tie", True)
    assert Twin(STANDARD, parse_cards("2c 3d")).river(board) == {"fold": -2, "1x": 0}

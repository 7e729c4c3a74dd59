"""Levels against plain sums: what a hole is worth once some cards are known, card by card."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from pitboss.cards import Card, Category, category_of, strength
from pitboss.odds.counting.boards import DECK_CARDS
from pitboss.odds.counting.kernels import (
    BEST,
    LEVEL,
    PAY_FOLD,
    PAY_PLAY,
    PLAYS,
    SLOPE,
    VALUES,
    views,
)
from pitboss.odds.counting.levels import Level, level_here, level_of
from pitboss.odds.counting.numbering import (
    CHOOSE,
    HOLE_CLASS,
    HOLE_RANK_PAIR,
    LEVEL_ROWS,
    SET_NUMBERS,
    hole_number,
)
from pitboss.odds.game import Game, game_of, standard_game
from pitboss.rules import in_force, rule_set

OTHER_GAME = game_of(
    in_force(rule_set("maryland"), {"blind": "B"}), qualifies=Category.TWO_PAIR, flop=(1, 3)
)


def at_level(level: Level, known: tuple[int, ...], hole: tuple[int, int]) -> list[int]:
    """What the level says of a hole: the plain part and what each suit adds."""
    rows = np.zeros(4, np.int64)
    row = views(LEVEL_ROWS, SET_NUMBERS, CHOOSE, level.n, np.array(known), rows)
    number = hole_number(*hole)
    value = level.plain[row, HOLE_RANK_PAIR[number]].copy()
    for suit in range(4):
        if rows[suit] >= 0:
            value += level.kinds[level.suits[suit], rows[suit], HOLE_CLASS[number, suit]]
    return [int(part) for part in value]


def on_board(
    game: Game, board: tuple[int, ...], hole: tuple[int, int], dealer: tuple[int, ...]
) -> list[int]:
    """The same on a whole board, by meeting every dealer hand."""
    mine = strength([Card(card) for card in (*board, *hole)])
    pays = game.pays[category_of(mine)]
    unseen = [c for c in range(DECK_CARDS) if c not in (*board, *hole, *dealer)]
    stands = slope = hands = 0
    for rest in combinations(unseen, 2 - len(dealer)):
        theirs = strength([Card(card) for card in (*board, *dealer, *rest)])
        qualified = category_of(theirs) >= game.qualifies
        if mine > theirs:
            ending = 0 if qualified else 1
        elif mine == theirs:
            ending = 2
        else:
            ending = 3 if qualified else 4
        stands += pays[ending]
        slope += pays[PAY_PLAY + ending]
        hands += 1
    played = max(stands + multiple * slope for multiple in game.river)
    folded = hands * pays[PAY_FOLD]
    value = [0] * VALUES
    value[BEST], value[LEVEL], value[SLOPE] = max(played, folded), stands, slope
    value[PLAYS] = int(played > folded)
    return value


def summed(
    game: Game, known: tuple[int, ...], hole: tuple[int, int], dealer: tuple[int, ...]
) -> list[int]:
    unseen = [c for c in range(DECK_CARDS) if c not in (*known, *hole, *dealer)]
    boards = [(*known, *rest) for rest in combinations(unseen, 5 - len(known))]
    parts = [on_board(game, board, hole, dealer) for board in boards]
    return [sum(part[m] for part in parts) for m in range(VALUES)]


def dealt(chance: Random, count: int, *, suited: bool) -> list[int]:
    """Distinct cards; `suited` ones come from two suits, so that flushes are about."""
    cards = [c for c in range(DECK_CARDS) if not suited or c % 4 < 2]
    return chance.sample(cards, count)


@pytest.mark.slow
@pytest.mark.parametrize("game", [standard_game(), OTHER_GAME], ids=["standard", "other"])
@pytest.mark.parametrize(("n", "seen"), [(4, 0), (4, 1), (3, 2), (4, 2)])
def test_a_level_is_the_sum_over_all_boards(game: Game, n: int, seen: int) -> None:
    chance = Random(f"{n} {seen} {game.blind}")
    cards = dealt(chance, seen, suited=True)
    dealer = tuple(cards)

    level = level_here(game, n, dealer)

    for trial in range(6):
        free = [c for c in dealt(chance, n + 4, suited=trial % 3 > 0) if c not in dealer]
        hole, known = (free[0], free[1]), tuple(free[2 : 2 + n])
        assert at_level(level, known, hole) == summed(game, known, hole, dealer), (known, hole)


@pytest.mark.slow
def test_the_flop_of_a_full_deck_is_the_sum_over_all_runouts() -> None:
    game = standard_game()
    level = level_of(game, 3)
    known, hole = (51, 46, 5), (47, 9)  # two spades on the flop and one in the hole

    assert at_level(level, known, hole) == summed(game, known, hole, ())


@pytest.mark.slow
def test_one_thread_and_several_say_the_same() -> None:
    game = standard_game()

    alone, together = level_here(game, 3, (20,)), level_of(game, 3, dealer=(20,))

    assert (alone.kinds == together.kinds).all()
    assert (alone.chosen == together.chosen).all()


@pytest.mark.slow
def test_with_turn_and_river_known_the_flop_is_chosen_on_each_board() -> None:
    game = standard_game()
    dealer, hole, known = (3, 18), (50, 33), (10, 22, 31, 47)
    level = level_here(game, 4, dealer, known_runout=True)

    unseen = [c for c in range(DECK_CARDS) if c not in (*known, *hole, *dealer)]
    boards = [on_board(game, (*known, card), hole, dealer) for card in unseen]
    best = [max(b[BEST], b[LEVEL] + game.flop[0] * b[SLOPE]) for b in boards]
    assert at_level(level, known, hole)[BEST] == sum(best)

"""Decisions: published sums, the solved game by another path, laws that any counting obeys."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import DECK, Card, card_of, parse_cards, rank_of, suit_of
from pitboss.odds.counting.boards import flops, flush_boards
from pitboss.odds.counting.kernels import BEST, FOLD, LEVEL, SLOPE
from pitboss.odds.counting.numbering import HOLE_CARDS, hole_number, multiset_number, pair_number
from pitboss.odds.decisions.deal import deal_sums, deals_left
from pitboss.odds.decisions.decision import DEAD_MAX, DecisionError, HandDecision, decision
from pitboss.odds.decisions.matchups import matchups
from pitboss.odds.decisions.memberships import memberships
from pitboss.odds.game import Game
from pitboss.odds.hands import HAND_NAMES, hand_number
from pitboss.odds.solution import DEALS_OF_HOLE, Solution, solved
from pitboss.rules import Street
from tests.odds.games import GAMES, STANDARD

# Sums over 20,975,724,000 deals: check, 3x, 4x; shared/published-figures.md has the source.
PUBLISHED = {
    "As Ad": (45_998_170_800, 60_766_638_280, 75_535_105_760),
    "Kh 5c": (-3_169_425_637, -3_856_629_995, -2_466_370_405),
    "2c 2s": (-3_764_690_152, -6_178_569_000, -6_038_443_160),
    "3d 2h": (-19_420_109_898, -41_829_389_825, -49_253_441_875),
}


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solved(STANDARD)


@pytest.mark.parametrize("hole", PUBLISHED)
def test_published_sums_before_the_flop(hole: str) -> None:
    found = decision(STANDARD, parse_cards(hole), direct=True)

    sums = [value * DEALS_OF_HOLE for value in found.values.values()]
    assert sums == list(PUBLISHED[hole])
    assert found.deals == DEALS_OF_HOLE


@pytest.mark.slow
@pytest.mark.parametrize("hole", ["Ks 5d", "As Ks", "7c 7h", "Jh Ts", "8d 2d"])
def test_the_solved_game_and_the_counted_hand_agree(hole: str) -> None:
    cards = parse_cards(hole)

    assert decision(STANDARD, cards) == decision(STANDARD, cards, direct=True)


@pytest.mark.slow
def test_ties_of_all_hands_are_as_many_as_published() -> None:
    ties = sum(matchups(STANDARD)[HAND_NAMES[hand_number(a, b)]].endings[2] for a, b in HOLE_CARDS)

    # Stephen How counts boards, we count which three of their cards came first.
    assert ties == 10 * 113_130_263_816


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_flop_values_are_those_of_the_solved_game(solution: Solution, seed: int) -> None:
    chance = Random(seed)
    at = chance.randrange(len(flops()[0]))
    flop = [Card(card) for card in flops()[0][at].tolist()]
    hole = chance.sample([card for card in DECK if card not in flop], 2)

    found = decision(STANDARD, hole, flop)

    best, level, slope = solution.flop_values[at, hole_number(*hole)][[BEST, LEVEL, SLOPE]].tolist()
    per = found.deals * STANDARD.unit
    assert found.values == {"check": Fraction(best, per), "2x": Fraction(level + 2 * slope, per)}


@pytest.mark.slow
def test_river_choices_are_those_of_the_policy(solution: Solution) -> None:
    chance = Random(4)
    for _ in range(300):
        cards = chance.sample(DECK, 7)
        hole, board = cards[:2], cards[2:]

        found = decision(STANDARD, hole, board)

        assert (found.best == "fold") == (_policy_of(solution, hole, board) == FOLD)


def _policy_of(solution: Solution, hole: list[Card], board: list[Card]) -> int:
    suits = [suit_of(card) for card in board]
    common = max(suits, key=suits.count)
    ranks = sorted(card // 4 for card in board)
    if suits.count(common) < 3:
        pair = pair_number(hole[0] // 4, hole[1] // 4)
        return int(solution.policy.plain[multiset_number(tuple(ranks)), pair])
    suited = sum(1 << card // 4 for card in board if suit_of(card) == common)
    off = sorted(card // 4 for card in board if suit_of(card) != common)
    boards = memberships()
    wanted = [*off, -1, -1][:2]
    (at,) = ((boards.suited == suited) & (boards.off == wanted).all(axis=1)).nonzero()[0].tolist()
    look = pair_number(*(card // 4 + 13 * (suit_of(card) == common) for card in hole))
    return int(solution.policy.flush[flush_boards()[at, 0], look])


# -- laws -----------------------------------------------------------------------------------------


@settings(max_examples=12)
@given(
    cards=st.permutations(DECK),
    order=st.sampled_from(list(permutations(range(4)))),
    board=st.sampled_from([0, 3, 5]),
    dead=st.integers(1, 12),
    known=st.integers(0, 2),
)
def test_names_of_suits_do_not_matter(
    cards: list[Card], order: tuple[int, ...], board: int, dead: int, known: int
) -> None:
    renamed = [Card(card // 4 * 4 + order[card % 4]) for card in cards]

    def found(deck: list[Card]) -> HandDecision:
        ends = (0, 2, 2 + board, 2 + board + dead, 2 + board + dead + known)
        return decision(STANDARD, *(deck[begin:end] for begin, end in pairwise(ends)))

    first, second = found(cards), found(renamed)

    assert (first.values, first.endings) == (second.values, second.endings)


def test_the_order_of_cards_does_not_matter() -> None:
    hole, dead = parse_cards("Ks 5d"), parse_cards("2c 3h Ah")

    there = decision(STANDARD, hole, dead=dead)
    back = decision(STANDARD, hole[::-1], dead=dead[::-1])

    assert (there.values, there.endings) == (back.values, back.endings)


@pytest.mark.slow
def test_a_dead_card_that_nobody_looks_at_changes_no_raise() -> None:
    hole, seen = parse_cards("Qs 6s"), parse_cards("Qd")
    others = [card for card in DECK if card not in (*hole, *seen)]

    looked_at = [decision(STANDARD, hole, dead=(*seen, card)) for card in others]

    whole = decision(STANDARD, hole, dead=seen)
    for choice in ("3x", "4x"):
        total = sum((found.values[choice] for found in looked_at), Fraction(0))
        assert total / len(others) == whole.values[choice]
    # What can still be decided gains by looking.
    total = sum((found.values["check"] for found in looked_at), Fraction(0))
    assert total / len(others) > whole.values["check"]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_chances_add_up(game: Game) -> None:
    found = decision(game, parse_cards("9s 8s"), parse_cards("7s 6d 2c"), parse_cards("As"))

    assert found.win + found.tie + found.lose == 1
    assert sum(found.endings.values()) == 1
    assert all(found.values[choice] + cost == found.value for choice, cost in found.costs.items())
    assert {*found.costs, found.best} == {*found.values}


def test_of_equal_choices_the_smaller_wager_is_called_best() -> None:
    hole, dealer, flop = parse_cards("As Kd"), parse_cards("Ah Kc"), parse_cards("2c 7d 9h")

    found = decision(STANDARD, hole, flop, dealer=dealer, dead=parse_cards("Qs"))

    assert found.values == {"check": 0, "2x": 0}
    assert found.best == "check"
    assert found.costs == {"2x": 0}


def test_holes_valued_together_are_worth_what_each_is_worth_beside_dead_cards() -> None:
    holes = [(51, 2), (40, 44), (13, 17), (8, 9)]

    together = deal_sums(STANDARD, holes, dead=[50])

    per = deals_left(52 - 9) * STANDARD.unit
    for at, hole in enumerate(holes):
        others = [Card(card) for other in holes if other != hole for card in other]
        alone = decision(STANDARD, [Card(card) for card in hole], dead=[*others, Card(50)])
        assert alone.values["check"] == Fraction(together[at].check, per)
        assert alone.values["4x"] == Fraction(together[at].raised(4), per)


def test_a_known_street_is_named() -> None:
    hole, board = parse_cards("9s 8s"), parse_cards("7s 6d 2c Ks 3d")

    assert decision(STANDARD, hole, board).street == Street.RIVER
    assert decision(STANDARD, hole, board[:3]).street == Street.FLOP
    assert decision(STANDARD, hole, dead=board).street == Street.DEAL


# -- what cannot be -------------------------------------------------------------------------------

WRONG = {
    "three hole cards": (("Ks 5d 2c", "", "", ""), "the hole has 3 cards"),
    "one hole card": (("Ks", "", "", ""), "the hole has 1 cards"),
    "four on the board": (("Ks 5d", "2c 3c 4c 5c", "", ""), "the board has 4 cards"),
    "three of the dealer": (("Ks 5d", "", "", "2c 3c 4c"), "the dealer has 3 cards"),
    "twice": (("Ks 5d", "", "Ks", ""), "Ks is in two places"),
}


@pytest.mark.parametrize(("given_cards", "told"), WRONG.values(), ids=WRONG)
def test_cards_that_do_not_fit_are_refused(given_cards: tuple[str, ...], told: str) -> None:
    with pytest.raises(DecisionError, match=told):
        decision(STANDARD, *map(parse_cards, given_cards))


@pytest.mark.parametrize("board", [0, 3, 5])
@pytest.mark.parametrize("known", [0, 1, 2])
def test_so_many_cards_may_be_dead_that_a_deal_remains(board: int, known: int) -> None:
    cards = Random(1).sample(DECK, 52)
    hole, there, dealer = cards[:2], cards[2 : 2 + board], cards[2 + board : 2 + board + known]
    rest = cards[2 + board + known :]

    assert decision(STANDARD, hole, there, rest[:DEAD_MAX], dealer).deals >= 1
    if len(rest) > DEAD_MAX:
        with pytest.raises(DecisionError, match="at most 43 may be dead"):
            decision(STANDARD, hole, there, rest[: DEAD_MAX + 1], dealer)


def test_a_number_that_is_no_card_is_refused() -> None:
    with pytest.raises(DecisionError, match="52 is no card"):
        decision(STANDARD, [card_of(rank_of(DECK[0]), suit_of(DECK[0])), Card(52)])


TINY = """
from random import Random
from pitboss.cards import DECK
from pitboss.odds.decisions.decision import decision
from pitboss.odds.game import standard_game

cards = Random(3).sample([card for card in DECK if card % 4 < 2], 10)
dead = [card for card in DECK if card not in cards]
print(decision(standard_game(), cards[:2], (), dead).values)
print(decision(standard_game(), cards[:2], cards[2:5]).values)
"""


@pytest.mark.slow
def test_the_kernels_say_the_same_uncompiled() -> None:
    command = [sys.executable, "-c", TINY]
    said = [
        subprocess.run(
            command, env={**os.environ, "NUMBA_DISABLE_JIT": off}, capture_output=True, check=True
        ).stdout
        for off in ("0", "1")
    ]

    assert said[0] == said[1]
    assert said[0].count(b"Fraction") == 5

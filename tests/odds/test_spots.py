"""Drawn spots: they fit, their values and weights are exact, and chance is fair and repeatable."""

from __future__ import annotations

import doctest
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path

import pytest

from pitboss.cards import (
    Card,
    Category,
    category_of,
    parse_cards,
    rank_of,
    strength,
    suit_of,
)
from pitboss.odds import DrawnSpot, SpotError, SpotFilter, decision, draw_spots, pattern_of
from pitboss.odds.hands import HAND_NAMES, hand_number
from pitboss.odds.solution import Solution, solved
from pitboss.rules import Street
from tests.odds.games import STANDARD

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "analyse" / "spots.md"
FULL = pytest.mark.full
CLOSE = Fraction(1, 20)
SIGMAS = 5
PAIRS = 1_326 * 19_600  # of hole and flop
RIVERS = PAIRS * 1_081


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solved(STANDARD)


def drawn(wanted: SpotFilter, count: int = 40, seed: int = 7) -> tuple[DrawnSpot, ...]:
    return draw_spots(STANDARD, wanted, count, seed).spots


# -- weights --------------------------------------------------------------------------------------


@pytest.mark.parametrize("street", Street)
def test_all_spots_of_a_street_weigh_what_perfect_play_brings_there(
    street: Street, solution: Solution
) -> None:
    often = solution.outcomes.frequencies

    found = draw_spots(STANDARD, SpotFilter(street), 1, seed=1)

    later = {
        Street.DEAL: 1,
        Street.FLOP: 1 - often["4x"],
        Street.RIVER: often["1x"] + often["fold"],
    }
    assert found.weight == later[street]


@pytest.mark.parametrize("street", [Street.FLOP, pytest.param(Street.RIVER, marks=FULL)])
def test_parts_add_up(street: Street) -> None:
    whole = draw_spots(STANDARD, SpotFilter(street, closeness=CLOSE), 1, seed=1).weight
    by_best, by_lift = (
        sum(draw_spots(STANDARD, wanted, 1, seed=1).weight for wanted in parts)
        for parts in (
            [
                SpotFilter(street, closeness=CLOSE, best=best)
                for best in (("check", "2x") if street == Street.FLOP else ("fold", "1x"))
            ],
            [SpotFilter(street, closeness=CLOSE, lifts=lifts) for lifts in (True, False)],
        )
    )

    assert by_best == by_lift == whole > 0


def test_starting_hands_weigh_their_holes(solution: Solution) -> None:
    wanted = SpotFilter(Street.DEAL, closeness=CLOSE)
    close = {
        hand.name: hand.holes
        for hand in solution.hands
        if sorted(hand.values.values())[-1] - sorted(hand.values.values())[-2] <= CLOSE
    }

    found = draw_spots(STANDARD, wanted, 2_000, seed=3)

    assert found.weight == Fraction(sum(close.values()), 1_326)
    weights = {HAND_NAMES[hand_number(*spot.hole)]: spot.weight for spot in found.spots}
    assert weights == {name: Fraction(holes, 1_326) for name, holes in close.items()}


def test_a_flop_weighs_the_flops_that_differ_by_the_names_of_suits() -> None:
    for spot in drawn(SpotFilter(Street.FLOP, closeness=CLOSE)):
        renamed = {
            frozenset(rank_of(card) * 4 + order[suit_of(card)] for card in spot.board)
            for order in permutations(range(4))
        }
        assert spot.weight == Fraction(len(renamed), PAIRS)


@pytest.mark.parametrize("street", Street)
def test_seen_cards_change_the_values_and_no_weight(street: Street) -> None:
    plain = draw_spots(STANDARD, SpotFilter(street, closeness=CLOSE), 5, seed=9)
    seen = draw_spots(STANDARD, SpotFilter(street, closeness=CLOSE, dead_count=3), 5, seed=9)

    assert seen.weight == plain.weight
    for one, other in zip(plain.spots, seen.spots, strict=True):
        cards = {*other.hole, *other.board, *other.dead}
        assert (one.hole, one.board, one.weight) == (other.hole, other.board, other.weight)
        assert (len(other.dead), len(cards)) == (3, 5 + len(other.board))
        values = decision(STANDARD, other.hole, other.board, other.dead).values
        assert other.values == values != one.values
    assert len({spot.dead for spot in seen.spots}) == 5


def test_too_many_seen_cards_are_refused() -> None:
    with pytest.raises(SpotError, match="5 seen cards cannot be drawn; write 0 to 4"):
        draw_spots(STANDARD, SpotFilter(Street.DEAL, dead_count=5), 1, seed=1)


def flush_suit(board: tuple[Card, ...]) -> int | None:
    suits = Counter(suit_of(card) for card in board)
    return next((suit for suit, count in suits.items() if count >= 3), None)


def looks(cards: tuple[Card, ...], suit: int | None) -> list[tuple[int, bool]]:
    return sorted((card // 4, suit is not None and suit_of(card) == suit) for card in cards)


@pytest.mark.parametrize("suited", [5, pytest.param(4, marks=FULL), pytest.param(2, marks=FULL)])
def test_a_river_spot_weighs_the_deals_that_are_counted_with_it(
    suited: int, solution: Solution
) -> None:
    """Go through every deal that looks the same, and through its ten flops."""
    spot = next(
        spot
        for spot in drawn(SpotFilter(Street.RIVER), 2_000)
        if max(Counter(map(suit_of, spot.board)).values()) == suited
        and len({rank_of(card) for card in (*spot.board, *spot.hole)}) == 7
    )
    suit = flush_suit(spot.board)
    ranks = [card // 4 for card in (*spot.board, *spot.hole)]

    count = 0
    for suits in product(range(4), repeat=7):
        cards = tuple(Card(rank * 4 + own) for rank, own in zip(ranks, suits, strict=True))
        board, hole = cards[:5], cards[5:]
        own = flush_suit(board)
        alike = (own is None) == (suit is None)
        if not alike or looks(board, own) != looks(spot.board, suit):
            continue
        if looks(hole, own) != looks(spot.hole, suit):
            continue
        if solution.hand(HAND_NAMES[hand_number(*hole)]).best == "check":
            count += sum(checks(hole, flop) for flop in combinations(board, 3))

    assert spot.weight == Fraction(count, RIVERS)


CHECKS: dict[tuple[tuple[int, ...], ...], bool] = {}


def checks(hole: tuple[Card, ...], flop: tuple[Card, ...]) -> bool:
    """Whether perfect play checks a flop; asked once for flops that differ by suits' names."""
    key = min(
        tuple(
            tuple(sorted(card // 4 * 4 + order[card % 4] for card in cards))
            for cards in (flop, hole)
        )
        for order in permutations(range(4))
    )
    if key not in CHECKS:
        CHECKS[key] = decision(STANDARD, hole, flop).best == "check"
    return CHECKS[key]


# -- what is drawn --------------------------------------------------------------------------------

WANTED = {
    "close deal": SpotFilter(Street.DEAL, closeness=CLOSE),
    "close flop": SpotFilter(Street.FLOP, closeness=CLOSE),
    "close river": SpotFilter(Street.RIVER, closeness=CLOSE),
    "pairs to check": SpotFilter(Street.FLOP, hands=frozenset({Category.PAIR}), best="check"),
    "four to a flush": SpotFilter(Street.FLOP, four_flush=True, starting=frozenset({"T8s", "94s"})),
    "outs": SpotFilter(Street.RIVER, outs=(20, 22), lifts=False),
    "two pair of the board": SpotFilter(
        Street.RIVER, hands=frozenset({Category.TWO_PAIR}), lifts=False, best="fold"
    ),
}


@pytest.mark.parametrize("name", WANTED)
def test_a_drawn_spot_fits_and_has_the_values_of_the_decision(name: str) -> None:
    wanted = WANTED[name]
    for spot in drawn(wanted):
        found = decision(STANDARD, spot.hole, spot.board)

        assert spot.values == found.values
        assert (spot.best, spot.street) == (found.best, wanted.street)
        assert wanted.closeness is None or spot.closeness <= wanted.closeness
        assert wanted.best in (None, spot.best)
        assert fits(spot, wanted)


def fits(spot: DrawnSpot, wanted: SpotFilter) -> bool:
    """Ask again, in plain Python, what the filter asks of the cards."""
    cards = (*spot.hole, *spot.board)
    assert len(set(cards)) == len(cards)
    if wanted.starting is not None:
        assert HAND_NAMES[hand_number(*spot.hole)] in wanted.starting
    if wanted.street == Street.DEAL:
        return True
    like = pattern_of(STANDARD, spot.hole, spot.board)
    assert like.outs is None or wanted.outs is None or wanted.outs[0] <= like.outs[0]
    assert like.outs is None or wanted.outs is None or like.outs[0] <= wanted.outs[1]
    assert wanted.four_flush in (None, like.four_flush)
    assert wanted.lifts in (None, like.lifts)
    assert wanted.hands is None or category_of(strength(cards)) in wanted.hands
    return True


@pytest.mark.parametrize("street", [Street.FLOP, Street.RIVER])
def test_perfect_play_comes_to_the_spots(street: Street, solution: Solution) -> None:
    for spot in drawn(SpotFilter(street, closeness=CLOSE), 60):
        assert solution.hand(HAND_NAMES[hand_number(*spot.hole)]).best == "check"
        assert street == Street.FLOP or checks(spot.hole, spot.board[:3])


def test_the_same_seed_draws_the_same_spots() -> None:
    wanted = WANTED["close river"]

    assert drawn(wanted) == drawn(wanted)
    assert drawn(wanted) != drawn(wanted, seed=8)


@pytest.mark.parametrize("street", [Street.FLOP, pytest.param(Street.RIVER, marks=FULL)])
def test_spots_are_drawn_in_proportion_to_their_weights(street: Street) -> None:
    """Of many spots, those with each best choice are about as many as their exact share."""
    count, names = 5_000, ("check", "2x") if street == Street.FLOP else ("fold", "1x")
    whole = draw_spots(STANDARD, SpotFilter(street), count, seed=5)
    part = draw_spots(STANDARD, SpotFilter(street, best=names[1]), 1, seed=5).weight

    share = float(part / whole.weight)
    found = sum(spot.best == names[1] for spot in whole.spots) / count

    assert abs(found - share) < SIGMAS * (share * (1 - share) / count) ** 0.5
    suits = Counter(card % 4 for spot in whole.spots for card in spot.hole)
    assert all(abs(suits[suit] / (2 * count) - 0.25) < 0.03 for suit in range(4))


@FULL
def test_a_game_with_other_multiples_is_drawn_from_too() -> None:
    game = replace(STANDARD, deal=(2, 4), flop=(1, 2, 3), river=(1, 2))

    for street in Street:
        for spot in draw_spots(game, SpotFilter(street, closeness=CLOSE), 5, seed=2).spots:
            assert spot.values == decision(game, spot.hole, spot.board).values
            assert spot.closeness <= CLOSE


# -- patterns -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["close flop", pytest.param("close river", marks=FULL)])
def test_a_spot_fits_its_own_pattern(name: str) -> None:
    for spot in drawn(WANTED[name], 2):
        pattern = pattern_of(STANDARD, spot.hole, spot.board)

        others = drawn(pattern, 20)
        assert {pattern_of(STANDARD, other.hole, other.board) for other in others} == {pattern}
        assert len({(other.hole, other.board) for other in others}) > 1


@pytest.mark.parametrize(
    ("hole", "wanted", "best"),
    [
        ("Ks 5d", {"K5o", "K6o", "K7o", "K8o", "K9o", "KTo", "KJo", "KQo"}, "4x"),
        ("Ks 4d", {"K2o", "K3o", "K4o"}, "check"),
        ("2c 2d", {"22"}, "check"),
    ],
)
def test_hands_of_a_pattern_before_the_flop(hole: str, wanted: set[str], best: str) -> None:
    found = pattern_of(STANDARD, parse_cards(hole))

    assert (set(found.starting or ()), found.best) == (wanted, best)


@pytest.mark.parametrize("hole", ["Ks", "Ks 5d 2c"])
def test_a_pattern_needs_two_cards(hole: str) -> None:
    with pytest.raises(SpotError, match="a player has two"):
        pattern_of(STANDARD, parse_cards(hole))


def test_the_page_tells_the_truth() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False) == (0, 14)


# -- what cannot be drawn -------------------------------------------------------------------------

WRONG = {
    "none": (SpotFilter(Street.DEAL), 0, 1, "0 spots cannot be drawn"),
    "too many": (SpotFilter(Street.DEAL), 100_001, 1, "100,001 spots cannot be drawn"),
    "seed": (SpotFilter(Street.DEAL), 1, -1, "-1 is no seed"),
    "no such choice": (SpotFilter(Street.FLOP, best="4x"), 1, 1, "there are check, 2x"),
    "no such hand": (SpotFilter(Street.DEAL, starting=frozenset({"K5"})), 1, 1, "no starting hand"),
    "closeness": (SpotFilter(Street.DEAL, closeness=Fraction(-1)), 1, 1, "is below 0"),
    "nothing fits": (SpotFilter(Street.DEAL, best="3x"), 1, 1, "no spot fits"),
    "no river fits": (SpotFilter(Street.RIVER, outs=(45, 45)), 1, 1, "no spot fits"),
    "hands too early": (SpotFilter(Street.DEAL, lifts=True), 1, 1, "no hand yet"),
    "flush too late": (SpotFilter(Street.RIVER, four_flush=True), 1, 1, "on the flop only"),
    "outs too early": (SpotFilter(Street.FLOP, outs=(1, 2)), 1, 1, "on the river only"),
    "river by start": (SpotFilter(Street.RIVER, starting=frozenset()), 1, 1, "starting hands"),
}


@pytest.mark.parametrize(("wanted", "count", "seed", "why"), WRONG.values(), ids=WRONG)
def test_what_cannot_be_drawn_is_refused_with_one_line(
    wanted: SpotFilter, count: int, seed: int, why: str
) -> None:
    with pytest.raises(SpotError, match=why) as refused:
        draw_spots(STANDARD, wanted, count, seed)

    assert "\n" not in str(refused.value)


def test_a_street_without_a_raise_has_no_spots() -> None:
    with pytest.raises(SpotError, match="no raise on the flop"):
        draw_spots(replace(STANDARD, flop=()), SpotFilter(Street.FLOP), 1, seed=1)

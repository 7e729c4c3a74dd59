"""The solved base game against every published figure, and against itself."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.odds.counting.kernels import TIE
from pitboss.odds.counting.tally import DEALS
from pitboss.odds.game import standard_game
from pitboss.odds.solution import DEALS_OF_HOLE, Solution, solved

pytestmark = pytest.mark.slow

EV = Fraction(-607_723_787_676, 27_813_810_024_000)  # Bernton; Wizard of Odds prints 2.185 %
# Check, 3x and 4x over the 20,975,724,000 deals of a hole (Bernton).
PUBLISHED_HANDS = {
    "AA": (45_998_170_800, 60_766_638_280, 75_535_105_760),
    "K5o": (-3_169_425_637, -3_856_629_995, -2_466_370_405),
    "22": (-3_764_690_152, -6_178_569_000, -6_038_443_160),
    "32o": (-19_420_109_898, -41_829_389_825, -49_253_441_875),
}


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solved(standard_game())


def test_the_value_of_the_game_is_the_published_one(solution: Solution) -> None:
    assert solution.ev == EV
    assert float(solution.ev) == -0.021849713762753353


def test_every_deal_is_counted_once(solution: Solution) -> None:
    assert DEALS == 1_326 * 19_600 * 1_081 * 990 == 27_813_810_024_000
    assert solution.outcomes.deals == DEALS
    assert sum(solution.outcomes.distribution.values()) == DEALS
    assert sum(solution.outcomes.frequencies.values()) == 1


def test_deals_counted_one_way_and_values_summed_another_agree(solution: Solution) -> None:
    assert solution.outcomes.ev == solution.ev


def test_ante_blind_and_play_make_up_the_value(solution: Solution) -> None:
    found, endings = solution.outcomes.wager_values, solution.outcomes.endings.values()

    assert found.total == solution.ev == Fraction(-50_643_648_973, 2_317_817_502_000)
    won, lost, folded = (
        sum((ends.get(name, Fraction(0)) for ends in endings), Fraction(0))
        for name in ("win", "lose", "fold")
    )
    # The Ante is decided by showdowns with a qualified dealer, and by folds.
    assert found.ante == won - lost - folded
    assert found.blind < 0 < found.play


@pytest.mark.parametrize("name", PUBLISHED_HANDS)
def test_a_starting_hand_has_its_published_values(solution: Solution, name: str) -> None:
    values = solution.hand(name).values

    assert [values[choice] * DEALS_OF_HOLE for choice in ("check", "3x", "4x")] == list(
        PUBLISHED_HANDS[name]
    )


def test_69_hands_of_500_holes_are_raised_4x_and_none_3x(solution: Solution) -> None:
    raised = [hand for hand in solution.hands if hand.best == "4x"]

    assert len(raised) == 69
    assert sum(hand.holes for hand in raised) == 500
    assert all(hand.best != "3x" for hand in solution.hands)
    assert solution.outcomes.frequencies["4x"] == Fraction(500, 1_326)
    assert solution.outcomes.frequencies["3x"] == 0


def test_32_offsuit_is_the_worst_hand(solution: Solution) -> None:
    assert min(solution.hands, key=lambda hand: hand.value).name == "32o"


def test_element_of_risk_and_deviation_round_to_the_published_ones(solution: Solution) -> None:
    assert f"{float(solution.outcomes.element_of_risk):.3%}" == "0.526%"
    assert f"{float(solution.outcomes.variance) ** 0.5:.1f}" == "4.9"


def test_ties_are_as_many_as_when_two_hands_are_dealt(solution: Solution) -> None:
    """Stephen How counts 113,130,263,816 of 2,781,381,002,400; a flop is told apart here."""
    ties = sum(count for at, count in solution.outcomes.counts.items() if at[1] == TIE)

    assert Fraction(ties, DEALS) == Fraction(113_130_263_816, 2_781_381_002_400)

"""Bounds from a policy's counts: linear, never above the exact value, and equal at their game."""

from __future__ import annotations

import pickle
from fractions import Fraction
from random import Random

import pytest

from pitboss.odds.game import GameError
from pitboss.odds.lab.figures import exact_figures, figures_of
from pitboss.odds.lab.policy_counts import PolicyCounts, lower_bound, policy_counts
from pitboss.odds.lab.variant import Variant
from pitboss.odds.paytable_file import LADDER
from pitboss.odds.solution import solved
from pitboss.rules import Odds

pytestmark = pytest.mark.slow

DEALS = 27_813_810_024_000
EDGES = {
    "flush at 2 to 1": (Variant(pays=(("flush", Odds(2)),)), 250_107_811_236),
    "Blind B": (Variant(blind="B"), 1_644_574_548_396),
}


@pytest.fixture(scope="module")
def standard() -> PolicyCounts:
    return policy_counts(Variant().game())


@pytest.mark.parametrize(("variant", "edge"), EDGES.values(), ids=EDGES.keys())
def test_known_edges_are_met_and_bounded(
    standard: PolicyCounts, variant: Variant, edge: int
) -> None:
    found = exact_figures(variant)

    assert found.house_edge == Fraction(edge, DEALS)
    assert figures_of(variant, standard).house_edge >= found.house_edge


def test_the_value_splits_into_ante_blind_and_play(standard: PolicyCounts) -> None:
    found = figures_of(Variant(), standard, exact=True)

    wagers = found.outcomes.wager_values
    assert wagers.ante == Fraction(-288_168_972_869, 1_738_363_126_500)
    assert wagers.blind == Fraction(-1_094_109_318_251, 3_476_726_253_000)
    assert wagers.play == Fraction(1_062_987_860_353, 2_317_817_502_000)
    assert found.ev == wagers.total == standard.value(found.game)
    rates = found.hit_rates
    assert rates.ahead + rates.even + rates.behind == 1


def test_a_line_moves_the_bound_by_its_exact_probability(standard: PolicyCounts) -> None:
    base = figures_of(Variant(), standard)
    for line in base.lines[:6]:
        assert line.pays is not None
        more = Odds(line.pays.num + line.pays.den, line.pays.den)
        edited = Variant(pays=((line.hand, more),))

        moved = figures_of(edited, standard).house_edge - base.house_edge

        assert moved == line.sensitivity < 0


def test_counts_travel_to_another_process(standard: PolicyCounts) -> None:
    assert pickle.loads(pickle.dumps(standard)) == standard  # noqa: S301  # our own bytes


def random_variant(random: Random) -> Variant:
    """Make a table with any odds down to any floor, and any multiples before the flop."""
    lowest = random.randrange(1, len(LADDER))
    odds = {hand: Odds(random.randrange(60), random.choice((1, 2))) for hand in LADDER}
    pays = tuple((hand, odds[hand]) for hand in LADDER[: lowest + 1])
    deal = tuple(random.sample(range(1, 6), random.choice((1, 2))))
    return Variant(pays=pays, floor=LADDER[lowest], deal=deal, flop=(random.randrange(1, 4),))


@pytest.mark.parametrize("seed", range(2))
def test_no_edit_brings_a_bound_above_the_exact_value(standard: PolicyCounts, seed: int) -> None:
    variant = random_variant(Random(seed))
    own = policy_counts(variant.game())

    exact = solved(variant.game()).ev

    assert standard.value(variant.game()) <= exact == own.value(variant.game())
    assert own.value(Variant().game()) <= standard.value(Variant().game())


def test_counts_of_another_qualifying_hand_or_street_give_no_bound(standard: PolicyCounts) -> None:
    for variant in (Variant(qualifies="two-pair"), Variant(flop=())):
        assert lower_bound([standard], variant.game()) is None
        with pytest.raises(GameError, match="count a policy of its own"):
            standard.value(variant.game())

"""What seen cards are worth: sums found another way, known figures, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from pitboss.odds.counting.boards import flops
from pitboss.odds.counting.kernels import BEST, LEVEL, SLOPE
from pitboss.odds.counting.tally import DEALS
from pitboss.odds.exposed_cards import Sight, SightError, exposure, parse_sight
from pitboss.odds.game import game_of, standard_game
from pitboss.odds.solution import solve
from pitboss.rules import in_force, rule_set


@pytest.mark.slow
def test_who_sees_nothing_plays_the_game_itself() -> None:
    solution = solve()

    found = exposure(standard_game(), Sight())

    assert found.ev == solution.ev
    assert found.frequencies == solution.outcomes.frequencies
    assert found.deals == DEALS


@pytest.mark.full
@pytest.mark.slow
def test_the_whole_flop_seen_early_is_a_choice_on_each_flop() -> None:
    game, values = standard_game(), solve().flop_values
    _, weights = flops()

    found = exposure(game, Sight(flop=3))

    # Summed with the solver's own values of flops: another way to the same figure.
    bets = [values[:, :, LEVEL] + m * values[:, :, SLOPE] for m in (2, 3, 4)]
    best = np.maximum.reduce([values[:, :, BEST], *bets])
    total = sum(int(w) * int(row.sum()) for w, row in zip(weights, best, strict=True))
    assert found.ev == Fraction(total, DEALS * game.unit)
    assert found.frequencies["2x"] == 0


@pytest.mark.full
@pytest.mark.slow
def test_each_more_card_seen_is_worth_something() -> None:
    game = standard_game()
    sights = [Sight(), Sight(flop=1), Sight(flop=2), Sight(flop=3), Sight(flop=3, turn=2)]

    found = [exposure(game, sight) for sight in sights]

    values = [one.ev for one in found]
    assert values == sorted(set(values))
    assert all(sum(one.frequencies.values()) == 1 for one in found)


@pytest.mark.slow
def test_figures_of_one_seen_card() -> None:
    """Ours; held here so that a change of the machinery cannot move them unnoticed.

    Those with dealer cards are published: test_published.py.
    """
    game = standard_game()

    assert exposure(game, Sight(flop=1)).ev == Fraction(314386663957, 6953452506000)
    assert exposure(game, Sight(turn=1)).ev == Fraction(331038730949, 4635635004000)


@pytest.mark.slow
def test_the_paytable_counts() -> None:
    other = game_of(in_force(rule_set("maryland"), {"blind": "B"}))

    assert exposure(other, Sight(flop=1)).ev < exposure(standard_game(), Sight(flop=1)).ev


@pytest.mark.parametrize(
    ("text", "sight"),
    [
        ("dealer1", Sight(dealer=1)),
        ("dealer2, flop3,turn2", Sight(2, 3, 2)),
        ("turn1,river1", Sight(turn=2)),
        ("river1", Sight(turn=1)),
    ],
)
def test_sights_are_read(text: str, sight: Sight) -> None:
    assert parse_sight(text) == sight
    assert parse_sight(str(sight)) == sight


@pytest.mark.parametrize(
    "text",
    ["", "dealer", "dealer0", "dealer3", "flop4", "turn3", "turn2,river1", "flop1,flop1", "x²"],
)
def test_what_cannot_be_seen_is_refused(text: str) -> None:
    with pytest.raises(SightError, match="write dealer1 or dealer2"):
        parse_sight(text)

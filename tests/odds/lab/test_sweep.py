"""Sweeps of knobs against known edges."""

from __future__ import annotations

import pytest

from pitboss.odds.game import GameError
from pitboss.odds.lab.sweep import each_rule, settings, sweep
from pitboss.odds.lab.variant import Variant

pytestmark = pytest.mark.slow


def test_fewer_multiples_cost_what_is_published() -> None:
    points = sweep(Variant(), "deal", [[4], [3], [2]])

    edges = [round(float(point.figures.house_edge), 8) for point in points]
    assert edges == [0.02184971, 0.09665479, 0.15496843]
    assert points[0].is_base
    assert points[0].setting == "4x"
    assert points[1].worth > 0


def test_with_1x_on_every_street_the_edge_is_the_published_one() -> None:
    (point,) = sweep(Variant(deal=(1,)), "flop", [[1]])

    assert round(float(point.figures.house_edge), 8) == 0.32033385


def test_every_rule_is_changed_to_another_game_each() -> None:
    variant = Variant(blind="B")
    changed = [one for knob in ("ties", "unqualified") for one in settings(variant, knob, None)]

    assert len({one.game().numbers() for one in changed}) == 6


@pytest.mark.full
def test_each_rule_is_worth_the_difference_to_the_base() -> None:
    points = each_rule(Variant())

    base = points[0].figures.house_edge - points[0].worth
    assert round(float(base), 8) == 0.02184971
    assert all(point.worth == point.figures.house_edge - base for point in points)


BAD = {
    "no knob": ("colour", None, "'colour': is no knob"),
    "no odds": ("flush", None, "flush: wants odds to try"),
    "3 to 0": ("flush", ["3 to 0"], "pays.flush: '3 to 0' cannot be paid"),
    "no word": ("ties", ["both"], "ties: 'both' is no rule"),
    "too many": ("flush", list(range(201)), "flush: has 201 values; at most 200"),
}


@pytest.mark.parametrize(("knob", "values", "words"), BAD.values(), ids=BAD.keys())
def test_what_cannot_be_swept_is_said_in_one_line(
    knob: str, values: list[object] | None, words: str
) -> None:
    with pytest.raises(GameError) as raised:
        settings(Variant(), knob, values)

    assert words in str(raised.value)

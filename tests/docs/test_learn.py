"""The learner's guide: every figure in its tables is what the solver counts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.odds import decision, solved, standard_game

GUIDE = Path(__file__).parents[2] / "docs" / "learn" / "decisions.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in GUIDE.read_text("utf-8").splitlines()
    if line.startswith("| ") and any(suit in line for suit in "♠♥♦♣")
]


def number(text: str) -> float:
    return float(text.replace("−", "-"))


@pytest.mark.parametrize("row", ROWS, ids=[" ".join(row[:-4]) for row in ROWS])
def test_a_spot_of_the_guide_is_worth_what_it_says(row: list[str]) -> None:
    hole, *board, low, high, best, cost = row
    spot = decision(standard_game(), parse_cards(hole), parse_cards(" ".join(board)))
    names = {0: ("check", "4x"), 3: ("check", "2x"), 5: ("fold", "1x")}[len(spot.board)]

    assert spot.best == best
    for name, written in zip(names, (low, high), strict=True):
        assert float(spot.values[name]) == pytest.approx(number(written), abs=0.000051)
    lost = spot.values[best] - min(spot.values[name] for name in names)
    assert float(lost) == pytest.approx(number(cost), abs=0.000051)


def test_the_guide_has_spots_of_each_street() -> None:
    assert {len(row) for row in ROWS} == {5, 6}
    assert len(ROWS) == 26


@pytest.mark.slow
def test_69_hands_are_raised_and_none_of_them_3x() -> None:
    best = Counter(hand.best for hand in solved(standard_game()).hands)

    assert best == {"4x": 69, "check": 100}

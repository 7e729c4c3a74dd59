"""Actual win against the theory: what hands are worth, and how far off chance may be."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss.history.figures import FiguresRequest, figures_document
from pitboss.history.figures.action import SeatStakes
from pitboss.journal import Journal
from pitboss.round import event as round_past
from pitboss.rules import Wager, in_force, rule_set
from pitboss.table import RulesChoice, choice_of
from tests.audit.tables import regulars
from tests.audit.write import in_memory
from tests.history.figures import Document, counted, events_of, with_bots

# -- theory ---------------------------------------------------------------------------------------


def with_worth(journal: Journal, **asked: Any) -> Document:  # Any: fields of FiguresRequest
    from pitboss.history.figures.theoretical_win import theoretical_win

    found = figures_document(
        [counted(journal, worth=theoretical_win, **asked)],
        FiguresRequest(worth=theoretical_win, **asked),
        {},
    )
    theory: Document = found["total"]["theory"]
    return theory


def maryland() -> RulesChoice:
    return choice_of(in_force(rule_set("maryland"), {"trips": "A"}), {"trips": "A"})


@pytest.mark.full
@pytest.mark.slow
def test_a_hand_is_worth_what_the_solver_says() -> None:
    from pitboss.history.figures.theoretical_win import theoretical_win
    from pitboss.odds import side_bet, solve

    rules = in_force(rule_set("maryland"), {"trips": "A"})
    base, trips = solve().outcomes, side_bet(rules, Wager.TRIPS)

    value = theoretical_win(maryland(), "optimal", SeatStakes(1_000, 0, 0))
    both = theoretical_win(maryland(), "optimal", SeatStakes(1_000, 500, 0))

    assert value == (-base.ev * 1_000, base.variance * 1_000_000)
    assert base.ev == Fraction(-50643648973, 2317817502000)
    assert both is not None
    assert both[0] == -base.ev * 1_000 - trips.ev * 500
    # A good hand wins both: together they vary more than apart.
    assert both[1] > base.variance * 1_000_000 + trips.variance * 250_000
    assert theoretical_win(maryland(), "", SeatStakes(1_000, 0, 0)) is None
    simple = theoretical_win(maryland(), "simple", SeatStakes(1_000, 0, 0))
    assert simple is not None
    assert simple[0] > -base.ev * 1_000


@pytest.mark.slow
def test_z_is_how_far_the_house_is_from_its_theory() -> None:
    table = regulars(9, rounds=60, seats=1)
    settled = [e.settlement for e in events_of(table) if isinstance(e, round_past.RoundSettled)]

    theory = with_worth(in_memory(table))

    actual = -sum(m.net for s in settled for m in s.movements if not m.tip)
    assert theory["actual"] == f"{actual / 100:.2f}"
    assert theory["hands"] == 60
    expected = float(Fraction(theory["expected"]["cents"])) / 100
    assert theory["z"] == pytest.approx((actual / 100 - expected) / theory["deviation"])
    assert theory["z"] == pytest.approx(theory["z_careful"])  # one seat a round


@pytest.mark.slow
def test_seats_of_one_round_make_z_a_range() -> None:
    theory = with_worth(in_memory(regulars(9, rounds=30, seats=5)))

    assert theory["deviation_most"] > 1.5 * theory["deviation"]
    assert abs(theory["z_careful"]) < abs(theory["z"])


@pytest.mark.slow
def test_bots_are_taken_at_their_own_play_and_chance_has_none() -> None:
    table = regulars(9, rounds=20, seats=2)

    as_people = with_worth(in_memory(table))
    simple = with_worth(in_memory(with_bots(table, 1, 2)), bots="only")
    by_chance = with_worth(in_memory(with_bots(table, 1, 2, style="random")), bots="only")

    def expected(theory: Document) -> Fraction:
        return Fraction(theory["expected"]["cents"])

    assert simple["hands"] == as_people["hands"]
    assert expected(simple) > expected(as_people)
    assert (by_chance["hands"], by_chance["hands_without"]) == (0, simple["hands"])
    assert by_chance["z"] is None


def test_no_theory_is_asked_of_a_player_s_bank() -> None:
    journal = in_memory(regulars(4, rounds=10, rules="california"))

    def never(_house: RulesChoice, _play: str, _bets: SeatStakes) -> None:
        raise AssertionError("the house does not bank here")

    (sums,) = counted(journal, worth=never).periods.values()

    assert sums.actions == {}

"""Planted mistakes: exactly one each, found by comparing with the engine, with its price."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.coach.school.catalog import draw_exercise
from pitboss.coach.school.exercise import Exercise
from pitboss.coach.school.kinds.mispay import draw_mistake, mispay_question, mistakes_offered
from pitboss.coach.school.mistake_kinds import MISTAKE_KINDS
from pitboss.coach.school.mistakes import (
    MistakeKind,
    PaidStep,
    differences_of,
    planted,
    right_steps,
)
from pitboss.coach.school.picks import Picks
from pitboss.coach.school.prices import (
    dealer_error_prices,
    price_of,
    price_words,
)
from pitboss.odds.dealer_errors import dealer_errors
from pitboss.odds.game import game_of
from pitboss.odds.solution import solved
from pitboss.round.movement import Movement
from pitboss.rules import AGAINST_DEALER, Rules
from tests.coach.school.places import PLACES, rules_at

NAMES = [kind.name for kind in MISTAKE_KINDS]


def exercises(rules: Rules, kind: MistakeKind, count: int) -> list[Exercise]:
    """Make exercises of one kind of mistake."""
    found = []
    for n in range(count):
        drawn = draw_mistake(rules, kind, Picks(n, kind.name), "medium")
        if drawn is not None:
            made = mispay_question(*drawn)
            exercise = Exercise("mispay", "medium", n, 1, made.lead, made.items, made.layout)
            found.append(replace(exercise, moves=made.moves, mistake=made.mistake))
    return found


@pytest.mark.parametrize("place", PLACES)
def test_exactly_one_mistake_is_planted_and_the_engine_finds_it(place: str) -> None:
    rules = rules_at(place)
    for kind in mistakes_offered(rules):
        drawn = draw_mistake(rules, kind, Picks(3, kind.name), "medium")
        assert drawn is not None, kind.name
        layout, mistake = drawn
        right = right_steps(layout)

        wrong = differences_of(mistake.steps, layout)

        assert wrong == mistake.wrong
        assert differences_of(right, layout) == ()
        check_one(kind.name, [mistake.steps[n] for n in wrong], [right[n] for n in wrong])


def check_one(name: str, did: list[PaidStep], due: list[PaidStep]) -> None:
    """One step differs; a tie is one hand's three wagers, an order one pair of steps."""
    if name == "wrong-order":
        assert did == due[::-1]
        assert len(did) == 2
    elif name == "tie-as-loss":
        moves = [step for step in did if isinstance(step, Movement)]
        assert len({move.seat for move in moves}) == 1
        assert {move.wager for move in moves} <= set(AGAINST_DEALER)
        assert len(moves) == len(did)
    else:
        assert len(did) == 1


def test_at_least_twelve_kinds_and_all_of_them_somewhere() -> None:
    offered = {kind.name for place in PLACES for kind in mistakes_offered(rules_at(place))}

    assert len(NAMES) == len(set(NAMES)) >= 12
    assert offered == set(NAMES)


def test_a_layout_without_occasion_has_no_mistake() -> None:
    exercise = draw_exercise(rules_at("maryland"), "outcomes", seed=1)
    envy = next(kind for kind in MISTAKE_KINDS if kind.name == "envy-missed")

    assert exercise.layout is not None
    assert planted(exercise.layout, envy, Picks(1)) is None


@pytest.mark.parametrize("place", ["maryland as filed", "california"])
def test_prices_are_those_of_the_sheet(place: str) -> None:
    rules = rules_at(place)
    sheet = {one.key: one.price for one in dealer_errors(solved(game_of(rules)).outcomes, rules)}
    errors = dealer_error_prices(rules)
    priced = set()
    for kind in mistakes_offered(rules):
        for exercise in exercises(rules, kind, 1):
            price = price_of(exercise, errors, pace=40)
            if price is None:
                assert exercise.mistake not in sheet
                assert price_words(price) == "What it costs is not counted."
            elif exercise.mistake == "fee-missed":
                assert price.per_round == price.stake > 0
            else:
                assert price.per_round == sheet[exercise.mistake] * price.stake
                assert price.per_hour == 40 * price.per_round != Fraction(0)
                priced.add(kind.name)
    assert len(priced) >= 11


def test_a_price_is_said_with_who_pays_it() -> None:
    rules = rules_at("maryland")
    kind = next(kind for kind in MISTAKE_KINDS if kind.name == "ante-paid-unqualified")
    exercise = exercises(rules, kind, 1)[0]

    said = price_words(price_of(exercise, dealer_error_prices(rules), pace=40))

    assert said.startswith("Always made, it costs the house $")
    assert " an hour at 40 rounds of $" in said


def test_a_mistake_is_planted_at_any_of_its_occasions() -> None:
    rules = rules_at("maryland")
    kind = next(kind for kind in MISTAKE_KINDS if kind.name == "wrong-order")

    places = {one.items[0].key[0] for one in exercises(rules, kind, 20)}

    assert len(places) > 3

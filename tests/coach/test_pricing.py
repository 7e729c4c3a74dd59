"""Prices of a decision: what `odds.decision` counts, in Antes and cents, and why."""

from __future__ import annotations

import os
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import DECK, Category, category_of, parse_cards, strength
from pitboss.coach.pricing import price
from pitboss.coach.situation import Situation
from pitboss.odds import DecisionError, decision
from pitboss.pit.bots.plan import plan_of
from pitboss.rules import SET_NAMES, Chips, Street, Wager, in_force, rule_set
from pitboss.table import choice_of
from tests.coach.spots import ANTE, random_spots, spot

SPOTS = int(os.environ.get("PITBOSS_COACH_SPOTS", "500"))  # of each place, in `make test-full`

RIVER = "4s 5h 6d 8c 9d"


@pytest.mark.parametrize(
    ("hole", "board", "best", "value"),
    [
        ("Kd Qh", RIVER, "fold", "-2.1727"),
        ("Ad Jh", RIVER, "1x", "-1.9788"),
        ("Jh 2s", "Ah Ks Th 9d 3s", "1x", "-1.8091"),
    ],
)
def test_known_rivers_have_their_price(hole: str, board: str, best: str, value: str) -> None:
    priced = price(spot(hole, board))

    assert priced.best == best
    assert f"{float(priced.choice('1x').value):.4f}" == value
    assert priced.choice("fold").value == -2
    assert priced.choice("fold").cents == -2 * ANTE


def test_a_known_flop_is_priced_exactly() -> None:
    priced = price(spot("Jc 5s", "Ac Ad Ah"), "2x")

    assert [choice.name for choice in priced.choices] == ["2x", "check"]
    assert priced.choice("check").value == Fraction(107_587, 356_730)
    assert priced.choice("2x").value == Fraction(53_794, 178_365)
    assert priced.best == "2x"
    assert priced.cost == priced.cost_cents == 0


def test_a_card_that_was_seen_changes_the_best_choice() -> None:
    assert price(spot("Kd 5h")).best == "4x"
    seen = price(spot("Kd 5h", dead="Kc"), "4x")

    assert seen.best == "check"
    assert seen.cost > 0
    assert "1 card seen elsewhere cannot come." in seen.reason


def test_only_raises_that_the_chips_pay_for_are_priced() -> None:
    short = price(spot("As Ad", chips=3 * ANTE))

    assert [choice.name for choice in short.choices] == ["3x", "check"]
    assert "Your chips do not pay for 4×, so this is not counted." in short.reason


def test_without_chips_the_river_leaves_the_fold_alone() -> None:
    broke = price(spot("As Ad", RIVER, chips=ANTE - 1), "fold")

    assert [choice.name for choice in broke.choices] == ["fold"]
    assert broke.cost == 0
    assert broke.reason[0] == "You have no other choice."


def test_suits_have_no_name_before_the_flop() -> None:
    assert spot("Kd 5h").alike() == spot("5s Kc").alike()
    assert spot("Kd 5d").alike() != spot("Kd 5h").alike()
    assert spot("Kd 5h", dead="Kc").alike() != spot("Kc 5h", dead="Kd").alike()


def plainly_counted(river: Situation) -> tuple[int, int, int, int]:
    """Of all dealer's hands: how many lose, tie, win, and qualify."""
    seen = (*river.hole, *river.board)
    mine = strength(seen)
    hands = combinations([card for card in DECK if card not in seen], 2)
    theirs = [strength((*hand, *river.board)) for hand in hands]
    return (
        sum(other < mine for other in theirs),
        sum(other == mine for other in theirs),
        sum(other > mine for other in theirs),
        sum(category_of(other) >= Category.PAIR for other in theirs),
    )


def test_the_reason_says_what_was_counted() -> None:
    river, flop = spot("Kd Qh", RIVER), spot("Th 9h", "8h 7c 2h")
    counted = plainly_counted(river)
    win, tie, lose, qualifies = (f"{100 * n / 990:.1f} %" for n in counted)
    blind = f"−${10 * counted[2] / 990:.2f}"  # lost with the hand, else pushed: no line pays

    assert price(river).reason == (
        "Folding is best.",
        "Betting 1× gives up $1.73 on average.",
        "You have high card king-queen-nine-eight-six.",
        f"Played to the end, you win {win}, tie {tie} and lose {lose} of 990 deals.",
        f"The dealer qualifies in {qualifies} of them.",
        "23 cards alone would give the dealer a better hand.",
        f"The Blind alone brings −$10.00 with a fold and {blind} with 1×.",
    )
    assert price(flop).reason[5] == (
        "21 cards left would improve your own hand, not only the board: "
        "9 to a flush, 6 to a straight and 6 to a pair."
    )


@pytest.mark.slow
def test_a_named_strategy_is_the_guide() -> None:
    perfect = price(spot("As Ad"), "check")
    lower = price(spot("As Ad"), "check", "always-3x")
    short = price(spot("As Ad", chips=2 * ANTE), "check", "always-3x")

    assert (perfect.guide, lower.guide) == ("4x", "3x")
    assert lower.cost == perfect.cost
    assert lower.behind_guide < perfect.behind_guide
    assert short.guide == "check"  # the strategy's raise cannot be paid
    assert short.behind_guide == 0


def test_a_choice_that_there_is_not_is_refused() -> None:
    with pytest.raises(KeyError, match="'4x' is no choice here; there are fold, 1x"):
        price(spot("Kd Qh", RIVER), "4x")


def test_cards_that_cannot_have_been_dealt_are_refused() -> None:
    twice = replace(spot("Kd Qh", RIVER), dead=parse_cards("Kd"))

    with pytest.raises(DecisionError, match="Kd is in two places"):
        price(twice)


def as_counted(situation: Situation) -> dict[str, Fraction]:
    """What `decision` says of the same cards."""
    hole, board = situation.hole, situation.board
    return decision(situation.game, hole, board, situation.dead, situation.dealer).values


@pytest.mark.slow
@pytest.mark.parametrize("rules", SET_NAMES)
def test_prices_are_those_of_the_decision_and_perfect_play_costs_nothing(rules: str) -> None:
    for situation in random_spots(rules, 60, 15, Street.FLOP, Street.RIVER):
        times = plan_of("optimal", situation.game).times(situation.hole, situation.board)
        passing = "check" if situation.street == Street.FLOP else "fold"
        priced = price(situation, f"{times}x" if times else passing)

        assert {one.name: one.value for one in priced.choices} == as_counted(situation)
        assert all(one.cents == one.value * ANTE for one in priced.choices)
        assert priced.cost == 0
        assert priced.win + priced.tie + priced.lose == 1


@pytest.mark.full
@pytest.mark.parametrize("rules", SET_NAMES)
def test_prices_of_many_spots_are_those_of_the_decision(rules: str) -> None:
    for situation in random_spots(rules, SPOTS, 16, *Street):
        times = plan_of("optimal", situation.game).times(situation.hole, situation.board)
        passing = "fold" if situation.street == Street.RIVER else "check"
        priced = price(situation, f"{times}x" if times else passing)

        assert {one.name: one.value for one in priced.choices} == as_counted(situation)
        assert priced.cost == 0


def test_limits_that_bind_are_in_the_prices() -> None:
    rules = in_force(rule_set("catfish-bend"))
    wagers = ((Wager.ANTE, Chips(10_000)), (Wager.BLIND, Chips(10_000)))
    royal = replace(spot("As Ks", "Qs Js Ts 2c 3d"), ante=10_000)
    limited = replace(royal, rules=choice_of(rules, {}), wagers=wagers)

    assert price(limited).choice("1x").value == 250  # 25,000 dollars are 250 Antes
    assert price(royal).choice("1x").value > 500
    assert price(limited).reason[-1] == "Payout limits and what a fold gives up are counted in."


def test_limits_that_do_not_bind_change_nothing() -> None:
    rules = in_force(rule_set("maryland"))
    wagers = ((Wager.ANTE, Chips(ANTE)), (Wager.BLIND, Chips(ANTE)))
    plain = spot("Kd Qh", RIVER)
    seated = replace(plain, rules=choice_of(rules, {}), wagers=wagers)

    assert price(seated).choices == price(plain).choices
    assert price(seated).reason == price(plain).reason

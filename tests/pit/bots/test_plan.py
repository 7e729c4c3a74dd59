"""Plans agree with exact values: hand by hand, flop by flop, and on the return of the game."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from fractions import Fraction
from threading import Thread

import pytest

from pitboss.cards import DECK, Category, parse_cards
from pitboss.odds import Game, Solution, decision, game_of, policy_of, solved, strategy_named
from pitboss.odds.counting.boards import flops
from pitboss.odds.counting.kernels import BEST, LEVEL, SLOPE
from pitboss.odds.counting.numbering import HOLE_CARDS, HOLES
from pitboss.odds.hands import HAND_NAMES, hand_number
from pitboss.odds.solution import DEALS_OF_HOLE
from pitboss.pit.bots import plan as plans
from pitboss.pit.bots.plan import BotPlan, plan_for, plan_of
from pitboss.rules import SET_NAMES, Rules, Street, in_force, rule_set
from tests.examples import first

OPTIMAL = "optimal"
MARYLAND = in_force(rule_set("maryland"))
# The game of all five places by default, and one that is played quite differently.
GAMES = {
    "usual": game_of(MARYLAND),
    "other": game_of(MARYLAND, deal=(1, 3), qualifies=Category.TWO_PAIR),
}


def word(times: int, otherwise: str) -> str:
    return f"{times}x" if times else otherwise


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize(("board", "passing"), [(3, "check"), (5, "fold")])
def test_no_choice_on_flop_or_river_is_worth_more(game: Game, board: int, passing: str) -> None:
    plan = plan_of(OPTIMAL, game)
    chance = random.Random(board)
    for _ in range(120):
        cards = chance.sample(DECK, 2 + board)

        times = plan.times(cards[:2], cards[2:])

        exact = decision(game, cards[:2], cards[2:])
        assert exact.values[word(times, passing)] == exact.value, cards


def test_boards_with_three_four_and_five_of_a_suit_are_found() -> None:
    game = GAMES["usual"]
    plan = plan_of(OPTIMAL, game)
    chance = random.Random(7)
    for suited in (3, 4, 5) * 30:
        suit = chance.randrange(4)
        own = [card for card in DECK if card % 4 == suit]
        others = [card for card in DECK if card % 4 != suit]
        board = chance.sample(own, suited) + chance.sample(others, 5 - suited)
        chance.shuffle(board)
        hole = chance.sample([card for card in DECK if card not in board], 2)

        times = plan.times(hole, board)

        exact = decision(game, hole, board)
        assert exact.values[word(times, "fold")] == exact.value, (hole, board)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_starting_hand_is_played_best(game: Game) -> None:
    plan, solution = plan_of(OPTIMAL, game), solved(game)

    for hole in HOLE_CARDS.tolist():
        hand = solution.hand(HAND_NAMES[hand_number(*hole)])
        assert word(plan.times(hole, ()), "check") == hand.best


def _return_after_deal_and_flop(plan: BotPlan, solution: Solution) -> Fraction:
    """Sum the exact value of what the plan does with every hole on every flop, in Antes."""
    found, weights = flops()
    total = 0
    values = solution.flop_values
    raised = {n: plan.times(hole, ()) for n, hole in enumerate(HOLE_CARDS.tolist())}
    for row, (flop, weight) in enumerate(zip(found.tolist(), weights.tolist(), strict=True)):
        of_holes = values[row].tolist()
        for n, hole in enumerate(HOLE_CARDS.tolist()):
            if hole[0] in flop or hole[1] in flop:
                continue
            times = raised[n] or plan.times(hole, flop)
            of_hole = of_holes[n]
            value = of_hole[LEVEL] + times * of_hole[SLOPE] if times else of_hole[BEST]
            total += weight * value
    return Fraction(total, HOLES * DEALS_OF_HOLE * solution.game.unit)


@pytest.mark.full
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_whole_return_is_the_solved_one(game: Game) -> None:
    solution = solved(game)

    assert _return_after_deal_and_flop(plan_of(OPTIMAL, game), solution) == solution.ev


@pytest.mark.parametrize("strategy", first(1, ["simple", "never-4x"]))
def test_the_other_plans_are_the_strategies_that_come_with_the_odds(strategy: str) -> None:
    plan = plan_for(strategy, MARYLAND)

    wanted = policy_of(strategy_named(strategy), solved(GAMES["usual"]))

    for name in ("deal", "flop", "plain", "flush"):
        assert (getattr(plan.policy, name) == getattr(wanted, name)).all()


def test_one_plan_serves_every_place_whose_game_has_the_same_numbers() -> None:
    found = {id(plan_for(OPTIMAL, in_force(rule_set(place)))) for place in SET_NAMES}

    assert len(found) == 1


def with_one_raise(rules: Rules, times: int) -> Rules:
    """Give the rules of a place that lets a seat raise by one multiple only before the flop."""
    deal = replace(rules.street(Street.DEAL), play=(times,))
    return replace(rules, set=replace(rules.set, streets={**rules.set.streets, Street.DEAL: deal}))


@pytest.mark.full
def test_rules_that_differ_get_plans_of_their_own() -> None:
    aces = parse_cards("As Ad")

    raised = {plan_for(OPTIMAL, with_one_raise(MARYLAND, n)).times(aces, ()) for n in (3, 4)}

    assert raised == {3, 4}
    assert plan_for(OPTIMAL, MARYLAND) is not plan_for("simple", MARYLAND)


def test_plans_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def worked_out(strategy: str, game: object) -> BotPlan:
        made.append(strategy)
        return BotPlan(None, (), (), ())  # type: ignore[arg-type]  # nobody plays it

    monkeypatch.setattr(plans, "_worked_out", worked_out)
    monkeypatch.setattr(plans, "_plans", {})
    game = GAMES["usual"]

    for n in range(plans.PLANS_MAX + 3):
        plan_of(f"strategy {n}", game)
        plan_of(f"strategy {n}", game)

    assert len(made) == plans.PLANS_MAX + 3
    assert len(plans._plans) == plans.PLANS_MAX


def test_bots_that_ask_at_once_wait_for_one_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def worked_out(strategy: str, game: object) -> BotPlan:
        made.append(strategy)
        time.sleep(0.1)  # long enough for the others to have asked
        return BotPlan(None, (), (), ())  # type: ignore[arg-type]  # nobody plays it

    monkeypatch.setattr(plans, "_worked_out", worked_out)
    monkeypatch.setattr(plans, "_plans", {})
    game = GAMES["usual"]
    asking = [Thread(target=plan_of, args=(OPTIMAL, game)) for _ in range(20)]

    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()

    assert made == [OPTIMAL]

"""Strategies: every condition against real cards, published figures, costs that add up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pitboss.cards import DECK, Card, strength
from pitboss.odds.counting.kernels import (
    CHECKED,
    DEAL_HIGH,
    FLOP_LOW,
    FOLD,
    PAY_FOLD,
    PAY_PLAY,
    RIVER_LOW,
)
from pitboss.odds.counting.tally import DEALS
from pitboss.odds.game import Game, game_of, standard_game
from pitboss.odds.hands import HAND_NAMES, hand_number
from pitboss.odds.solution import solved
from pitboss.odds.strategies.conditions import CONDITIONS, FLOP, RIVER, Settings
from pitboss.odds.strategies.cost import PlayedStrategy, play_out
from pitboss.odds.strategies.facts import BoardFacts, flop_facts, flush_facts, plain_facts
from pitboss.odds.strategies.file import (
    STRATEGIES,
    RangeError,
    hands_of,
    read_strategy,
    strategy_named,
)
from pitboss.odds.strategies.mistake import Mistake
from pitboss.odds.strategies.strategy import StrategyError, check_game, policy_of
from pitboss.rules import in_force, rule_set
from tests.odds.real_cards import (
    FLOP_TWINS,
    RIVER_TWINS,
    Cards,
    choices,
    dealer_outs,
    flop_entry,
    river_entry,
)

SETTINGS = Settings(besides=frozenset((0,)), least=8, outs=21)
ROUNDS = 1_500
PAGE = Path(__file__).parents[2] / "docs/analyse/strategies.md"

# What each strategy loses in all, and on each street; the house edge of `simple` is published
# as 2.43 % of the Ante and 0.58 % of all wagers (Wizard of Odds).
EVS = {
    "optimal": Fraction(-50643648973, 2317817502000),
    "simple": Fraction(-452323427, 18592119000),
    "never-4x": Fraction(-76968970453, 496675179000),
    "always-3x": Fraction(-228501907703, 2317817502000),
    "never-fold": Fraction(-722111352203, 6953452506000),
}


def dealt(seed: int) -> Iterator[tuple[Cards, Cards]]:
    """Holes and boards; every third board has three cards or more of one suit."""
    chance = Random(seed)
    for at in range(ROUNDS):
        deck = list(DECK)
        if at % 3 == 0:
            suit = chance.randrange(4)
            first = chance.sample([card for card in deck if card % 4 == suit], 3 + at // 3 % 3)
            rest = [card for card in deck if card not in first]
            cards = [*first, *chance.sample(rest, 7 - len(first))]
        elif at % 3 == 1:  # many pairs
            ranks = chance.sample(range(13), 4)
            cards = chance.sample([card for card in deck if card // 4 in ranks], 7)
        else:
            cards = chance.sample(deck, 7)
        yield tuple(cards[5:]), tuple(cards[:5])


@pytest.fixture(scope="module")
def played() -> dict[str, PlayedStrategy]:
    solution = solved(standard_game())
    return {name: play_out(strategy_named(name), solution) for name in STRATEGIES}


# -- conditions -----------------------------------------------------------------------------------


def test_every_condition_has_a_twin() -> None:
    assert {name for name, one in CONDITIONS.items() if FLOP in one.streets} == set(FLOP_TWINS)
    assert {name for name, one in CONDITIONS.items() if RIVER in one.streets} == set(RIVER_TWINS)


@pytest.mark.parametrize("name", FLOP_TWINS)
def test_a_condition_on_the_flop_is_what_a_person_would_see(name: str) -> None:
    found = CONDITIONS[name].holds(flop_facts(), SETTINGS)

    for hole, board in dealt(seed=1):
        flop = board[:3]
        assert found[flop_entry(hole, flop)] == FLOP_TWINS[name](hole, flop), (hole, flop)


@pytest.mark.slow
@pytest.mark.parametrize("name", RIVER_TWINS)
def test_a_condition_on_the_river_is_what_a_person_would_see(name: str) -> None:
    facts = {"plain": plain_facts(), "flush": flush_facts()}
    found = {table: CONDITIONS[name].holds(one, SETTINGS) for table, one in facts.items()}

    for hole, board in dealt(seed=2):
        table, row, column = river_entry(hole, board)
        assert found[table][row, column] == RIVER_TWINS[name](hole, board), (hole, board)


@pytest.mark.slow
def test_outs_are_counted_card_by_card() -> None:
    facts: dict[str, BoardFacts] = {"plain": plain_facts(), "flush": flush_facts()}

    for hole, board in dealt(seed=3):
        table, row, column = river_entry(hole, board)
        assert facts[table].outs[row, column] == dealer_outs(hole, board), (hole, board)


# -- ranges ---------------------------------------------------------------------------------------


def test_ranges_go_up_to_the_card_below_the_higher_one() -> None:
    assert hands_of("A2s+") == tuple(f"A{rank}s" for rank in "23456789TJQK")
    assert hands_of("33+")[0] == "33"
    assert len(hands_of("33+")) == 12
    assert hands_of("T9") == ("T9s", "T9o")


@pytest.mark.parametrize("text", ["", "A", "2As", "AAs", "10s", "AKx", "A2s++", "33-55", "ak"])
def test_other_texts_are_no_ranges(text: str) -> None:
    with pytest.raises(RangeError, match="no "):
        hands_of(text)


# -- files ----------------------------------------------------------------------------------------

GOOD = """
[deal]
hands = ["33+", "AK"]
[[flop]]
when = "two-pair-or-better"
[[river]]
when = "fewer-outs"
outs = 21
"""


def test_a_strategy_needs_no_words() -> None:
    strategy = read_strategy(GOOD, "mine")

    assert strategy.title == "mine"
    assert strategy.deal.words == ("33+", "AK")
    assert strategy.flop[0].words == "two pair or better"
    assert strategy.river[0].words == "fewer than 21 dealer outs beat you"


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        (GOOD, "", r"\[deal\]: is missing"),
        (GOOD, "=", "is no TOML"),
        ("[deal]", "name = 1\n[deal]", "name: is unknown"),
        ('hands = ["33+", "AK"]', "", "deal.hands: is missing"),
        ('["33+", "AK"]', '["3s"]', "deal.hands: '3s' is no range"),
        ('["33+", "AK"]', '"all"', "deal.hands: is no list"),
        ('["33+", "AK"]', '["33+"]\nraise = 0', "deal.raise: '0' is no raise"),
        ('["33+", "AK"]', '["33+"]\nraise = true', "deal.raise"),
        ('["33+", "AK"]', f'["33+"]\nraise = 0x{"f" * 5_000}', "too long a number"),
        ('["33+", "AK"]', f"[0x{'f' * 5_000}]", "too long a number"),
        ('["33+", "AK"]', '["33+"]\nwords = "any"', "deal.words"),
        ("two-pair-or-better", "two-pairs-or-better", "did you mean two-pair-or-better"),
        ("two-pair-or-better", "fewer-outs", r"flop\[1\].when: 'fewer-outs' is no condition"),
        ("outs = 21", "", r"river\[1\].outs"),
        ("outs = 21", "outs = 47", r"river\[1\].outs"),
        ("outs = 21", "outs = true", r"river\[1\].outs"),
        ("outs = 21", "out = 21", r"river\[1\].out: is unknown; did you mean outs"),
        ("[[river]]", "[river]", "river: is no list"),
        ('[[flop]]\nwhen = "two-pair-or-better"', "", r"\[\[flop\]\]: is missing"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_on_one_line(old: str, new: str, where: str) -> None:
    with pytest.raises(StrategyError, match=where) as caught:
        read_strategy(GOOD.replace(old, new), "mine")

    assert len(str(caught.value).splitlines()) == 1


def test_a_strategy_cannot_raise_what_the_game_has_not() -> None:
    game = game_of(in_force(rule_set("maryland")), deal=(4,))

    with pytest.raises(StrategyError, match="raises 3x, where this game has 4x"):
        check_game(strategy_named("always-3x"), game)
    check_game(strategy_named("simple"), game)


def test_the_strategy_on_the_page_can_be_read() -> None:
    page = PAGE.read_text("utf-8")
    text = page.split("```toml\n")[1].split("```")[0]

    strategy = read_strategy(text, "page")

    assert strategy.flop[1].words == "four to a flush, with a hidden Q or better of that suit"
    assert all(str(ev).replace("-", "−") in page for ev in EVS.values())


# -- shipped strategies ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", STRATEGIES)
def test_a_strategy_counts_every_deal_and_loses_this_much(
    played: dict[str, PlayedStrategy], name: str
) -> None:
    outcomes = played[name].outcomes

    assert outcomes.deals == DEALS
    assert outcomes.ev == EVS[name]


@pytest.mark.slow
def test_the_simple_strategy_loses_what_is_published(played: dict[str, PlayedStrategy]) -> None:
    outcomes = played["simple"].outcomes

    assert f"{float(-outcomes.ev):.2%}" == "2.43%"
    assert f"{float(outcomes.element_of_risk):.2%}" == "0.58%"


@pytest.mark.slow
def test_the_simple_strategy_raises_the_69_best_hands(played: dict[str, PlayedStrategy]) -> None:
    simple, best = played["simple"].policy, played["optimal"].policy

    assert np.array_equal(simple.deal, best.deal)
    assert played["simple"].cost.deal == 0


@pytest.mark.slow
def test_the_simple_strategy_does_what_its_words_say(played: dict[str, PlayedStrategy]) -> None:
    policy = played["simple"].policy

    for hole, board in dealt(seed=4):
        flop = board[:3]
        raised = any(
            FLOP_TWINS[name](hole, flop)
            for name in ("two-pair-or-better", "hidden-pair", "four-to-a-flush")
        )
        plays = any(
            RIVER_TWINS[name](hole, board) for name in ("hidden-pair-or-better", "fewer-outs")
        )
        wanted = (FLOP_LOW if raised else CHECKED, RIVER_LOW if plays else FOLD)
        assert choices(policy, hole, flop, board) == wanted, (hole, board)


@pytest.mark.slow
def test_the_timid_strategies_differ_from_perfect_play_where_they_say(
    played: dict[str, PlayedStrategy],
) -> None:
    best = played["optimal"].policy
    never, three, stay = (played[name].policy for name in ("never-4x", "always-3x", "never-fold"))

    assert (never.deal == CHECKED).all()
    assert {HAND_NAMES[at] for at in np.flatnonzero(three.deal != CHECKED)} == {
        HAND_NAMES[at] for at in np.flatnonzero(best.deal == DEAL_HIGH)
    }
    assert all(np.array_equal(one.flop, best.flop) for one in (never, three, stay))
    assert (stay.plain[best.plain == FOLD] == RIVER_LOW).all()
    assert not (stay.flush == FOLD).any()


# -- cost -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", STRATEGIES)
def test_the_streets_and_the_mistakes_add_up_to_the_cost(
    played: dict[str, PlayedStrategy], name: str
) -> None:
    cost = played[name].cost
    by_street: dict[str, Fraction] = defaultdict(Fraction)
    for mistake in cost.mistakes:
        by_street[mistake.street] += mistake.cost

    assert cost.total == EVS["optimal"] - EVS[name]
    assert cost.total == cost.deal + cost.flop + cost.river
    assert [by_street[street] for street in ("deal", "flop", "river")] == [
        cost.deal,
        cost.flop,
        cost.river,
    ]
    assert sorted(cost.mistakes, key=lambda one: -one.cost) == list(cost.mistakes)


@pytest.mark.slow
@pytest.mark.parametrize("name", STRATEGIES)
def test_no_mistake_is_dearer_on_average_than_its_example(
    played: dict[str, PlayedStrategy], name: str
) -> None:
    for mistake in played[name].cost.mistakes:
        assert 0 < mistake.loss <= mistake.example.loss
        assert 0 < mistake.frequency < 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["simple", "never-fold"])
def test_an_example_on_the_river_costs_what_dealing_it_out_costs(
    played: dict[str, PlayedStrategy], name: str
) -> None:
    found = [mistake for mistake in played[name].cost.mistakes if mistake.street == RIVER]

    assert found
    for mistake in found:
        hole = tuple(Card(card) for card in mistake.example.hole)
        board = tuple(Card(card) for card in mistake.example.board)
        policy = played[name].policy
        made = {FOLD: "fold", RIVER_LOW: "1x"}[choices(policy, hole, board[:3], board)[1]]
        assert policy.deal[hand_number(*hole)] == CHECKED
        assert choices(policy, hole, board[:3], board)[0] == CHECKED
        assert made == mistake.chosen
        assert dealer_outs(hole, board) == mistake.outs
        assert (
            loss_by_hand(played[name].solution.game, mistake, hole, board) == mistake.example.loss
        )


def loss_by_hand(game: Game, mistake: Mistake, hole: Cards, board: Cards) -> Fraction:
    """Deal every dealer hand; what playing brings more than folding, or less."""
    mine = strength(hole + board)
    pays = game.pays[mine >> 20]
    gain, hands = 0, 0
    for dealer in combinations([card for card in DECK if card not in hole + board], 2):
        other = strength(dealer + board)
        qualified = other >= game.qualifying()
        ending = 2 if other == mine else (0 if mine > other else 3) + (not qualified)
        gain += pays[ending] + pays[PAY_PLAY + ending] - pays[PAY_FOLD]
        hands += 1
    value = Fraction(gain, hands * game.unit)
    return value if mistake.best == "1x" else -value


@pytest.mark.slow
@pytest.mark.full
def test_a_strategy_can_be_played_in_another_game() -> None:
    game = game_of(in_force(rule_set("maryland"), {"blind": "B"}), deal=(3,), flop=(1, 2))
    solution = solved(game)

    found = play_out(strategy_named("simple"), solution)

    assert found.cost.total == solution.ev - found.outcomes.ev > 0
    assert policy_of(strategy_named("optimal"), solution).deal.tolist() == (
        solution.policy.deal.tolist()
    )

"""What bots put down stands under every place's rules, and within what they can pay."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.pit.bots import Bot, Style
from pitboss.round import Round, evolve
from pitboss.round import command as ask
from pitboss.round.bets import most_play
from pitboss.round.decide import decide
from pitboss.round.refusal import Refusal
from pitboss.round.view import RoundView, Viewer, ViewerRole, view
from pitboss.rules import SET_NAMES, Chips, Rules, Wager, in_force, rule_set
from tests.pit.bots.seated import seated, sit, staked
from tests.round.rounds import random_rules

RICH = Chips(1_000_000)


def rules_of(place: str, **options: Any) -> Rules:
    return in_force(rule_set(place), {key.replace("__", "."): v for key, v in options.items()})


def betting(rules: Rules) -> RoundView:
    """Show an open round to seat 1."""
    events = decide(Round(), ask.Open(dict.fromkeys(rules.meters, 100)), rules)
    assert not isinstance(events, Refusal)
    round_ = Round()
    for event in events:
        round_ = evolve(round_, event)
    return view(round_, Viewer(ViewerRole.SEAT, 1), rules)


def bets(style: Style, rules: Rules, chips: int = RICH, seed: int = 1) -> dict[Wager, Chips]:
    chance = random.Random(seed).randrange
    return dict(Bot("b", style).bets(betting(rules), 1, rules, Chips(chips), chance))


@given(seed=st.integers(0, 2**32), style=st.sampled_from(Style), dollars=st.integers(0, 2_000))
def test_bets_are_taken_whatever_the_rules_and_leave_enough_for_the_play_wager(
    seed: int, style: Style, dollars: int
) -> None:
    chance = random.Random(seed)
    rules = random_rules(chance)
    chips = Chips(100 * dollars)

    found = sit(rules, seated(style, style, style), seed, chips)  # `sit` refuses a refusal

    for spot in found.table.round.spots:
        assert found.chips[spot.seat] >= most_play(spot.wagers, rules)


@pytest.mark.parametrize("place", SET_NAMES)
@pytest.mark.parametrize("style", Style)
def test_a_bot_with_chips_does_bet(place: str, style: Style) -> None:
    wagers = bets(style, rules_of(place))

    assert wagers.get(Wager.ANTE) == wagers.get(Wager.BLIND)
    assert wagers


def test_the_optimal_bot_bets_the_least_ante_and_nothing_beside_it() -> None:
    rules = rules_of("maryland", limits__ante="15 to 500", progressive="A", six_card="A")

    for seed in range(50):
        assert bets(Style.OPTIMAL, rules, seed=seed) == {Wager.ANTE: 1500, Wager.BLIND: 1500}


def test_a_mandatory_trips_wager_is_put_down() -> None:
    rules = rules_of("maryland", trips__mandatory=True)

    assert bets(Style.OPTIMAL, rules)[Wager.TRIPS] > 0


def test_every_offered_side_wager_is_tried_by_random_bots() -> None:
    rules = rules_of("maryland", progressive="A", six_card="A")

    seen = [bets(Style.RANDOM, rules, seed=seed) for seed in range(100)]

    assert {wager for wagers in seen for wager in wagers} == {
        Wager.ANTE, Wager.BLIND, Wager.TRIPS, Wager.SIX_CARD, Wager.PROGRESSIVE
    }  # fmt: skip
    assert {wagers[Wager.ANTE] for wagers in seen} == {500 * n for n in range(1, 6)}


def test_random_bots_bet_trips_alone_only_where_that_is_allowed() -> None:
    alone = {
        place
        for place in SET_NAMES
        for seed in range(100)
        if set(bets(Style.RANDOM, rules_of(place), seed=seed)) == {Wager.TRIPS}
    }

    assert alone == {"south-dakota"}


def test_antes_stay_within_the_limit_of_a_customer() -> None:
    rules = rules_of("south-dakota", limits__ante="100 to 1000")

    antes = {bets(Style.RANDOM, rules, seed=seed).get(Wager.ANTE) for seed in range(60)}

    assert antes == {Chips(10_000), None}  # twice that, with a Play of 4x, is above $1,000


@pytest.mark.parametrize(("chips", "able"), [(2_999, False), (3_000, True)])
def test_a_bot_that_could_not_pay_the_largest_play_wager_sits_out(chips: int, able: bool) -> None:
    rules = rules_of("maryland", limits__ante="5 to 100")

    assert bool(bets(Style.OPTIMAL, rules, chips)) == able


@pytest.mark.parametrize(("chips", "able"), [(3_199, False), (3_200, True)])
def test_the_fee_is_kept_back(chips: int, able: bool) -> None:
    rules = rules_of("royal-caribbean", fees="flat", fee__circle=1, limits__ante="5 to 100")

    assert bool(bets(Style.OPTIMAL, rules, chips)) == able


def test_closed_betting_and_the_bank_s_own_seat_get_no_bet() -> None:
    rules = rules_of("california")
    found = sit(rules, seated(Style.OPTIMAL, Style.OPTIMAL), seed=1)
    chance = random.Random(1).randrange
    assert found.table.round.bank is not None

    assert [spot.seat for spot in found.table.round.spots] == [2]
    found.table.must(ask.CloseBets())
    assert Bot("b", Style.OPTIMAL).bets(found.seen_by(2), 2, rules, RICH, chance) == {}


def test_antes_are_whole_steps_where_the_blind_pays_fractions() -> None:
    rules = rules_of("maryland", limits__ante="5.01 to 100", wager__increment="0.01")

    found = sit(rules, seated(Style.OPTIMAL), seed=1)

    assert staked(found, Wager.ANTE) == [Chips(502)]  # 3 to 2 must come to whole cents


# --- the bank ---


def stake(style: Style, rules: Rules, chips: int, seed: int = 1) -> Chips | None:
    return Bot("b", style).stake(1, rules, Chips(chips), random.Random(seed).randrange)


@pytest.mark.parametrize("place", ["maryland", "south-dakota", "catfish-bend"])
def test_no_bot_banks_where_the_house_does(place: str) -> None:
    assert {stake(style, rules_of(place), RICH) for style in Style} == {None}


def test_a_timid_bot_declines_the_bank_and_an_optimal_one_covers_the_table() -> None:
    rules = rules_of("california")

    assert stake(Style.TIMID, rules, RICH) is None
    # Five others, each with at most $50 on three circles and $200 as Play.
    assert stake(Style.OPTIMAL, rules, RICH) == 5 * 35_000


def test_a_bot_banks_whatever_its_habit_where_nobody_else_would() -> None:
    rules = rules_of("california")
    chance = random.Random(1).randrange

    assert Bot("b", Style.TIMID).stake(1, rules, RICH, chance, must=True) == 5 * 35_000


def test_where_bets_have_no_limit_a_bank_stakes_all_but_the_fee() -> None:
    rules = rules_of("royal-caribbean", fees="flat", fee__bank=3, wager__increment=1)

    assert stake(Style.OPTIMAL, rules, RICH) == RICH - 300


def test_a_bank_has_no_more_than_its_chips_and_keeps_the_fee_back() -> None:
    rules = rules_of("royal-caribbean", fees="flat", fee__bank=3, wager__increment=1)

    assert stake(Style.OPTIMAL, rules, 5_050) == 4_700  # $50.50 less $3, in whole dollars
    assert stake(Style.OPTIMAL, rules, 300) is None


def test_a_stake_below_the_least_is_not_offered() -> None:
    rules = rules_of("california", pd__min_wager=100)

    assert stake(Style.OPTIMAL, rules, 9_000) is None

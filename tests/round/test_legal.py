"""What is offered is exactly what is accepted, and a refusal changes nothing."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.round import Reason, Refusal, Round, decide
from pitboss.round import command as ask
from pitboss.round.legal import bet_offers, choices, due_step
from pitboss.round.state import Phase, Step
from pitboss.rules import OPENING, SET_NAMES, Chips, Rules, Wager, in_force, rule_set
from tests.examples import examples
from tests.round.rounds import opened, play_on, random_rules, whole_round

SEEDS = st.integers(0, 2**40)


def accepted(round_: Round, command: ask.Command, rules: Rules) -> bool:
    return not isinstance(decide(round_, command, rules), Refusal)


def every_decision(seats: int) -> list[ask.Check | ask.Play | ask.Fold]:
    found: list[ask.Check | ask.Play | ask.Fold] = []
    for seat in range(seats + 2):
        found += [ask.Check(seat), ask.Fold(seat)]
        found += [ask.Play(seat, times) for times in range(7)]
    return found


@given(seed=SEEDS)
@settings(max_examples=examples(100))
def test_a_decision_is_accepted_exactly_when_it_is_offered(seed: int) -> None:
    chance = random.Random(seed)
    table = opened(chance, random_rules(chance))

    for round_ in play_on(table, trouble=0.1):
        offered = [choice.command() for choice in choices(round_, table.rules)]
        taken = [c for c in every_decision(table.rules.seats) if accepted(round_, c, table.rules)]
        assert sorted(map(repr, offered)) == sorted(map(repr, taken))


@given(seed=SEEDS)
@settings(max_examples=examples(100))
def test_a_step_is_accepted_exactly_when_it_is_due(seed: int) -> None:
    chance = random.Random(seed)
    table = opened(chance, random_rules(chance))

    for round_ in play_on(table, trouble=0.1):
        for step in Step:
            decision = decide(round_, ask.Proceed(step), table.rules)
            reason = decision.reason if isinstance(decision, Refusal) else None
            # A settlement that waits for the floor is due all the same.
            assert (step == due_step(round_)) == (reason in (None, Reason.JACKPOT_NOT_VALIDATED))


def test_an_offered_play_costs_its_multiple_of_the_ante() -> None:
    table = whole_round(1, trouble=0.0, name="maryland")
    deciding = [state for state in table.states if state.phase == Phase.DECIDING]

    for round_ in deciding:
        for choice in choices(round_, table.rules):
            spot = round_.spot(choice.seat)
            assert spot is not None
            assert choice.chips == choice.times * spot.on(Wager.ANTE)


AMOUNTS = st.sampled_from([0, 1, 2, 99, 100, 500, 501, 1000, 5000, 5002, 14300, 100_000])


@given(
    name=st.sampled_from(SET_NAMES),
    wagers=st.dictionaries(st.sampled_from(OPENING), AMOUNTS.map(Chips)),
    seat=st.integers(-1, 8),
)
@settings(max_examples=examples(400))
def test_bets_are_accepted_exactly_when_each_keeps_to_its_offer(
    name: str, wagers: dict[Wager, Chips], seat: int
) -> None:
    rules = in_force(rule_set(name), {"limits.ante": {"min": 5}} if name == "maryland" else {})
    decision = decide(Round(), ask.Open(), rules)
    assert not isinstance(decision, Refusal)
    round_ = Round(phase=Phase.BETTING)
    offers = {offer.wager: offer for offer in bet_offers(round_, rules)}
    down = {wager: chips for wager, chips in wagers.items() if chips}

    fits = 1 <= seat <= rules.seats and bool(down) and set(down) <= set(offers)
    for wager, chips in down.items():
        if wager in offers:
            offer = offers[wager]
            fits &= offer.span.least is None or chips >= offer.span.least
            fits &= offer.span.most is None or chips <= offer.span.most
            fits &= chips % offer.increment == 0
            fits &= set(offer.needs) <= set(down)
            fits &= not offer.amounts or chips in offer.amounts
    fits &= down.get(Wager.ANTE, 0) == down.get(Wager.BLIND, 0)
    fits &= Wager.ANTE in down or (name == "south-dakota" and Wager.TRIPS in down)
    total = 6 * down.get(Wager.ANTE, 0) + down.get(Wager.TRIPS, 0) + down.get(Wager.PROGRESSIVE, 0)
    fits &= name != "south-dakota" or total <= 100_000

    assert accepted(round_, ask.PlaceBets(seat, wagers), rules) == fits

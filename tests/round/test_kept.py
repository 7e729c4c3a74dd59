"""Tests of what is kept with the rules: a settlement is what it would be without."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from pitboss.round import Refusal, Round, accounts, decide, settle
from pitboss.round import command as ask
from pitboss.round.event import RoundSettled
from pitboss.round.movement import Settlement
from pitboss.round.state import Phase, Spot, Step
from pitboss.rules import SET_NAMES, Chips, Rules, Wager, in_force, rule_set
from tests.round.rounds import opened, play_on

ROUNDS = 60
BET = Chips(500)


def due_rounds(rules: Rules) -> list[Round]:
    """Rounds of one table as they wait for their settlement; everybody bets the same each time."""
    found = []
    for seed in range(ROUNDS):
        states = play_on(opened(random.Random(seed), rules))
        found += [round_ for round_ in states if round_.phase == Phase.SETTLING]
    return [replace(round_, spots=tuple(map(_alike, round_.spots))) for round_ in found]


def _alike(spot: Spot) -> Spot:
    wagers = dict.fromkeys((Wager.ANTE, Wager.BLIND, Wager.TRIPS), BET)
    if spot.times:
        wagers[Wager.PLAY] = BET
    return replace(spot, wagers=wagers, tips={})


def settlement(round_: Round, rules: Rules) -> Settlement | Refusal:
    decided = decide(round_, ask.Proceed(Step.SETTLE), rules)
    if isinstance(decided, Refusal):
        return decided
    (event,) = decided
    assert isinstance(event, RoundSettled)
    return event.settlement


@pytest.mark.parametrize("name", SET_NAMES)
def test_a_seat_as_a_whole_comes_to_what_its_wagers_come_to_one_by_one(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = in_force(rule_set(name))
    rounds = due_rounds(rules)
    kept = [settlement(round_, rules) for round_ in rounds]
    assert rounds
    monkeypatch.setattr(settle._Book, "_whole_seat", lambda *_: None)

    assert [settlement(round_, replace(rules)) for round_ in rounds] == kept


def test_transfers_that_are_kept_are_those_of_the_movement_and_the_player() -> None:
    rules = in_force(rule_set("maryland"))
    for round_ in due_rounds(rules):
        (event,) = decide(round_, ask.Proceed(Step.SETTLE), rules)  # type: ignore[misc]  # no refusal
        for purse in (accounts.seat_account, lambda seat: f"player {seat}"):
            warm = (
                accounts.transfers(round_, event, purse),
                accounts.transfers(round_, event, purse),
            )
            accounts._MOVED.clear()

            assert warm == (accounts.transfers(round_, event, purse),) * 2

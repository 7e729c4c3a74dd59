"""What the check accepts opens a table that takes each wager it offers, deals and settles."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from pitboss.pit.bot_tables import with_side_wagers
from pitboss.round import command as round_ask
from pitboss.round.legal import turn
from pitboss.round.state import Phase
from pitboss.rules import (
    SET_NAMES,
    Chips,
    Rules,
    Wager,
    faults,
    in_force,
    option_kinds,
    rule_set,
)  # fmt: skip
from pitboss.rules.basis import Basis, basis_of, each_value
from pitboss.rules.option_values import ALIASES, read_value
from pitboss.table import Person, Role, choice_of
from pitboss.table import command as ask
from pitboss.table.opening import configuration_fault
from pitboss.table.timetable import Pace, due
from tests.table.seasons import FLOOR, Season

RICH = Chips(50_000_00)
STAKE = Chips(20_000_00)
STEPS_MAX = 200  # a round has a few dozen; more, and the table goes round in circles
PLAIN = {"ante": 1_000, "blind": 1_000, "trips": 500, "six_card": 500}
# What a table is made of; a place takes those that it leaves open.
SHAPE = ("dealing", "decks", "shuffle", "six_card", "progressive")
# Read by the floor or by records, not by a round: each value would play the same round again.
STILL = ("game.enabled",)  # off, nothing is dealt: that is its sense


def shapes(place: str) -> Iterator[dict[str, Any]]:
    """Combine ways of dealing, decks, shuffles and side wagers; those that may be played by."""
    chosen, kinds = rule_set(place), option_kinds()
    keys = [key for key in SHAPE if key in chosen.options]
    for values in product(*(each_value(kinds[key], chosen) for key in keys)):
        yield with_side_wagers(chosen, dict(zip(keys, values, strict=True)))


def singles(place: str) -> Iterator[dict[str, Any]]:
    """Choose each value of each option that has few, beside every side wager."""
    chosen, kinds = rule_set(place), option_kinds()
    for key in chosen.options:
        if key in SHAPE or key in ALIASES or key in STILL:
            continue
        for value in each_value(kinds[key], chosen):
            if basis_of(read_value(value, kinds[key], chosen), kinds[key], chosen) != Basis.TEXT:
                yield with_side_wagers(chosen, {key: value})


def accepted(place: str, tried: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (options for options in tried if not faults(rule_set(place), options))


def every_wager(rules: Rules) -> dict[Wager, Chips]:
    """Bet on everything that is offered."""
    bets: dict[Wager, Chips] = {
        wager: Chips(PLAIN[wager]) for wager in rules.offered() if wager != Wager.PROGRESSIVE
    }
    if Wager.PROGRESSIVE in rules.offered():
        bets[Wager.PROGRESSIVE] = rules.progressive_wagers[0]
    return bets


def person(season: Season, seat: int) -> Person:
    return Person(season.table.seats[seat].player, Role.PLAYER)


def play_a_round(place: str, options: dict[str, Any]) -> Season:
    """Open a table, bet on everything, let the automatic dealer do the rest."""
    season = Season(random.Random(7))
    house = choice_of(in_force(rule_set(place), options), options)
    assert configuration_fault(house) is None
    season.must(ask.SetUp("T1", house), FLOOR)
    season.set_up()
    for seat in {1, season.rules.seats}:
        season.must(ask.Sit(seat, f"p{seat}"), Person(f"p{seat}", Role.PLAYER))
        season.must(ask.BuyIn(seat, RICH), person(season, seat))
    for _ in range(STEPS_MAX):
        if season.table.rounds == 1 and season.table.round is None:
            break
        step_on(season)
    return season


def step_on(season: Season) -> None:
    """Take the next step: a bank, bets, a decision, or what the house has to do."""
    round_ = season.table.round
    if round_ is not None and round_.phase == Phase.BETTING:
        if not season.rules.house_banks and round_.bank is None:
            seat = season.table.bank.offered
            if seat:
                season.must(round_ask.TakeBank(seat, STAKE), person(season, seat))
                return
        banker = round_.bank.seat if round_.bank else 0
        for seat in season.table.seats:
            if seat != banker and round_.spot(seat) is None:
                bets = round_ask.PlaceBets(seat, every_wager(season.rules), {})
                season.must(bets, person(season, seat))
                return
    if round_ is not None and (spot := turn(round_, season.rules)):
        last = round_.street == "river"
        act = round_ask.Play(spot.seat, 1) if last else round_ask.Check(spot.seat)
        season.must(act, person(season, spot.seat))
        return
    step = due(season.table, Pace(betting=1_000), season.at)
    assert step is not None, f"nothing is due in {round_.phase if round_ else 'no round'}"
    season.at = max(season.at, step.at)
    season.must(season.completed(step.command), step.by)


def settled_wagers(season: Season) -> set[Wager]:
    movements = [
        movement
        for _, events in season.log
        for event in events
        for movement in getattr(getattr(event, "settlement", None), "movements", ())
    ]
    return {movement.wager for movement in movements if movement.staked}


# Which options are accepted is asked when a test runs: every test process collects all tests.
@pytest.mark.parametrize("tried", [shapes, singles], ids=["shapes", "singles"])
@pytest.mark.parametrize("place", SET_NAMES)
def test_what_may_be_opened_deals_and_settles_every_wager(
    place: str, tried: Callable[[str], Iterator[dict[str, Any]]]
) -> None:
    """Play by each way of dealing with each side wager, and by each value of every other option."""
    played = 0
    for options in accepted(place, tried(place)):
        season = play_a_round(place, options)

        assert season.table.rounds == 1, options
        assert set(every_wager(season.rules)) <= settled_wagers(season), options
        played += 1

    assert played


@pytest.mark.parametrize("place", SET_NAMES)
def test_every_way_of_dealing_and_every_side_wager_is_among_them(place: str) -> None:
    chosen, kinds = rule_set(place), option_kinds()
    mine = list(accepted(place, shapes(place)))

    for key in (key for key in SHAPE if key in chosen.options):
        kind = kinds[key]
        read = {value: read_value(value, kind, chosen) for value in each_value(kind, chosen)}
        open_ = {v for v, as_read in read.items() if basis_of(as_read, kind, chosen) != "departure"}
        assert {options[key] for options in mine} == open_, key

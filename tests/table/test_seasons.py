"""Random seasons of play: whatever people do, nothing is lost and no rule is passed over."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.ledger import Books, posted
from pitboss.round import event as round_past
from pitboss.rules import SET_NAMES
from pitboss.table import Table, evolve
from pitboss.table import event as past
from pitboss.table.state import Standing
from tests.table.judge import Judge
from tests.table.seasons import Season, season
from tests.table.test_complete import SAID_ONLY

SEEDS = st.integers(0, 2**40)
# What happens too seldom for a few hundred seasons, or only with purses, which seasons have not;
# single tests make it happen (`test_seating.py` for purses).
SELDOM = {round_past.HandKilled, round_past.WagerVoided, past.WinnerUnkeyed, past.PurseNamed}


def assert_sound(played: Season) -> None:
    """Hold a whole season against a second opinion, and against itself when it is replayed."""
    assert_replays(played)
    judge = Judge().read(played.log)
    assert judge.faults == []
    if played.table.round is None:
        chips = {seat.player: seat.chips for seat in played.table.seats.values()}
        assert judge.chips == chips
    if not played.table.progressive.link:
        assert judge.meters == dict(played.table.progressive.meters)
    else:
        recounted = {m: amount for m, amount in judge.meters.items() if amount}
        parts = {
            account.rsplit(" ", 1)[1]: amount
            for account, amount in played.books.balances.items()
            if account.startswith("link ")
        }
        assert recounted == parts


def assert_replays(played: Season) -> None:
    """The fold of the events is the table that was played, and the books that were kept."""
    table, books = Table(), Books()
    for order, events in played.log:
        for event in events:
            books = posted(books, table, event)
            table = evolve(table, event, order.at)
    assert table == played.table
    assert books == played.books


@settings(max_examples=25)
@given(SEEDS, st.sampled_from(SET_NAMES))
def test_a_season_is_sound(seed: int, name: str) -> None:
    assert_sound(season(seed, steps=150, name=name))


@pytest.mark.full
@pytest.mark.slow
@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("name", SET_NAMES)
def test_many_seasons_are_sound(name: str, part: int) -> None:
    for seed in range(100 * part, 100 * part + 12):
        assert_sound(season(seed, steps=500, name=name))


@pytest.mark.full
@pytest.mark.slow
def test_every_event_happens_in_some_season_and_changes_the_table() -> None:
    """What `evolve` passed over by accident would never change anything."""
    changing: Counter[type] = Counter()
    for seed in range(160):
        changing.update(season(seed, steps=400).changing)

    every = {*get_args(past.TableEvent), *get_args(round_past.Event)}
    assert every - set(changing) - SELDOM == SAID_ONLY


@settings(max_examples=15)
@given(SEEDS, st.sampled_from(SET_NAMES))
def test_every_table_can_be_brought_to_rest(seed: int, name: str) -> None:
    """Whatever state people leave a table in, the house alone ends the round and all can go."""
    played = season(seed, steps=80, name=name)
    for _ in range(120):
        if played.table.round is None:
            break
        played.at += 200_000
        played.floor_ends_it()

    assert played.table.round is None
    if played.table.status.standing not in (Standing.CLOSED, Standing.NEW):
        played.close()
    for seat in list(played.table.seats):
        played.leave(seat)
    assert played.table.seats == {}
    assert not [account for account in played.books.balances if account.startswith("player ")]
    assert played.books.of("layout") == played.books.of("bank") == 0


@settings(max_examples=10)
@given(SEEDS)
def test_meters_never_fall_except_by_award_void_or_correction(seed: int) -> None:
    played = season(seed, steps=150, name="south-dakota")
    table = Table()
    lowering = (round_past.RoundSettled, past.MeterCorrected, round_past.MetersRead)
    for order, events in played.log:
        for event in events:
            after = evolve(table, event, order.at)
            if not isinstance(event, lowering) and not table.progressive.link:
                for meter, amount in table.progressive.meters.items():
                    assert (after.progressive.meters.get(meter) or Fraction(0)) >= (amount or 0), (
                        event
                    )
            table = after

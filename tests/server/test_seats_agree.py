"""The felt, the floor and the history never disagree about a seat: its state, net and bank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from pitboss.history.moments import played_rounds, table_moments
from pitboss.history.results import seat_results
from pitboss.round.state import Phase, SpotState
from pitboss.round.view import Viewer, ViewerRole
from pitboss.rules import SET_NAMES
from pitboss.server.floor.board import floor_seats
from pitboss.server.views import offers
from pitboss.server.views import table as felt
from pitboss.table import Table, evolve, rules_of
from pitboss.table.view import view
from tests.audit.tables import Played, regulars, season
from tests.audit.write import in_memory

VIEWERS = (
    felt.PUBLIC,
    Viewer(ViewerRole.FLOOR),
    Viewer(ViewerRole.SEAT, 1),
)


def plays(name: str) -> Iterator[Played]:
    """Quiet rounds, and seasons with irregularities, voids and people who leave."""
    yield regulars(11, rounds=5, rules=name)
    yield season(3, steps=250, rules=name)


def states(played: Played) -> Iterator[Table]:
    """Every state of a table in which a round is played."""
    table = Table()
    for order, events in played.log:
        for event in events:
            table = evolve(table, event, order.at)
            if table.round is not None and table.identity.rules is not None:
                yield table


@pytest.mark.parametrize("name", SET_NAMES)
def test_all_views_show_a_seat_alike(name: str) -> None:
    seen_states = set()
    for played in plays(name):
        for table in states(played):
            assert table.identity.rules is not None
            assert table.round is not None
            rules = rules_of(table.identity.rules)
            floor = {seat.seat: seat for seat in floor_seats(table, rules)}
            for viewer in VIEWERS:
                hand = felt.hand(table, view(table, viewer), rules)
                shown = {seat.seat: seat for seat in hand.seats if seat.state != "empty"}

                assert {n: s.state for n, s in shown.items()} == {
                    n: s.state for n, s in floor.items()
                }
                assert {n: s.chips for n, s in shown.items()} == {
                    n: s.chips for n, s in floor.items()
                }
            seen_states |= {seat.state for seat in floor.values()}

    assert seen_states <= set(get_args(SpotState))
    assert {"folded", "acting", "settled", "checked"} <= seen_states


@pytest.mark.parametrize("name", SET_NAMES)
def test_all_views_show_the_same_net_and_the_same_bank(name: str) -> None:
    settled = 0
    for played in plays(name):
        for table in states(played):
            assert table.identity.rules is not None
            assert table.round is not None
            rules, seen = rules_of(table.identity.rules), view(table, felt.PUBLIC)
            assert offers.bank(table, seen, rules).left == table.round.bank_left
            if table.round.phase != Phase.SETTLED:
                continue
            settled += 1
            for seat in felt.hand(table, seen, rules).seats:
                if seat.net is not None:
                    assert seat.net == table.round.net(seat.seat)
                    assert seat.net == sum(part.net for part in seat.parts)

    assert settled


@pytest.mark.parametrize("name", SET_NAMES)
def test_history_has_the_net_that_the_felt_showed(name: str) -> None:
    played = regulars(11, rounds=5, rules=name)
    results = 0
    for round_ in played_rounds(table_moments(in_memory(played), played.name)):
        for result in seat_results(round_):
            assert result.net == round_.last.net(result.chips.seat)
            assert result.net == (
                result.chips.after - result.chips.before - result.chips.bought + result.chips.cashed
            )
            results += 1

    assert results

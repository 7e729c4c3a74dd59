"""Tests of what an event adds to the players' own chips: the net of its transfers, no more."""

from __future__ import annotations

from collections import Counter
from typing import cast, get_args

import pytest

from pitboss.ledger.accounts import seat_account
from pitboss.ledger.transfers import round_transfers
from pitboss.round import Round
from pitboss.round import event as past
from pitboss.round.settlement.seat_chips import chip_changes
from pitboss.rules import SET_NAMES
from pitboss.table import Table, evolve
from tests.audit.tables import regulars, season

ROUND_EVENTS = get_args(past.Event)


def listed(round_: Round, event: past.Event) -> dict[int, int]:
    """The net by seat, from the transfers."""
    net: Counter[str] = Counter()
    for transfer in round_transfers(round_, event):
        net[transfer.source] -= int(transfer.chips)
        net[transfer.target] += int(transfer.chips)
    return {seat: net[seat_account(seat)] for seat in range(1, 8) if net[seat_account(seat)]}


@pytest.mark.parametrize("name", SET_NAMES)
@pytest.mark.parametrize("play", [regulars, season])
def test_purses_change_by_the_net_of_the_transfers(name: str, play: object) -> None:
    played = regulars(3, rounds=12, rules=name) if play is regulars else season(5, rules=name)
    table, seen = Table(), set()

    for order, events in played.log:
        for event in events:
            if isinstance(event, ROUND_EVENTS):
                moved = cast(past.Event, event)
                changes = chip_changes(table.round or Round(), moved)
                net = {seat: chips for seat, chips in changes.items() if chips}
                assert net == listed(table.round or Round(), moved)
                seen.add(type(event))
            table = evolve(table, event, order.at)

    assert {past.BetsPlaced, past.PlayPlaced, past.RoundSettled} <= seen

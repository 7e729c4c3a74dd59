"""What viewers see of a table: never the secret, never a card before its time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.round.view import Viewer, ViewerRole
from pitboss.rules import SET_NAMES
from pitboss.table import Table, evolve
from pitboss.table.view import view
from tests.table.seasons import season

VIEWERS = (
    Viewer(ViewerRole.PUBLIC),
    Viewer(ViewerRole.FLOOR),
    Viewer(ViewerRole.DEALER),
    Viewer(ViewerRole.SEAT, 1),
)


def states(seed: int, name: str, steps: int = 200) -> list[Table]:
    played, table, found = season(seed, steps=steps, name=name), Table(), []
    for order, events in played.log:
        for event in events:
            table = evolve(table, event, order.at)
            found.append(table)
    return found


@pytest.mark.parametrize("name", SET_NAMES)
def test_no_view_depends_on_the_secret_or_on_undealt_cards(name: str) -> None:
    seen = 0
    for table in states(7, name):
        if table.round is None or table.shuffle.sealed is None:
            continue
        seen += 1
        secret = b"another secret of thirty-two byte"[:32]
        sealed = replace(table.shuffle.sealed, secret=secret)
        other = replace(
            table,
            shuffle=replace(table.shuffle, sealed=sealed),
            round=replace(table.round, stub=tuple(reversed(table.round.stub))),
        )
        for viewer in VIEWERS:
            shown = view(table, viewer)
            assert shown == view(other, viewer)
            assert repr(table.shuffle.sealed.secret) not in repr(shown)
    assert seen > 20


def test_the_commitment_is_there_before_any_bet_and_everybody_sees_it() -> None:
    checked = 0
    for table in states(3, "catfish-bend"):
        if table.round is None or table.round.spots or table.shuffle.sealed is None:
            continue
        checked += 1
        assert {view(table, viewer).commitment for viewer in VIEWERS} == {
            table.shuffle.sealed.commitment
        }
        assert len(table.shuffle.sealed.commitment) == 32
    assert checked


def test_a_table_that_is_not_set_up_can_be_looked_at() -> None:
    shown = view(Table(), VIEWERS[0])

    assert shown.seats == ()
    assert shown.round is None

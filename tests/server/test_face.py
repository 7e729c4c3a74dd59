"""What a table's page says of the cards before anybody plays: spread, face up or face down."""

from __future__ import annotations

import pytest

from pitboss.server.views.face import SPREAD_DOWN, SPREAD_UP, notice_of
from pitboss.table import command as ask
from tests.table.nights import Night


def test_before_the_first_player_the_inspected_cards_lie_face_up() -> None:
    """MD-4.B: until they are turned down and washed, once somebody could look."""
    night = Night("maryland", chips={})
    night.prepare().give(ask.OpenTable())
    assert notice_of(night.table, "bets") == SPREAD_UP

    night.sit(1)
    assert notice_of(night.table, "bets") == SPREAD_UP

    night.prepare(players=True)
    assert notice_of(night.table, "bets") == ""


@pytest.mark.parametrize("place", ["maryland", "catfish-bend"])
def test_at_an_idle_table_the_cards_lie_face_down(place: str) -> None:
    """IA-DEAD.1, MD-5.H.1."""
    night = Night(place)
    night.give(ask.Leave(1))

    night.give(ask.Idle())

    assert notice_of(night.table, "bets") == SPREAD_DOWN


@pytest.mark.parametrize("place", ["south-dakota", "california", "royal-caribbean"])
def test_where_no_rule_spreads_cards_nothing_is_said(place: str) -> None:
    assert notice_of(Night(place).table, "bets") == ""

"""What the bank is offered for is what the table takes: the stake, and the fee beside it."""

from __future__ import annotations

import pytest

from pitboss.round import command as round_ask
from pitboss.round.view import Viewer, ViewerRole
from pitboss.rules import Chips
from pitboss.server.views.offers import bank
from pitboss.server.wire.table import Bank
from pitboss.table import TableReason, rules_of
from pitboss.table.view import view
from tests.table.nights import Night


def offered(night: Night, seat: int = 1) -> Bank:
    """The bank as a seat sees it."""
    assert night.table.identity.rules is not None
    seen = view(night.table, Viewer(ViewerRole.SEAT, seat))
    return bank(night.table, seen, rules_of(night.table.identity.rules))


def test_the_largest_stake_leaves_the_largest_fee_in_front_of_the_player() -> None:
    night = Night("california", chips={1: 500, 2: 500}).open()

    found = offered(night)

    assert (found.offered, found.least, found.most, found.fee) == (1, 500, 49_800, 200)
    assert night.reason(round_ask.TakeBank(1, Chips(found.most + 1))) == TableReason.SHORT_OF_CHIPS
    night.give(round_ask.TakeBank(1, Chips(found.most)))
    held = offered(night)
    assert (held.seat, held.stake, held.offered, held.most) == (1, 49_800, None, 0)


def test_the_least_stake_is_taken_of_who_has_no_more_than_that_and_the_fee() -> None:
    night = Night("california", chips={1: 7, 2: 500}).open()

    found = offered(night, seat=2)

    assert (found.offered, found.least, found.most) == (1, 500, 500)
    night.give(round_ask.TakeBank(1, Chips(found.least)))


@pytest.mark.parametrize(("chips", "most"), [(500, 50_000), (0, 0)])
def test_without_a_fee_all_chips_may_be_staked(chips: int, most: int) -> None:
    night = Night("royal-caribbean", chips={1: chips}).open()

    found = offered(night)

    assert (found.offered, found.most, found.fee) == (1, most, 0)


def test_a_bank_is_told_what_would_cover_all_bets() -> None:
    night = Night("california", chips={1: 500, 2: 500, 3: 100}).open()

    assert offered(night).cover == 35_000 + 10_000  # at most $350 of a seat
    night.give(round_ask.TakeBank(1, Chips(10_000)))
    assert offered(night).cover == 0

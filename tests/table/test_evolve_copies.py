"""What `evolve` writes, it writes into a copy of its own: the table before an event stays."""

from __future__ import annotations

import pytest

from pitboss.rules import SET_NAMES
from pitboss.table import Table, evolve
from tests.table.seasons import season


@pytest.mark.parametrize("name", SET_NAMES)
def test_no_event_changes_the_table_before_it(name: str) -> None:
    table = Table()
    for order, events in season(7, steps=150, name=name).log:
        for event in events:
            stood = repr(table)
            after = evolve(table, event, order.at)

            assert repr(table) == stood
            assert after is not table
            table = after

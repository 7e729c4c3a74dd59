"""The decks that the dealer of tests brings: one for each round, another when the floor says so."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from pitboss.pit import Answer
from pitboss.pit.table_task import TableTask
from pitboss.round import command as round_ask
from pitboss.round.state import Phase
from pitboss.table import Table, evolve
from tests.audit.tables import regulars
from tests.server.stacked_decks import QUICK, Dealer


@dataclass
class Asked:
    """A table_task that writes down what it is asked."""

    pace: Any = QUICK  # Any: it stands for a table_task
    asked: list[object] = field(default_factory=list)

    async def ask(self, id_: str, command: object, _by: object) -> Answer:
        self.asked.append(command)
        return Answer(id_)


def with_a_deck() -> Table:
    """A table that waits with a shuffled deck for its first card."""
    table = Table()
    for order, events in regulars(61, rounds=1, seats=2).log:
        for event in events:
            table = evolve(table, event, order.at)
            if table.round is not None and table.round.phase == Phase.LOCKED and table.round.stub:
                return replace(table, identity=replace(table.identity, provable=False))
    raise AssertionError("no deck was brought")


@pytest.mark.parametrize("ordered", [False, True])
def test_a_shuffle_that_the_floor_orders_brings_another_deck(ordered: bool) -> None:
    deck, table_task = with_a_deck(), Asked()
    table = replace(deck, shuffle=replace(deck.shuffle, ordered=ordered))

    async def look() -> None:
        Dealer()._look(cast("TableTask", table_task), table, 7)  # it stands for one
        await asyncio.sleep(0)

    asyncio.run(look())

    assert [type(command) for command in table_task.asked] == [round_ask.LoadDeck] * ordered

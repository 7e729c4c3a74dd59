"""No table opens or goes on by options that the check rejects; one that is there stays a fact."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.audit.verify import verify
from pitboss.table import TableReason, rules_of
from pitboss.table import command as ask
from pitboss.table.state import Standing
from pitboss.table.timetable import opening_commands
from tests.audit.tables import regulars
from tests.audit.write import in_memory
from tests.pit.hands import FLOOR, Bench, house, player

CUT_OF_ONE = {"dealing": "shoe", "shuffle": "manual", "cut.min": 1, "cut.max": 1}
REJECTED: list[tuple[str, dict[str, Any], str]] = [
    ("maryland", CUT_OF_ONE, "MD-5.F"),
    ("maryland", {"limit.amount": 100}, "MD-12.F.1"),
    ("california", {"bank.win_cap": False}, "CA-TYPE.2"),
    ("catfish-bend", {"dealing": "hand", "decks": 2}, "IA-HAND.3"),
]


@pytest.mark.parametrize(("place", "options", "clause"), REJECTED)
def test_a_table_is_not_set_up_by_them(place: str, options: dict[str, Any], clause: str) -> None:
    bench = Bench()

    refusal = bench.refused(ask.SetUp("T1", house(place, options)), FLOOR)

    assert refusal.reason == TableReason.RULES_FIXED
    assert clause in refusal.cite.clauses
    assert bench.handler.replica.number == 0


@pytest.mark.parametrize(("place", "options", "clause"), REJECTED)
def test_a_table_is_not_changed_to_them(place: str, options: dict[str, Any], clause: str) -> None:
    bench = Bench()
    bench.opened(house(place), players=0)
    before = bench.handler.table

    refusal = bench.refused(ask.ChangeRules(house(place, options)), FLOOR)

    assert clause in refusal.cite.clauses
    assert bench.handler.table == before


def test_who_may_not_change_rules_hears_that_first() -> None:
    bench = Bench()
    bench.opened(house("maryland"), players=1)

    refusal = bench.refused(ask.ChangeRules(house("maryland", CUT_OF_ONE)), player(1))

    assert refusal.reason == TableReason.NOT_ALLOWED


def test_a_table_of_the_past_loads_verifies_and_closes_but_does_not_open_again() -> None:
    journal = in_memory(regulars(5, rounds=2, seats=2, options=CUT_OF_ONE))
    bench = Bench(journal, count=10_000)

    assert bench.handler.table.rounds == 2
    assert verify(journal).findings == ()
    bench.must(ask.CloseTable("the end"), FLOOR)
    assert bench.handler.table.identity.rules is not None
    refusals = [
        bench.give(command, by).refusal
        for command, by in opening_commands(rules_of(bench.handler.table.identity.rules), FLOOR)
    ]
    assert refusals[-1] is not None
    assert "MD-5.F" in refusals[-1].cite.clauses
    assert bench.handler.table.status.standing == Standing.CLOSED

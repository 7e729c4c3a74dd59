"""What `make mutate` breaks of a clause, and that code which is broken does nothing."""

from __future__ import annotations

import pytest

from pitboss.rules import load, rule_set
from tools.broken import break_code, breaks
from tools.mutants import mutants
from tools.mutate import CHANGED, put_in_force


def test_a_clause_is_broken_in_the_cells_that_cite_it() -> None:
    found = list(breaks("maryland", 0, frozenset({"MD-11.K"})))

    assert {one.clause for one in found} == {"MD-11.K"}
    cells = [one.cell.where for one in found if one.cell is not None]
    assert "settlement.rack.value" in cells
    assert all(one.tests for one in found)


def test_a_changed_cell_is_what_everybody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests are collected before: what was read then may not hide the change."""
    true = rule_set("maryland")
    monkeypatch.setattr(load, "rule_set_from", load.rule_set_from)  # put back at the end
    seats = next(one for one in mutants("maryland") if one.where == "table.seats.value")

    with CHANGED:
        put_in_force(seats)
        changed = rule_set("maryland")

    assert changed != true
    assert rule_set("maryland") is true


def test_broken_code_does_nothing() -> None:
    before = _answer.__code__
    try:
        break_code(f"{__name__}._answer")
        assert _answer() is None
    finally:
        _answer.__code__ = before
    assert _answer() == 42


def _answer() -> int | None:
    return 42

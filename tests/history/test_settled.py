"""Where the last finished round ends: the head of a table whose next round goes on."""

from __future__ import annotations

import pytest

from pitboss.history.export import sealed_rounds
from pitboss.history.export.sealed_rounds import settled_head
from pitboss.journal import Head
from tests.audit.tables import regulars
from tests.audit.write import in_memory


@pytest.mark.parametrize("page", [1, 3, 500])
def test_the_head_stands_before_the_round_that_goes_on(
    page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed_rounds, "LOOK_BACK_EVENTS", page)
    journal = in_memory(regulars(7, rounds=2, seats=2))
    stored = list(journal.read("table/T1"))
    over, goes_on = Head(0, b""), False
    checked = 0
    for n, entry in enumerate(stored):
        if entry.name.startswith("round-begun"):
            goes_on, over = True, Head(stored[n - 1].number, stored[n - 1].hash)
        if n + 1 < len(stored) and stored[n + 1].size is None:
            continue  # in the middle of a turn
        goes_on = goes_on and not any(
            e.name.startswith(("round-ended", "round-cancelled"))
            for e in stored[over.number : n + 1]
        )
        head = Head(entry.number, entry.hash)

        assert settled_head(journal, "table/T1", head) == (over if goes_on else head)

        checked += goes_on
    assert checked > 20


def test_a_table_without_events_has_the_head_it_has() -> None:
    journal = in_memory(regulars(7, rounds=1, seats=1))

    assert settled_head(journal, "table/T9", Head(0, b"x")) == Head(0, b"x")

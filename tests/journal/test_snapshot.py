"""The fingerprint of a table's state, by which a snapshot of another make is known."""

from __future__ import annotations

import re

from pitboss.journal.snapshot import state_fingerprint, structure
from pitboss.table.state import Table


def test_the_shape_is_short_and_always_the_same() -> None:
    assert re.fullmatch("[0-9a-f]{16}", state_fingerprint())
    assert state_fingerprint() == state_fingerprint.__wrapped__()


def test_the_structure_has_every_field_down_to_the_last_enum() -> None:
    text = structure(Table)

    for part in (
        "since: int",
        "fed: map[str, Fraction]",
        "keyed: set[int]",
        "at_table: tuple[{colour",
    ):
        assert part in text
    assert "standing: (closed idle new open paused)" in text
    assert "why: (" in text  # of a movement, in a settlement, in a round
    assert "offered: int | none" in text

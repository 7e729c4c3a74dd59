"""The columns of the console's figures, in its order and with its digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from pitboss.reports.floor.cell import FloorCell, amount, counted, ratio
from pitboss.rules.user_toml import Document


@dataclass(frozen=True, slots=True)
class FloorColumn:
    """A column: its name, and its cell of a row of figures."""

    name: str
    cell: Callable[[Document], FloorCell]


def _meters(row: Document, part: str) -> str | None:
    """Add up all meters of a row in whole cents: the fraction of a cent stays on the meter."""
    sums = [Decimal(meter[part]["dollars"]) for meter in row["meters"].values()]
    return str(sum(sums)) if sums else None


def _theory(row: Document) -> Mapping[str, Any]:  # Any: JSON values
    return row.get("theory") or {}


def _expected(row: Document) -> str | None:
    found = _theory(row).get("expected")
    return None if found is None else str(found["dollars"])


COLUMNS: Final = (
    FloorColumn("Rounds", lambda row: counted(row["rounds"])),
    FloorColumn("Per hour", lambda row: ratio(row["rounds_per_hour"], 1)),
    FloorColumn("Handle", lambda row: amount(row["handle"]["total"])),
    FloorColumn("Drop", lambda row: amount(row["drop"])),
    FloorColumn("Win", lambda row: amount(row["win"]["dollars"], signed=True)),
    FloorColumn("Hold", lambda row: ratio(row["hold_percent"], 1, " %")),
    FloorColumn("Fees", lambda row: amount(row["fees"])),
    FloorColumn("Voids", lambda row: counted(sum(row["voids"].values()))),
    FloorColumn("Irreg.", lambda row: counted(sum(row["irregularities"].values()))),
    FloorColumn("Meter in", lambda row: amount(_meters(row, "in"))),
    FloorColumn("Paid", lambda row: amount(_meters(row, "paid"))),
)
THEORY_COLUMNS: Final = (
    FloorColumn("Expected", lambda row: amount(_expected(row), signed=True)),
    FloorColumn("Actual", lambda row: amount(_theory(row).get("actual"), signed=True)),
    FloorColumn("z", lambda row: ratio(_theory(row).get("z"), 2)),
    FloorColumn("Careful z", lambda row: ratio(_theory(row).get("z_careful"), 2)),
)


def columns_of(document: Document) -> tuple[FloorColumn, ...]:
    """List the columns of some figures; those of the theory where it was asked for."""
    return COLUMNS + (THEORY_COLUMNS if "theory" in document["total"] else ())

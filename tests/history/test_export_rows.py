"""Exported rows: one a seat and round, and they add up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.round import event as round_past
from pitboss.rules import SET_NAMES
from pitboss.table import event as past
from tests.audit.tables import Played, season
from tests.audit.write import in_memory
from tests.history.exports import exported, rows

# -- rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SET_NAMES)
def test_every_row_adds_up(tmp_path: Path, rules: str) -> None:
    table = season(7, steps=1500, rules=rules)
    manifest = exported(in_memory(table), tmp_path / "out", formats=("csv",))

    found = rows(tmp_path / "out")
    assert manifest["counts"]["seats"] == len(found) > 20

    def cents(row: dict[str, str], key: str) -> int:
        return round(float(row[key] or 0) * 100)

    for row in found:
        change = cents(row, "balance_after") - cents(row, "balance_before")
        change += cents(row, "cashed") - cents(row, "bought")
        assert change == cents(row, "net"), row
        nets = sum(cents(row, key) for key in row if key.endswith("_net"))
        assert nets - cents(row, "fee") - cents(row, "tips") == cents(row, "net"), row


def test_a_row_says_what_the_settlement_says(tmp_path: Path, floor: tuple[Played, Played]) -> None:
    exported(in_memory(floor[0]), tmp_path / "out", formats=("csv",))
    settled = [e.settlement for _, events in floor[0].log for e in events
               if isinstance(e, round_past.RoundSettled)]  # fmt: skip

    found = rows(tmp_path / "out")

    for row in found:
        settlement = settled[int(row["round"]) - 1]
        for movement in settlement.of(int(row["seat"])):
            assert row[f"{movement.wager}_outcome"] == movement.outcome
            assert row[f"{movement.wager}_staked"] == f"{movement.staked / 100:.2f}"
        assert row["qualifies"] == ("yes" if settlement.qualifies else "no")
        assert row["void"] == "no"
    assert len(found) == sum(len({m.seat for m in s.movements}) for s in settled)


def test_a_name_is_no_formula(tmp_path: Path, floor: tuple[Played, Played]) -> None:
    table = floor[0]
    name = "=HYPERLINK(1)"
    log = [(order, tuple(_renamed(event, name) for event in events)) for order, events in table.log]
    renamed = Played("T1", table.rules, table.chance, log=log)

    exported(in_memory(renamed), tmp_path / "out", formats=("csv",))

    players = {row["player"] for row in rows(tmp_path / "out")}
    assert f"'{name}" in players
    assert name not in players


def _renamed(event: Any, name: str) -> Any:  # Any: whatever event it is
    if isinstance(event, past.PlayerSat) and event.seat == 1:
        return past.PlayerSat(1, name, event.bot)
    if isinstance(event, past.PlayerLeft) and event.seat == 1:
        return past.PlayerLeft(1, name, event.chips)
    return event

"""The console on a real server: what it shows, who may look, what waits for the floor."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitboss.history.figures.action import SeatStakes, Value
from pitboss.server.floor import figures
from pitboss.table import RulesChoice
from tests.audit.tables import regulars
from tests.audit.tamper import raw
from tests.server.visits import Visit, visit
from tests.waiting import WAIT_S_MAX


@pytest.fixture(scope="module")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """A floorperson at a server with two tables."""
    tables = (
        regulars(31, rounds=8, seats=3),
        regulars(32, rounds=3, rules="california", name="T2"),
    )
    with visit(tmp_path_factory.mktemp("house"), *tables) as visitor:
        visitor.come("Floyd", "floor")
        yield visitor


def test_the_console_shows_every_table(staff: Visit) -> None:
    view = staff.get("/api/floor").json()

    tables = {table["table"]: table for table in view["tables"]}
    assert tables.keys() == {"T1", "T2"}
    assert tables["T1"]["round"] == 8
    assert tables["T2"]["rules_title"] == "California"
    assert view["seated"] == sum(len(table["seats"]) for table in view["tables"])
    assert view["open_tables"] == 2


def test_the_house_result_is_that_of_the_figures(staff: Visit) -> None:
    view = staff.get("/api/floor").json()
    counted = staff.get("/api/floor/figures", table="T1", bots="include").json()

    (table,) = [one for one in view["tables"] if one["table"] == "T1"]
    dollars = counted["rows"][0]["win"]["dollars"]
    assert round(float(dollars) * 100) == table["house_cents"]
    assert counted["tables"][0]["identity"]["holds"]


def test_the_theory_comes_where_it_is_asked_for(
    staff: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[SeatStakes] = []

    def worth(_house: RulesChoice, _play: str, bets: SeatStakes) -> Value:
        asked.append(bets)
        return Fraction(bets.ante, 50), Fraction(bets.ante**2)

    monkeypatch.setattr(figures, "worth_of", worth)
    alone = staff.get("/api/floor/figures", table="T1", bots="include").json()
    compared = staff.get("/api/floor/figures", table="T1", bots="include", theory="true").json()

    assert "theory" not in alone["total"]
    assert compared["total"]["theory"]["hands"] > 0
    assert compared["total"]["theory"]["z"] is not None
    assert len(asked) == len(set(asked))  # each stake once


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"by": "week"}, 400),
        ({"bots": "some"}, 400),
        ({"begin": "monday"}, 400),
        ({"table": "nowhere"}, 404),
    ],
)
def test_figures_that_cannot_be_had_are_refused(
    staff: Visit, query: dict[str, str], status: int
) -> None:
    assert staff.get("/api/floor/figures", **query).status_code == status


def test_players_do_not_see_the_console(tmp_path: Path) -> None:
    with visit(tmp_path) as visitor:
        visitor.come("Ann")

        for path in ("/api/floor", "/api/floor/figures", "/api/floor/T1/irregularities"):
            assert visitor.get(path).status_code == 403
        order = {"id": "abcdefgh", "order": {"do": "pause", "reason": "because"}}
        assert visitor.post("/api/floor/T1/orders", order).status_code == 403
        assert visitor.post("/api/floor/T1/remedy", {"kind": "shoe-jam"}).status_code == 403


def test_an_auditor_sees_the_console_and_orders_nothing(tmp_path: Path) -> None:
    with visit(tmp_path, regulars(33, rounds=1, seats=1)) as visitor:
        visitor.come("Audrey", "auditor")

        assert visitor.get("/api/floor").status_code == 200
        order = {"id": "abcdefgh", "order": {"do": "pause", "reason": "because"}}
        assert visitor.post("/api/floor/T1/orders", order).status_code == 403


def test_the_console_is_pushed_when_it_changes(staff: Visit) -> None:
    with staff.client.websocket_connect(
        "/ws/floor", headers={"origin": "http://testserver.local"}
    ) as socket:
        first = socket.receive_json(timeout=WAIT_S_MAX)
        staff.post(
            "/api/floor/T1/orders", {"id": "pausing-1", "order": {"do": "pause", "reason": "count"}}
        )
        then = first
        while standing(then) == "open":  # other news may come before it
            then = socket.receive_json(timeout=WAIT_S_MAX)
        staff.post("/api/floor/T1/orders", {"id": "resuming-1", "order": {"do": "resume"}})

    assert [standing(first), standing(then)] == ["open", "paused"]
    assert first["type"] == "floor"


def standing(view: dict[str, Any]) -> str:  # Any: JSON
    """Return how T1 stands."""
    return str(next(t["standing"] for t in view["tables"] if t["table"] == "T1"))


def test_a_damaged_table_is_left_out_of_the_figures_and_named(tmp_path: Path) -> None:
    tables = (regulars(31, rounds=2), regulars(32, rounds=2, name="T2"))
    with visit(tmp_path, *tables) as visitor:
        visitor.come("Floyd", "floor")
        with raw(tmp_path / "pit.db") as rows:
            rows.execute("UPDATE journal_events SET at = at + 1 WHERE stream = 'table/T2'")
            rows.commit()

        found = visitor.get("/api/floor/figures", bots="include")
        alone = visitor.get("/api/floor/figures", table="T2", bots="include")

    assert [row["table"] for row in found.json()["rows"]] == ["T1"]
    (left_out,) = found.json()["left_out"]
    assert left_out["table"] == "T2"
    assert "event 1: its hash does not fit what it says" in left_out["why"]
    assert alone.status_code == 500
    assert alone.json()["reason"] == "journal-damaged"

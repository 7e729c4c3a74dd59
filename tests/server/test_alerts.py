"""What waits for the floor: jackpots, notices, decks, devices, pauses, signatures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import pytest

from pitboss.pit.runner import Runner
from pitboss.round.settle import jackpots
from pitboss.round.state import Phase
from pitboss.rules import rule_set
from pitboss.server.floor.alerts import notice_alerts, stopped_alerts, table_alerts
from pitboss.server.floor.board import Beside, deck_ms_left
from pitboss.server.wire.floor import Alert
from pitboss.table import Table, evolve, rules_of
from pitboss.table import command as ask
from pitboss.table.deck import Step
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.rounds import HOUR_MS
from pitboss.table.timetable import Pace, fresh_decks
from tests.audit.tables import Played, regulars
from tests.audit.write import in_memory
from tests.server.test_hands import followed
from tests.server.visits import visit
from tests.table.seasons import FLOOR


@dataclass
class Standing:
    """A runner as the alerts ask it."""

    table: Table
    pace: Pace


def alerts(table: Table, now: int, *, floor: bool = False) -> list[Alert]:
    """What waits at a table where people are the floor, or the automatic one is."""
    runner = cast("Runner", Standing(table, Pace(floor=floor)))  # only these two are asked
    return list(table_alerts(runner, Beside(), now))


def states(played: Played) -> list[Table]:
    """The table after every order of its life."""
    table, found = Table(), []
    for order, events in played.log:
        for event in events:
            table = evolve(table, event, order.at)
        found.append(table)
    return found


def test_a_jackpot_waits_until_it_is_validated() -> None:
    played = regulars(71, rounds=40, seats=6, options={"progressive": "A"})
    waiting = [
        table
        for table in states(played)
        if table.round is not None
        and table.round.phase == Phase.SETTLING
        and jackpots(table.round, played.rules)
        and not table.round.validated
    ]
    table = waiting[0]
    assert table.round is not None
    won = jackpots(table.round, played.rules)

    found = alerts(table, table.at)
    done = replace(table, round=replace(table.round, validated=frozenset(won)))

    assert [(one.kind, one.seat) for one in found] == [("jackpot", seat) for seat in won]
    assert found[0].clauses
    assert alerts(done, table.at) == []
    assert alerts(table, table.at, floor=True) == []


def test_a_deck_that_is_soon_to_be_changed_is_told_before() -> None:
    table = regulars(72, rounds=2, seats=1).table
    since = min(deck.since for deck in table.decks if deck.since is not None)
    assert table.house is not None
    rules = rules_of(table.house)

    early = alerts(table, since + 7 * HOUR_MS)
    soon = alerts(table, since + 8 * HOUR_MS - 300_000)

    assert early == []
    assert [one.kind for one in soon] == ["deck-change"]
    assert "5 min" in soon[0].text
    assert deck_ms_left(table, rules, since + 9 * HOUR_MS) == 0


def test_a_pause_and_a_device_out_of_order_are_told() -> None:
    played = regulars(73, rounds=1, seats=1)
    played.must(ask.PauseTable("a spill"), FLOOR)
    paused = alerts(played.table, played.at)
    down = alerts(replace(played.table, device_down="covered"), played.at)

    assert [one.kind for one in paused] == ["paused"]
    assert [one.kind for one in down] == ["device", "paused"]


def test_a_deck_waits_for_the_signature_of_a_second_person() -> None:
    played = Played("T1", regulars(74, rounds=1, seats=1).rules, regulars(74, rounds=1).chance)
    played.set_up({"trips": "A"})
    played.must(ask.CloseTable("night"), FLOOR)

    played.must(ask.BringDecks(fresh_decks(played.rules)), AUTOMATIC_DEALER)

    played.must(ask.DoStep(played.table.decks[0].colour, Step.INSPECT), AUTOMATIC_DEALER)

    found = alerts(played.table, played.at)

    assert [one.kind for one in found] == ["checklist"]


def test_a_stopped_table_is_told() -> None:
    (found,) = stopped_alerts(Beside(stopped={"T9": "Broken: a chip too many"}), 5)

    assert (found.kind, found.table) == ("stopped", "T9")
    assert "a chip too many" in found.text


def test_a_large_payout_is_told_until_somebody_has_seen_it(tmp_path: Path) -> None:
    played = regulars(75, rounds=12, seats=3, rules="catfish-bend")
    index, _ = followed(in_memory(played))
    notices = index.notices()
    told = list(notice_alerts(notices, Beside()))
    assert {one.kind for one in told} == {"notice"}
    assert all(one.cents is not None and one.cents >= 100_00 for one in told)

    with visit(tmp_path, played) as visitor:
        visitor.come("Floyd", "floor")
        before = [a for a in visitor.get("/api/floor").json()["alerts"] if a["kind"] == "notice"]
        body = {"id": before[0]["id"]}
        assert visitor.post("/api/floor/seen", body).status_code == 204
        assert visitor.post("/api/floor/seen", body).status_code == 204
        after = [a for a in visitor.get("/api/floor").json()["alerts"] if a["kind"] == "notice"]
        assert visitor.post("/api/floor/seen", {"id": "notice/none/1/1"}).status_code == 404

    assert len(before) == len(told)
    assert before[0]["id"] not in {one["id"] for one in after}
    assert len(after) == len(before) - 1


@pytest.mark.parametrize("name", ["south-dakota", "california"])
def test_places_without_a_rule_have_no_deck_to_change(name: str) -> None:
    table = regulars(76, rounds=1, rules=name).table
    assert table.house is not None

    assert rule_set(name).facts.get("cards.deck_change_hours_by_hand") is None
    assert deck_ms_left(table, rules_of(table.house), table.at + 99 * HOUR_MS) is None

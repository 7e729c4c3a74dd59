"""What waits for the floor: jackpots, notices, decks, devices, pauses, signatures."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import pytest

from pitboss.cards import hand_name
from pitboss.pit.table_task import TableTask
from pitboss.round.settlement.progressive import jackpots
from pitboss.round.settlement.settle import settle
from pitboss.round.showdown import progressive_hand
from pitboss.round.state import Phase
from pitboss.rules import Wager, money, rule_set
from pitboss.server.floor.alerts import notice_alerts, stopped_alerts, table_alerts
from pitboss.server.floor.board import Beside, deck_ms_left
from pitboss.server.wire.floor import Alert
from pitboss.table import Table, evolve, rules_of
from pitboss.table import command as ask
from pitboss.table.deck import ChecklistStep
from pitboss.table.people import AUTOMATIC_DEALER
from pitboss.table.rounds import HOUR_MS
from pitboss.table.state import Device
from pitboss.table.timetable import Pace, fresh_decks
from tests.audit.tables import Played, regulars
from tests.audit.write import in_memory
from tests.history.test_indexer import followed
from tests.server.players import laid_table, playing
from tests.server.processes import Json
from tests.server.seats import seated
from tests.server.serving import Served, Visitor
from tests.server.test_processes_floor import play_on
from tests.server.visits import visit
from tests.table.seasons import FLOOR
from tests.waiting import wait_until


@dataclass
class Standing:
    """A table_task as the alerts ask it."""

    table: Table
    pace: Pace


def alerts(table: Table, now: int, *, floor: bool = False) -> list[Alert]:
    """What waits at a table where people are the floor, or the automatic one is."""
    table_task = cast("TableTask", Standing(table, Pace(floor=floor)))  # only these two are asked
    return list(table_alerts(table_task, Beside(), now))


def states(played: Played) -> list[Table]:
    """The table after every order of its life."""
    table, found = Table(), []
    for order, events in played.log:
        for event in events:
            table = evolve(table, event, order.at)
        found.append(table)
    return found


def test_a_jackpot_waits_until_it_is_validated() -> None:
    played = regulars(
        71,
        rounds=40,
        seats=6,
        options={"progressive": "A", "progressive.cards": "seven", "return.above_stake": True},
    )
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

    found = alerts(table, table.clock.at)
    done = replace(table, round=replace(table.round, validated=frozenset(won)))

    assert [(one.kind, one.seat) for one in found] == [("jackpot", seat) for seat in won]
    assert found[0].clauses
    paid = settle(table.round, played.rules)  # the very payment that follows
    for one in found:
        mine = [m for m in paid.movements if m.seat == one.seat]
        cents = sum(m.paid for m in mine if m.wager == Wager.PROGRESSIVE)
        spot = table.round.spot(one.seat or 0)
        assert spot is not None
        hand = hand_name(progressive_hand(spot, table.round.board, played.rules).strength)
        assert one.cents == cents > 0
        assert f"{hand}. The Progressive pays {money(cents)}." in one.text
    assert alerts(done, table.clock.at) == []
    assert alerts(table, table.clock.at, floor=True) == []


def test_a_deck_that_is_soon_to_be_changed_is_told_before() -> None:
    table = regulars(72, rounds=2, seats=1).table
    since = min(deck.since for deck in table.decks.at_table if deck.since is not None)
    assert table.identity.rules is not None
    rules = rules_of(table.identity.rules)

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
    down = alerts(replace(played.table, device=Device("covered")), played.at)

    assert [one.kind for one in paused] == ["paused"]
    assert [one.kind for one in down] == ["device", "paused"]


def test_a_deck_waits_for_the_signature_of_a_second_person() -> None:
    played = Played("T1", regulars(74, rounds=1, seats=1).rules, regulars(74, rounds=1).chance)
    played.set_up({"trips": "A"})
    played.must(ask.CloseTable("night"), FLOOR)

    played.must(ask.BringDecks(fresh_decks(played.rules)), AUTOMATIC_DEALER)

    played.must(
        ask.DoStep(played.table.decks.at_table[0].colour, ChecklistStep.INSPECT), AUTOMATIC_DEALER
    )

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
    assert table.identity.rules is not None

    assert rule_set(name).facts.get("cards.deck_change_hours_by_hand") is None
    assert (
        deck_ms_left(table, rules_of(table.identity.rules), table.clock.at + 99 * HOUR_MS) is None
    )


def alerts_at(visitor: Visitor, table: str) -> list[Json]:
    """The alerts of a table as a floorperson is shown them."""
    found = visitor.get("/api/floor").json()["alerts"]
    return [alert for alert in found if alert["table"] == table]


def test_a_refused_wager_is_told_to_the_floor_and_stays_until_it_was_seen(laid: Served) -> None:
    """IA-IRR.5: the refusal reaches the console at once, and is a notice when the round is over."""
    laid_table(laid, "unequal", "catfish-bend")
    with (
        laid.visitor() as one,
        laid.visitor() as floyd,
        playing(one, "unequal") as player,
    ):
        person = laid.services.people.by_name(floyd.me()["name"])
        assert person is not None
        laid.services.people.give_roles(person.id, ("floor",))
        seated(player, 2)

        for _ in range(3):
            answer = player.ask("bets", wagers={"ante": 1_000, "blind": 1_500}, tips={})
            assert answer["refused"]["reason"] == "ante-blind-unequal"
            assert "supervisor" in answer["refused"]["text"]

        (now,) = alerts_at(floyd, "unequal")
        assert (now["kind"], now["seat"], now["clauses"]) == ("told", 2, ["IA-IRR.5"])
        assert "$10.00 on Ante and $15.00 on Blind" in now["text"]

        player.bets()
        play_on(player)
        wait_until(lambda: [a["kind"] for a in alerts_at(floyd, "unequal")] == ["refused"], "kept")
        (kept,) = alerts_at(floyd, "unequal")
        assert kept["text"] == now["text"]
        assert floyd.post("/api/floor/seen", {"id": kept["id"]}).status_code == 204
        assert alerts_at(floyd, "unequal") == []


def test_after_a_jam_the_floor_orders_another_way_of_dealing(laid: Served) -> None:
    """IA-HAND.2: no hand comes from the jammed shuffler; by hand the game goes on."""
    laid_table(laid, "jammed", "catfish-bend")
    with (
        laid.visitor() as one,
        laid.visitor() as floyd,
        playing(one, "jammed") as player,
    ):
        person = laid.services.people.by_name(floyd.me()["name"])
        assert person is not None
        laid.services.people.give_roles(person.id, ("floor",))

        def order(id_: str, **what: object) -> Json:
            body = {"id": id_, "order": what}
            answer = floyd.post("/api/floor/jammed/orders", body)
            assert answer.status_code == 200, answer.text
            return dict(answer.json())

        def listed() -> Json:
            tables = floyd.get("/api/floor").json()["tables"]
            return next(dict(t) for t in tables if t["table"] == "jammed")

        seated(player, 1).bets()
        player.turn()
        assert listed()["ways"] == []
        jam = {"kind": "shuffler-jam", "holds": "idle"}  # this round can be finished
        assert order("jam-0001", do="declare", what=jam)["ok"]
        play_on(player)
        wait_until(lambda: listed()["ways"] == ["hand"], "another way is offered")
        assert listed()["device_down"] == "jammed"
        assert "by hand" in alerts_at(floyd, "jammed")[0]["text"]
        player.until(lambda view: "shuffler" in view["notice"])

        assert order("way-0001", do="change-dealing", method="hand", mark="covered")["ok"]
        player.bets()
        play_on(player)

        assert any("by hand" in line["text"] for line in player.lines)
        assert order("fix-0001", do="repair-device")["ok"]

"""Orders of the floor on a real server: each one reaches the table, once, with who gave it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count

import pytest

from pitboss.cards import card_text
from pitboss.journal.codec import decode_order
from pitboss.rules import Wager
from pitboss.table import rules_of
from tests.audit.tables import Played, regulars
from tests.server.visits import PASSWORD, Visit, visit

_IDS = count(1)


def cut_at(table: Played, name: str) -> Played:
    """End a table's log behind the last event of this name."""
    last = [n for n, (_, events) in enumerate(table.log) if name in repr(events)][-1]
    table.log = table.log[: last + 1]
    return table


@pytest.fixture(scope="module")
def staff(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """A floorperson with another one beside; T2 and T4 are in the middle of a round."""
    tables = (
        regulars(51, rounds=3, seats=2),
        cut_at(regulars(52, rounds=2, seats=2, name="T2"), "PacketsDealt"),
        regulars(53, rounds=2, seats=2, name="T3", rules="california"),
        cut_at(regulars(54, rounds=2, seats=2, name="T4"), "PacketsDealt"),
    )
    with visit(tmp_path_factory.mktemp("house"), *tables) as visitor:
        visitor.come("Floyd", "floor")
        visitor.staff("Flora", "floor")
        visitor.staff("Paul")
        yield visitor


def order(staff: Visit, table: str, id_: str = "", **what: object) -> dict[str, object]:
    """Give an order and take the answer."""
    body = {"id": id_ or f"order-{next(_IDS):04d}", "order": what}
    answer = staff.post(f"/api/floor/{table}/orders", body)
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def last_order(staff: Visit, table: str) -> tuple[str, str]:
    """The command and the person of the table's last turn."""
    turns = [e for e in staff.house.journal.read(f"table/{table}") if e.cause is not None]
    found = decode_order(turns[-1].cause or b"")
    return type(found.command).__name__, found.by.name


def test_a_pause_is_in_the_journal_with_who_ordered_it(staff: Visit) -> None:
    assert order(staff, "T1", do="pause", reason="count the rack")["ok"]

    assert last_order(staff, "T1") == ("PauseTable", "Floyd")
    alerts = [one for one in staff.get("/api/floor").json()["alerts"] if one["kind"] == "paused"]
    assert [one["text"] for one in alerts] == [
        "New rounds are stopped by the floor: count the rack (Floyd)"
    ]
    assert order(staff, "T1", do="resume")["ok"]


def test_the_same_order_again_gets_the_same_answer_and_is_done_once(staff: Visit) -> None:
    first = order(staff, "T1", "say-it-once", do="say", text="welcome")
    head = staff.house.journal.head("table/T1").number

    again = order(staff, "T1", "say-it-once", do="say", text="welcome")

    assert again == first
    assert staff.house.journal.head("table/T1").number == head


def test_a_refused_order_says_why_and_changes_nothing(staff: Visit) -> None:
    head = staff.house.journal.head("table/T1").number

    answer = order(staff, "T1", do="validate", seat=1)

    assert not answer["ok"]
    assert answer["refused"]
    assert staff.house.journal.head("table/T1").number == head


@pytest.mark.parametrize(("table", "key"), [("T1", Wager.ANTE), ("T3", Wager.ANTE)])
def test_other_limits_hold_from_the_next_round_on(staff: Visit, table: str, key: Wager) -> None:
    assert order(staff, table, do="limits", least=1_500, most=20_050 if table == "T1" else 4_000)

    state = staff.house.pit.table(table)
    assert state is not None
    assert state.house is not None
    span = rules_of(state.house).limits[key]
    assert (span.least, span.most) == (1_500, 20_050 if table == "T1" else 4_000)


def test_closing_and_opening_again_needs_fresh_decks_and_two_signatures(staff: Visit) -> None:
    assert order(staff, "T1", do="close", reason="end of the shift")["ok"]
    signed = {"second": "Flora", "password": PASSWORD}

    answer = order(staff, "T1", "open-again", do="open", **signed)
    again = order(staff, "T1", "open-again", do="open", **signed)

    assert answer["ok"]
    assert again == answer
    state = staff.house.pit.table("T1")
    assert state is not None
    signatures = {str(step): by for deck in state.decks for step, by in deck.ready}
    assert signatures["inspect"] == "Flora"
    assert signatures["verify"] == "Floyd"


@pytest.mark.parametrize(
    ("second", "password", "status"),
    [
        ("Flora", "wrong password", 403),
        ("Flora", "", 422),
        ("Paul", PASSWORD, 422),
        ("Nobody here", PASSWORD, 403),
    ],
)
def test_a_round_is_not_called_off_without_a_second_person(
    staff: Visit, second: str, password: str, status: int
) -> None:
    head = staff.house.journal.head("table/T2").number
    what = {"do": "call-off", "reason": "a fire", "second": second, "password": password}

    answer = staff.post("/api/floor/T2/orders", {"id": f"void-{next(_IDS):04d}", "order": what})

    assert answer.status_code == status
    assert staff.house.journal.head("table/T2").number == head


def test_a_round_is_called_off_by_two(staff: Visit) -> None:
    what = {"reason": "a fire", "second": "Flora", "password": PASSWORD}

    assert order(staff, "T2", do="call-off", **what)["ok"]

    text = b"".join(e.data for e in staff.house.journal.read("table/T2"))
    assert b"Flora" in text
    assert PASSWORD.encode() not in text
    causes = b"".join(e.cause or b"" for e in staff.house.journal.read("table/T2"))
    assert PASSWORD.encode() not in causes


def test_a_declaration_is_tried_then_made(staff: Visit) -> None:
    kinds = staff.get("/api/floor/T4/irregularities").json()["kinds"]
    assert "dealer-card-exposed" in {kind["kind"] for kind in kinds}
    head = staff.house.journal.head("table/T4").number

    shown = staff.post("/api/floor/T4/remedy", {"kind": "dealer-card-exposed"}).json()
    assert staff.house.journal.head("table/T4").number == head
    made = order(
        staff, "T4", do="declare", what={"kind": "dealer-card-exposed"}, note="seen by seat 2"
    )

    assert shown["ok"]
    assert shown["number"] == head
    assert made["ok"]
    state = staff.house.pit.table("T4")
    assert state is not None
    assert state.round is not None
    assert state.round.void is not None
    assert last_order(staff, "T4") == ("Announce", "Floyd")


def test_nobody_asks_for_all_cards_one_by_one(tmp_path_factory: pytest.TempPathFactory) -> None:
    table = cut_at(regulars(55, rounds=1, seats=2, rules="south-dakota"), "PacketsDealt")
    with visit(tmp_path_factory.mktemp("probe"), table) as visitor:
        visitor.come("Floyd", "floor")
        state = visitor.house.pit.table("T1")
        assert state is not None
        assert state.round is not None
        card = card_text(state.round.dealer[0])
        body = {"kind": "face-up-card", "cards": [card]}

        answers = [visitor.post("/api/floor/T1/remedy", body).status_code for _ in range(6)]

    assert answers == [200, 200, 200, 200, 429, 429]


@pytest.mark.parametrize(
    "body",
    [
        {"id": "abcdefgh", "order": {"do": "dance"}},
        {"id": "abcdefgh", "order": {"do": "pause"}},
        {"id": "abcdefgh", "order": {"do": "pause", "reason": "x" * 201}},
        {"id": "x", "order": {"do": "resume"}},
        {"id": "abcdefgh", "order": {"do": "recut", "depth": 52}},
        {"id": "abcdefgh", "order": {"do": "remove", "seat": 99}},
        {"id": "abcdefgh", "order": {"do": "resume"}, "more": 1},
        {},
    ],
)
def test_an_order_out_of_shape_is_refused(staff: Visit, body: dict[str, object]) -> None:
    answer = staff.post("/api/floor/T1/orders", body)

    assert answer.status_code == 400
    assert json.loads(answer.text)["detail"]


def test_an_order_to_no_table_is_not_found(staff: Visit) -> None:
    body = {"id": "abcdefgh", "order": {"do": "resume"}}

    assert staff.post("/api/floor/nowhere/orders", body).status_code == 404


def test_nobody_signs_twice(tmp_path_factory: pytest.TempPathFactory) -> None:
    table = cut_at(regulars(56, rounds=1, seats=1), "PacketsDealt")
    with visit(tmp_path_factory.mktemp("alone"), table) as visitor:
        visitor.come("Floyd", "floor")
        made = visitor.post("/api/account", {"name": "Floyd", "password": PASSWORD})
        assert made.status_code == 201
        visitor.csrf = made.json()["csrf"]
        what = {"do": "call-off", "reason": "a fire", "second": "Floyd", "password": PASSWORD}

        answer = visitor.post("/api/floor/T1/orders", {"id": "alone-1234", "order": what})

    assert answer.status_code == 422
    assert answer.json()["reason"] == "second-person"

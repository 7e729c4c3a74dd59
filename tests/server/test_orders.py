"""Orders of the floor on a real server: each one reaches the table, once, with who gave it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import DECK, card_text
from pitboss.journal.codec import decode_order
from pitboss.rules import Wager
from pitboss.table import rules_of
from tests.audit.tables import Played, regulars
from tests.server.leaks_cards import cards_in
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
    turns = [e for e in staff.services.journal.read(f"table/{table}") if e.cause is not None]
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
    head = staff.services.journal.head("table/T1").number

    again = order(staff, "T1", "say-it-once", do="say", text="welcome")

    assert again == first
    assert staff.services.journal.head("table/T1").number == head


def test_a_refused_order_says_why_and_changes_nothing(staff: Visit) -> None:
    head = staff.services.journal.head("table/T1").number

    answer = order(staff, "T1", do="validate", seat=1)

    assert not answer["ok"]
    assert answer["refused"]
    assert staff.services.journal.head("table/T1").number == head


@pytest.mark.parametrize(("table", "key"), [("T1", Wager.ANTE), ("T3", Wager.ANTE)])
def test_other_limits_hold_from_the_next_round_on(staff: Visit, table: str, key: Wager) -> None:
    assert order(staff, table, do="limits", least=1_500, most=20_050 if table == "T1" else 4_000)

    state = staff.services.pit.table(table)
    assert state is not None
    assert state.identity.rules is not None
    span = rules_of(state.identity.rules).limits[key]
    assert (span.least, span.most) == (1_500, 20_050 if table == "T1" else 4_000)


def test_closing_and_opening_again_needs_fresh_decks_and_two_signatures(staff: Visit) -> None:
    assert order(staff, "T1", do="close", reason="end of the shift")["ok"]
    signed = {"second": "Flora", "password": PASSWORD}

    answer = order(staff, "T1", "open-again", do="open", **signed)
    again = order(staff, "T1", "open-again", do="open", **signed)

    assert answer["ok"]
    assert again == answer
    state = staff.services.pit.table("T1")
    assert state is not None
    signatures = {str(step): by for deck in state.decks.at_table for step, by in deck.ready}
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
    head = staff.services.journal.head("table/T2").number
    what = {"do": "call-off", "reason": "a fire", "second": second, "password": password}

    answer = staff.post("/api/floor/T2/orders", {"id": f"void-{next(_IDS):04d}", "order": what})

    assert answer.status_code == status
    assert staff.services.journal.head("table/T2").number == head


def test_a_round_is_called_off_by_two(staff: Visit) -> None:
    what = {"reason": "a fire", "second": "Flora", "password": PASSWORD}

    assert order(staff, "T2", do="call-off", **what)["ok"]

    text = b"".join(e.data for e in staff.services.journal.read("table/T2"))
    assert b"Flora" in text
    assert PASSWORD.encode() not in text
    causes = b"".join(e.cause or b"" for e in staff.services.journal.read("table/T2"))
    assert PASSWORD.encode() not in causes


def test_a_declaration_is_tried_then_made(staff: Visit) -> None:
    kinds = staff.get("/api/floor/T4/irregularities").json()["kinds"]
    assert "dealer-card-exposed" in {kind["kind"] for kind in kinds}
    head = staff.services.journal.head("table/T4").number

    shown = staff.post("/api/floor/T4/remedy", {"kind": "dealer-card-exposed"}).json()
    assert staff.services.journal.head("table/T4").number == head
    kind = {"kind": "dealer-card-exposed"}
    what: dict[str, Any] = {"do": "declare", "what": kind, "note": "seen by seat 2"}  # Any: JSON
    alone = staff.post("/api/floor/T4/orders", {"id": "alone-4711", "order": what})
    assert alone.status_code == 422
    assert alone.json()["reason"] == "second-person"
    assert staff.services.journal.head("table/T4").number == head
    made = order(staff, "T4", **what, second="Flora", password=PASSWORD)

    assert shown["ok"]
    assert shown["two_people"]
    assert shown["number"] == head
    assert made["ok"]
    state = staff.services.pit.table("T4")
    assert state is not None
    assert state.round is not None
    assert state.round.void is not None
    assert last_order(staff, "T4") == ("Declare", "Floyd")
    causes = b"".join(e.cause or b"" for e in staff.services.journal.read("table/T4"))
    events = b"".join(e.data for e in staff.services.journal.read("table/T4"))
    assert b"seen by seat 2" in causes
    assert b"Flora" in causes
    assert b"seen by seat 2" not in events  # from which players are told


def test_nobody_decides_at_a_table_where_they_sit(tmp_path: Path) -> None:
    """Neither alone nor as the second person: bets would be made when ahead, voids when behind."""
    table = cut_at(regulars(58, rounds=1, seats=2, rules="south-dakota"), "PacketsDealt")
    with visit(tmp_path, table) as visitor:
        visitor.come("p1", "floor")
        visitor.staff("Flora", "floor")
        head = visitor.services.journal.head("table/T1").number
        jam = {"kind": "shuffler-jam", "holds": "in_play"}
        signed = {"second": "Flora", "password": PASSWORD}
        answers = [visitor.post("/api/floor/T1/remedy", jam)]
        for what in (
            {"do": "declare", "what": jam, **signed},
            {"do": "call-off", "reason": "a fire", **signed},
            {"do": "validate", "seat": 1},
            {"do": "limits", "least": 500, "most": 5_000},
        ):
            body = {"id": f"own-{next(_IDS):05d}", "order": what}
            answers.append(visitor.post("/api/floor/T1/orders", body))
        assert [(a.status_code, a.json()["reason"]) for a in answers] == [(422, "own-table")] * 5
        assert visitor.services.journal.head("table/T1").number == head
        assert order(visitor, "T1", do="pause", reason="a word")["ok"]  # no wager hangs on it

    (tmp_path / "again").mkdir()
    with visit(tmp_path / "again", table) as visitor:
        visitor.come("Floyd", "floor")
        visitor.staff("p2", "floor")
        body = {"do": "call-off", "reason": "a fire", "second": "p2", "password": PASSWORD}
        answer = visitor.post("/api/floor/T1/orders", {"id": "seated-2nd", "order": body})

    assert (answer.status_code, answer.json()["reason"]) == (422, "second-person")


@pytest.mark.parametrize("rules", ["south-dakota", "maryland"])
def test_the_floor_is_told_the_same_wherever_the_cards_lie(tmp_path: Path, rules: str) -> None:
    """Whoever names cards gets no word about them, and a number tells nothing of the deck."""
    options = {"dealing": "shoe"} if rules == "maryland" else None
    table = cut_at(regulars(55, rounds=1, seats=2, rules=rules, options=options), "PacketsDealt")
    with visit(tmp_path, table) as visitor:
        visitor.come("Floyd", "floor")
        state = visitor.services.pit.table("T1")
        assert state is not None
        assert state.round is not None
        hidden, undealt = state.round.dealer, state.round.stub[:2]
        for cards in (DECK, hidden, undealt, hidden[:1]):
            what = {"kind": "face-up-card", "cards": [card_text(card) for card in cards]}
            for path, body in (
                ("remedy", what),
                ("orders", {"id": "name-cards", "order": {"do": "declare", "what": what}}),
            ):
                answer = visitor.post(f"/api/floor/T1/{path}", body)
                assert answer.status_code == 400
                assert not cards_in(answer.text)
        for number in (0, 1, 2, 3, 52):
            for _ in range(6):  # as often as one likes: there is nothing to learn
                answer = visitor.post(
                    "/api/floor/T1/remedy", {"kind": "face-up-card", "count": number}
                )
                assert answer.status_code == 200
                assert answer.json()["ok"] == (number in (1, 2))
                assert not cards_in(answer.text)


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

"""The lobby: tables by rule set, one's own, bots; pushed when something changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.rules import SET_NAMES, Wager
from pitboss.server.http.rates import Rates
from pitboss.server.wire.felt import Felt
from pitboss.server.wire.people import Lobby
from tests.server.players import playing
from tests.server.serving import Served, Visitor, quick
from tests.waiting import WAIT_S_MAX, wait_until


@pytest.fixture(scope="module")
def standing() -> Iterator[Served]:
    """A server with its standing tables."""
    with Served(quick(standing=True)) as made, made.visitor() as visitor:
        wait_until(lambda: len(_lobby(visitor).tables) == len(SET_NAMES), "open")
        yield made


def _lobby(visitor: Visitor) -> Lobby:
    if not visitor.csrf:
        visitor.me()
    answer = visitor.get("/api/tables")
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Lobby)


def _opened(visitor: Visitor, **asked: Any) -> str:  # Any: JSON
    answer = visitor.post("/api/tables", {"rules": "maryland", "kind": "private", **asked})
    assert answer.status_code == 201, answer.text
    table: str = answer.json()["table"]
    assert answer.json()["path"].startswith(f"/t/{table}?key=")
    return table


def _key(served: Served, table: str) -> str:
    row = served.services.registry.get(table)
    assert row is not None
    assert len(row.key) > 20
    return row.key


def test_there_is_a_public_table_for_every_rule_set(standing: Served) -> None:
    with standing.visitor() as one:
        lobby = _lobby(one)

    public = [card for card in lobby.tables if card.kind == "public"]
    assert {card.rules for card in public} == set(SET_NAMES)
    assert {card.name for card in lobby.rule_sets} == set(SET_NAMES)
    assert all(card.ante_least >= 500 and len(card.free) == card.seats for card in public)
    assert {card.table for card in public} == {f"{name}-1" for name in SET_NAMES}


def test_a_private_table_is_in_the_lobby_of_its_owner_alone(standing: Served) -> None:
    with standing.visitor() as one, standing.visitor() as two:
        table = _opened(one)

        assert table in [card.table for card in _lobby(one).tables]
        assert table not in [card.table for card in _lobby(two).tables]
        assert len(table.removeprefix("maryland-")) == 16
        with playing(two, table, key=_key(standing, table)) as guest:  # who has the link comes in
            guest.must("sit", seat=3, chips=1_000)
        assert table in [card.table for card in _lobby(two).tables]
        answer = two.post(f"/api/tables/{table}/bots", {})
        assert answer.json()["reason"] == "not-yours"


def test_the_name_of_a_private_table_lets_nobody_in(standing: Served) -> None:
    with standing.visitor() as one, standing.visitor() as two:
        table = _opened(one)
        key = _key(standing, table)
        two.me()
        for wrong in ("", "?key=", f"?key={key[:-1]}", f"?key={key}x", f"?key={'x' * 500}"):
            assert two.get(f"/api/tables/{table}{wrong}").status_code == 404
        with playing(two, table, key="wrong") as stranger:
            bye = stranger.hear()
        assert (bye["type"], bye["reason"], bye["again"]) == ("bye", "no-such-table", False)
        assert two.post(f"/api/tables/{table}/bots", {}).status_code == 404
        assert two.delete(f"/api/tables/{table}").status_code == 404

        felt = two.get(f"/api/tables/{table}?key={key}")
        assert felt.status_code == 200
        assert felt.json()["link"] == ""
        assert key not in felt.text
        assert two.get(f"/api/tables/{table}").status_code == 200  # a guest from then on
        with playing(two, table) as guest:
            guest.must("sit", seat=1, chips=1_000)


def test_the_hands_of_a_private_table_are_for_people_who_may_come_in(standing: Served) -> None:
    with standing.visitor() as one, standing.visitor() as two:
        table = _opened(one, kind="solo")
        two.me()
        with playing(one, table) as player:
            player.must("sit", seat=1, chips=20_000)
            player.bets()
            player.turn()
            going = two.get(f"/api/hands/{table}/1")
            while player.view["last"] is None:
                if words := {choice["word"] for choice in player.view["you"]["choices"]}:
                    player.must(*(("check",) if "check" in words else ("fold",)))
                player.hear()
        mine = one.get(f"/api/hands/{table}/1")
        never = two.get("/api/hands/never-there/1")

        assert mine.status_code == 200
        assert going.status_code == 404  # nor is it told that somebody plays
        for path in ("", "/proof", "/export?form=csv"):
            answer = two.get(f"/api/hands/{table}/1{path}")
            assert (answer.status_code, answer.json()) == (404, never.json())
        assert two.get(f"/api/shared/{mine.json()['share']}").status_code == 200
        assert two.get(f"/api/tables/{table}?key={_key(standing, table)}").status_code == 200
        assert two.get(f"/api/hands/{table}/1").status_code == 200  # a guest from then on


def test_staff_come_in_without_a_key(standing: Served) -> None:
    with standing.visitor() as one, standing.visitor() as two:
        table = _opened(one)
        floor = standing.services.people.by_name(two.me()["name"])
        assert floor is not None
        assert two.get(f"/api/tables/{table}").status_code == 404
        standing.services.people.give_roles(floor.id, ["floor"])

        assert two.get(f"/api/tables/{table}").status_code == 200


def test_a_table_that_nobody_has_looked_up_yet_is_not_listed(standing: Served) -> None:
    with standing.visitor() as one, standing.visitor() as two:
        table = _opened(one)
        live = standing.services.live
        row = live.directory.rows.pop(table)  # as in a process that has only just heard of it

        cards = [card.table for card in _lobby(two).tables]

        live.directory.rows[table] = row
        assert table not in cards


def test_bots_are_seated_at_a_table_of_ones_own(standing: Served) -> None:
    with standing.visitor() as one:
        table = _opened(one, bots=2, style="timid")
        answer = one.post(f"/api/tables/{table}/bots", {"style": "random", "seat": 1})
        assert answer.status_code == 201, answer.text
        taken = one.post(f"/api/tables/{table}/bots", {"style": "random", "seat": 1})

        assert answer.json()["bots"] == 3
        assert answer.json()["bot_seats"] == [1, 5, 6]
        assert taken.status_code == 409
        assert taken.json()["reason"] == "seat-taken"


def test_only_the_owner_sits_at_a_solo_table_and_nobody_is_hurried(standing: Served) -> None:
    with standing.visitor() as one, standing.visitor() as two:
        table = _opened(one, kind="solo")
        felt = msgspec.json.decode(one.get(f"/api/tables/{table}").content, type=Felt)
        key = _key(standing, table)
        with playing(one, table) as owner, playing(two, table, key=key) as other:
            refused = other.ask("sit", seat=2, chips=1_000)
            owner.must("sit", seat=0, chips=10_000)
            view = owner.until(lambda view: bool(view["offers"]))

            assert refused["refused"]["reason"] == "not-allowed"
            assert two.me()["purse"] == 100_000
            assert felt.decision_seconds is None
            assert view["deadline"] is None
            owner.bets(500)
            assert owner.turn()["deadline"] is None


def test_a_hand_is_counted_when_its_cards_are_dealt(standing: Served) -> None:
    with standing.visitor() as one:
        table = _opened(one, kind="solo")

        def hands() -> int:
            return next(card.rounds for card in _lobby(one).tables if card.table == table)

        with playing(one, table) as owner:
            owner.must("sit", seat=0, chips=10_000)
            owner.until(lambda view: bool(view["offers"]))
            assert hands() == 0
            owner.bets(500)
            owner.turn()

            assert hands() == 1


def test_what_is_no_name_of_a_table_is_no_table(postgres_url: str) -> None:
    """A zero byte, which PostgreSQL does not take, is told apart before it is asked."""
    with Served(quick(postgres_url)) as served, served.visitor() as one:
        one.me()
        for name in ("%00", "x%00", "a%0A", "x" * 61):
            assert one.get(f"/api/tables/{name}").status_code in (400, 404)
            assert one.delete(f"/api/tables/{name}").status_code in (400, 404)
            with playing(one, name) as stranger:
                assert stranger.hear()["reason"] == "no-such-table"


def test_one_address_opens_a_bounded_number_of_tables() -> None:
    with Served(quick(rates=Rates())) as served:
        opened = []
        for _ in range(5):
            with served.visitor() as one:
                one.me()
                for _ in range(3):
                    asked = {"rules": "maryland", "kind": "private"}
                    opened.append(one.post("/api/tables", asked).status_code)

    assert opened == [201] * 12 + [429] * 3


def test_one_person_opens_a_bounded_number_of_tables(standing: Served) -> None:
    with standing.visitor() as one:
        tables = [_opened(one) for _ in range(3)]
        fourth = one.post("/api/tables", {"rules": "maryland", "kind": "solo"})
        assert fourth.status_code == 409
        assert fourth.json()["reason"] == "too-many-tables"

        assert one.delete(f"/api/tables/{tables[0]}").status_code == 204
        _opened(one, kind="solo")
        assert tables[0] not in [card.table for card in _lobby(one).tables]


@pytest.mark.parametrize(
    "asked",
    [
        {"rules": "atlantis", "kind": "solo"},
        {"rules": "maryland", "kind": "public"},
        {"rules": "maryland", "kind": "solo", "bots": 7},
        {"rules": "maryland", "kind": "solo", "options": {"trips": "Z"}},
        {"rules": "maryland", "kind": "solo", "options": {"no.such": 1}},
        {"rules": "south-dakota", "kind": "private", "options": {"meter.link_group": "west"}},
        {"rules": "maryland", "kind": "solo", "more": 1},
        {"rules": "maryland", "kind": "solo\n"},
        {"rules": "maryland", "kind": "solo", "bots": 1, "style": "random\n"},
        {"rules": "maryland", "kind": "solo", "options": {"meter.seed": 100_001}},
        {"rules": "maryland", "kind": "solo", "options": {"meter.seed": 1e9}},
        {"rules": "maryland", "kind": "solo", "options": {"meter.seed": "1,000,000"}},
    ],
)
def test_a_wrong_table_is_refused_with_a_problem(standing: Served, asked: dict[str, Any]) -> None:
    with standing.visitor() as one:
        before = len(standing.services.pit.tables)

        answer = one.post("/api/tables", asked)

        assert answer.status_code in (400, 422)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["detail"]
        assert len(standing.services.pit.tables) == before


def test_options_of_ones_own_are_in_force(standing: Served) -> None:
    with standing.visitor() as one:
        table = _opened(one, options={"trips": "C", "limits.ante": "10 to 20"})
        felt = msgspec.json.decode(one.get(f"/api/tables/{table}").content, type=Felt)

        limits = {limit.wager: limit for limit in felt.limits}
        assert (limits[Wager.ANTE].least, limits[Wager.ANTE].most) == (1_000, 2_000)
        assert [t.name for t in felt.paytables if t.wager == "trips"] == ["C"]
        assert felt.kind == "private"
        assert felt.link == f"/t/{table}?key={_key(standing, table)}"
        assert [card.link for card in _lobby(one).tables if card.table == table] == [felt.link]


def test_a_table_that_is_not_there_has_no_felt(standing: Served) -> None:
    with standing.visitor() as one:
        one.me()
        assert one.get("/api/tables/nowhere").status_code == 404


def test_the_lobby_is_pushed_when_somebody_sits_down(standing: Served) -> None:
    with standing.visitor() as one, standing.visitor() as two:
        one.me()
        two.me()
        with connect(
            f"{standing.origin.replace('http', 'ws')}/ws/lobby",
            additional_headers={"cookie": one.cookie()},
            origin=Origin(one.origin),
            open_timeout=WAIT_S_MAX,
        ) as socket:
            first = json.loads(socket.recv(WAIT_S_MAX))
            with playing(two, "catfish-bend-1") as player:
                player.must("sit", seat=6, chips=1_000)
                taken = 0
                while taken == 0:
                    lobby = json.loads(socket.recv(WAIT_S_MAX))
                    cards = {card["table"]: card for card in lobby["tables"]}
                    taken = cards["catfish-bend-1"]["taken"]
                player.must("leave")

    assert first["type"] == "lobby"
    assert len(first["tables"]) >= len(SET_NAMES)

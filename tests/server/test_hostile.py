"""Whatever a hostile client sends is refused, and changes nothing: not a chip, not an event."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import httpx
import pytest
from sqlalchemy import select
from websockets.asyncio.client import connect as async_connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.server.live.room import SOCKETS_EACH
from pitboss.server.rates import Rate
from pitboss.server.store import schema
from tests.server.players import Player, laid_table, playing
from tests.server.serving import UNBOUNDED, Served, Visitor, quick

TABLE = "calm"  # nobody is hurried there: without a sound command nothing happens
KEPT = (schema.PEOPLE, schema.KEYS, schema.NAMES, schema.PURSES, schema.MOVES, schema.PENDING,
        schema.TABLES)  # fmt: skip
PROBLEM = "application/problem+json"


@dataclass(frozen=True)
class Scene:
    """A table in mid-round: `ann` is asked, `ben` waits, `eve` has no seat and wants one."""

    served: Served
    ann: Player
    ben: Player
    eve: Player

    def state(self) -> tuple[object, ...]:
        """Everything that is kept: heads of all streams, people, names, purses, moves, tables."""
        house = self.served.house
        with house.database.begin() as connection:
            rows = [sorted(map(repr, connection.execute(select(kind)).all())) for kind in KEPT]
        return (dict(house.journal.heads()), rows)


@pytest.fixture(scope="module")
def scene() -> Iterator[Scene]:
    with Served(quick(testing=True)) as served:
        laid_table(served, TABLE)
        with (
            served.visitor() as one,
            served.visitor() as two,
            served.visitor() as three,
            playing(one, TABLE) as ann,
            playing(two, TABLE) as ben,
            playing(three, TABLE) as eve,
        ):
            for seat, player in enumerate((ann, ben), 1):
                player.must("sit", seat=seat, chips=50_000)
            ann.bets()
            ben.bets()
            ann.turn()
            ben.phase("deal")
            yield Scene(served, ann, ben, eve)


@contextmanager
def unchanged(scene: Scene) -> Iterator[None]:
    """Whatever is done in the block, nothing that is kept changes."""
    before = scene.state()
    yield
    assert scene.state() == before


def do(ask: object, id_: object = "hostile-1234") -> str:
    return json.dumps({"type": "do", "id": id_, "ask": ask})


def bets(cents: object) -> str:
    return do({"do": "bets", "wagers": {"ante": cents, "blind": cents}})


NOT_READ = {
    "nothing": "",
    "no JSON": "{",
    "two values": "{}{}",
    "a bare word": "NaN",
    "a list": "[]",
    "null": "null",
    "no tag": "{}",
    "an unknown tag": '{"type":"view"}',
    "a tag that is a list": '{"type":["do"]}',
    "an unknown command": do({"do": "open-round"}),
    "a command of the house": do({"do": "deal"}),
    "a command of the floor": do({"do": "call-off", "reason": "x", "second": "y"}),
    "a seat that is not asked for": do({"do": "check", "seat": 1}),
    "a name that is not asked for": do({"do": "sit", "seat": 3, "chips": 0, "player": "dealer"}),
    "a field too many": '{"type":"do","id":"hostile-1234","ask":{"do":"check"},"by":"floor"}',
    "an id that is too short": do({"do": "check"}, "x"),
    "an id that is too long": do({"do": "check"}, "x" * 65),
    "an id of the house": do({"do": "check"}, "house/26/dealhands"),
    "an id of another person": do({"do": "check"}, "../ann/12345678"),
    "an id that is a number": do({"do": "check"}, 12345678),
    "an id with a zero byte": do({"do": "check"}, "hostile\x00-12"),
    "NaN": bets(0).replace("0", "NaN", 1),
    "a float": bets(10.5),
    "a float that is whole": bets(1e3),
    "a huge float": bets(0).replace(": 0", ": 1e400"),
    "a negative amount": bets(-1_000),
    "2**63": bets(2**63),
    "a number of a thousand digits": bets(0).replace(": 0", ": " + "9" * 1_000),
    "an amount as text": bets("1000"),
    "an amount that is true": bets(0).replace(": 0", ": true"),
    "a seat below the first": do({"do": "sit", "seat": -1, "chips": 0}),
    "a seat far beyond the last": do({"do": "sit", "seat": 2**31, "chips": 0}),
    "a hundred wagers": do({"do": "bets", "wagers": {"a" * n: 1 for n in range(1, 20)}}),
    "deep nesting": "[" * 2_000,
    "deep nesting of objects": '{"type":' * 400,
    "nesting inside a command": do({"do": "bets", "wagers": json.loads("[" * 200 + "]" * 200)}),
    "a seed that is no hexadecimal": do({"do": "seed", "seed": "zz"}),
    "a seed of half a byte": do({"do": "seed", "seed": "abc"}),
    "half of a letter": '{"type":"\\ud800"}',
    "a binary frame": b"\x00\xff\xfe",
}


@pytest.mark.parametrize("name", NOT_READ)
def test_what_cannot_be_read_is_refused(scene: Scene, name: str) -> None:
    with unchanged(scene), playing(scene.ann.visitor, TABLE) as player:
        player.send(NOT_READ[name])
        while player.hear()["type"] != "answer":
            pass
        answer = player.answers[""]

        assert not answer["ok"]
        assert answer["refused"]["reason"] == "not-a-command"
        assert "\n" not in answer["refused"]["text"]
        assert len(answer["refused"]["text"]) <= 300


# Well formed, and not theirs to ask: who asks, what, and why not.
NOT_ALLOWED = [
    ("ben", {"do": "check"}, "not-your-turn"),
    ("ben", {"do": "play", "times": 4}, "not-your-turn"),
    ("ben", {"do": "fold"}, "not-your-turn"),
    ("eve", {"do": "check"}, "not-seated"),
    ("eve", {"do": "fold"}, "not-seated"),
    ("eve", {"do": "leave"}, "not-seated"),
    ("eve", {"do": "cash-out", "chips": 1_000}, "not-seated"),
    ("eve", {"do": "buy-in", "chips": 1_000}, "not-seated"),
    ("eve", {"do": "sit", "seat": 1, "chips": 0}, "seat-taken"),
    ("eve", {"do": "sit", "seat": 12, "chips": 0}, ""),
    ("eve", {"do": "sit", "seat": 3, "chips": 10**12}, "short-of-chips"),
    ("ann", {"do": "buy-in", "chips": 10**12}, "short-of-chips"),
    ("ann", {"do": "buy-in", "chips": 0}, ""),
    ("ann", {"do": "cash-out", "chips": 1_000}, "chips-at-stake"),
    ("ann", {"do": "bets", "wagers": {"ante": 1_000, "blind": 1_000}}, ""),
    ("ann", {"do": "clear"}, ""),
    ("ann", {"do": "play", "times": 2}, ""),
    ("ann", {"do": "play", "times": 10}, ""),
    ("ann", {"do": "fold"}, ""),  # not before the river
    ("ann", {"do": "take-bank", "stake": 1_000}, ""),
    ("ann", {"do": "decline-bank"}, ""),
    ("ann", {"do": "seed", "seed": "00"}, ""),
    ("ann", {"do": "sit", "seat": 3, "chips": 0}, "already-seated"),
]


@pytest.mark.parametrize(("who", "ask", "reason"), NOT_ALLOWED)
def test_what_is_not_theirs_to_ask_is_refused(
    scene: Scene, who: str, ask: dict[str, Any], reason: str
) -> None:
    player: Player = getattr(scene, who)
    before = scene.state()

    answer = player.ask(ask["do"], **{key: value for key, value in ask.items() if key != "do"})

    assert not answer["ok"], answer
    assert answer["refused"]["reason"] == reason or not reason, answer
    assert _without_passing_moves(scene.state()) == _without_passing_moves(before)


def _without_passing_moves(state: Any) -> Any:  # Any: what a scene keeps
    """A buy-in that the table refuses leaves two moves behind, there and back: no chip less."""
    heads, rows = state
    return heads, [row for n, row in enumerate(rows) if KEPT[n] is not schema.MOVES]


@pytest.mark.parametrize("size", [5_000, 1_000_000])
def test_a_huge_message_ends_the_socket(scene: Scene, size: int) -> None:
    with unchanged(scene), playing(scene.eve.visitor, TABLE) as player:
        with suppress(ConnectionClosed):  # beyond 64 KiB there is no last word
            player.send('{"type":"do","id":"' + "x" * size + '"}')
            while player.hear()["type"] != "bye":
                pass
            assert player.bye is not None
            assert player.bye["reason"] == "too-large"
        with pytest.raises(ConnectionClosed):
            player.until(lambda _: False)


def pour(player: Player, message: str) -> None:
    """Send the same again and again, until nobody takes it any more."""
    with suppress(ConnectionClosed):
        for _ in range(30):
            player.send(message)


def test_nonsense_without_end_ends_the_socket(scene: Scene) -> None:
    with unchanged(scene), playing(scene.eve.visitor, TABLE) as player:
        pour(player, "nonsense")
        assert player.end()["reason"] == "not-understood"


def test_a_flood_ends_the_socket_and_requests_are_turned_away() -> None:
    few = replace(UNBOUNDED, message=Rate(10, 0.001), person=Rate(20, 0.001))
    with Served(quick(testing=True, rates=few)) as served:
        laid_table(served, "flood")
        with served.visitor() as one, playing(one, "flood") as player:
            pour(player, '{"type":"ping"}')
            assert player.end()["reason"] == "too-fast"
            answers = [one.get("/api/tables") for _ in range(30)]

        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert refused[0].headers["content-type"] == PROBLEM
        assert int(refused[0].headers["retry-after"]) >= 1


def test_one_person_opens_so_many_sockets_at_once_and_no_more(scene: Scene) -> None:
    async def first_word(path: str) -> str:
        opening = async_connect(
            f"{one.origin.replace('http', 'ws', 1)}{path}",
            additional_headers={"cookie": one.cookie()},
            origin=Origin(one.origin),
            open_timeout=30,
        )
        async with opening as made:
            said = json.loads(await made.recv())
            if said["type"] != "bye":
                await all_came.wait()
            else:
                heard.append(said["reason"])
                if len(heard) == 14 - SOCKETS_EACH:
                    enough.set()
            return str(said.get("reason", ""))

    async def all_at_once() -> list[str]:
        tasks = [asyncio.create_task(first_word(f"/ws/table/{TABLE}")) for _ in range(14)]
        async with asyncio.timeout(60):
            await enough.wait()
        await asyncio.sleep(0.2)  # nobody else is sent away
        all_came.set()
        return await asyncio.gather(*tasks)

    heard: list[str] = []
    with scene.served.visitor() as one:
        one.me()
        with unchanged(scene):
            all_came, enough = asyncio.Event(), asyncio.Event()
            said = asyncio.run(all_at_once())

    assert said.count("") == SOCKETS_EACH
    assert said.count("too-many-sockets") == 14 - SOCKETS_EACH


def socket(visitor: Visitor, path: str, **headers: str) -> Any:  # Any: a client connection
    """Open a socket with other headers than our page would send."""
    origin = headers.pop("origin", visitor.origin)
    return connect(
        f"{visitor.origin.replace('http', 'ws', 1)}{path}",
        additional_headers={"cookie": visitor.cookie(), **headers},
        origin=Origin(origin) if origin else None,
        open_timeout=20,
    )


@pytest.mark.parametrize("path", [f"/ws/table/{TABLE}", "/ws/lobby", "/ws/floor"])
@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", "http://127.0.0.1:1"])
def test_a_socket_of_another_site_is_not_opened(scene: Scene, path: str, origin: str) -> None:
    with unchanged(scene), pytest.raises(InvalidStatus) as turned:
        socket(scene.eve.visitor, path, origin=origin)
    assert turned.value.response.status_code == 403


@pytest.mark.parametrize("path", [f"/ws/table/{TABLE}", "/ws/lobby", "/ws/floor"])
@pytest.mark.parametrize("cookie", ["", "{}x", "x{}", "{0}.{0}", "pitboss=%00"])
def test_a_forged_cookie_is_nobodys(scene: Scene, path: str, cookie: str) -> None:
    name, _, value = scene.ann.visitor.cookie().partition("=")
    forged = f"{name}={cookie.format(value)}" if cookie else ""
    with unchanged(scene), pytest.raises(InvalidStatus) as turned:
        connect(
            f"{scene.served.origin.replace('http', 'ws', 1)}{path}",
            additional_headers={"cookie": forged} if forged else {},
            origin=Origin(scene.served.origin),
        )
    assert turned.value.response.status_code in (401, 403)


def test_the_floor_s_socket_is_not_for_players(scene: Scene) -> None:
    with unchanged(scene), pytest.raises(InvalidStatus) as turned:
        socket(scene.ann.visitor, "/ws/floor")
    assert turned.value.response.status_code == 403


OPEN = {"rules": "maryland", "kind": "private"}
ORDER = {"id": "hostile-order", "order": {"do": "close", "reason": "because"}}
CHANGES = [
    ("POST", "/api/tables", OPEN),
    ("POST", "/api/me/name", {"name": "Somebody Else"}),
    ("POST", "/api/account", {"name": "Somebody Else", "password": "long enough for anybody"}),
    ("POST", "/api/purse/refill", None),
    ("DELETE", f"/api/tables/{TABLE}", None),
    ("POST", f"/api/tables/{TABLE}/bots", {"style": "simple"}),
    ("POST", f"/api/floor/{TABLE}/orders", ORDER),
    ("DELETE", "/api/sessions", None),
]


@pytest.mark.parametrize(("method", "path", "body"), CHANGES)
@pytest.mark.parametrize("how", ["no csrf", "another's csrf", "another site", "no cookie"])
def test_a_change_that_no_page_of_ours_asks_for_is_refused(
    scene: Scene, method: str, path: str, body: object, how: str
) -> None:
    eve, origin = scene.eve.visitor, scene.served.origin
    headers = {"x-csrf": eve.csrf, "origin": origin}
    match how:
        case "no csrf":
            headers.pop("x-csrf")
        case "another's csrf":
            headers["x-csrf"] = scene.ann.visitor.csrf
        case "another site":
            headers["origin"] = "http://evil.example"
    cookies = httpx.Cookies() if how == "no cookie" else eve.client.cookies
    with unchanged(scene), httpx.Client(base_url=origin, cookies=cookies, timeout=20) as client:
        answer = client.request(method, path, json=body, headers=headers)

    assert answer.status_code == (401 if how == "no cookie" else 403)
    assert answer.headers["content-type"] == PROBLEM
    assert answer.json()["reason"] in ("csrf", "origin", "no-identity")


# A player with every right a player has, and nothing more.
REFUSED = [
    ("GET", "/api/floor", None, 403),
    ("GET", "/api/audit/rounds", None, 403),
    ("GET", f"/api/audit/rounds/{TABLE}/1", None, 403),
    ("GET", "/api/people/dealer", None, 403),
    ("POST", f"/api/floor/{TABLE}/orders", ORDER, 403),
    ("POST", f"/api/floor/{TABLE}/remedy", {"kind": "misdeal"}, 403),
    ("POST", "/api/floor/seen", {"id": "notice/1"}, 403),
    ("POST", f"/api/audit/tables/{TABLE}/verify", None, 403),
    ("POST", "/api/people/dealer/roles", {"roles": ["administrator"]}, 403),
    ("DELETE", f"/api/tables/{TABLE}", None, 403),
    ("POST", f"/api/tables/{TABLE}/bots", {"style": "simple"}, 403),
    ("GET", f"/api/hands/{TABLE}/1", None, 409),
    ("GET", f"/api/hands/{TABLE}/1/proof", None, 409),
    ("POST", "/api/me/name", {"name": "dealer"}, 422),
    ("POST", "/api/me/name", {"name": "House"}, 422),
    ("POST", "/api/me/name", {"name": "Ann (bot, simple)"}, 422),
    ("POST", "/api/me/name", {"name": "An\u200bn"}, 422),
    ("POST", "/api/me/name", {"name": "A\u202enn"}, 422),
    ("POST", "/api/me/name", {"name": "Ann\u0000"}, 422),
    ("POST", "/api/me/name", {"name": "de\u0430ler"}, 422),  # a Cyrillic letter
    ("POST", "/api/me/name", {"name": "\uff44ealer"}, 422),  # a wide letter
    ("POST", "/api/me/name", {"name": "x" * 25}, 400),
    ("POST", "/api/me/name", {"name": ["x"]}, 400),
    ("POST", "/api/purse/refill", None, 409),
    ("POST", "/api/tables", {**OPEN, "kind": "public"}, 400),
    ("POST", "/api/tables", {**OPEN, "owner": "dealer"}, 400),
    ("POST", "/api/tables", {**OPEN, "bots": -1}, 400),
    ("POST", "/api/tables", {**OPEN, "options": {"limits.ante": "0 to 999999999999"}}, 422),
    ("POST", "/api/tables", {**OPEN, "options": {"meter.link_group": "x"}}, 422),
    ("POST", "/api/tables", {**OPEN, "rules": "../../etc/passwd"}, 422),
    ("GET", "/api/shared/AAAA.0000", None, 404),
    ("GET", "/admin/0000", None, 404),
    ("GET", "/api/hands?before=AAAA", None, 400),
    ("GET", "/api/hands?limit=1000000", None, 400),
    ("PUT", "/api/me", {}, 403),
    ("TRACE", "/api/me", None, 403),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), REFUSED)
def test_a_player_is_refused_what_a_player_may_not(
    scene: Scene, method: str, path: str, body: object, status: int
) -> None:
    eve = scene.eve.visitor
    headers = {"x-csrf": eve.csrf, "origin": scene.served.origin}
    with unchanged(scene):
        answer = eve.client.request(method, path, json=body, headers=headers)

    expected = (status, 405) if method in ("PUT", "TRACE") else (status,)
    assert answer.status_code in expected, answer.text
    assert answer.headers["content-type"] == PROBLEM


RAW = {
    "no JSON": (b"{", 400),
    "deep nesting": (b"[" * 60_000, 400),
    "deep nesting of objects": (b'{"name":' * 5_000, 400),
    "not UTF-8": (b'{"name":"\xff\xfe"}', 400),
    "a bare NaN": (b'{"name":NaN}', 400),
    "too large": (b'{"name":"' + b"x" * 1_000_000 + b'"}', 413),
}


@pytest.mark.parametrize("name", RAW)
def test_a_body_that_is_none_is_refused(scene: Scene, name: str) -> None:
    content, status = RAW[name]
    eve = scene.eve.visitor
    headers = {"x-csrf": eve.csrf, "origin": scene.served.origin,
               "content-type": "application/json"}  # fmt: skip
    with unchanged(scene):
        answer = eve.client.post("/api/me/name", content=content, headers=headers)

    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == PROBLEM


@pytest.mark.parametrize(
    "headers",
    [
        {"x-long": "x" * 20_000},
        {f"x-{n}": "1" for n in range(100)},
        {"cookie": "a=" + "b" * 17_000},
    ],
)
def test_oversize_headers_are_refused(scene: Scene, headers: dict[str, str]) -> None:
    with unchanged(scene), httpx.Client(base_url=scene.served.origin, timeout=20) as client:
        answer = client.get("/api/tables", headers=headers)
    assert answer.status_code in (400, 431)


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/assets/../../../app.py",
        "/assets/..%2f..%2fapp.py",
        "/assets/%2e%2e/%2e%2e/config.py",
        "/assets/....//....//app.py",
        "/assets//etc/passwd",
        "/assets/%00",
        "/api/../app.py",
        "/.git/config",
        "/" + "a" * 3_000,
    ],
)
def test_no_file_of_the_machine_is_served(scene: Scene, path: str) -> None:
    with unchanged(scene):
        raw = httpx.URL(scene.served.origin).copy_with(raw_path=path.encode())
        answer = httpx.get(raw, timeout=20)
    assert answer.status_code in (400, 404, 414) or "text/html" in answer.headers["content-type"]
    assert "import" not in answer.text
    assert "root:" not in answer.text


def test_a_table_that_is_closed_takes_no_command() -> None:
    with Served(quick(testing=True)) as served, served.visitor() as one:
        one.me()
        table = one.post("/api/tables", {"rules": "maryland", "kind": "solo"}).json()["table"]
        with playing(one, table) as player:
            player.must("sit", seat=1, chips=5_000)
            assert one.delete(f"/api/tables/{table}").status_code == 204
            player.until(lambda view: view["standing"] == "closed")
            purse = player.until(lambda view: view["you"]["purse"] == 100_000)["you"]["purse"]
            head = served.house.journal.head(f"table/{table}")
            for do_, fields in (
                ("sit", {"seat": 1, "chips": 1_000}),
                ("bets", {"wagers": {"ante": 1_000, "blind": 1_000}}),
                ("check", {}),
                ("leave", {}),
            ):
                assert not player.ask(do_, **fields)["ok"]

            assert served.house.journal.head(f"table/{table}") == head
            assert one.me()["purse"] == purse

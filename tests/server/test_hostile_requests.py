"""Requests of other sites, beyond a player's role, or nonsense are refused and change nothing."""

from __future__ import annotations

import httpx
import pytest

from tests.server.scenes import PROBLEM, TABLE, Scene, unchanged
from tests.server.serving import client

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
    with (
        unchanged(scene),
        client(origin, cookies) as asking,
    ):
        answer = asking.request(method, path, json=body, headers=headers)

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
    with unchanged(scene), client(scene.served.origin) as asking:
        answer = asking.get("/api/tables", headers=headers)
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
    with unchanged(scene), client(scene.served.origin) as asking:
        raw = httpx.URL(scene.served.origin).copy_with(raw_path=path.encode())
        answer = asking.get(raw)
    assert answer.status_code in (400, 404, 414) or "text/html" in answer.headers["content-type"]
    assert "import" not in answer.text
    assert "root:" not in answer.text

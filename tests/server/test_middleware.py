"""What is turned away at the door, and the headers of every answer."""

from __future__ import annotations

import contextlib
import http.client
import socket as sockets
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar import WebSocket, websocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pitboss.server.auth.permissions import may
from pitboss.server.http.middleware import BODY_BYTES_MAX, POLICY
from pitboss.server.http.rates import Bucket, Buckets, Rate, Rates
from tests.server.serving import UNBOUNDED, Served, Visitor, quick
from tests.waiting import WAIT_S_MAX


@websocket("/ws/echo", guards=[may("table.see")])
async def echo(socket: WebSocket[Any, Any, Any]) -> None:  # Any: the framework's own
    """Say everything again."""
    await socket.accept()
    while True:
        await socket.send_text(await socket.receive_text())


@pytest.fixture(scope="module")
def talking() -> Any:
    with Served(more=[echo]) as made:
        yield made


def opened(served: Served, origin: str | None, cookie: str = "") -> ClientConnection:
    return connect(
        f"{served.origin.replace('http', 'ws')}/ws/echo",
        origin=None if origin is None else Origin(origin),
        additional_headers={"cookie": cookie} if cookie else {},
        open_timeout=WAIT_S_MAX,
    )


@pytest.mark.parametrize("path", ["/", "/api/me", "/healthz", "/no/such/page", "/api/people/x"])
def test_every_answer_has_the_headers(visitor: Visitor, path: str) -> None:
    headers = visitor.get(path).headers

    sockets = visitor.origin.replace("http", "ws", 1)
    assert headers["content-security-policy"] == POLICY.format(sockets=sockets)
    if path.startswith("/api/"):
        assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "server" not in headers


def test_a_host_of_several_words_writes_no_policy(visitor: Visitor) -> None:
    odd = {"host": "x; script-src *"}
    policy = visitor.client.get("/healthz", headers=odd).headers["content-security-policy"]

    assert policy == POLICY.format(sockets="")


def test_a_page_by_http_is_not_of_a_house_by_https() -> None:
    with Served(quick(proxies="127.0.0.1")) as served, served.visitor() as visitor:
        by_https = {"x-forwarded-proto": "https", "x-csrf": visitor.me()["csrf"]}
        here = visitor.origin.removeprefix("http://")

        assert changed(visitor, {**by_https, "origin": f"http://{here}"}) == (403, "origin")
        assert changed(visitor, {**by_https, "origin": f"https://{here}"}) == (200, "")


def test_the_policy_allows_no_script_but_our_own_files() -> None:
    assert "default-src 'none'" in POLICY
    assert "script-src 'self';" in POLICY
    assert "unsafe" not in POLICY
    assert "frame-ancestors 'none'" in POLICY


def changed(visitor: Visitor, headers: dict[str, str]) -> tuple[int, str]:
    name = visitor.client.get("/api/me").json()["name"] if visitor.csrf else "Ann"
    answer = visitor.client.post("/api/me/name", json={"name": name}, headers=headers)
    return answer.status_code, answer.json().get("reason", "")


def test_a_change_needs_the_sessions_own_csrf(served: Served, visitor: Visitor) -> None:
    csrf = visitor.me()["csrf"]
    with served.visitor() as other:
        foreign = other.me()["csrf"]

    assert changed(visitor, {}) == (403, "csrf")
    assert changed(visitor, {"x-csrf": foreign}) == (403, "csrf")
    assert changed(visitor, {"x-csrf": csrf[:-1]}) == (403, "csrf")
    assert changed(visitor, {"x-csrf": csrf}) == (200, "")


def test_a_change_without_a_session_is_turned_away(visitor: Visitor) -> None:
    assert changed(visitor, {"x-csrf": "x"}) == (401, "no-identity")


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "x", "http://[", ""],
)
def test_a_change_from_another_site_is_turned_away(visitor: Visitor, origin: str) -> None:
    csrf = visitor.me()["csrf"]
    headers = {"x-csrf": csrf, "origin": origin}
    if not origin:  # a browser that does not tell the origin still tells this
        headers = {"x-csrf": csrf, "sec-fetch-site": "cross-site"}

    assert changed(visitor, headers) == (403, "origin")


def test_our_own_page_may_ask_for_changes(visitor: Visitor) -> None:
    csrf = visitor.me()["csrf"]

    assert changed(visitor, {"x-csrf": csrf, "origin": visitor.origin})[0] == 200


def test_a_socket_is_for_our_own_pages(talking: Served) -> None:
    with talking.visitor() as visitor:
        visitor.me()
        with opened(talking, talking.origin, visitor.cookie()) as ours:
            ours.send("hello")
            assert ours.recv(timeout=WAIT_S_MAX) == "hello"
        for origin in ("https://evil.example", None, "null", talking.origin + "0"):
            with pytest.raises(InvalidStatus) as refused:
                opened(talking, origin, visitor.cookie())
            assert refused.value.response.status_code == 403
            assert b'"reason":"origin"' in refused.value.response.body


def test_a_socket_needs_an_identity(talking: Served) -> None:
    with pytest.raises(InvalidStatus) as refused:
        opened(talking, talking.origin)

    assert refused.value.response.status_code == 403


def test_a_message_that_is_too_large_ends_the_socket(talking: Served) -> None:
    with talking.visitor() as visitor:
        visitor.me()
        with opened(talking, talking.origin, visitor.cookie()) as ours:
            ours.send("x" * BODY_BYTES_MAX)
            assert len(ours.recv(timeout=WAIT_S_MAX)) == BODY_BYTES_MAX
            with contextlib.suppress(ConnectionClosed):  # the server need not read on
                ours.send("x" * (BODY_BYTES_MAX + 1))
            with pytest.raises(ConnectionClosed) as closed:
                ours.recv(timeout=WAIT_S_MAX)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009


def test_a_body_that_is_too_large_is_not_read(visitor: Visitor) -> None:
    answer = visitor.post("/api/me/name", {"name": "x" * BODY_BYTES_MAX})

    assert (answer.status_code, answer.json()["reason"]) == (413, "too-large")


def test_a_body_without_a_length_is_bounded_too(visitor: Visitor) -> None:
    csrf = visitor.me()["csrf"]

    def pieces() -> Any:
        for _ in range(70):
            yield b" " * 1024

    answer = visitor.client.post("/api/me/name", content=pieces(), headers={"x-csrf": csrf})

    assert answer.status_code in (400, 413)
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("headers", "status"),
    [([("x-filler", "x" * 20_000)], 431), ([(f"x-{n}", "1") for n in range(70)], 431),
     ([("host", "other")], 400), ([("content-length", "-5")], 400)],
)  # fmt: skip
def test_headers_that_no_browser_sends_are_turned_away(
    served: Served, headers: list[tuple[str, str]], status: int
) -> None:
    connection = http.client.HTTPConnection(
        served.origin.removeprefix("http://"), timeout=WAIT_S_MAX
    )
    connection.putrequest("GET", "/api/me")
    for name, value in headers:
        connection.putheader(name, value)
    connection.endheaders()

    assert connection.getresponse().status == status
    connection.close()


def test_an_address_that_is_too_long_is_turned_away(visitor: Visitor) -> None:
    assert visitor.get("/" + "x" * 3_000).status_code == 414


def test_headers_without_end_are_cut_off(served: Served) -> None:
    host, port = served.origin.removeprefix("http://").split(":")
    answered = b"HTTP/1.1 400"
    with (
        sockets.create_connection((host, int(port)), timeout=WAIT_S_MAX) as raw,
        contextlib.suppress(ConnectionError),  # the server need not read on
    ):
        raw.sendall(b"GET / HTTP/1.1\r\n" + b"x-filler: " + b"x" * 2_000_000)
        answered = raw.recv(100)

    assert answered.startswith(b"HTTP/1.1 400")


def test_who_asks_too_much_has_to_wait() -> None:
    rates = replace(UNBOUNDED, address=Rate(5, 0.001))
    with Served(quick(rates=rates)) as served, served.visitor() as visitor:
        statuses = [visitor.get("/api/me").status_code for _ in range(7)]
        last = visitor.get("/api/me")
        alive = visitor.get("/healthz")

    assert statuses == [*[200] * 5, 429, 429]
    assert int(last.headers["retry-after"]) >= 1
    assert last.json()["reason"] == "too-many"
    assert alive.status_code == 200


def test_one_address_makes_only_so_many_guests() -> None:
    rates = Rates(UNBOUNDED.address, UNBOUNDED.person, Rate(3, 0.001))
    with Served(quick(rates=rates)) as served:
        made = []
        for _ in range(5):
            with served.visitor() as visitor:
                made.append(visitor.get("/api/me").status_code)

    assert made == [200, 200, 200, 429, 429]


def test_one_address_guesses_only_so_many_passwords() -> None:
    rates = Rates(UNBOUNDED.address, UNBOUNDED.person, UNBOUNDED.guest, Rate(4, 0.001))
    with Served(quick(rates=rates)) as served, served.visitor() as visitor:
        guesses = [
            visitor.post("/api/sessions", {"name": f"Ann{n}", "password": "x"}).status_code
            for n in range(6)
        ]

    assert guesses == [403, 403, 403, 403, 429, 429]


def test_one_person_has_one_allowance_from_everywhere() -> None:
    rates = Rates(UNBOUNDED.address, Rate(4, 0.001), UNBOUNDED.guest)
    with Served(quick(rates=rates)) as served, served.visitor() as one, served.visitor() as other:
        one.me()
        other.me()
        statuses = [one.get("/api/me").status_code for _ in range(6)]
        assert statuses == [*[200] * 4, 429, 429]
        assert other.get("/api/me").status_code == 200


@given(st.lists(st.floats(0, 100), max_size=60))
def test_a_bucket_never_lets_more_through_than_its_rate(times: list[float]) -> None:
    bucket = Bucket(Rate(5, 2), 0)
    let = sum(bucket.take(now) == 0 for now in sorted(times))

    assert let <= 5 + 2 * max(times, default=0)


def test_buckets_are_bounded_and_the_longest_unseen_goes() -> None:
    buckets = Buckets(Rate(1, 0.001), most=3)
    for key in ("a", "b", "c"):
        assert buckets.take(key, 0) == 0
    assert buckets.take("a", 0) > 0  # seen again
    assert buckets.take("d", 0) == 0

    assert len(buckets) == 3
    assert buckets.take("a", 0) > 0
    assert buckets.take("b", 0) == 0

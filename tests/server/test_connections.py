"""Connections that say nothing, or too many of them, keep nobody out."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from pitboss.server.http import rates
from pitboss.server.http.connections import Connections
from tests.server.serving import Served, quick
from tests.waiting import WAIT_S_MAX, wait_until

HOUR_S = 3_600.0
PARTS = {
    "nothing": b"",
    "half a header": b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST /api/me/name HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{",
    "a second request by half": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /",
}


@contextmanager
def line(served: Served) -> Iterator[socket.socket]:
    """A bare connection."""
    host, port = served.origin.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), WAIT_S_MAX) as made:
        yield made


def rest(made: socket.socket) -> bytes:
    """All that comes until the server closes."""
    found = b""
    try:
        while some := made.recv(4096):
            found += some
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize("said", PARTS.values(), ids=PARTS)
def test_a_connection_that_says_too_little_is_closed(said: bytes) -> None:
    with Served(quick(request_s=0.3)) as served, line(served) as made:
        with suppress(ConnectionError):  # on a busy machine it may be closed by now
            made.sendall(said)
        rest(made)  # comes to an end, or the test runs out of time

        wait_until(lambda: is_healthy(served), "answered")


def is_healthy(served: Served) -> bool:
    """Tell whether a server answers; a busy machine may need more than one request's time."""
    with served.visitor() as visitor, suppress(httpx.TransportError):
        return visitor.get("/healthz").status_code == 200
    return False


def test_one_address_has_a_bounded_number_of_connections() -> None:
    with Served(quick(rates=replace(rates.UNBOUNDED, connections=4))) as served:
        with ExitStack() as stack:
            kept = [stack.enter_context(line(served)) for _ in range(4)]
            one_more = stack.enter_context(line(served))
            assert rest(one_more) == b""
            kept[0].sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert rest(kept[0]).endswith(b"ok\n")
        with served.visitor() as visitor:  # when the others have gone
            assert visitor.get("/healthz").status_code == 200


def test_a_full_house_still_tells_of_its_health(monkeypatch: pytest.MonkeyPatch) -> None:
    with Served() as served, served.visitor() as visitor:
        monkeypatch.setattr(served.services.limits.connections, "_most", 0)
        assert visitor.get("/healthz").status_code == 200
        assert visitor.get("/readyz").status_code == 200
        answer = visitor.get("/api/me")
        assert (answer.status_code, answer.json()["reason"]) == (503, "full")


def test_connections_are_counted_and_released() -> None:
    counted = Connections(2, "10.0.0.1, 192.168.0.0/16")

    assert [counted.admit(n, "1.2.3.4") for n in range(3)] == [True, True, False]
    assert all(counted.admit(f"a{n}", "10.0.0.1") for n in range(9))
    assert all(counted.admit(f"b{n}", "192.168.7.7") for n in range(9))
    counted.release(0)
    counted.release(0)
    assert [counted.admit(n, "1.2.3.4") for n in (7, 8)] == [True, False]


def test_a_socket_outlives_the_time_of_a_request() -> None:
    with Served(quick()) as served, served.visitor() as visitor:
        visitor.me()
        address = served.origin.replace("http", "ws", 1)
        with connect(
            f"{address}/ws/lobby",
            additional_headers={"cookie": visitor.cookie()},
            origin=Origin(served.origin),
            open_timeout=WAIT_S_MAX,
        ) as made:
            made.recv(WAIT_S_MAX)
            leap(served, HOUR_S)  # well beyond it

            assert made.ping().wait(WAIT_S_MAX)


def leap(served: Served, seconds: float) -> None:
    """Set the clock of the server's event loop forward: every timer until then is due."""
    loop = served.loop
    assert loop is not None
    honest = loop.time
    loop.time = lambda: honest() + seconds  # type: ignore[method-assign]
    loop.call_soon_threadsafe(lambda: None)  # so that it looks at its timers now


def test_a_socket_that_is_turned_away_is_no_error_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with Served() as served, served.visitor() as visitor, caplog.at_level(logging.ERROR):
        visitor.me()
        address = served.origin.replace("http", "ws", 1)
        headers = {"cookie": visitor.cookie()}
        elsewhere = Origin("http://elsewhere.example")  # of which no page may open a socket here
        with pytest.raises(InvalidStatus) as raised:
            connect(
                f"{address}/ws/lobby",
                additional_headers=headers,
                origin=elsewhere,
                open_timeout=WAIT_S_MAX,
            )
        visitor.get("/healthz")

    assert raised.value.response.status_code == 403
    assert "handshake" not in caplog.text

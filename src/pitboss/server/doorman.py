"""Stands before the framework: sizes, rates, who is asking, from which page; then lets it in."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.server.identity import human_in, recognise, session_in
from pitboss.server.metrics import ANSWERS, TURNED_AWAY
from pitboss.server.problems import MEDIA_TYPE, Turned, body, turned_by
from pitboss.server.rates import Buckets
from pitboss.server.security import (
    SAFE_METHODS,
    check_origin,
    check_shape,
    header,
    headers_of_answer,
)
from pitboss.server.state import House

# Where it matters who is asking; pages and their files are the same for everybody.
PERSONAL: Final = ("/api/", "/ws/", "/admin/", "/metrics")
PASSWORDS: Final = ("/api/sessions", "/api/account")
METHODS: Final = frozenset({"GET", "HEAD", "POST", "DELETE", "OPTIONS", "SOCKET"})
HEALTH: Final = ("/healthz", "/readyz")

_LOG: Final = structlog.get_logger("pitboss.server")


class Doorman:
    """An ASGI application around another. Turned away here, nothing of ours has been touched."""

    def __init__(self, app: ASGIApp, house_of: Callable[[], House]) -> None:
        self._app = app
        self._house_of = house_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        house = self._house_of()
        dressed = _dressed(scope, send)
        try:
            await self._check(house, scope)
        except Exception as error:
            turned = turned_by(error)
            if turned.status == 500:  # a mistake of our own leaves a trace
                _LOG.error("request failed", path=scope["path"], exc_info=error)
            TURNED_AWAY.labels(turned.reason).inc()
            await _refuse(scope, dressed, turned)
            return
        await self._app(scope, receive, dressed)

    async def _check(self, house: House, scope: Scope) -> None:
        check_shape(scope)
        path = scope["path"]
        if path in HEALTH:
            return
        now, address = time.monotonic(), address_of(scope)
        limits = house.limits
        take(limits.address, address, now)
        is_socket = scope["type"] == ScopeType.WEBSOCKET
        if is_socket:
            check_origin(scope, needed=True)
            take(limits.socket, address, now)
            if house.farewell.leaving.is_set():
                raise Turned(503, "leaving", "the server is stopping; come back in a moment")
        if not path.startswith(PERSONAL):
            return
        human = await recognise(house, scope)
        if human is not None:
            take(limits.person, human.id, now)
        if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE_METHODS:
            self._check_change(house, scope)
            if path.startswith(PASSWORDS) and scope["method"] == "POST":
                take(limits.password, address, now)

    def _check_change(self, house: House, scope: Scope) -> None:
        """A request that may change something comes from a page of ours, and from a session."""
        check_origin(scope, needed=False)
        if human_in(scope) is None:
            raise Turned(401, "no-identity", "ask for /api/me first: it gives you an identity")
        if not house.sessions.is_csrf(session_in(scope), header(scope, b"x-csrf")):
            raise Turned(403, "csrf", "send the csrf of /api/me as the header x-csrf")


def address_of(scope: Scope) -> str:
    """The client's address; one network of IPv6 (a /64) counts as one."""
    client = scope.get("client")
    address = str(client[0]) if client else ""
    return ":".join(address.split(":")[:4]) if address.count(":") > 3 else address


def take(buckets: Buckets, key: str, now: float) -> None:
    """Take one of somebody's allowance; raises `Turned` where it is used up."""
    wait = buckets.take(key, now)
    if wait:
        seconds = max(1, round(wait))
        raise Turned(
            429,
            "too-many",
            f"too many requests: try again in {seconds} s",
            headers={"Retry-After": str(seconds)},
        )


def _dressed(scope: Scope, send: Send) -> Send:
    """`send`, with the headers of every answer."""

    async def dressed(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            given = {name.lower() for name, _ in message["headers"]}
            more = [pair for pair in headers_of_answer(scope) if pair[0] not in given]
            message["headers"] = [*message["headers"], *more]
            ANSWERS.labels(_method(scope), str(message["status"])).inc()
        await send(message)

    return dressed


def _method(scope: Scope) -> str:
    """The method, where it is one we know: a stranger's words make no labels."""
    method = scope["method"] if scope["type"] == ScopeType.HTTP else "SOCKET"
    return method if method in METHODS else "OTHER"


async def _refuse(scope: Scope, send: Send, turned: Turned) -> None:
    """Send a problem document, on a socket as the answer to its opening."""
    said = body(turned)
    is_socket = scope["type"] == ScopeType.WEBSOCKET
    if is_socket and "websocket.http.response" not in (scope.get("extensions") or {}):
        closing: Any = {"type": "websocket.close", "code": 4000 + turned.status, "reason": ""}
        await send(closing)
        return
    kind = "websocket.http.response" if is_socket else "http.response"
    headers = {
        "content-type": MEDIA_TYPE,
        "content-length": str(len(said)),
        "cache-control": "no-store",
        **turned.headers,
    }
    start: Any = {  # Any: two kinds of message in one
        "type": f"{kind}.start",
        "status": turned.status,
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }
    await send(start)
    end: Any = {"type": f"{kind}.body", "body": said, "more_body": False}
    await send(end)

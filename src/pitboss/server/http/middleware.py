"""ASGI middleware before the framework: sizes, rates, origin, CSRF; headers of every answer."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.server.http.metrics import ANSWERS, TURNED_AWAY
from pitboss.server.http.problems import MEDIA_TYPE, Turned, body, turned_by
from pitboss.server.http.rates import Buckets, Limits
from pitboss.server.store.people import Human

BODY_BYTES_MAX: Final = 64 * 1024  # of a request, and of a message on a socket
HEADERS_MAX: Final = 64
HEADER_BYTES_MAX: Final = 16 * 1024  # all of them together
TARGET_MAX: Final = 2_000  # characters of path and query
TOO_MANY: Final = 429
# Before a request above a rate limit is refused: a connection asks one thing at a time, so that a
# flood slows down to what its connections can ask, and costs the tables nothing.
TOO_MANY_S: Final = 0.5
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' {sockets}; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_ALWAYS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_HOST: Final = re.compile(r"[A-Za-z0-9.:\[\]-]{1,255}")  # and nothing that ends a policy
_NOT_KEPT: Final = ((b"cache-control", b"no-store"),)  # where an answer does not say otherwise
_BY_HTTPS: Final = ((b"strict-transport-security", b"max-age=31536000"),)

AnyScope = Mapping[str, Any]  # Any: what ASGI says of a connection
# Paths that depend on the person; pages and their files are the same for everybody.
PERSONAL: Final = ("/api/", "/ws/", "/admin/", "/metrics")
ODDS: Final = (
    "/api/odds/",
    "/api/lab/",
    "/api/coach/spot",
    "/api/train/shared/",
)  # with a rate limit of their own
PASSWORDS: Final = ("/api/sessions", "/api/account")
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "SOCKET"})
HEALTH: Final = ("/healthz", "/readyz")

_LOG: Final = structlog.get_logger("pitboss.server")


class Identification(Protocol):
    """Finds the person behind a request."""

    async def recognise(self, scope: AnyScope) -> Human | None:
        """Return the person behind the cookie, and keep it in the scope."""

    def is_csrf(self, scope: AnyScope, token: str) -> bool:
        """Return whether this is the CSRF token of the session in the scope."""


class Serving(Protocol):
    """What the middleware needs of a server that has started."""

    @property
    def limits(self) -> Limits:
        """Rate limits."""

    @property
    def identities(self) -> Identification:
        """Finds the person behind a request."""

    @property
    def leaving(self) -> bool:
        """Return whether the server is stopping."""


class Middleware:
    """ASGI middleware: rejects bad requests before anything of the application is touched."""

    def __init__(self, app: ASGIApp, serving: Callable[[], Serving]) -> None:
        self._app = app
        self._serving = serving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        serving = self._serving()
        dressed = _dressed(scope, send)
        try:
            await self._check(serving, scope)
        except Exception as error:
            turned = turned_by(error)
            if turned.status == 500:  # an internal error is logged
                _LOG.error("request failed", path=scope["path"], exc_info=error)
            TURNED_AWAY.labels(turned.reason).inc()
            if turned.status == TOO_MANY:
                await asyncio.sleep(TOO_MANY_S)
            await _refuse(scope, dressed, turned)
            return
        await self._app(scope, receive, dressed)

    async def _check(self, serving: Serving, scope: Scope) -> None:
        check_shape(scope)
        path = scope["path"]
        if path in HEALTH:
            return
        if serving.limits.connections.full:
            raise Turned(503, "full", "too many people are here; come back in a moment")
        now, address = time.monotonic(), address_of(scope)
        limits = serving.limits
        take(limits.address, address, now)
        is_socket = scope["type"] == ScopeType.WEBSOCKET
        if is_socket:
            check_origin(scope, needed=True)
            take(limits.socket, address, now)
            if serving.leaving:
                raise Turned(503, "leaving", "the server is stopping; come back in a moment")
        if path.startswith(ODDS):
            take(limits.odds, address, now)
        if not path.startswith(PERSONAL):
            return
        human = await serving.identities.recognise(scope)
        if human is not None:
            take(limits.person, human.id, now)
        if scope["type"] == ScopeType.HTTP and scope["method"] not in SAFE_METHODS:
            _check_change(serving, scope, human)
            if path.startswith(PASSWORDS) and scope["method"] == "POST":
                take(limits.password, address, now)


def _check_change(serving: Serving, scope: Scope, human: Human | None) -> None:
    """Reject a request that may change something without a session, or from another site."""
    check_origin(scope, needed=False)
    if human is None:
        raise Turned(401, "no-identity", "ask for /api/me first: it gives you an identity")
    if not serving.identities.is_csrf(scope, header(scope, b"x-csrf")):
        raise Turned(403, "csrf", "send the csrf of /api/me as the header x-csrf")


def address_of(scope: Scope) -> str:
    """Return the client's address; one network of IPv6 (a /64) counts as one."""
    client = scope.get("client")
    address = str(client[0]) if client else ""
    return ":".join(address.split(":")[:4]) if address.count(":") > 3 else address


def take(buckets: Buckets, key: str, now: float) -> None:
    """Take one request of a rate limit; raises `Turned` where it is used up."""
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
    """Wrap `send` to add the headers of every answer."""

    async def dressed(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            given = {name.lower() for name, _ in message["headers"]}
            more = [pair for pair in headers_of_answer(scope) if pair[0] not in given]
            message["headers"] = [*message["headers"], *more]
            ANSWERS.labels(_method(scope), str(message["status"])).inc()
        await send(message)

    return dressed


def _method(scope: Scope) -> str:
    """Return the method, or "OTHER": text from outside must not make new metric labels."""
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


def headers_of_answer(scope: AnyScope) -> tuple[tuple[bytes, bytes], ...]:
    """Return the security headers of every answer."""
    host, https = header(scope, b"host"), is_https(scope)
    # Not every browser counts the page's own WebSockets as 'self'.
    sockets = f"{'wss' if https else 'ws'}://{host}" if _HOST.fullmatch(host) else ""
    policy = (b"content-security-policy", POLICY.format(sockets=sockets).encode())
    kept = _NOT_KEPT if scope["path"].startswith("/api/") else ()
    return (policy, *kept, *_ALWAYS, *_BY_HTTPS) if https else (policy, *kept, *_ALWAYS)


def check_shape(scope: AnyScope) -> None:
    """Reject requests that no browser sends: raises `Turned`."""
    headers = scope["headers"]
    size = sum(len(name) + len(value) for name, value in headers)
    if len(headers) > HEADERS_MAX or size > HEADER_BYTES_MAX:
        raise Turned(431, "headers-too-large", "send fewer or shorter headers")
    if len(scope["path"]) + len(scope.get("query_string", b"")) > TARGET_MAX:
        raise Turned(414, "address-too-long", f"an address has at most {TARGET_MAX} characters")
    if sum(name == b"host" for name, _ in headers) != 1:
        raise Turned(400, "host", "send exactly one Host header")
    length = header(scope, b"content-length")
    if length and (not length.isascii() or not length.isdigit()):
        raise Turned(400, "not-understood", "Content-Length is not a number")
    if length and int(length) > BODY_BYTES_MAX:
        raise Turned(413, "too-large", f"a request has at most {BODY_BYTES_MAX} bytes")


def check_origin(scope: AnyScope, *, needed: bool) -> None:
    """Reject cross-origin requests; with `needed`, also those without an Origin header."""
    origin = header(scope, b"origin")
    if not origin and not needed:
        if header(scope, b"sec-fetch-site") in ("", "same-origin", "none"):
            return
        raise Turned(403, "origin", "this may only be asked by a page of this server")
    try:
        from_ = urlsplit(origin)
        # Over https, an http page is another site. Over http, an https page may be our own, behind
        # a proxy that --proxy does not name.
        schemes = ("https",) if is_https(scope) else ("http", "https")
        same = from_.scheme in schemes and from_.netloc == header(scope, b"host")
    except ValueError:
        same = False
    if not same:
        raise Turned(403, "origin", "this may only be asked by a page of this server")


def header(scope: AnyScope, name: bytes) -> str:
    """Return the last header of this name, or ""."""
    found = b""
    for key, value in scope["headers"]:
        if key == name:
            found = value
    return found.decode("latin-1")


def is_https(scope: AnyScope) -> bool:
    """Return whether the client came by https (or wss), as we or a trusted proxy see it."""
    return scope.get("scheme") in ("https", "wss")

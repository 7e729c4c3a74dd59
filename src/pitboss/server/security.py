"""What is asked of a request before anybody looks at it, and the headers of every answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from pitboss.server.config import BODY_BYTES_MAX
from pitboss.server.identity import is_https
from pitboss.server.problems import Turned

HEADERS_MAX: Final = 64
HEADER_BYTES_MAX: Final = 16 * 1024  # all of them together
TARGET_MAX: Final = 2_000  # characters of path and query
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_ALWAYS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (
        b"permissions-policy",
        b"camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_BY_HTTPS: Final = ((b"strict-transport-security", b"max-age=31536000"),)

Scope = Mapping[str, Any]  # Any: what ASGI says of a connection


def headers_of_answer(scope: Scope) -> tuple[tuple[bytes, bytes], ...]:
    """What every answer carries."""
    return (*_ALWAYS, *_BY_HTTPS) if is_https(scope) else _ALWAYS


def check_shape(scope: Scope) -> None:
    """Turn away what no browser sends: raises `Turned`."""
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


def check_origin(scope: Scope, *, needed: bool) -> None:
    """Turn away what a page of another site asks; `needed`: and who does not say from where."""
    origin = header(scope, b"origin")
    if not origin and not needed:
        if header(scope, b"sec-fetch-site") in ("", "same-origin", "none"):
            return
        raise Turned(403, "origin", "this may only be asked by a page of this server")
    try:
        from_ = urlsplit(origin)
        same = from_.scheme in ("http", "https") and from_.netloc == header(scope, b"host")
    except ValueError:
        same = False
    if not same:
        raise Turned(403, "origin", "this may only be asked by a page of this server")


def header(scope: Scope, name: bytes) -> str:
    """The last header of this name, or nothing."""
    found = b""
    for key, value in scope["headers"]:
        if key == name:
            found = value
    return found.decode("latin-1")

"""Limits connections: in all, for each address, and by a timeout for a request to arrive."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

CONNECTIONS_MAX: Final = 5_000  # of one process, sockets included; more get a 503
SPARE: Final = 64  # beyond it, so that health checks of a full server are answered
OWN_FILES: Final = 200  # open files of the process itself: stores, logs, its own sockets
FILES_WANTED: Final = CONNECTIONS_MAX + SPARE + OWN_FILES
WAITING: Final = ("IDLE", "SEND_BODY")  # states of h11 in which the rest of a request is due


class Connections:
    """Counts connections, by address; proxies speak for many and are bounded only together."""

    def __init__(self, each: int, proxies: str = "") -> None:
        self._each = each
        self._most = min(CONNECTIONS_MAX, open_files() - SPARE - OWN_FILES)
        self._proxies = tuple(part.strip() for part in proxies.split(",") if part.strip())
        self._open: dict[object, str] = {}
        self._count: dict[str, int] = {}

    @property
    def full(self) -> bool:
        """Return whether there is no room for more connections."""
        return len(self._open) > self._most

    def admit(self, line: object, address: str) -> bool:
        """Count a new connection; False: there are too many already, and it is not counted."""
        here = self._count.get(address, 0)
        if len(self._open) >= self._most + SPARE:
            return False
        if here >= self._each and not self._is_proxy(address):
            return False
        self._open[line] = address
        self._count[address] = here + 1
        return True

    def release(self, line: object) -> None:
        """Stop counting a connection."""
        address = self._open.pop(line, None)
        if address is None:
            return
        self._count[address] -= 1
        if not self._count[address]:
            del self._count[address]

    def _is_proxy(self, address: str) -> bool:
        for proxy in self._proxies:
            if proxy in ("*", address):
                return True
            with suppress(ValueError):
                if ip_address(address) in ip_network(proxy):
                    return True
        return False


def open_files() -> int:
    """Return the limit of open files, raised to FILES_WANTED where that is allowed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    endless = resource.RLIM_INFINITY
    if soft != endless and soft < FILES_WANTED:
        wanted = FILES_WANTED if hard == endless else min(hard, FILES_WANTED)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return FILES_WANTED if soft == endless else soft


def http_line(connections: Callable[[], Connections], request_s: float) -> type[H11Protocol]:
    """Make uvicorn's own protocol with a bound on connections, and on the time of a request.

    Its first byte may be waited for as long as the rest: a connection that says nothing is closed.
    """

    class Line(H11Protocol):
        _timer: asyncio.TimerHandle | None = None
        _counted = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
            super().connection_made(transport)
            self._counted = connections().admit(transport, self.client[0] if self.client else "")
            if not self._counted:
                transport.close()
                return
            self._watch()

        def data_received(self, data: bytes) -> None:
            if self._counted:
                super().data_received(data)
                self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop()
            connections().release(self.transport)
            super().connection_lost(exc)

        def _watch(self) -> None:
            """Run the timeout while the rest of a request is waited for, and only then."""
            if self.transport.is_closing() or not self._is_waiting():
                self._stop()
            elif self._timer is None:
                self._timer = self.loop.call_later(request_s, self._late)

        def _stop(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _late(self) -> None:
            self._timer = None
            if self._is_waiting():
                self.transport.close()

        def _is_waiting(self) -> bool:
            """Return whether a request is incomplete; an upgraded connection is a WebSocket's."""
            upgraded = self.transport.get_protocol() is not self
            return not upgraded and str(self.conn.their_state) in WAITING

    return Line


def socket_line(connections: Callable[[], Connections]) -> type[WebSocketsSansIOProtocol]:
    """Make uvicorn's own protocol of sockets, which are counted until they end."""

    class Line(WebSocketsSansIOProtocol):
        def connection_lost(self, exc: Exception | None) -> None:
            connections().release(self.transport)
            super().connection_lost(exc)

        async def send(self, message: Any) -> None:  # Any: messages of ASGI
            await super().send(message)
            if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
                # A socket that is turned away has its answer; uvicorn would log that as an error.
                self.handshake_complete = True

    return Line

"""Runs the server in this process until SIGINT or SIGTERM, then shuts down in order."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import Callable, Sequence

import structlog
import uvicorn
from litestar import Litestar
from litestar.types import ControllerRouterHandler

from pitboss.server.app import build_app, services_of
from pitboss.server.auth.logins import ADMIN_LINK
from pitboss.server.config import Config
from pitboss.server.http.connections import Connections, http_line, socket_line
from pitboss.server.http.middleware import BODY_BYTES_MAX
from pitboss.server.services import Services

BACKLOG = 1_024  # connections that wait to be accepted
PING_S = 20.0  # between pings; a socket without an answer for as long is closed
MESSAGES_MAX = 16  # unread messages on one socket

_LOG = structlog.get_logger("pitboss.server")

OnReady = Callable[[str, str | None], None]


class CannotServe(Exception):
    """The server cannot start; the text is one clear line."""


class PitbossServer(uvicorn.Server):
    """uvicorn's server: calls back when it is ready; says goodbye to sockets before it stops."""

    def __init__(self, config: uvicorn.Config, app: Litestar, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready
        self.failure: Exception | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        keep_from_collection()
        try:
            self._ready()
        except Exception as error:  # such as a full disk: shut down in order, then report it
            self.failure = error
            self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:  # accept no more connections
            server.close()
        services = services_of(self._app.state)
        _LOG.info("stopping", sockets=len(services.open_sockets))
        late = await services.open_sockets.leave(services.config.leaving_s)
        if late:
            _LOG.warning("sockets that did not close in time", count=late)
        await super().shutdown(sockets)
        _LOG.info("stopped")


def serve(config: Config, ready: OnReady, *, more: Sequence[ControllerRouterHandler] = ()) -> None:
    """Serve until SIGINT or SIGTERM; raises `CannotServe`, or what opening the stores raises.

    `ready` is called with the address, and with the path of the one-time link to become
    administrator where there is none. `more` routes are for tests.
    """
    listening = listen(config.host, config.port)
    address = _address(config.host, listening.getsockname()[1])
    failures: list[BaseException] = []
    app = build_app(config, on_failure=failures.append, more=more)
    # A failed start is reported in one line; uvicorn would add a traceback.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)

    def tell() -> None:
        services = services_of(app.state)
        link = _link(services)  # may fail where the disk is full: also one line
        logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
        ready(address, link)
        tables, kept = len(services.pit.tables), gc.get_freeze_count()
        _LOG.info("serving", address=address, tables=tables, objects_kept=kept)

    server = PitbossServer(settings(app, config), app, tell)
    try:
        # uvicorn's own choice of a loop: the quicker one, where it is installed.
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(server.serve(sockets=[listening]))
        if server.failure is not None:
            raise server.failure
    except SystemExit:
        if failures:
            raise failures[0] from None
        raise
    except KeyboardInterrupt:  # uvicorn raises the signal that ended it again
        pass
    finally:
        listening.close()


def keep_from_collection() -> None:
    """Exempt what the start has made from garbage collection: it lives as long as the server.

    A full collection stops every table while it looks at each object: 100 to 390 ms with these
    hundred thousand, 30 to 90 ms without (`make bench NAMES=decision_http`, 20 tables).
    """
    gc.collect()
    gc.freeze()


def settings(app: Litestar, config: Config) -> uvicorn.Config:
    """Return uvicorn's settings: every queue, size and wait has a bound."""

    def connections() -> Connections:
        return services_of(app.state).limits.connections

    return uvicorn.Config(
        app,
        lifespan="on",
        # h11 bounds the size of headers; play goes over sockets.
        http=http_line(connections, config.request_s),
        ws=socket_line(connections),
        ws_max_size=BODY_BYTES_MAX,
        ws_max_queue=MESSAGES_MAX,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=config.proxies or None,
        backlog=BACKLOG,
        timeout_graceful_shutdown=max(1, round(config.leaving_s)),
    )


def _link(services: Services) -> str | None:
    return None if services.people.has_administrator() else services.logins.make_link(ADMIN_LINK)


def listen(host: str, port: int) -> socket.socket:
    """Open the listening socket first of all, so that a taken port is reported at once."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, where = found[0]
        made = socket.socket(family, kind, protocol)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind(where)
            made.listen(BACKLOG)
        except BaseException:
            made.close()
            raise
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise CannotServe(
            f"cannot listen on {host} port {port}: {why}; choose another with --host and --port"
        ) from error
    return made


def _address(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"

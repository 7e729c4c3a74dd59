"""Runs the server in this process until it is asked to stop, and then leaves in good order."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable

import structlog
import uvicorn
from litestar import Litestar

from pitboss.server.app import build_app, house_of
from pitboss.server.config import BODY_BYTES_MAX, CONNECTIONS_MAX, Config
from pitboss.server.state import House
from pitboss.server.store.sessions import ADMIN_LINK

BACKLOG = 1_024  # connections that wait to be taken
PING_S = 20.0  # between signs of life on a socket; without an answer for as long it is closed
MESSAGES_MAX = 16  # that wait on one socket to be read

_LOG = structlog.get_logger("pitboss.server")

Ready = Callable[[str, str | None], None]


class CannotServe(Exception):
    """The server cannot start; the text is one clear line."""


class Server(uvicorn.Server):
    """Says when it is ready; tells the sockets before it closes them."""

    def __init__(self, config: uvicorn.Config, app: Litestar, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:  # nobody new from here on
            server.close()
        house = house_of(self._app.state)
        _LOG.info("leaving", sockets=len(house.farewell))
        late = await house.farewell.leave(house.config.leaving_s)
        if late:
            _LOG.warning("sockets that did not say goodbye", count=late)
        await super().shutdown(sockets)
        _LOG.info("left")


def serve(config: Config, ready: Ready) -> None:
    """Serve until SIGINT or SIGTERM; raises `CannotServe`, or what opening the stores raises.

    `ready` is called with the address, and with the path of the one-time link to become
    administrator where there is none.
    """
    listening = listen(config.host, config.port)
    address = _address(config.host, listening.getsockname()[1])
    failures: list[BaseException] = []
    app = build_app(config, on_failure=failures.append)
    # What keeps us from starting is said in one line; uvicorn would add a page to it.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)

    def tell() -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
        house = house_of(app.state)
        ready(address, _link(house))
        _LOG.info("serving", address=address, tables=len(house.pit.tables))

    server = Server(settings(app, config), app, tell)
    try:
        # uvicorn's own choice of a loop: the quicker one, where it is installed.
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(server.serve(sockets=[listening]))
    except SystemExit:
        if failures:
            raise failures[0] from None
        raise
    except KeyboardInterrupt:  # as which uvicorn passes on the signal that ended it
        pass
    finally:
        listening.close()


def settings(app: Litestar, config: Config) -> uvicorn.Config:
    """How uvicorn is to run the application: every queue and every size has a bound."""
    return uvicorn.Config(
        app,
        lifespan="on",
        http="h11",  # it bounds the size of headers; play goes over sockets
        ws="websockets-sansio",
        ws_max_size=BODY_BYTES_MAX,
        ws_max_queue=MESSAGES_MAX,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(config.proxies),
        forwarded_allow_ips=config.proxies or None,
        limit_concurrency=CONNECTIONS_MAX,
        backlog=BACKLOG,
        timeout_graceful_shutdown=max(1, round(config.leaving_s)),
    )


def _link(house: House) -> str | None:
    return None if house.people.has_administrator() else house.sessions.make_link(ADMIN_LINK)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket before anything else is opened: a port that is taken is said at once."""
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

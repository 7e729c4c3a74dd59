"""A real server in a thread of the test, on a port of its own, and visitors to it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Final, Self

import httpx
from litestar.types import ControllerRouterHandler

from pitboss.pit import Chance, Clock
from pitboss.server.app import build_app, services_of
from pitboss.server.config import Config
from pitboss.server.http import rates
from pitboss.server.run import PitbossServer, listen, settings
from pitboss.server.services import Services
from pitboss.server.store.passwords import CHEAP
from tests.waiting import WAIT_S_MAX

UNBOUNDED: Final = rates.UNBOUNDED
# Below what a server waits for the next request: else it may hang up while one is on its way.
KEEP_ALIVE_S: Final = 1.0


def quick(db: str = "", **settings_: Any) -> Config:  # Any: settings of several types
    """Settings of a server for tests: in memory, cheap passwords, no rates, no client, no bots."""
    given: dict[str, Any] = {
        "db": db,
        "port": 0,
        "static": None,
        "bots": False,
        "standing": False,
        "worker": False,
        "pace": "at-once",
        "thinking_ms": 0,
        "passwords": CHEAP,
        "rates": UNBOUNDED,
        "leaving_s": 20.0,  # enough for goodbyes on a busy machine
    }
    return Config(**{**given, **settings_})


class Served:
    """A server that runs for as long as the block lasts; `services` may be asked by the test."""

    def __init__(
        self,
        config: Config | None = None,
        *,
        clock: Clock | None = None,
        chance: Chance | None = None,
        more: Sequence[ControllerRouterHandler] = (),
    ) -> None:
        self.config = config or quick()
        self.app = build_app(self.config, clock=clock, chance=chance, more=more)
        self._ready = threading.Event()
        self._listening = listen("127.0.0.1", 0)
        self.origin = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._server = PitbossServer(settings(self.app, self.config), self.app, self._started)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.loop: asyncio.AbstractEventLoop | None = None

    @property
    def services(self) -> Services:
        """The services of the server."""
        return services_of(self.app.state)

    def visitor(self) -> Visitor:
        """Somebody with a cookie jar of their own."""
        return Visitor(self.origin)

    def stop(self) -> None:
        """Ask the server to stop, as a signal would, and wait until it has."""
        self._server.should_exit = True
        self._thread.join(WAIT_S_MAX)
        assert not self._thread.is_alive()

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._ready.wait(WAIT_S_MAX):
            raise RuntimeError("the server did not start")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self._listening.close()

    def _started(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._ready.set()

    def _run(self) -> None:
        asyncio.run(self._server.serve(sockets=[self._listening]))


def client(origin: str, cookies: httpx.Cookies | None = None) -> httpx.Client:
    """Return an HTTP client that waits for as long as a busy machine needs.

    Without `verify` it reads no certificates, which takes longer than most tests; there are none.
    """
    limits = httpx.Limits(keepalive_expiry=KEEP_ALIVE_S)
    return httpx.Client(
        base_url=origin,
        cookies=cookies,
        timeout=WAIT_S_MAX,
        limits=limits,
        verify=False,  # noqa: S501
    )


class Visitor:
    """A browser without a page: keeps its cookie, and sends x-csrf with every change."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.client = client(origin)
        self.csrf = ""

    def me(self) -> dict[str, Any]:  # Any: JSON
        """Ask who one is, as every page does first."""
        answer = self.client.get("/api/me")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        self.csrf = found["csrf"]
        return found

    def get(self, path: str) -> httpx.Response:
        """Ask for something."""
        return self.client.get(path)

    def post(self, path: str, json: object = None) -> httpx.Response:
        """Ask for a change, as our own page would."""
        return self._changed("POST", path, json)

    def put(self, path: str, json: object = None) -> httpx.Response:
        """Ask for a setting to be changed."""
        return self._changed("PUT", path, json)

    def delete(self, path: str) -> httpx.Response:
        """Take something away."""
        return self._changed("DELETE", path, None)

    @property
    def session(self) -> str:
        """The session as it stands in the cookie."""
        return next(v for k, v in self.client.cookies.items() if k.startswith("pitboss"))

    def cookie(self) -> str:
        """The cookie as a header, for a socket."""
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    def _changed(self, method: str, path: str, json: object) -> httpx.Response:
        if not self.csrf:
            self.me()
        headers = {"x-csrf": self.csrf, "origin": self.origin}
        answer = self.client.request(method, path, json=json, headers=headers)
        if answer.status_code < 300 and answer.content and "csrf" in answer.text:
            self.csrf = answer.json().get("csrf", self.csrf)
        return answer

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.client.close()

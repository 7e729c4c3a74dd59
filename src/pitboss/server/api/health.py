"""Signs of life for operators: /healthz, /readyz, /metrics."""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.types import Scope
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pitboss.server.auth.identity import human_in
from pitboss.server.auth.permissions import allowed
from pitboss.server.http.metrics import REGISTRY, TABLES
from pitboss.server.http.middleware import header
from pitboss.server.http.problems import Turned
from pitboss.server.services import Services

STORE_S_MAX: Final = 3.0  # for the store to answer


@get("/healthz", include_in_schema=False, media_type="text/plain")
async def healthz() -> str:
    """Answer that the process is alive; no store is asked."""
    return "ok\n"


@get("/readyz", include_in_schema=False, media_type="text/plain")
async def readyz(services: NamedDependency[Services]) -> str:
    """Answer whether players may be sent here: the stores answer, the server is not stopping."""
    if services.leaving:
        raise Turned(503, "leaving", "the server is stopping")
    try:
        async with asyncio.timeout(STORE_S_MAX):
            await asyncio.to_thread(_ask_stores, services)
    except TimeoutError:
        raise Turned(503, "store-down", "the store does not answer") from None
    return "ready\n"


@get("/metrics", include_in_schema=False)
async def metrics(services: NamedDependency[Services], scope: Scope) -> Response[bytes]:
    """Return the Prometheus metrics to an administrator, or to a program on this machine."""
    if not (_is_local(scope) or allowed(human_in(scope), "metrics.read")):
        raise Turned(403, "role", "the metrics are for administrators, and for this machine itself")
    stopped = len(services.pit.stopped())
    TABLES.labels("stopped").set(stopped)
    TABLES.labels("running").set(max(0, len(services.pit.tables) - stopped))
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)


def _ask_stores(services: Services) -> None:
    services.journal.head("readyz")
    services.database.check_writable()


def _is_local(scope: Scope) -> bool:
    """Return whether a request comes from this machine, and not through a proxy on it."""
    client = scope.get("client")
    if client is None or header(scope, b"x-forwarded-for") or header(scope, b"forwarded"):
        return False
    # By a name that leads here, a page of another site could ask: its Host is that name.
    host = (urlsplit(f"//{header(scope, b'host')}").hostname or "").rstrip(".")
    try:
        here = host == "localhost" or ip_address(host).is_loopback
        return here and ip_address(client[0]).is_loopback
    except ValueError:
        return False

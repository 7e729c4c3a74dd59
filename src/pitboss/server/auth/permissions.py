"""Permissions: which role may do what. Every route that is not public names its action here."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import WebSocketException
from litestar.handlers.base import BaseRouteHandler

from pitboss.server.auth.identity import human_in
from pitboss.server.http.problems import Turned
from pitboss.server.store.people import (
    ADMINISTRATOR,
    AUDITOR,
    FLOOR,
    ROLES,
    TEACHER,
    Human,
)

_EVERYBODY: Final = frozenset(ROLES)
_FLOOR: Final = frozenset({FLOOR, ADMINISTRATOR})
_AUDIT: Final = frozenset({AUDITOR, ADMINISTRATOR})
_TEACHER: Final = frozenset({TEACHER, ADMINISTRATOR})
_ADMINISTRATOR: Final = frozenset({ADMINISTRATOR})

ACTIONS: Final = {
    "me": _EVERYBODY,  # your own name, account, sessions and purse
    "lobby.see": _EVERYBODY,
    "table.see": _EVERYBODY,
    "table.play": _EVERYBODY,
    "table.open": _EVERYBODY,
    "hands.own": _EVERYBODY,
    "train": _EVERYBODY,  # your own drills, mistakes and progress
    "school": _EVERYBODY,  # your own lessons, examinations and classes you have joined
    "school.teach": _TEACHER,  # classes of your own
    "floor.see": _FLOOR | _AUDIT,
    "floor.order": _FLOOR,
    "par.read": _FLOOR | _AUDIT,  # the PAR sheet of any open table
    "audit.read": _AUDIT,
    "people.roles": _ADMINISTRATOR,
    "metrics.read": _ADMINISTRATOR,
}

# Routes for requests without an identity. Rules, odds and what is shared are for everybody;
# `/api/me` and the administrator's link are where an identity begins.
PUBLIC: Final = frozenset(
    {
        "/api/me",
        "/admin/{token:str}",
        "/healthz",
        "/readyz",
        "/api/coach/spot",
        "/metrics",  # its handler checks that the request comes from this machine
    }
)
PUBLIC_UNDER: Final = (
    "/api/schema",
    "/api/rules",
    "/api/odds",
    "/api/lab",
    "/api/shared",
    "/api/train/shared",
    "/api/school/results",
    "/api/school/kinds",
)

Guard = Callable[
    [ASGIConnection[Any, Any, Any, Any], BaseRouteHandler], Coroutine[Any, Any, None]
]  # Any: the framework's own type parameters


def allowed(human: Human | None, action: str) -> bool:
    """Return whether a person may do an action."""
    return human is not None and not ACTIONS[action].isdisjoint(human.roles)


def check(human: Human | None, action: str) -> Human:
    """Return the person if they may do the action; raises `Turned`."""
    if human is None:
        raise Turned(401, "no-identity", "ask for /api/me first: it gives you an identity")
    if not allowed(human, action):
        roles = " or ".join(sorted(ACTIONS[action]))
        raise Turned(
            403, "role", f"this needs the role of {roles}; you are signed in as {human.name}"
        )
    return human


def may(action: str) -> Guard:
    """Make the guard of routes for one action, which must stand in `ACTIONS`."""
    if action not in ACTIONS:
        raise KeyError(action)

    async def guard(
        connection: ASGIConnection[Any, Any, Any, Any],  # Any: the framework's own
        _: BaseRouteHandler,
    ) -> None:
        try:
            check(human_in(connection.scope), action)
        except Turned as turned:
            if connection.scope["type"] == ScopeType.WEBSOCKET:
                raise WebSocketException(
                    detail=turned.reason, code=4000 + turned.status
                ) from turned
            raise

    guard.action = action  # type: ignore[attr-defined]  # for the test that walks all routes
    return guard


def is_public(path: str) -> bool:
    """Return whether a route's path is in the public list."""
    return path in PUBLIC or path.startswith(PUBLIC_UNDER)

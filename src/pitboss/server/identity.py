"""From a cookie to a person, and back: the cookie is signed, and its session is kept here."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from litestar.datastructures import Cookie

from pitboss.server.state import House
from pitboss.server.store.people import Human
from pitboss.server.store.sessions import LASTS_MS

COOKIE: Final = "pitboss"
COOKIE_MAX: Final = 200  # characters; ours is shorter
_HUMAN: Final = "pitboss_human"
_SESSION: Final = "pitboss_session"

Scope = Mapping[str, Any]  # Any: what ASGI says of a connection


async def recognise(house: House, scope: Scope) -> Human | None:
    """Look up who is asking, and keep it in the scope for guards and handlers."""
    session = _cookie_of(scope)
    person = await asyncio.to_thread(_person, house, session) if session else None
    scope["state"][_HUMAN] = person
    scope["state"][_SESSION] = session if person else ""
    return person


def human_in(scope: Scope) -> Human | None:
    """Who is asking; None: a stranger."""
    found = scope["state"].get(_HUMAN)
    return found if isinstance(found, Human) else None


def session_in(scope: Scope) -> str:
    """The session of who is asking, as it stands in the cookie; empty for a stranger."""
    return str(scope["state"].get(_SESSION, ""))


def is_https(scope: Scope) -> bool:
    """Whether the client came by https (or wss), as far as we or a trusted proxy can tell."""
    return scope.get("scheme") in ("https", "wss")


def cookie(scope: Scope, session: str) -> Cookie:
    """The cookie that keeps a session; an empty one takes it away."""
    return Cookie(
        key=COOKIE,
        value=session,
        path="/",
        httponly=True,
        samesite="lax",
        secure=is_https(scope),
        max_age=LASTS_MS // 1000 if session else 0,
    )


def _person(house: House, session: str) -> Human | None:
    id_ = house.sessions.person_of(session)
    return house.people.by_id(id_) if id_ else None


def _cookie_of(scope: Scope) -> str:
    """The first cookie of our name; those of others on the same host may look like anything."""
    for header, value in scope["headers"]:
        if header == b"cookie":
            for pair in value.decode("latin-1").split(";"):
                name, _, found = pair.partition("=")
                if name.strip() == COOKIE and len(found) <= COOKIE_MAX:
                    return str(found.strip())
    return ""
